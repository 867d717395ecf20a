import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { intervalOf } from '../../src/domain/date-range.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Page, SourceConnector, Window } from '../../src/mapping/source-connector.ts';
import type { BeforePush, SyncPorts } from '../../src/pipeline/ports.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aSync, paged, sales, type Sync } from '../support/a-sync.ts';
import { maxEqualRefusals } from '../../src/pipeline/limits.ts';
import { windowReading } from '../../src/pipeline/page-loop.ts';
import { pushGateOf } from '../../src/pipeline/push-gate.ts';
import { faults, memoryTaxService } from '../support/memory-tax-service.ts';
import { someFacts } from '../support/some-facts.ts';
import { left, right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';
import { type VirtualClock, virtualClock } from '../support/virtual-clock.ts';

const latency = 1_000;

/** A platform that needs a second for each answer: eight windows of one sale each, and what its reading came to. */
const slowPlatform = (clock: VirtualClock, fault: (window: number) => SourceError | undefined = () => undefined) => {
  const seen = { underWay: 0, most: 0, read: new Set<string>() };
  const connector: SourceConnector = {
    ...scriptedConnector({ pages: [[]] }),
    windows: (range) =>
      TE.right(
        Array.from({ length: 8 }, (_, n): Window => ({ key: String(n), kind: 'sold', ...intervalOf(range, 'UTC') })),
      ),
    readPage:
      ({ key }) =>
      async () => {
        seen.underWay += 1;
        seen.most = Math.max(seen.most, seen.underWay);
        await clock.sleep(latency)();
        seen.underWay -= 1;
        const broken = fault(Number(key));
        if (broken !== undefined) return E.left(broken);
        seen.read.add(key);
        return E.right({ results: sales(1, Number(key)).map(E.right), next: O.none });
      },
  };
  return { connector, seen };
};

const syncOf = (connector: SourceConnector, clock: VirtualClock): Sync =>
  aSync({ script: { pages: [] }, clock, ports: { storefronts: { 'us-store': { connector, policy: defaultPolicy } } } });

describe('the windows of a storefront', () => {
  it('are read side by side, so that a slow platform is waited for once and not eight times', async () => {
    const clock = virtualClock();
    const { connector, seen } = slowPlatform(clock);
    const sync = syncOf(connector, clock);
    const start = clock.now();
    await sync.finish();
    expect(seen.most).toBe(4);
    expect(clock.now() - start).toBeLessThan(3 * latency);
    expect(await sync.report()).toMatchObject({ considered: 8, succeeded: 8 });
  });

  it('that have not begun when one cannot be read are not looked up any more', async () => {
    const clock = virtualClock();
    const { connector } = slowPlatform(clock, (window) =>
      window === 0 ? { _tag: 'SourceRefused', message: 'No' } : undefined,
    );
    const store = memoryStore();
    const looked: string[] = [];
    const sync = aSync({
      script: { pages: [] },
      clock,
      store: {
        ...store,
        readCheckpoint: (run, storefront, window) => {
          if (/^\d/.test(window)) looked.push(window);
          return store.readCheckpoint(run, storefront, window);
        },
      },
      ports: { storefronts: { 'us-store': { connector, policy: defaultPolicy } }, reviews: store.reviews },
    });
    expect(left(await sync.run())).toMatchObject({ cause: 'refused' });
    expect(looked).toStrictEqual(['0', '1', '2', '3']);
  });

  it('whose pages wait for their commit stay pending when another run finds that the service refuses everything', async () => {
    const state = { isRefusing: true };
    const clock = virtualClock();
    const world = memoryTaxService({
      clock,
      fault: ({ kind }) => (kind === 'push' && state.isRefusing ? faults.refused : undefined),
    });
    /** Once the page is pushed, and before its window ends. */
    const refusedElsewhere = async (): Promise<void> => {
      for (let n = 0; state.isRefusing && n < maxEqualRefusals; n += 1) {
        const turn = await pushGateOf(world.service).takeTurn(() => false);
        turn?.end({ _tag: 'Refused', fingerprint: '422 total', id: `other ${n}` });
      }
    };
    const sync = aSync({
      script: { pages: paged(sales(3), 3) },
      clock,
      world,
      ports: {
        inTurn: async (work) => {
          const done = await work();
          await refusedElsewhere();
          return done;
        },
      },
    });
    right(await sync.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    const run = await sync.run();
    expect(E.isRight(run) && run.right.status === 'finished').toBe(false);
    expect(await sync.report()).toMatchObject({ considered: 0, failed: 0 });
    state.isRefusing = false;
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ considered: 3, succeeded: 3 });
  });

  it('read the next page when the one before it is being settled, and no sooner: what waits in memory has a bound', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock });
    const state = { read: 0, pushed: 0, mostAhead: 0 };
    const { connector: slow } = slowPlatform(clock);
    const connector: SourceConnector = {
      ...slow,
      readPage: ({ key }, from) => {
        state.read += 1;
        state.mostAhead = Math.max(state.mostAhead, state.read - state.pushed);
        const first = 1 + 2 * Number(key) + (O.isNone(from) ? 0 : 1);
        const next = O.isNone(from) ? O.some('second') : O.none;
        return TE.right({ results: sales(1, first).map((one) => E.right(one)), next });
      },
    };
    const push: typeof world.service.push = (body) => async () => {
      await clock.sleep(latency)();
      state.pushed += 1;
      return world.service.push(body)();
    };
    const storefronts = { 'us-store': { connector, policy: defaultPolicy } };
    const service = { ...world.service, push };
    const sync = aSync({ script: { pages: [] }, clock, world, ports: { storefronts, service } });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 16, succeeded: 16 });
    // A page of each of the four windows, and the next one of the window whose turn it is.
    expect(state.mostAhead).toBe(5);
  });

  it('let the host have its say about one transaction at a time', async () => {
    const clock = virtualClock();
    const { connector } = slowPlatform(clock);
    let [underWay, most] = [0, 0];
    const beforePush: BeforePush = async (transaction) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await clock.sleep(latency)();
      underWay -= 1;
      return transaction;
    };
    const storefronts = { 'us-store': { connector, policy: defaultPolicy } };
    const sync = aSync({ script: { pages: [] }, clock, ports: { storefronts, beforePush } });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ succeeded: 8 });
    expect(most).toBe(1);
  });

  it('do not ask the host about a page that ends in nothing because the run was interrupted', async () => {
    const asked: string[] = [];
    const beforePush: BeforePush = (transaction, { sourceId }) => {
      asked.push(sourceId);
      return transaction;
    };
    const clock = virtualClock();
    const world = memoryTaxService({ clock });
    // By then the second page has been read.
    const isInterrupted = (): boolean => world.journal.length > 0;
    const sync = aSync({ script: { pages: paged(sales(3), 1) }, clock, world, ports: { beforePush, isInterrupted } });
    expect((await sync.finish()).status).toBe('paused');
    await sync.clock.run(sync.clock.sleep(60_000));
    expect(asked).toStrictEqual(['9001']);
  });

  it('end with a clear word, and not with the process, when the page that is read ahead is no page', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock });
    const whole = scriptedConnector({ pages: paged(sales(2), 1) });
    const connector: SourceConnector = {
      ...whole,
      readPage: (window, from) =>
        O.isNone(from) ? whole.readPage(window, from) : TE.right({ entries: null, next: O.none } as unknown as Page),
    };
    // While the first page is pushed nothing waits for the second one.
    const push: typeof world.service.push = (body) => async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return world.service.push(body)();
    };
    const storefronts = { 'us-store': { connector, policy: defaultPolicy } };
    const service = { ...world.service, push };
    const sync = aSync({ script: { pages: [] }, clock, world, ports: { storefronts, service } });
    expect(left(await sync.run())).toMatchObject({
      _tag: 'SourceFailed',
      message: expect.stringContaining('failed with an internal error') as unknown,
    });
    expect(await sync.report()).toMatchObject({ succeeded: 1 });
  });

  it('stop with the one that cannot be read, and the next run reads only what is left', async () => {
    const clock = virtualClock();
    const revoked: SourceError = { _tag: 'SourceCredentialsRefused', message: 'the token was revoked' };
    let isRevoked = true;
    const { connector, seen } = slowPlatform(clock, (window) => (isRevoked && window === 5 ? revoked : undefined));
    const sync = syncOf(connector, clock);
    expect((await sync.finish()).status).toBe('stopped');
    const before = new Set(seen.read);
    expect(before.has('0')).toBe(true);
    isRevoked = false;
    seen.read.clear();
    expect((await sync.finish()).status).toBe('finished');
    expect([...seen.read].filter((key) => before.has(key) && Number(key) < 4)).toStrictEqual([]);
    expect(await sync.report()).toMatchObject({ considered: 8, succeeded: 8, alreadyPresent: 0 });
  });

  it('that are not over are read again by a run that is gone on with on a later day, and the ones that are over are not', async () => {
    const day = 24 * 60 * 60_000;
    const clock = virtualClock(Date.UTC(2026, 1, 20));
    const sold = [...sales(1)];
    const state = { reads: [] as string[], isRefused: true };
    const connector: SourceConnector = {
      ...scriptedConnector({ pages: [[]] }),
      windows: () =>
        TE.right([
          { key: 'over', kind: 'sold', start: '2026-02-01T00:00:00Z', end: '2026-02-15T00:00:00Z' },
          { key: 'not over', kind: 'sold', start: '2026-02-15T00:00:00Z', end: '2026-03-01T00:00:00Z' },
          // As a connector has it that leaves the youngest to the next run.
          {
            key: 'cut off',
            kind: 'sold',
            start: '2026-02-15T00:00:00Z',
            end: instantOfMilliseconds(clock.now() - 10 * 60_000),
          },
        ]),
      readPage:
        ({ key }) =>
        async () => {
          state.reads.push(key);
          return Promise.resolve(
            E.right({ results: key === 'cut off' ? sold.map((one) => E.right(one)) : [], next: O.none }),
          );
        },
    };
    const refused: SourceError = { _tag: 'SourceCredentialsRefused', message: 'the token was revoked' };
    const other = scriptedConnector({ pages: [[]] });
    const account = TE.fromIOEither(() =>
      state.isRefused ? E.left(refused) : E.right({ id: '777', name: '', timeZone: 'UTC' }),
    );
    const sync = aSync({
      script: { pages: [] },
      clock,
      ports: {
        storefronts: {
          'us-store': { connector, policy: defaultPolicy },
          'eu-store': { connector: { ...other, account }, policy: defaultPolicy },
        },
      },
    });
    const storefronts = ['us-store', 'eu-store'];
    expect(await sync.finish({ storefronts })).toMatchObject({ status: 'stopped' });
    expect(await sync.finish({ storefronts })).toMatchObject({ status: 'stopped' });
    expect(state.reads).toStrictEqual(['over', 'not over', 'cut off']);

    await clock.run(clock.sleep(3 * day));
    sold.push(...sales(1, 2));
    state.isRefused = false;
    expect(await sync.finish({ storefronts })).toMatchObject({ status: 'finished' });
    expect(state.reads).toStrictEqual(['over', 'not over', 'cut off', 'not over', 'cut off']);
    expect(await sync.report()).toMatchObject({ considered: 2, succeeded: 2 });
    expect(sync.world.journal).toHaveLength(2);
  });

  describe('that are not over', () => {
    const hour = 60 * 60_000;

    /** A shop whose only window ends in eight days, in pages of one sale with the newest first; a life ends after so many pages. */
    const openWindow = () => {
      const clock = virtualClock(Date.UTC(2026, 1, 20));
      const sold = [...sales(4)];
      const reads: string[] = [];
      const state = { pages: 0, most: 2 };
      const connector: SourceConnector = {
        ...scriptedConnector({ pages: [[]] }),
        windows: () =>
          TE.right([{ key: 'February', kind: 'sold', start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' }]),
        readPage: (_, from) => async () => {
          const newestFirst = [...sold].reverse();
          // As Stripe pages: the cursor is the last sale of the page before.
          const at = O.isNone(from) ? 0 : newestFirst.findIndex(({ identity }) => identity.recordId === from.value) + 1;
          const one = newestFirst[at];
          if (one === undefined) throw new Error('nothing is behind the last page');
          reads.push(one.identity.recordId);
          const isLast = at + 1 === newestFirst.length;
          return Promise.resolve(
            E.right({ results: [E.right(one)], next: isLast ? O.none : O.some(one.identity.recordId) }),
          );
        },
      };
      const storefronts = { 'us-store': { connector, policy: defaultPolicy } };
      const inMemory = memoryStore();
      const commitPage: typeof inMemory.commitPage = (page, at) => {
        if (page.checkpoint?.window.startsWith('February') === true) state.pages += 1;
        return inMemory.commitPage(page, at);
      };
      const ports = { storefronts, isInterrupted: () => state.pages >= state.most };
      const store = { ...inMemory, commitPage };
      return { sync: aSync({ script: { pages: [] }, clock, store, ports }), clock, sold, reads, state };
    };

    it('are read again by a run that is gone on with later that day, and what was sold since is sent once', async () => {
      const clock = virtualClock(Date.UTC(2026, 1, 20));
      const sold = [...sales(2)];
      const state = { reads: 0, isRefused: true };
      const connector: SourceConnector = {
        ...scriptedConnector({ pages: [[]] }),
        windows: () =>
          TE.right([{ key: 'February', kind: 'sold', start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' }]),
        readPage: () => async () => {
          state.reads += 1;
          return Promise.resolve(E.right({ results: sold.map((one) => E.right(one)), next: O.none }));
        },
      };
      const refused: SourceError = { _tag: 'SourceCredentialsRefused', message: 'the token was revoked' };
      const account = TE.fromIOEither(() =>
        state.isRefused ? E.left(refused) : E.right({ id: '777', name: '', timeZone: 'UTC' }),
      );
      const storefronts = {
        'us-store': { connector, policy: defaultPolicy },
        'eu-store': { connector: { ...scriptedConnector({ pages: [[]] }), account }, policy: defaultPolicy },
      };
      const pushed: number[] = [];
      const report: SyncPorts['report'] = ({ counts }) => void pushed.push(counts.succeeded);
      const sync = aSync({ script: { pages: [] }, clock, ports: { storefronts, report } });
      const both = { storefronts: ['us-store', 'eu-store'] };
      expect(await sync.finish(both)).toMatchObject({ status: 'stopped' });

      await clock.run(clock.sleep(2 * hour));
      sold.push(...sales(1, 3));
      state.isRefused = false;
      expect(await sync.finish(both)).toMatchObject({ status: 'finished' });
      expect(state.reads).toBe(2);
      expect(await sync.report()).toMatchObject({ considered: 3, succeeded: 3, alreadyPresent: 0 });
      expect(sync.world.journal).toHaveLength(3);
      expect(pushed.at(-1)).toBe(3);
    });

    it('and were left off half way are brought to their end, and then read again: what was sold since lies before the cursor', async () => {
      const { sync, clock, sold, reads, state } = openWindow();
      expect(await sync.finish()).toMatchObject({ status: 'paused' });
      const before = reads.length;

      await clock.run(clock.sleep(2 * hour));
      sold.push(...sales(1, 5));
      state.most = 100;
      expect(await sync.finish()).toMatchObject({ status: 'finished' });
      expect(reads.slice(before)).toStrictEqual(['9002', '9001', '9005', '9004', '9003', '9002', '9001']);
      expect(await sync.report()).toMatchObject({ considered: 5, succeeded: 5, alreadyPresent: 0 });
      expect(sync.world.journal).toHaveLength(5);
    });

    it('are pushed to their oldest sale by lives of two pages each, and read no more than twice by one that is left alone', async () => {
      const { sync, clock, sold, reads, state } = openWindow();
      for (let life = 0; life < 2; life += 1) {
        state.pages = 0;
        expect(await sync.finish()).toMatchObject({ status: 'paused' });
        await clock.run(clock.sleep(hour));
      }
      expect(sync.world.journal).toHaveLength(4);
      sold.push(...sales(1, 5));
      state.most = 100;
      const before = reads.length;
      expect(await sync.finish()).toMatchObject({ status: 'finished' });
      expect(reads.length - before).toBeLessThanOrEqual(2 * sold.length);
      expect(await sync.report()).toMatchObject({ considered: 5, succeeded: 5, alreadyPresent: 0 });
      expect(sync.world.journal).toHaveLength(5);
    });
  });
});

describe('how far a run has read a window', () => {
  const now = Date.UTC(2026, 2, 10, 12);
  const begun = '2026-03-10T11:00:00Z';
  const key = 'window';
  /** The reading of a window that ends at a time, for what the sync database has of it. */
  const readingOf = async (end: string, cursor: O.Option<string>, done = false, from = begun) => {
    const names: string[] = [];
    const checkpointOf = (name: string) => {
      names.push(name);
      return TE.right({ cursor, done });
    };
    const reading = right(await windowReading(checkpointOf, from)({ key, end, kind: 'sold' }, now));
    const { checkpointAt, ...rest } = reading;
    return { names, ...rest, next: checkpointAt(O.some('c')), last: checkpointAt(O.none) };
  };
  const noted = (differences: object = {}): O.Option<string> =>
    O.some(JSON.stringify({ begun, day: '2026-03-10', cursor: 'c', ...differences }));
  const open = '2026-03-10T11:00:01Z';

  it('that ended an hour ago is what its checkpoint says', async () => {
    expect(await readingOf('2026-03-10T11:00:00Z', O.some('c'))).toStrictEqual({
      ...{ names: [key], cursor: O.some('c'), isDone: false, isLast: true },
      ...{ next: { window: key, next: O.some('c') }, last: { window: key, next: O.none } },
    });
    expect(await readingOf('2026-03-10T11:00:00Z', O.none, true)).toMatchObject({ isDone: true });
  });

  it('that is not over begins from its first page, and notes when it began', async () => {
    for (const cursor of [O.none, O.some('{'), O.some('{"begun":1}'), O.some('[]')]) {
      const window = `${key}, not over`;
      expect(await readingOf(open, cursor)).toStrictEqual({
        ...{ names: [window], cursor: O.none, isDone: false, isLast: true },
        next: { window, next: noted() },
        last: { window, next: noted({ cursor: null }) },
      });
    }
  });

  it('that is not over continues where this or an earlier begin left off, and then once more', async () => {
    expect(await readingOf(open, noted())).toMatchObject({ cursor: O.some('c'), isDone: false, isLast: true });
    const earlier = await readingOf(open, noted({ begun: '2026-03-09T11:00:00Z' }));
    expect(earlier).toMatchObject({ cursor: O.some('c'), isDone: false, isLast: false });
    expect(earlier.next.next).toStrictEqual(noted({ begun: '2026-03-09T11:00:00Z' }));
  });

  it('that is not over is done for this begin alone, and for this day', async () => {
    const isDone = async (differences: object): Promise<boolean> =>
      (await readingOf(open, noted({ cursor: null, ...differences }))).isDone;
    expect([
      await isDone({}),
      await isDone({ begun: '2026-03-10T10:59:59Z' }),
      await isDone({ begun: '2026-03-10T11:00:01Z' }),
      await isDone({ begun: '2026-03-10T10:59:58Z' }),
      await isDone({ begun: '2026-03-10T11:00:02Z' }),
      await isDone({ day: '2026-03-09' }),
    ]).toStrictEqual([true, true, true, false, false, false]);
    const again = await readingOf(open, noted({ cursor: null, begun: '2026-03-09T11:00:00Z' }));
    expect(again).toMatchObject({ cursor: O.none, isLast: true });
    expect(again.last.next).toStrictEqual(noted({ cursor: null }));
  });
});
