/**
 * Assembles a `TaxNexus` from its settings: storefronts, sync database, live work, web handler and screen, with start and stop.
 */
import * as E from 'fp-ts/lib/Either.js';
import { describeStops } from '../../reconcile/why-ended.ts';
import { lazyScreenAndApi, storeMeaning, webHandler, type WebPorts } from '../../web/index.ts';
import type { LiveWorker } from '../../live/index.ts';
import { tickOf } from '../live-commands.ts';
import { storeLock } from '../store-lock.ts';
import { processOwner, sleepUntilAborted, systemClock } from '../system-environment.ts';
import { countEvent, countRun, makeMeters } from '../telemetry/meters.ts';
import { measuredReads } from '../telemetry/spans.ts';
import { activeRuns, outcomesOf } from './active-runs.ts';
import { counting, lastFailures } from './counting.ts';
import { imports } from './imports.ts';
import { directoriesOf } from './directories.ts';
import { eventHub, logRecord } from './event-hub.ts';
import { followedRuns } from './historical-syncs.ts';
import { lazily, once } from './once.ts';
import { type Erasures, erasureGate } from './erasure-gate.ts';
import { lifecycle } from './lifecycle.ts';
import { open, type Opened } from './open.ts';
import { rightOrThrow, TaxNexusError } from './tax-nexus-error.ts';
import { promisesOf } from './promises.ts';
import { screenPorts } from './operation-ports.ts';
import { type CommandPorts, type MakeLiveWorker, watchedSource } from './command-ports.ts';
import type { TaxNexusSettings } from './settings.ts';
import { linkedConnector } from '../../mapping/connector-link.ts';
import { storefrontsHealth } from '../outages.ts';
import { withSettings } from './app-settings.ts';
import { type StorefrontTable, storefrontTable } from './storefront-table.ts';
import { storefrontsAtRunTime } from './storefronts-at-run-time.ts';
import type { TaxNexus } from './tax-nexus.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { type Lock, monotonicTime } from '../../domain/async.ts';

/** A `TaxNexus` with the parts that commands need. */
export interface Assembled<Name extends string> {
  readonly taxNexus: TaxNexus<Name>;
  /** Rejects while the app is stopped, or when the sync database cannot be opened. */
  readonly opened: () => Promise<Opened>;
  readonly table: StorefrontTable;
  readonly promises: ReturnType<typeof promisesOf>;
  /** A lock across the processes of the sync database. */
  readonly exclusively: Lock;
}

/** Opens nothing. */
export const taxNexusOf = <Name extends string>(
  settings: TaxNexusSettings,
  makeLiveWorker: MakeLiveWorker,
): TaxNexus<Name> => assemble<Name>(settings, makeLiveWorker, null).taxNexus;

/** Milliseconds after a start until the screen's code is loaded. */
const pagesAfter = 1_000;

/** Milliseconds for a sync database to close: one that does not respond would wait for ever. */
const closePatience = 5_000;

/**
 * @param makeLiveWorker makes the live worker once the sync database is open
 * @param command null in a host's app
 */
export const assemble = <Name extends string>(
  settings: TaxNexusSettings,
  makeLiveWorker: MakeLiveWorker,
  command: CommandPorts | null,
): Assembled<Name> => {
  const { log } = settings;
  const meters = lazily(() => makeMeters(log));
  const hub = eventHub(log);
  hub.listen(countEvent(meters));
  if (command === null) hub.listen(logRecord(log));
  if (settings.onEvent !== null) hub.listen(settings.onEvent);
  // The sync database may open later than a connector.
  const exclusively: Lock = async (key, work) => storeLock((await opened()).locks)(key, work);
  const health = storefrontsHealth({ now: monotonicTime(systemClock), log, onEvent: hub.emit });
  const erasures: Erasures = {
    erasedOf: (storefront, records) => async () => {
      // Work in progress still reads while the app stops.
      const at = atWork();
      const usable = at === undefined ? await opening() : E.right(at);
      return E.isRight(usable)
        ? usable.right.inbox.erasedOf(storefront, records)()
        : E.left({ _tag: 'StoreError', problem: 'other', message: usable.left.message });
    },
  };
  const table = storefrontTable(settings.sources, { clock: systemClock, exclusively }, (name, connector) =>
    [
      erasureGate(erasures, name, connector.platform),
      measuredReads(meters, name, connector.platform),
      command === null ? health.link(name) : watchedSource(command, name),
    ].reduce(linkedConnector, connector),
  );
  const exposureOf = (account: string) => promises(account).exposure();
  const state = once(open({ settings, table, hub, meters, exposureOf, makeLiveWorker, command }), E.isRight);
  const life = lifecycle(stopped);
  const isStopped = (): boolean => life.isStopped() || command?.isInterrupted() === true;

  const opening = async (): Promise<E.Either<TaxNexusError, Opened>> =>
    life.isStopped() ? E.left(stopped()) : state.get();
  const opened = async (): Promise<Opened> => rightOrThrow(await opening());
  const atWork = (): Opened | undefined => {
    const made = state.peek();
    return made !== undefined && E.isRight(made) ? made.right : undefined;
  };
  const liveWorker = (): LiveWorker | undefined => atWork()?.liveWorker;

  const hasAccounts = { hasKey: settings.hasKey, hasAccounts: settings.accounts !== null };
  const informEngine = {
    added: (name: string) => {
      atWork()?.accounts.forgetFailure(table.accountOf(name));
      liveWorker()?.add(name);
    },
    removed: (name: string) => {
      health.forget(name);
      liveWorker()?.remove(name);
    },
  };
  const directories = directoriesOf({
    ...{
      table,
      log,
      clock: systemClock,
      sleep: sleepUntilAborted,
      onEvent: command === null ? hub.emit : () => undefined,
      directories: settings.directories,
      accounts: hasAccounts,
    },
    ...informEngine,
  });
  hub.listen((event) =>
    event.type === 'storefront.uninstalled' ? directories.onUninstalled(event.storefront) : undefined,
  );

  const failures = lastFailures();
  const count = countRun(meters, log);
  const runs = activeRuns({
    isStopped,
    onProgress: command?.report,
    passesDefects: command !== null,
    onEnd: (progress, failure, began) => {
      const { runId, status, stops } = progress;
      failures.note(runId, describeStops(stops, failure));
      if (failure !== null) log.error(failure.message, { runId });
      // Only this process has stopped following the run: others still work on it.
      if (status === 'running') return;
      const counts = outcomesOf(progress);
      count(began, counts);
      hub.emit({ type: 'run.finished', runId, status, counts });
    },
  });
  const web: WebPorts = {
    connectorOf: table.connectorOf,
    addressees: table.addressees,
    receiveUnlisted: (platform, request) =>
      directories.receive({
        accountAt: (directory) =>
          directory.platform === platform ? (directory.webhooks?.accountIn(request) ?? null) : null,
        read: (connector) => connector.receiveWebhook(request),
      }),
    inbox: async () => {
      const at = await opening();
      return E.isRight(at) ? E.right(at.right.inbox) : at;
    },
    wake: () => liveWorker()?.wake(),
    onEvent: hub.emit,
    isReady: async () => {
      const at = await opening();
      return E.isRight(at) && E.isRight(await at.right.inbox.state());
    },
    clock: systemClock,
    later: (milliseconds, work) => {
      setTimeout(work, milliseconds).unref();
    },
    log,
  };
  const followed = followedRuns({ runs, opened });
  const counts = counting({ opening, isStopped, table });
  const { clock } = web;
  const leavesWorkToTicks = settings.worker === 'tick' && command === null;
  const wake = (storefront: string): void =>
    // A command ends before background work would.
    leavesWorkToTicks || command !== null ? web.wake(storefront) : liveWorker()?.answer(storefront);
  const files = imports({
    ...{ settings, table, runs, later: web.later },
    isShared: async () => {
      const { workers } = await opened();
      return leavesWorkToTicks || (command === null && rightOrThrow(await workers.jobQueue()) !== null);
    },
  });
  const promises = promisesOf({
    ...{ table, opening, opened, runs, followed, counts, wake, failures, clock, log, command, imports: files },
    ...{ newOwner: processOwner, leavesWorkToTicks },
    unreachableSince: health.unreachableSince,
    publicUrl: () => {
      const foundation = settings.foundation();
      return E.isRight(foundation) ? foundation.right.publicUrl : null;
    },
  });
  const { ports, ...all } = promises();
  const { screen } = settings;
  const pages = screen === null ? null : lazyScreenAndApi(screenPorts(screen, ports));
  const handler = webHandler(web, pages);
  const store = storeMeaning(web);
  const storefronts = storefrontsAtRunTime<Name>({
    ...{ table, credentials: settings.credentials, accounts: hasAccounts, directories },
    reopen: async (name) => rightOrThrow(await (await opened()).inbox.reopenStorefront(name)()),
    ...informEngine,
  });

  const taxNexus: TaxNexus<Name> = {
    handler,
    handlers: { GET: handler, POST: handler },
    start: () =>
      life.start(async (isGivenUp) => {
        const at = await opened();
        // If a stop did not wait for this start, it closes the sync database, so nothing may use it any more.
        if (isGivenUp()) return;
        // Before any work begins, because work that other processes left may belong to one of these storefronts.
        await directories.start();
        if (isGivenUp()) return directories.stop();
        const begun = await at.waiting(at.liveWorker.start)();
        if (isGivenUp()) return at.liveWorker.stop(0);
        rightOrThrow(begun);
        const jobQueue = await at.workers.jobQueue();
        if (isGivenUp()) return at.workers.stop(0);
        rightOrThrow(jobQueue);
        // Loads the screen's code for the first visitor, but later, because the host listens only after this start.
        if (pages !== null)
          void wait(pagesAfter, undefined, { ref: false })
            .then(pages.load)
            .catch(() => undefined);
      }),
    stop: ({ drainMs = 10_000 } = {}) => {
      const until = performance.now() + drainMs;
      directories.stop();
      health.stop();
      return life.stop(drainMs, async () => {
        const attempt = state.settled();
        await drain(Math.max(0, until - performance.now()), [attempt]);
        const made = state.peek();
        state.forget();
        // Another caller cannot use it any more, so it is closed when it opens.
        if (made === undefined) closeLate(attempt).catch(() => undefined);
        if (made === undefined || E.isLeft(made)) return;
        const { liveWorker: live, workers, close } = made.right;
        await drain(drainMs, [
          live.stop(drainMs),
          workers.stop(drainMs),
          counts.ended(),
          ...runs.all().map(({ end }) => end()),
        ]);
        await files.close();
        await drain(closePatience, [close()]);
      });
    },
    tick: async ({ budgetMs = 25_000 } = {}) => {
      const at = await opened();
      await directories.refreshIfDue();
      return rightOrThrow(await tickOf(at.liveWorker, hub, count)(budgetMs));
    },
    receive: async (storefront, delivery) => {
      // Loaded when it is used, because most hosts let the handler verify deliveries.
      const { receiveVerified } = await import('./receive-verified.ts');
      return receiveVerified({ clock, store, table, directories })(storefront, delivery);
    },
    waiting: async () => rightOrThrow(await (await opened()).liveWorker.state()),
    ...all,
    storefronts,
    on: (type, listener) =>
      hub.listen((event) => {
        // The event has the requested type, but TypeScript cannot narrow a type parameter.
        return event.type === type ? listener(event as Parameters<typeof listener>[0]) : undefined;
      }),
  };
  return {
    taxNexus: withSettings(taxNexus, () => ({ ...settings, sources: table.sources() })),
    ...{ opened, table, promises, exclusively },
  };
};

/** Closes a store that is no longer awaited, whenever it opens. Never rejects. */
export const closeLate = async (
  opening: Promise<E.Either<unknown, Pick<Opened, 'close'>> | undefined>,
): Promise<void> => {
  const opened = await opening.catch(() => undefined);
  if (opened !== undefined && E.isRight(opened)) await opened.right.close().catch(() => undefined);
};

const stopped = (): TaxNexusError =>
  new TaxNexusError('STOPPED', 'tax-nexus-sync was stopped. Call start() to start it again.');

/** Waits for work to end, at most `milliseconds`. The work handles its failures. */
const drain = async (milliseconds: number, work: readonly Promise<unknown>[]): Promise<void> => {
  const deadline = new AbortController();
  const late = wait(milliseconds, undefined, { signal: deadline.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(work), late]);
  deadline.abort();
};
