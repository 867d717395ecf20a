import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Decision } from '../../src/domain/decision.ts';
import type { Run } from '../../src/domain/run.ts';
import type { PageLookup, StoreError, Submission } from '../../src/domain/sync-store.ts';
import type { PushCandidate } from '../../src/pipeline/mapped-record.ts';
import {
  findBlocked,
  type FirstDay,
  liveFirstDay,
  type PushBlocks,
  pushBlocksOf,
} from '../../src/pipeline/blocked-pushes.ts';
import { aSync } from '../support/a-sync.ts';
import { right } from '../support/right.ts';

const { ports } = aSync({ script: { pages: [] } });
const failure: StoreError = { _tag: 'StoreError', problem: 'busy', message: '' };

/** The first day of a storefront that went live on 10 March 2026 at eight in the evening in New York. */
const firstDay = (synced: () => E.Either<StoreError, O.Option<string>>, since?: string, timeZone?: string) => {
  const [storefront] = Object.values(ports.storefronts);
  if (storefront === undefined) throw new Error('there is no storefront');
  const state = { reads: 0 };
  const reviews = {
    ...ports.reviews,
    syncedDays: () => () => {
      state.reads += 1;
      return Promise.resolve(E.map(O.map((from: string) => ({ from, to: from })))(synced()));
    },
  };
  const storefronts = { main: { ...storefront, ...(since !== undefined && { since }) } };
  const timeZones = timeZone === undefined ? {} : { main: timeZone };
  const live = liveFirstDay({ ...ports, storefronts, reviews }, 'main', {
    startedAt: '2026-03-11T00:00:00Z',
    timeZones,
  });
  return { ...live, state };
};
const none = (): E.Either<StoreError, O.Option<string>> => E.right(O.none);

describe('the first day of live sales', () => {
  it('is the day of going live by the clock of the storefront, and that of UTC where it has none', async () => {
    const inNewYork = firstDay(none, undefined, 'America/New_York');
    expect([await inNewYork.after('2026-03-09'), await inNewYork.after('2026-03-10')]).toStrictEqual([
      E.right('2026-03-10'),
      E.right(null),
    ]);
    expect(inNewYork.dayOf({ transactedAt: '2026-03-10T03:00:00Z' })).toBe('2026-03-09');
    const inUtc = firstDay(none);
    expect([await inUtc.after('2026-03-10'), inUtc.dayOf({ transactedAt: '2026-03-10T03:00:00Z' })]).toStrictEqual([
      E.right('2026-03-11'),
      '2026-03-10',
    ]);
  });

  it('is the setting, whatever was synced; the sync database is not asked', async () => {
    const set = firstDay(() => E.right(O.some('2026-01-01')), '2026-03-05');
    expect([await set.after('2026-03-04'), await set.after('2026-03-05')]).toStrictEqual([
      E.right('2026-03-05'),
      E.right(null),
    ]);
    expect(set.state.reads).toBe(0);
  });

  it('moves back with the first synced day, which is read again before an older sale is skipped', async () => {
    const synced = { day: '2026-03-01' };
    const { after, state } = firstDay(() => E.right(O.some(synced.day)));
    expect([await after('2026-03-11'), state.reads]).toStrictEqual([E.right(null), 0]);
    expect([await after('2026-03-01'), state.reads]).toStrictEqual([E.right(null), 1]);
    // It is known by now.
    expect([await after('2026-03-01'), state.reads]).toStrictEqual([E.right(null), 1]);
    expect([await after('2026-02-28'), state.reads]).toStrictEqual([E.right('2026-03-01'), 2]);
    synced.day = '2026-02-01';
    expect([await after('2026-02-28'), state.reads]).toStrictEqual([E.right(null), 3]);
  });

  it('does not move forward', async () => {
    const { after } = firstDay(() => E.right(O.some('2026-03-20')));
    expect([await after('2026-03-10'), await after('2026-03-11')]).toStrictEqual([
      E.right('2026-03-11'),
      E.right(null),
    ]);
  });
});

const aDecision = (differences: Partial<Decision>): Decision => ({
  ...{ storefront: 'us-store', lineId: '1', id: '1', what: '', action: 'send', note: 'a sample', by: 'Ana' },
  ...{ at: '2026-03-12T00:00:00Z', until: null, batch: '1' },
  ...differences,
});

const aRun = (differences: Partial<Run> = {}): Run => ({
  ...{ id: 'run', kind: 'historical', status: 'running', storefronts: ['us-store'], dryRun: false },
  ...{ range: { from: '2026-02-01', to: '2026-02-28' }, startedAt: '2026-03-11T00:00:00Z', finishedAt: null },
  timeZones: {},
  ...differences,
});

describe('the blocks of a run', () => {
  it('are the closed periods, unless a person agreed', () => {
    const hasPeriods = (differences: Partial<Run>): boolean =>
      pushBlocksOf(ports, 'us-store', aRun(differences)).closedPeriods !== null;
    expect(hasPeriods({})).toBe(true);
    expect(hasPeriods({ intoClosedPeriods: false })).toBe(true);
    expect(hasPeriods({ intoClosedPeriods: true })).toBe(false);
    expect(hasPeriods({ kind: 'live' })).toBe(true);
  });

  it('are the days before the range, and before what was synced, what went live and the setting', async () => {
    const [storefront] = Object.values(ports.storefronts);
    if (storefront === undefined) throw new Error('there is no storefront');
    const first = async (
      day: string,
      { synced, live, since }: { readonly synced?: string; readonly live?: string; readonly since?: string },
    ) => {
      const days = synced === undefined ? O.none : O.some({ from: synced, to: '2026-01-31' });
      const liveRun = live === undefined ? O.none : O.some(aRun({ kind: 'live', startedAt: live }));
      const { firstDay } = pushBlocksOf(
        {
          ...ports,
          storefronts: { 'us-store': { ...storefront, ...(since !== undefined && { since }) } },
          reviews: { ...ports.reviews, syncedDays: () => TE.right(days) },
          store: { ...ports.store, findRun: () => TE.right(liveRun) },
        },
        'us-store',
        aRun(),
      );
      return right(await firstDay.after(day));
    };
    expect(await first('2026-02-01', {})).toBeNull();
    expect(await first('2026-01-31', {})).toBe('2026-02-01');
    expect(await first('2026-01-31', { synced: '2026-01-01' })).toBeNull();
    expect(await first('2025-12-31', { synced: '2026-01-01' })).toBe('2026-01-01');
    expect(await first('2025-12-31', { synced: '2026-01-01', live: '2025-12-24T10:00:00Z' })).toBeNull();
    expect(await first('2025-12-31', { synced: '2026-01-01', since: '2025-12-01' })).toBeNull();
    expect(await first('2026-01-31', { since: '2026-03-01' })).toBe('2026-02-01');
  });
});

/** No day is too early. */
const anyDay: FirstDay = { dayOf: () => '2026-02-10', after: () => Promise.resolve(E.right(null)) };

describe('what a limit keeps from being sent', () => {
  const candidate = (id: string, differences: Partial<PushCandidate> = {}): PushCandidate => ({
    ...{ kind: 'sale', id, sourceId: id, name: id, transactedAt: '2026-02-10T10:00:00Z', body: '{}', digest: '' },
    amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 1n, taxCollected: 0n },
    ...{ findings: [], references: [], duplicateKey: null },
    ...differences,
  });
  const nothing: PageLookup = {
    ...{ submissions: new Map(), remoteById: new Map(), remoteByName: new Map() },
    ...{ settledInRun: new Map(), owners: new Map() },
  };
  const blocked = async (blocks: Partial<PushBlocks>, one = candidate('1'), known: Partial<PageLookup> = {}) => {
    const context = { storefront: 'us-store', blocks: { closedPeriods: null, firstDay: anyDay, ...blocks } };
    const found = await findBlocked({ ...context, isRetried: () => false }, [one], { ...nothing, ...known });
    return right(found).get('1');
  };
  const closed = (months: readonly string[]): Partial<PushBlocks> => ({
    closedPeriods: TE.right(months.map((month) => ({ month }))),
  });
  const from = (first: string | null): Partial<PushBlocks> => ({
    firstDay: { dayOf: ({ transactedAt }) => transactedAt.slice(0, 10), after: () => Promise.resolve(E.right(first)) },
  });
  const intent: Submission = {
    ...{ id: '1', status: 'intent', digest: '', body: '{}', remoteId: null, attemptedAt: null },
    savedAt: '2026-02-10T10:00:00Z',
  };

  it('is nothing without one', async () => {
    expect(await blocked({})).toBeUndefined();
    expect(await blocked({ ...closed(['2026-01', '2026-03']), ...from(null) })).toBeUndefined();
  });

  it('is a sale of a closed month, with what to do', async () => {
    expect(await blocked(closed(['2026-02']))).toMatchObject({
      outcome: 'held',
      reason: 'closed period',
      message: '2026-02 is a closed period. Reopen it, or retry into closed periods.',
    });
    expect(await blocked(closed(['2026-02']), candidate('1', { kind: 'refund' }))).toMatchObject({
      reason: 'closed period',
    });
  });

  it('is a sale before the first day, with how to send it', async () => {
    const old = { outcome: 'skipped', reason: 'before the first day' };
    expect(await blocked(from('2026-03-01'))).toMatchObject({
      ...old,
      message:
        'It was made on 2026-02-10, before the first day of us-store (2026-03-01). To send it: tax-nexus sync --storefront us-store --from 2026-02-10 --to 2026-02-10',
    });
    expect(await blocked({ ...from('2026-03-01'), ...closed(['2026-02']) })).toMatchObject(old);
  });

  it('is no refund before the first day, which follows its sale, and nothing that was tried once', async () => {
    expect(await blocked(from('2026-03-01'), candidate('1', { kind: 'refund' }))).toBeUndefined();
    const submissions = new Map([['1', intent]]);
    expect(await blocked(from('2026-03-01'), candidate('1'), { submissions })).toBeUndefined();
    expect(await blocked(closed(['2026-02']), candidate('1'), { submissions })).toMatchObject({ outcome: 'held' });
  });

  it('is nothing that is not to be pushed anyway; then no limit is asked for', async () => {
    const submissions = new Map([['1', { ...intent, status: 'confirmed' as const }]]);
    const never: PushBlocks = {
      closedPeriods: () => Promise.reject(new Error('asked')),
      firstDay: anyDay,
    };
    expect(await blocked(never, candidate('1'), { submissions })).toBeUndefined();
  });

  it('fails with the sync database', async () => {
    const context = { storefront: 'us-store', isRetried: () => false };
    const broken = (blocks: PushBlocks) => findBlocked({ ...context, blocks }, [candidate('1')], nothing);
    expect(await broken({ closedPeriods: TE.left(failure), firstDay: anyDay })).toStrictEqual(E.left(failure));
    const day = { dayOf: () => '2026-02-10', after: () => Promise.resolve(E.left(failure)) };
    expect(await broken({ closedPeriods: null, firstDay: day })).toStrictEqual(E.left(failure));
  });

  it('is what a person left out, before any limit, and nothing that a person decided to send', async () => {
    const decided = (action: Decision['action'], what: string): Partial<PageLookup> => ({
      decisions: new Map([['1', [aDecision({ action, what })]]]),
    });
    const both = { ...closed(['2026-02']), ...from('2026-03-01') };
    expect(await blocked(both, candidate('1'), decided('leave out', 'closed period'))).toMatchObject({
      ...{ outcome: 'skipped', reason: 'left out by decision', message: 'Left out by Ana on 2026-03-12: a sample' },
    });
    expect(await blocked({}, candidate('1'), decided('leave out', 'closed period'))).toMatchObject({
      reason: 'left out by decision',
    });
    expect(await blocked(both, candidate('1'), decided('send', 'closed period'))).toBeUndefined();
    // A decision about something else does not open a closed period.
    expect(await blocked(both, candidate('1'), decided('send', 'zero total held'))).toMatchObject({
      reason: 'closed period',
    });
  });
});
