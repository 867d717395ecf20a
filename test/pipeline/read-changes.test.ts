import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange, Interval } from '../../src/domain/date-range.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import type { CrashPoint } from '../../src/pipeline/ports.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aSale } from '../support/a-sale.ts';
import { aSync, request, type Sync, transactionId } from '../support/a-sync.ts';
import { right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const saleAt = (recordId: string, occurredAt: string): Sale =>
  aSale({ occurredAt, identity: { ...aSale().identity, recordId, number: `#${recordId}` } });

interface Asked {
  readonly interval: Interval;
  readonly besides: DateRange | undefined;
}

/** A storefront whose changes are a list, and what they were asked for. */
const aStorefront = (changed: readonly Sale[], sold: readonly Sale[] = []) => {
  const asked: Asked[] = [];
  const scripted = scriptedConnector({ pages: [sold.map(E.right)], changed: changed.map(E.right) });
  const connector: SourceConnector = {
    ...scripted,
    changes: (interval, happenedBefore, besides) => {
      asked.push({ interval, besides });
      return scripted.changes(interval, happenedBefore, besides);
    },
  };
  return { asked, storefronts: { 'us-store': { connector, policy: defaultPolicy } } };
};

const syncedOf = ({ world }: Sync): readonly string[] => world.journal.map(({ id }) => id);

const february = request.range;
const march = { from: '2026-03-01', to: '2026-03-31' };

describe('a historical sync reads what changed', () => {
  it('from its first day on without a mark, and from an hour before the mark on with one', async () => {
    const { asked, storefronts } = aStorefront([]);
    const sync = aSync({ script: { pages: [] }, ports: { storefronts } });
    await sync.finish();
    const mark = O.toNullable(right(await sync.store.changesReadUpTo('us-store')()));
    expect(asked).toStrictEqual([
      {
        interval: { start: '2026-02-01T05:00:00Z', end: mark },
        besides: { from: february.from, to: '9999-12-30' },
      },
    ]);
    await sync.finish({ range: march });
    const hourBefore = new Date(Date.parse(mark ?? '') - 3_600_000).toISOString().replace('.000Z', 'Z');
    expect(Date.parse(asked[1]?.interval.start ?? '')).toBe(Date.parse(hourBefore));
    // Days after those of the range were synced: what changed of them is asked for.
    await sync.finish({ range: { from: '2026-01-01', to: '2026-01-31' } });
    expect(asked[2]?.besides).toStrictEqual({ from: '2026-01-01', to: '2026-01-31' });
  });

  it('and settles a sale of a synced day, lists one of before the first day, and leaves one of a later day', async () => {
    const { storefronts } = aStorefront([
      saleAt('1', '2026-02-10T12:00:00Z'),
      saleAt('2', '2026-01-10T12:00:00Z'),
      saleAt('3', '2026-03-31T12:00:00Z'),
    ]);
    const sync = aSync({ script: { pages: [] }, ports: { storefronts } });
    await sync.finish();
    expect(syncedOf(sync)).toStrictEqual([transactionId('1')]);
    expect(await sync.report()).toMatchObject({
      considered: 2,
      olderSales: 1,
      succeeded: 1,
      skipped: { 'before the first day': 1 },
    });
    await sync.finish({ range: march });
    expect(syncedOf(sync)).toStrictEqual([transactionId('1'), transactionId('3')]);
    expect(await sync.report()).toMatchObject({ olderSales: 2, alreadyPresent: 1, succeeded: 1 });
  });

  it('in a dry run as well, which moves no mark', async () => {
    const { storefronts } = aStorefront([saleAt('1', '2026-02-10T12:00:00Z')]);
    const sync = aSync({ script: { pages: [] }, ports: { storefronts } });
    await sync.finish({ dryRun: true });
    expect(await sync.report()).toMatchObject({ considered: 1, skipped: { 'would be sent': 1 } });
    expect(right(await sync.store.changesReadUpTo('us-store')())).toStrictEqual(O.none);
  });

  /** A sync of a storefront whose platform hides changes. */
  const aHidingSync = (madeBefore: string, store = memoryStore()): Sync => {
    const hides = { madeBefore, message: 'Grant the scope.' };
    const scripted = scriptedConnector({ pages: [], changed: [] });
    const connector: SourceConnector = {
      ...scripted,
      changes: (interval) => TE.right([{ key: 'changed', kind: 'changed', ...interval, hides }]),
    };
    const storefronts = { 'us-store': { connector, policy: defaultPolicy } };
    return aSync({ script: { pages: [] }, store, ports: { storefronts } });
  };

  it.each([
    [
      'held in the report, and of its dry run',
      '2026-02-10T12:00:00Z',
      { considered: 1, olderSales: 1, held: { 'incomplete record': 1 } },
    ],
    ['no line where nothing of it was sent', '2026-01-10T12:00:00Z', { considered: 0, held: {} }],
  ])('and what the platform hides of that is %s', async (_, madeBefore, expected) => {
    const sync = aHidingSync(madeBefore);
    for (const dryRun of [true, false]) {
      await sync.finish({ dryRun });
      expect(await sync.report()).toMatchObject(expected);
    }
    const { id: runId } = await sync.finish({ range: march });
    expect(await sync.report()).toMatchObject(expected);
    right(await sync.clock.run(retryRun(sync.ports)(runId)));
    expect(await sync.report()).toMatchObject(expected);
  });

  it('and what the platform hides of that is held no longer once a person left it out', async () => {
    const database = memoryStore();
    const sync = aHidingSync('2026-02-10T12:00:00Z', database);
    await sync.finish();
    const at = '2026-03-20T00:00:00Z';
    const open = { storefronts: ['us-store'], state: 'open', now: at, what: 'incomplete record' } as const;
    const word = { action: 'leave out', note: 'no such refunds', by: 'Ada', at, until: null, batch: 'b-1' } as const;
    expect(right(await database.reviews.decide(open, word)())).toBe(1);
    await sync.finish({ range: march });
    expect(await sync.report()).toMatchObject({ held: {}, skipped: { 'left out by decision': 1 } });
  });

  it('again where a wrong clock had set the mark ahead', async () => {
    const { asked, storefronts } = aStorefront([]);
    const sync = aSync({ script: { pages: [] }, ports: { storefronts } });
    const { id: runId } = await sync.finish();
    const page = { runId, storefront: 'us-store', checkpoint: null, lines: [], references: [], settledIntents: [] };
    const ahead = { ...page, changesReadUpTo: '2027-01-01T00:00:00Z' };
    right(await sync.store.commitPage(ahead, '2026-04-01T00:00:00Z')());
    await sync.finish({ range: march });
    expect(asked[1]?.interval.start).toBe('2026-02-01T05:00:00Z');
  });

  it.each(['before_page', 'after_page_read', 'after_page_commit', 'after_changes_read'] as const)(
    'and loses and doubles nothing when it is killed %s',
    async (point: CrashPoint) => {
      const changed = [saleAt('1', '2026-02-10T12:00:00Z')];
      const { asked, storefronts } = aStorefront(changed, [saleAt('5', '2026-03-05T12:00:00Z')]);
      const store = memoryStore();
      const clock = virtualClock();
      let isDead = false;
      const first = aSync({
        script: { pages: [] },
        store,
        clock,
        ports: {
          storefronts,
          owner: 'the one that dies',
          crashPoint: (at) => {
            if (at === point && !isDead) {
              isDead = true;
              throw new Error('killed');
            }
          },
        },
      });
      const range = { from: '2026-02-01', to: '2026-03-31' };
      await expect(
        clock.run(historicalSync(first.ports)({ storefronts: ['us-store'], range, dryRun: false })),
      ).rejects.toThrow('killed');
      const isMarked = O.isSome(right(await store.changesReadUpTo('us-store')()));
      expect(isMarked).toBe(point === 'after_changes_read');
      const second = aSync({ script: { pages: [] }, store, clock, world: first.world, ports: { storefronts } });
      await second.finish({ range });
      expect([...syncedOf(second)].sort()).toStrictEqual([transactionId('1'), transactionId('5')]);
      expect(O.isSome(right(await store.changesReadUpTo('us-store')()))).toBe(true);
      // Resumed, it asks for the changes since, of all days: what it read before may have changed.
      expect(asked.at(-1)?.besides).toBeUndefined();
    },
  );

  it('moves no mark past changes that the platform did not give', async () => {
    const { storefronts } = aStorefront([saleAt('1', '2026-02-10T12:00:00Z')]);
    const { 'us-store': one } = storefronts;
    const failing: SourceConnector = {
      ...one.connector,
      readPage: () => TE.left({ _tag: 'SourceRefused', message: 'no changes today' }),
    };
    const sync = aSync({
      script: { pages: [] },
      ports: { storefronts: { 'us-store': { ...one, connector: failing } } },
    });
    expect(E.isLeft(await sync.run())).toBe(true);
    expect(right(await sync.store.changesReadUpTo('us-store')())).toStrictEqual(O.none);
  });
});
