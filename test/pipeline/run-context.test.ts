import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { zeroCounts, type Run } from '../../src/domain/run.ts';
import type { StoreError, SyncStore } from '../../src/domain/sync-store.ts';
import { endedByOther, endRun, openRunContext, takeRun } from '../../src/pipeline/run-context.ts';
import { aRequest } from '../support/a-report-line.ts';
import { aSync, type Sync } from '../support/a-sync.ts';
import { left, right } from '../support/right.ts';

const sync = (): Sync => aSync({ script: { pages: [] } });
const broken: StoreError = { _tag: 'StoreError', problem: 'busy', message: '' };

const openRun = async ({ store }: Sync): Promise<Run> =>
  right(await store.openRun(aRequest(), { id: 'run', at: '2026-03-01T00:00:00Z' })());

describe('a run that one process works on', () => {
  const taken = async (given: Sync, owner = 'me', isInterrupted: () => boolean = () => false) =>
    takeRun({ ports: { ...given.ports, owner, isGone: () => false, isInterrupted }, store: given.store }, 'run');

  it('is of no other process until it is released', async () => {
    const given = sync();
    await openRun(given);
    const own = right(await taken(given));
    expect(left(await taken(given, 'another'))).toMatchObject({ _tag: 'StorefrontBusy', storefront: 'run run' });
    await own.release();
    expect(E.isRight(await taken(given, 'another'))).toBe(true);
  });

  it('is interrupted by its host, by its end in the sync database, and when it is taken over', async () => {
    const interruptedAfter = async (change: (given: Sync, state: { isOver: boolean }) => Promise<unknown>) => {
      const given = sync();
      await openRun(given);
      const state = { isOver: false };
      const { ports, stillOwn } = right(await taken(given, 'me', () => state.isOver));
      return given.clock.run(async () => {
        const poll = async (): Promise<boolean> => {
          ports.isInterrupted();
          await given.clock.sleep(1)();
          return ports.isInterrupted();
        };
        await given.clock.sleep(60_000)();
        const before = await poll();
        await change(given, state);
        await given.clock.sleep(60_000)();
        return [before, await poll(), E.isRight(stillOwn())];
      });
    };
    expect(await interruptedAfter(() => Promise.resolve())).toStrictEqual([false, false, true]);
    expect(
      await interruptedAfter((_, state) => {
        state.isOver = true;
        return Promise.resolve();
      }),
    ).toStrictEqual([false, true, true]);
    expect(await interruptedAfter((given) => endRun(given.ports)('run', 'cancel')())).toStrictEqual([
      ...[false, true, true],
    ]);
    expect(
      await interruptedAfter(async ({ store, clock }) => {
        const now = clock.now() + 3_600_000;
        await store.acquireLease('run run', 'another', { now, until: now + 120_000 }, () => true)();
      }),
    ).toStrictEqual([false, true, false]);
  });

  it('is still its own while the sync database fails', async () => {
    const given = sync();
    await openRun(given);
    const state = { isBroken: false };
    const store: SyncStore = {
      ...given.store,
      acquireLease: (...args) => (state.isBroken ? TE.left(broken) : given.store.acquireLease(...args)),
    };
    const { stillOwn } = right(await takeRun({ ports: given.ports, store }, 'run'));
    state.isBroken = true;
    await given.clock.run(async () => {
      await given.clock.sleep(60_000)();
      stillOwn();
      await given.clock.sleep(1)();
    });
    expect(stillOwn()).toStrictEqual(E.right(undefined));
  });

  it('is ended by any process within a second, and stays ended', async () => {
    const given = sync();
    await openRun(given);
    const isEnded = endedByOther(given.ports, 'run');
    const unknown = endedByOther(given.ports, 'another');
    const state = { isBroken: false };
    const found = given.store.findRun(O.some('run'));
    const unreadable = endedByOther(
      { clock: given.clock, store: { ...given.store, findRun: () => (state.isBroken ? TE.left(broken) : found) } },
      'run',
    );
    const poll = async (look: () => boolean): Promise<boolean> => {
      await given.clock.sleep(1_000)();
      look();
      await given.clock.sleep(1)();
      return look();
    };
    await given.clock.run(async () => {
      expect([isEnded(), await poll(isEnded)]).toStrictEqual([false, false]);
      right(await endRun(given.ports)('run', 'pause')());
      state.isBroken = true;
      expect([await poll(isEnded), await poll(unknown), await poll(unreadable)]).toStrictEqual([true, false, false]);
      await openRun(given);
      expect(await poll(isEnded)).toBe(true);
    });
  });
});

describe('the end of a run in the sync database', () => {
  it.each([
    ['running', 'pause', true, 'paused'],
    ['running', 'cancel', true, 'canceled'],
    ['paused', 'pause', false, 'paused'],
    ['paused', 'cancel', true, 'canceled'],
    ['finished', 'pause', false, 'finished'],
    ['finished', 'cancel', false, 'finished'],
  ] as const)('of one that is %s, by %s: %s', async (status, how, isEnded, after) => {
    const given = sync();
    await openRun(given);
    if (status !== 'running') right(await given.store.closeRun('run', status, '2026-03-01T00:00:00Z')());
    expect(await endRun(given.ports)('run', how)()).toStrictEqual(E.right(isEnded));
    expect(right(await given.store.findRun(O.some('run'))())).toMatchObject({ value: { status: after } });
  });

  it('is of no live run, and of none that is not there', async () => {
    const given = sync();
    const run = await openRun(given);
    const store: SyncStore = { ...given.store, findRun: () => TE.right(O.some({ ...run, kind: 'live' })) };
    expect(await endRun({ ...given.ports, store })('run', 'cancel')()).toStrictEqual(E.right(false));
    expect(await endRun(given.ports)('another', 'cancel')()).toStrictEqual(E.right(false));
  });

  it('fails with the sync database', async () => {
    const given = sync();
    await openRun(given);
    for (const failing of [{ findRun: () => TE.left(broken) }, { closeRun: () => TE.left(broken) }]) {
      const store: SyncStore = { ...given.store, ...failing };
      expect(await endRun({ ...given.ports, store })('run', 'cancel')()).toStrictEqual(E.left(broken));
    }
  });
});

describe('the work on a run', () => {
  it('looks up two hundred transactions that drifted, and no more', async () => {
    const given = sync();
    const { takeDriftLookup } = openRunContext(given.ports, given.store, await openRun(given), zeroCounts);
    const taken = Array.from({ length: 202 }, () => takeDriftLookup());
    expect([taken.filter(Boolean).length, taken[199], taken[200]]).toStrictEqual([200, true, false]);
  });

  it('reports its progress as it was changed last', async () => {
    const given = sync();
    const reported: unknown[] = [];
    const ports = { ...given.ports, report: (progress: unknown) => reported.push(progress) };
    const { reportProgress } = openRunContext(ports, given.store, await openRun(given), { ...zeroCounts, held: 3 });
    reportProgress((progress) => ({ ...progress, listed: progress.listed + 5 }));
    reportProgress((progress) => ({ ...progress, listed: progress.listed + 5 }));
    expect(reported).toMatchObject([
      { runId: 'run', listed: 5, counts: { held: 3 } },
      { runId: 'run', listed: 10, counts: { held: 3 } },
    ]);
  });

  it('reads the list of the service in its turn', async () => {
    const given = sync();
    const turns: string[] = [];
    const inTurn = async <A>(work: () => Promise<A>): Promise<A> => {
      turns.push('begun');
      return work();
    };
    const { remoteList } = openRunContext({ ...given.ports, inTurn }, given.store, await openRun(given), zeroCounts);
    await given.clock.run(() => remoteList.read());
    expect(turns).toStrictEqual(['begun']);
  });
});
