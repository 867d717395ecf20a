import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { held, skipped } from '../../src/domain/exclusion.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { leaseLength } from '../../src/pipeline/limits.ts';
import { aSale } from '../support/a-sale.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { aSync, paged, request, sales, silent, transactionId } from '../support/a-sync.ts';
import { faults, memoryTaxService } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const record = { sourceId: '77', name: '#77' };

describe('a historical sync', () => {
  it('pushes every sale of the range once and reports it', async () => {
    const sync = aSync({ script: { pages: paged(sales(23), 5) } });
    const run = await sync.finish();
    expect(run.status).toBe('finished');
    expect(sync.world.journal.map(({ id }) => id).sort()).toEqual(
      sales(23)
        .map(({ identity }) => transactionId(identity.recordId))
        .sort(),
    );
    expect(await sync.report()).toMatchObject({ considered: 23, attempted: 23, succeeded: 23, failed: 0 });
  });

  it('run a second time finds everything present, pushes nothing and asks for no transaction', async () => {
    const sync = aSync({ script: { pages: paged(sales(23), 5) } });
    await sync.finish();
    const before = sync.world.count('push');
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 23, succeeded: 0, alreadyPresent: 23 });
    expect(sync.world.count('push')).toBe(before);
    // One about the first transaction, and one for the whole run: whether the key is of the account that the sync database names.
    expect(sync.world.count('find')).toBe(2);
  });

  it('with a lost sync database doubles nothing and needs no question for each sale', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock });
    const script = { pages: paged(sales(23), 5) };
    await aSync({ script, clock, world }).finish();
    const again = aSync({ script, clock, world });
    await again.finish();
    expect(world.journal).toHaveLength(23);
    // About the first transaction of all.
    expect(world.count('find')).toBe(1);
    expect(await again.report()).toMatchObject({ alreadyPresent: 23, succeeded: 0 });
  });

  it('counts excluded records by reason, and does not attempt them', async () => {
    const entries = [
      ...sales(2),
      E.left(skipped(record, 'test order', 'a test')),
      E.left(held({ sourceId: '78', name: '#78' }, 'unreadable record', 'odd')),
    ];
    const sync = aSync({ script: { pages: paged(entries, 10) } });
    await sync.finish();
    expect(await sync.report()).toMatchObject({
      considered: 4,
      attempted: 2,
      skipped: { 'test order': 1 },
      held: { 'unreadable record': 1 },
    });
  });

  it("skips what lies outside of the storefront's own days, and takes their first and last moment", async () => {
    const at = (recordId: string, occurredAt: string): Sale =>
      aSale({ occurredAt, identity: { ...aSale().identity, recordId } });
    const sync = aSync({
      script: {
        pages: [
          [
            at('1', '2026-02-01T04:59:59Z'),
            at('2', '2026-02-01T05:00:00Z'),
            at('3', '2026-03-01T04:59:59.999Z'),
            at('4', '2026-03-01T05:00:00Z'),
          ].map(E.right),
        ],
      },
    });
    await sync.finish();
    expect(sync.world.journal.map(({ id }) => id)).toEqual([transactionId('2'), transactionId('3')]);
    expect(await sync.report()).toMatchObject({
      considered: 4,
      skipped: { 'before the first day': 1, 'outside the chosen days': 1 },
    });
  });

  it('holds one record that our own mapping fails on, and goes on with the page', async () => {
    const broken = { ...aSale(), lines: undefined } as unknown as Sale;
    const sync = aSync({ script: { pages: [[E.right(broken), ...sales(2).map((sale) => E.right(sale))]] } });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ succeeded: 2, held: { 'unreadable record': 1 } });
  });

  it('counts a record once that the platform hands out twice', async () => {
    const [one, two] = sales(2);
    if (one === undefined || two === undefined) throw new Error('two sales');
    const sync = aSync({ script: { pages: [[one, one].map(E.right), [one, two].map(E.right)] } });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 2, succeeded: 2 });
    expect(sync.world.journal).toHaveLength(2);
  });

  it('finds nothing wrong with a page without entries and reads behind it', async () => {
    const sync = aSync({ script: { pages: [[], ...paged(sales(1), 1)] } });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 1 });
  });

  it('refuses a storefront that is not configured before any request', async () => {
    const sync = aSync({ script: { pages: [] } });
    expect(left(await sync.run({ storefronts: ['eu-store'] }))).toMatchObject({ _tag: 'UnknownStorefront' });
    expect(sync.world.requests).toHaveLength(0);
  });

  it('refuses a request of no storefront at all: read to its end at once, it would look as if everything were sent', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) } });
    expect(left(await sync.run({ storefronts: [] }))).toMatchObject({
      _tag: 'UnknownStorefront',
      message:
        'The request names no storefront. Name at least one of us-store, or leave the storefronts out for all of them.',
    });
    expect(right(await sync.store.findRun(O.none)())).toStrictEqual(O.none);
    expect(sync.world.requests).toHaveLength(0);
  });

  it('refuses to sync without a storefront, and asks for one', async () => {
    const sync = aSync({ script: { pages: [] }, ports: { storefronts: {} } });
    expect(left(await sync.run({ storefronts: [] })).message).toContain('Add one to the configuration');
  });

  it('leaves a storefront alone that another living process holds', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) }, ports: { isGone: () => false } });
    const now = sync.clock.now();
    await sync.store.acquireLease('us-store', 'another process', { now, until: now + leaseLength }, () => false)();
    const busy = left(await sync.run());
    expect(busy).toMatchObject({ _tag: 'StorefrontBusy', storefront: 'us-store' });
    expect(busy.message).toContain('or 2 minutes if it was killed on another machine');
    expect(sync.world.journal).toHaveLength(0);
  });

  it('leaves a run alone that another process is at work on when its own key is refused', async () => {
    const sync = aSync({
      script: { pages: paged(sales(1), 1) },
      service: { fault: ({ kind }) => (kind === 'list' ? faults.credentials : undefined) },
      ports: { isGone: () => false },
    });
    const now = sync.clock.now();
    await sync.store.acquireLease('us-store', 'the right key', { now, until: now + leaseLength }, () => false)();
    expect(right(await sync.run()).status).toBe('running');
    await sync.store.releaseLease('us-store', 'the right key')();
    expect(right(await sync.run()).status).toBe('stopped');
  });

  it('keeps the lines of another process when it slept longer than its lease', async () => {
    const clock = virtualClock();
    const script = { pages: paged(sales(1), 1) };
    const woken = aSync({ script, clock });
    let slept = 0;
    const sleeper = aSync({
      ...woken,
      script,
      ports: {
        owner: 'the sleeper',
        isGone: () => false,
        clock: { ...clock, now: () => clock.now() + slept },
        crashPoint: (name) => {
          if (name !== 'after_post_before_commit') return;
          slept = leaseLength + 1;
          const now = clock.now() + slept;
          void woken.store.acquireLease('us-store', 'this process', { now, until: now + leaseLength }, () => false)();
        },
      },
    });
    expect(left(await sleeper.run())).toMatchObject({ _tag: 'StorefrontBusy' });
    expect(await sleeper.entries()).toStrictEqual([]);
    await woken.finish();
    expect(await woken.report()).toMatchObject({ considered: 1, succeeded: 1 });
    expect(woken.world.journal).toHaveLength(1);
  });

  it('keeps a storefront while the service asks for a long pause and the process stands still for a minute', async () => {
    const clock = virtualClock();
    let stoodStill = 0;
    const world = memoryTaxService({
      clock,
      fault: ({ kind }, count) =>
        kind === 'push' && count === 1
          ? { when: 'before', reply: { _tag: 'SlowDown', retryAfterMs: 14 * 60_000 } }
          : undefined,
    });
    const sync = aSync({
      script: { pages: paged(sales(1), 1) },
      clock,
      world,
      ports: {
        isGone: () => false,
        // Each five minutes, for a minute: all timers of the process fire late.
        clock: {
          ...clock,
          sleep: (milliseconds) => async () => {
            await clock.sleep(milliseconds)();
            if (clock.now() < stoodStill + 5 * 60_000) return;
            stoodStill = clock.now();
            await clock.sleep(60_000)();
          },
        },
      },
    });
    const taken: string[] = [];
    const state = { isOver: false };
    await clock.run(async () => {
      const others = async (): Promise<void> => {
        await clock.sleep(5_000)();
        while (!state.isOver) {
          const now = clock.now();
          const times = { now, until: now + leaseLength };
          const holder = right(await sync.store.acquireLease('us-store', 'another', times, () => false)());
          if (O.isNone(holder)) taken.push(new Date(now).toISOString());
          await clock.sleep(5_000)();
        }
      };
      const trying = others();
      const run = right(await historicalSync(sync.ports)(request)());
      state.isOver = true;
      await trying;
      expect(run.status).toBe('finished');
    });
    expect(taken).toStrictEqual([]);
    expect(world.journal).toHaveLength(1);
  });

  it('is blocked for two minutes by a process that was killed on another machine', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) }, ports: { isGone: () => false } });
    const now = sync.clock.now();
    await sync.store.acquireLease('us-store', 'the dead', { now, until: now + leaseLength }, () => false)();
    await sync.clock.run(sync.clock.sleep(119_000));
    expect(left(await sync.run())).toMatchObject({ _tag: 'StorefrontBusy' });
    await sync.clock.run(sync.clock.sleep(1_000));
    expect((await sync.finish()).status).toBe('finished');
  });

  it('takes over from a process that has died', async () => {
    const sync = aSync({ script: { pages: paged(sales(1), 1) }, ports: { isGone: (owner) => owner === 'the dead' } });
    const now = sync.clock.now();
    await sync.store.acquireLease('us-store', 'the dead', { now, until: now + leaseLength }, () => false)();
    expect((await sync.finish()).status).toBe('finished');
  });

  it('pushes no more than its concurrency at a time, and that many', async () => {
    let [inFlight, most] = [0, 0];
    const clock = virtualClock();
    const world = memoryTaxService({ clock });
    const service = {
      ...world.service,
      push: (body: string) => async () => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        const reply = await world.service.push(body)();
        inFlight -= 1;
        return reply;
      },
    };
    await aSync({ script: { pages: paged(sales(40), 20) }, clock, ports: { service, concurrency: 7 } }).finish();
    expect(most).toBe(7);
  });

  it('reports its progress up to the end, in counts that add up', async () => {
    const seen: number[] = [];
    const sync = aSync({
      script: { pages: paged(sales(12), 5) },
      ports: { report: ({ counts }) => seen.push(counts.succeeded) },
    });
    await sync.finish();
    expect(seen).toContain(5);
    expect(seen.at(-1)).toBe(12);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  });
});

describe('a historical sync with other wire settings', () => {
  const wire = { settings: {}, fingerprint: 'other settings' };
  const warningsOf = async (second: Partial<SyncPorts>, isSent = true): Promise<readonly string[]> => {
    const first = aSync({ script: { pages: paged(isSent ? sales(1) : [], 1) } });
    await first.finish();
    const warnings: string[] = [];
    const { clock, world, store } = first;
    const log = { ...silent, warn: (message: string) => void warnings.push(message) };
    await aSync({ script: { pages: paged(sales(1), 1) }, clock, world, store, ports: { log, ...second } }).finish();
    return warnings;
  };

  it('warns that sales were sent before with others', async () => {
    expect(await warningsOf({ wire })).toStrictEqual([
      'Transactions were sent before with another API key, address or service.wire. They stay as they are, and are compared with the new settings; the next new one goes alone.',
    ]);
    expect(await warningsOf({})).toStrictEqual([]);
    expect(await warningsOf({ wire }, false)).toStrictEqual([]);
  });

  it('logs how it began', async () => {
    const lines: unknown[] = [];
    const log = { ...silent, info: (...line: unknown[]) => void lines.push(line) };
    const sync = aSync({ script: { pages: paged(sales(1), 1) }, ports: { log, newRunId: () => 'run' } });
    await sync.finish();
    expect(lines).toContainEqual(['the run began', { runId: 'run', storefronts: 'us-store' }]);
  });
});

describe('a dry run', () => {
  it('pushes nothing, keeps no intent, and reports what would be pushed', async () => {
    const sync = aSync({ script: { pages: paged(sales(3), 2) } });
    await sync.finish({ dryRun: true });
    expect(sync.world.count('push')).toBe(0);
    expect(await sync.report()).toMatchObject({ dryRun: true, considered: 3, skipped: { 'would be sent': 3 } });
    const wanted = sales(3).map(({ identity }) => ({ id: transactionId(identity.recordId), name: '' }));
    const known = await sync.store.lookUpTransactions('', wanted)();
    expect(E.isRight(known) && known.right.submissions.size).toBe(0);
  });

  it('distinguishes what is already present from what is missing', async () => {
    const sync = aSync({ script: { pages: paged(sales(3), 3) } });
    await aSync({
      script: { pages: paged(sales(1), 1) },
      clock: sync.clock,
      world: sync.world,
      store: sync.store,
    }).finish();
    await sync.finish({ dryRun: true });
    expect(await sync.report()).toMatchObject({ alreadyPresent: 1, skipped: { 'would be sent': 2 } });
  });
});

describe('a run that is interrupted', () => {
  it('finishes what is in progress, commits it, and goes on from there', async () => {
    const state = { isInterrupted: false };
    const sync = aSync({
      script: { pages: paged(sales(20), 10) },
      service: {
        fault: ({ kind, about }) => {
          if (kind === 'push' && about === transactionId('9008')) state.isInterrupted = true;
          return undefined;
        },
      },
      ports: { isInterrupted: () => state.isInterrupted },
    });
    expect((await sync.finish()).status).toBe('paused');
    const done = sync.world.journal.length;
    expect(done).toBeGreaterThanOrEqual(7);
    expect(done).toBeLessThan(12);
    expect(await sync.report()).toMatchObject({ status: 'paused', succeeded: done, considered: done });

    state.isInterrupted = false;
    const first = (await sync.report()).runId;
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ runId: first, succeeded: 20, considered: 20 });
    expect(sync.world.journal).toHaveLength(20);
    expect(sync.world.count('push')).toBe(20);
  });

  it('notices it within a second, also in the middle of a pause of minutes', async () => {
    const state = { isInterrupted: false };
    const sync = aSync({
      script: { pages: paged(sales(1), 1) },
      service: {
        fault: ({ kind }) =>
          kind === 'push' ? { when: 'before', reply: { _tag: 'SlowDown', retryAfterMs: 600_000 } } : undefined,
      },
      ports: { isInterrupted: () => state.isInterrupted },
    });
    const start = sync.clock.now();
    void sync.clock
      .sleep(2_000)()
      .then(() => {
        state.isInterrupted = true;
      });
    expect((await sync.finish()).status).toBe('paused');
    expect(sync.clock.now() - start).toBeLessThan(3_000);
  });
});

describe('several storefronts', () => {
  it('are read one after the other, and one whose credentials are refused does not stop the others', async () => {
    const refused = aSync({
      script: {
        pages: [[]],
        fault: () => ({ _tag: 'SourceCredentialsRefused', message: 'the token has expired' }),
      },
    });
    const sync = aSync({ script: { pages: paged(sales(3), 2) } });
    const storefronts = {
      'old-store': Object.values(refused.ports.storefronts)[0],
      'us-store': Object.values(sync.ports.storefronts)[0],
    };
    const both = aSync({
      script: { pages: [] },
      clock: sync.clock,
      ports: { storefronts: storefronts as typeof sync.ports.storefronts },
    });
    const run = await both.finish({ storefronts: ['old-store', 'us-store'] });
    expect(run.status).toBe('stopped');
    expect(await both.report()).toMatchObject({ succeeded: 3, storefronts: ['old-store', 'us-store'] });
  });
});

describe('a run whose sync database fails', () => {
  it('ends with what to do about it, and the next run settles what was pushed', async () => {
    const sync = aSync({ script: { pages: paged(sales(5), 5) } });
    const problem = { _tag: 'StoreError', problem: 'disk full', message: 'Make room on the disk.' } as const;
    const full = aSync({
      script: { pages: paged(sales(5), 5) },
      clock: sync.clock,
      world: sync.world,
      ports: { store: { ...sync.store, commitPage: () => () => Promise.resolve(E.left(problem)) } },
    });
    expect(left(await full.run())).toEqual(problem);
    await sync.finish();
    expect(sync.world.journal).toHaveLength(5);
    expect(await sync.report()).toMatchObject({ succeeded: 5, alreadyPresent: 0 });
  });

  it('waits for a book that another process holds for a moment', async () => {
    let busy = 3;
    const sync = aSync({ script: { pages: paged(sales(2), 2) } });
    const waiting = aSync({
      script: { pages: paged(sales(2), 2) },
      clock: sync.clock,
      ports: {
        store: {
          ...sync.store,
          commitPage: (page, at) => () =>
            (busy -= 1) >= 0
              ? Promise.resolve(E.left({ _tag: 'StoreError', problem: 'busy', message: 'busy' }))
              : sync.store.commitPage(page, at)(),
        },
      },
    });
    expect((await waiting.finish()).status).toBe('finished');
    expect(waiting.world.count('push')).toBe(2);
  });
});

describe('a run with the request of another', () => {
  it('is a separate run when the days differ', async () => {
    const sync = aSync({ script: { pages: paged(sales(2), 2) }, service: { fault: () => undefined } });
    const one = await sync.finish();
    const two = await sync.finish({ range: { ...request.range, to: '2026-02-27' } });
    expect(two.id).not.toBe(one.id);
  });
});

describe('the service being out of order as a whole', () => {
  it('ends the run after a number of pushes in a row without an answer, and keeps everything pending', async () => {
    const state = { isDown: true };
    const sync = aSync({
      script: { pages: paged(sales(60), 60) },
      service: { fault: ({ kind }) => (state.isDown && kind === 'push' ? faults.lostBefore : undefined) },
    });
    expect(left(await sync.run())).toMatchObject({ _tag: 'ServiceFailed' });
    expect(await sync.report()).toMatchObject({ considered: 0, failed: 0 });
    expect(sync.world.count('push')).toBeLessThanOrEqual(20);

    state.isDown = false;
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 60, failed: 0 });
  });
});
