import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../src/domain/errors.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { otherAccount, type SyncFailure } from '../../src/pipeline/failures.ts';
import { type AdvancedRun, continueRun, recordRun } from '../../src/pipeline/historical-sync.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { pushGateOf } from '../../src/pipeline/push-gate.ts';
import { readEnds, type StorefrontEnd } from '../../src/pipeline/run-marks.ts';
import { endRun } from '../../src/pipeline/run-context.ts';
import { aSync, paged, request, sales, silent as silentLog, type Sync, type SyncOptions } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

type Advanced = E.Either<SyncFailure, AdvancedRun | null>;

const hour = 60 * 60_000;

const advance = ({ clock, ports }: Sync, id = 'run'): Promise<Advanced> =>
  clock.run(() => continueRun(ports, hour)(id));

/** A sync of six sales in three pages whose run is recorded as `run`. */
const recorded = async (options: Partial<SyncOptions> = {}, storefronts = ['us-store']): Promise<Sync> => {
  const sync = aSync({
    script: { pages: paged(sales(6), 2) },
    ...options,
    ports: { newRunId: () => 'run', ...options.ports },
  });
  right(await sync.clock.run(recordRun(sync.ports)({ ...request, storefronts })));
  return sync;
};

/** How the storefronts of its run ended. */
const endsOf = async ({ store }: Sync): Promise<readonly StorefrontEnd[]> => {
  const run = right(await store.findRun(O.some('run'))());
  return O.isSome(run) ? right(await readEnds(store, run.value)) : [];
};

const storefrontsOf = (connectors: Readonly<Record<string, SourceConnector>>): SyncPorts['storefronts'] =>
  Object.fromEntries(
    Object.entries(connectors).map(([name, connector]) => [name, { connector, policy: defaultPolicy }]),
  );

describe('a piece of work on a run', () => {
  it('brings it to its end, and says what it settled', async () => {
    const sync = await recorded();
    const counts = expect.objectContaining({ succeeded: 6, failed: 0 });
    expect(await advance(sync)).toStrictEqual(
      E.right({ runId: 'run', status: 'finished', settled: counts, counts, stops: [] }),
    );
    expect(await advance(sync)).toStrictEqual(E.right(null));
    expect(await advance(sync, 'another')).toStrictEqual(E.right(null));
  });

  it('leaves the rest to the next one when it is interrupted; the next one says what itself settled', async () => {
    const state = { isOver: false };
    const sync = await recorded({ ports: { isInterrupted: () => state.isOver } });
    const connector = sync.ports.storefronts['us-store']?.connector;
    if (connector === undefined) throw new Error('there is no storefront');
    let pages = 0;
    const readPage: SourceConnector['readPage'] = (window, from) => () => {
      pages += 1;
      state.isOver = pages === 3;
      return connector.readPage(window, from)();
    };
    const windows = { asked: 0 };
    const counting: SourceConnector = {
      ...connector,
      readPage,
      windows: (range) => () => {
        windows.asked += 1;
        return connector.windows(range)();
      },
    };
    const ports = { ...sync.ports, storefronts: storefrontsOf({ 'us-store': counting }) };
    const first = right(await advance({ ...sync, ports }));
    expect(first).toMatchObject({ status: 'running', counts: null, stops: [] });
    expect(first?.settled.succeeded).toBeGreaterThan(0);
    expect(first?.settled.succeeded).toBeLessThan(6);
    state.isOver = false;
    const second = right(await advance({ ...sync, ports }));
    expect(second).toMatchObject({ status: 'finished', counts: { succeeded: 6 } });
    expect((first?.settled.succeeded ?? 0) + (second?.settled.succeeded ?? 0)).toBe(6);
    // They were kept in the sync database.
    expect(windows.asked).toBe(1);
    expect(sync.world.count('push')).toBe(6);
  });

  it('counts what the service holds further down than its list was read; after the first one, all that it finds', async () => {
    const state = { isOver: false, id: 'run', pages: 0 };
    const script = scriptedConnector({ pages: paged(sales(20), 2) });
    const readPage: SourceConnector['readPage'] = (window, from) => () => {
      state.pages += 1;
      state.isOver = state.pages === 3;
      return script.readPage(window, from)();
    };
    const sync = await recorded({
      service: { pageSize: 1 },
      ports: {
        isInterrupted: () => state.isOver,
        newRunId: () => state.id,
        storefronts: storefrontsOf({ 'us-store': { ...script, readPage } }),
      },
    });
    const runInPieces = async (): Promise<number> => {
      let pieces = 0;
      for (let status: string | undefined = 'running'; status === 'running'; pieces += 1) {
        state.isOver = false;
        status = right(await advance(sync, state.id))?.status;
      }
      return pieces;
    };
    expect(await runInPieces()).toBe(2);
    for (const [id, notReadAgain] of [
      ['whole', 0],
      ['head', 20],
    ] as const) {
      Object.assign(state, { id, pages: 0 });
      right(await sync.clock.run(recordRun(sync.ports)(request)));
      expect(await runInPieces()).toBe(2);
      expect(await sync.report()).toMatchObject({ alreadyPresent: 20, notReadAgain });
    }
  });

  it('does not happen while another process works on the run, or on one that was paused or ended', async () => {
    const sync = await recorded({ ports: { isGone: () => false } });
    const now = sync.clock.now();
    await sync.store.acquireLease('run run', 'another', { now, until: now + 60_000 }, () => false)();
    expect(await advance(sync)).toStrictEqual(E.right(null));
    await sync.store.releaseLease('run run', 'another')();
    right(await endRun(sync.ports)('run', 'pause')());
    expect(await advance(sync)).toStrictEqual(E.right(null));
    expect(sync.world.count('push')).toBe(0);
  });

  it('gives the run back for the next process', async () => {
    const sync = await recorded({ ports: { isGone: () => false, isInterrupted: () => true } });
    await advance(sync);
    const now = sync.clock.now();
    const times = { now, until: now + 60_000 };
    expect(await sync.store.acquireLease('run run', 'another', times, () => false)()).toStrictEqual(E.right(O.none));
  });

  it('ends the run when the key is of another account', async () => {
    const { store, clock, finish } = aSync({ script: { pages: paged(sales(6), 2) } });
    await finish();
    const sync = await recorded({ store, clock });
    const { message } = otherAccount();
    expect(await advance(sync)).toMatchObject(
      E.right({ status: 'stopped', stops: [{ who: 'service', cause: 'credentials', message }] }),
    );
    expect(sync.world.count('push')).toBe(0);
  });

  it.each<[SourceError, string, string]>([
    [{ _tag: 'SourceUnreachable', message: 'No answer', cause: 'ECONNRESET' }, 'running', 'no answer'],
    [{ _tag: 'SourceRefused', message: 'No' }, 'stopped', 'refused'],
    [{ _tag: 'SourceCredentialsRefused', message: 'No' }, 'stopped', 'credentials'],
  ])(
    'names what stopped a storefront; only what a person must change ends the run: %j',
    async (error, status, cause) => {
      const storefronts = storefrontsOf({
        'us-store': scriptedConnector({ pages: paged(sales(2), 2), fault: () => error }),
        'eu-store': scriptedConnector({
          pages: paged(sales(2, 7), 2),
          account: { id: '2', name: 'eu', timeZone: 'UTC' },
        }),
      });
      const sync = await recorded({ ports: { storefronts } }, ['eu-store', 'us-store']);
      const end = right(await advance(sync));
      expect(end).toMatchObject({ status, stops: [{ who: 'us-store', cause }], settled: { succeeded: 2 } });
      expect(end?.counts === null).toBe(status === 'running');
    },
  );

  it.each([
    [faults.credentials, 'stopped', 'credentials'],
    [faults.lostAfter, 'running', 'no answer'],
  ])('ends with what the service says to its list: %j', async (fault, status, cause) => {
    const sync = await recorded({ service: { fault: ({ kind }) => (kind === 'list' ? fault : undefined) } });
    expect(await advance(sync)).toMatchObject(E.right({ status, stops: [{ who: 'service', cause }] }));
  });

  it('leaves out a storefront that another process works on, and goes on with the others', async () => {
    const storefronts = storefrontsOf({
      'us-store': scriptedConnector({ pages: paged(sales(2), 2) }),
      'eu-store': scriptedConnector({
        pages: paged(sales(2, 7), 2),
        account: { id: '2', name: 'eu', timeZone: 'UTC' },
      }),
    });
    const sync = await recorded({ ports: { storefronts, isGone: () => false } }, ['us-store', 'eu-store']);
    const now = sync.clock.now();
    await sync.store.acquireLease('us-store', 'another', { now, until: now + 60_000 }, () => false)();
    expect(await advance(sync)).toMatchObject(E.right({ status: 'running', settled: { succeeded: 2 }, stops: [] }));
    await sync.store.releaseLease('us-store', 'another')();
    expect(await advance(sync)).toMatchObject(E.right({ status: 'finished', settled: { succeeded: 2 } }));
  });

  it('reads the list of the service once a day, and again where that was not done', async () => {
    const state = { isOver: true };
    const down = scriptedConnector({
      pages: paged(sales(2), 2),
      fault: () => ({ _tag: 'SourceUnreachable', message: 'No answer', cause: '' }),
    });
    const sync = await recorded({
      ports: { isInterrupted: () => state.isOver, storefronts: storefrontsOf({ 'us-store': down }) },
    });
    const lists = async (): Promise<number> => {
      const before = sync.world.count('list');
      right(await advance(sync));
      return sync.world.count('list') - before;
    };
    expect(await lists()).toBe(0);
    state.isOver = false;
    expect([await lists(), await lists()]).toStrictEqual([1, 0]);
    await sync.clock.run(() => sync.clock.sleep(12 * 60 * 60_000)());
    expect(await lists()).toBe(0);
    await sync.clock.run(() => sync.clock.sleep(12 * 60 * 60_000)());
    expect(await lists()).toBe(1);
  });

  it('does not read a storefront again that an earlier one read to its end', async () => {
    const state = { isDown: true };
    const other = scriptedConnector({
      pages: paged(sales(2, 7), 2),
      account: { id: '2', name: 'eu', timeZone: 'UTC' },
    });
    const asked: string[] = [];
    const account: SourceConnector['account'] = () => {
      asked.push('eu-store');
      return other.account();
    };
    const storefronts = storefrontsOf({
      'eu-store': { ...other, account },
      'us-store': scriptedConnector({
        pages: paged(sales(2), 2),
        fault: () => (state.isDown ? { _tag: 'SourceUnreachable', message: 'No answer', cause: '' } : undefined),
      }),
    });
    const sync = await recorded({ ports: { storefronts } }, ['eu-store', 'us-store']);
    await advance(sync);
    state.isDown = false;
    expect(await advance(sync)).toMatchObject(E.right({ status: 'finished', counts: { succeeded: 4 } }));
    expect([other.reads, asked]).toStrictEqual([[0], ['eu-store']]);
  });

  it('goes on to the next storefront when a platform has not answered for three seconds', async () => {
    const waits = scriptedConnector({
      pages: [],
      fault: () => ({ _tag: 'SourceThrottled', message: 'Too fast', retryAfterMs: 500 }),
    });
    const next = scriptedConnector({ pages: paged(sales(2), 2), account: { id: '2', name: 'eu', timeZone: 'UTC' } });
    const readAt: number[] = [];
    const readPage: SourceConnector['readPage'] = (window, from) => {
      readAt.push(sync.clock.now());
      return next.readPage(window, from);
    };
    const storefronts = storefrontsOf({ 'us-store': waits, 'eu-store': { ...next, readPage } });
    const sync = await recorded({ ports: { storefronts } }, ['us-store', 'eu-store']);
    const start = sync.clock.now();
    expect(await advance(sync)).toMatchObject(E.right({ status: 'running', settled: { succeeded: 2 } }));
    expect((readAt[0] ?? 0) - start).toBeGreaterThan(3_000);
    expect((readAt[0] ?? 0) - start).toBeLessThan(4_500);
  });

  it('fails with the sync database, and leaves the run as it is', async () => {
    const broken: StoreError = { _tag: 'StoreError', problem: 'disk full', message: 'It is full' };
    const failing = async (part: (sync: Sync) => Partial<Sync['store']>, options: Partial<SyncOptions> = {}) => {
      const sync = await recorded(options);
      const ports = { ...sync.ports, store: { ...sync.store, ...part(sync) } };
      expect(left(await advance({ ...sync, ports }))).toStrictEqual(broken);
      expect(right(await sync.store.findRun(O.some('run'))())).toMatchObject({ value: { status: 'running' } });
    };
    await failing(() => ({ acquireLease: () => TE.left(broken) }));
    await failing(() => ({ remoteIndexState: TE.left(broken) }));
    await failing(() => ({ findNewestConfirmed: () => TE.left(broken) }));
    await failing(({ store }) => ({
      acquireLease: (name, ...rest) => (name === 'us-store' ? TE.left(broken) : store.acquireLease(name, ...rest)),
    }));
    await failing(() => ({ closeRun: () => TE.left(broken) }));
    // What stopped it could not be noted.
    await failing(
      ({ store }) => ({
        commitPage: (page, ...rest) =>
          JSON.stringify(page.checkpoint).includes('credentials') ? TE.left(broken) : store.commitPage(page, ...rest),
      }),
      { service: { fault: ({ kind }) => (kind === 'list' ? faults.credentials : undefined) } },
    );
  });

  it('keeps how each storefront ended when the status of the run could not be saved', async () => {
    const account = { id: '2', name: 'eu', timeZone: 'UTC' };
    const storefronts = storefrontsOf({
      'us-store': scriptedConnector({ pages: paged(sales(2), 2) }),
      'eu-store': scriptedConnector({ pages: paged(sales(2, 7), 2), account }),
    });
    const service = { fault: ({ kind }: { readonly kind: string }) => (kind === 'push' ? faults.refused : undefined) };
    const sync = await recorded({ ports: { storefronts }, service }, ['us-store', 'eu-store']);
    const broken: StoreError = { _tag: 'StoreError', problem: 'disk full', message: 'It is full' };
    const store = { ...sync.store, closeRun: () => TE.left(broken) };
    expect(left(await advance({ ...sync, ports: { ...sync.ports, store } }))).toStrictEqual(broken);
    expect(await endsOf(sync)).toMatchObject([{ who: 'service', cause: 'refused' }, 'read']);
    expect(await advance(sync)).toMatchObject(E.right({ status: 'stopped', stops: [{ cause: 'refused' }] }));
  });

  it('names a service that stopped it at one of its storefronts, and ends all', async () => {
    const storefronts = storefrontsOf({
      'us-store': scriptedConnector({ pages: paged(sales(2), 2) }),
      'eu-store': scriptedConnector({ pages: paged(sales(2, 7), 2) }),
    });
    const sync = await recorded(
      { ports: { storefronts }, service: { fault: ({ kind }) => (kind === 'list' ? faults.credentials : undefined) } },
      ['us-store', 'eu-store'],
    );
    expect(await advance(sync)).toMatchObject(E.right({ status: 'stopped', stops: [{ cause: 'credentials' }] }));
    expect(await endsOf(sync)).toMatchObject([{ who: 'service', cause: 'credentials' }, 'stopped']);
  });

  it.each(['process', 'tick'])(
    'reads the whole list once when the service has lost one of the newest sales, by a %s',
    async (way) => {
      const { store, clock, world, finish } = aSync({
        script: { pages: paged(sales(40), 10) },
        service: { pageSize: 1 },
      });
      await finish();
      // The second run reads the list, so that a third one reads only its head.
      await finish();
      world.remove(world.journal.at(-1)?.id ?? '');
      const sync = await recorded({ store, clock, world });
      const lists = async (work: () => Promise<unknown>): Promise<number> => {
        const before = world.count('list');
        await work();
        return world.count('list') - before;
      };
      expect(await lists(() => (way === 'tick' ? advance(sync) : sync.run()))).toBeGreaterThanOrEqual(39);
    },
  );

  it('ends when another process has taken the run over, and changes nothing of it', async () => {
    const sync = await recorded({ script: { pages: paged(sales(40), 2) }, ports: { isGone: () => false } });
    const { connector } = { ...sync.ports.storefronts['us-store'] };
    if (connector === undefined) throw new Error('there is no storefront');
    let pages = 0;
    const slow: SourceConnector = {
      ...connector,
      readPage: (window, from) => async () => {
        pages += 1;
        if (pages === 2) {
          const now = sync.clock.now() + 3_600_000;
          right(await sync.store.acquireLease('run run', 'another', { now, until: now + 60_000 }, () => true)());
        }
        await sync.clock.sleep(60_000)();
        return connector.readPage(window, from)();
      },
    };
    const ports = { ...sync.ports, storefronts: storefrontsOf({ 'us-store': slow }) };
    expect(left(await advance({ ...sync, ports }))).toMatchObject({ _tag: 'StorefrontBusy', storefront: 'run run' });
    expect(right(await sync.store.findRun(O.some('run'))())).toMatchObject({ value: { status: 'running' } });
  });

  it('tries one transaction again where the service changed what it was sent', async () => {
    const sync = await recorded();
    pushGateOf(sync.world.service).setFacts(someFacts({ changed: ['total'] }));
    expect(await advance(sync)).toMatchObject(E.right({ status: 'finished', settled: { succeeded: 6 } }));
  });

  it('logs how the run ended', async () => {
    const logged: unknown[] = [];
    const log = { ...silentLog, info: (...line: unknown[]) => void logged.push(line) };
    await advance(await recorded({ ports: { log } }));
    expect(logged).toContainEqual(['the run ended', { runId: 'run', status: 'finished' }]);
  });

  it('fails for a storefront that is configured no more', async () => {
    const sync = await recorded();
    const ports = { ...sync.ports, storefronts: storefrontsOf({ other: scriptedConnector({ pages: [] }) }) };
    expect(left(await advance({ ...sync, ports }))).toMatchObject({
      _tag: 'UnknownStorefront',
      storefront: 'us-store',
    });
  });
});

describe('a run that is recorded', () => {
  it('is the unfinished one of an equal request, and refused for no storefront', async () => {
    const sync = await recorded({ ports: { newRunId: () => 'run' } });
    expect(right(await recordRun({ ...sync.ports, newRunId: () => 'other' })(request)()).id).toBe('run');
    expect(left(await recordRun(sync.ports)({ ...request, storefronts: [] })())).toMatchObject({
      _tag: 'UnknownStorefront',
    });
  });
});
