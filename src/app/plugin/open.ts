import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { InboxState, SyncDatabase } from '../../domain/inbox.ts';
import type { LivePorts, LiveWorker } from '../../live/index.ts';
import { fewAtATime, letOthersGoFirst, monotonicTime, type OneAtATime } from '../../domain/async.ts';
import { maxPagesAtATime, maxPageTurn, maxYield } from '../../pipeline/limits.ts';
import type { BeforePush, SyncPorts } from '../../pipeline/ports.ts';
import { pacerOfService } from '../../pipeline/rate-limit/service-client.ts';
import { httpTaxService } from '../../service/http-tax-service.ts';
import { hostPorts, openConfiguredStore, ownPorts } from '../own-ports.ts';
import { serviceHealth } from '../outages.ts';
import type { storeLock } from '../store-lock.ts';
import { systemClock } from '../system-environment.ts';
import { type Meters, observe } from '../telemetry/meters.ts';
import { instrumentService } from '../telemetry/spans.ts';
import type { Accounts, AccountsPorts, OpenAccount } from './accounts.ts';
import type { EventHub } from './event-hub.ts';
import type { TaxNexusSettings } from './settings.ts';
import type { StorefrontTable } from './storefront-table.ts';
import { ConfigurationError, errorOf, rightOrThrow, TaxNexusError } from './tax-nexus-error.ts';
import { type Workers, workersOf } from './workers.ts';

/** Everything that is there once the sync database is open. */
export interface Opened extends Pick<SyncDatabase, 'inbox'> {
  readonly accounts: Accounts;
  /** The account of that name, ready to be used. Rejects with `ACCOUNT`. */
  readonly account: (name: string) => Promise<OpenAccount>;
  /** The account of a run, or of the newest historical one; undefined when there is none. Rejects with `ACCOUNT`. */
  readonly accountOfRun: (runId?: string) => Promise<OpenAccount | undefined>;
  /** The name of a run's account; none when there is no such run. */
  readonly accountNameOfRun: (runId: string) => Promise<O.Option<string>>;
  /** What a lock across processes is taken with. */
  readonly locks: Parameters<typeof storeLock>[0];
  readonly engine: LiveWorker;
  readonly workers: Workers;
  readonly close: () => Promise<void>;
}

const testData =
  'The key of this storefront reads test data. Its sales are sent like real ones: use it only with a test key of the service.';

/** Milliseconds that notifications which are under way are given when it closes. */
const notificationPatience = 2_000;

export interface OpenPorts {
  readonly settings: TaxNexusSettings;
  readonly table: StorefrontTable;
  readonly hub: EventHub;
  readonly meters: () => Meters;
  readonly makeEngine: (ports: LivePorts) => LiveWorker;
  /** Resolves after so many milliseconds, or when it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Opens the sync database and builds what works on it; connectors and the client open when they are used. */
export const open =
  (ports: OpenPorts): TE.TaskEither<TaxNexusError, Opened> =>
  async () => {
    const { settings, table, hub, meters, makeEngine, sleep } = ports;
    const foundation = settings.foundation();
    if (E.isLeft(foundation)) return E.left(new ConfigurationError(foundation.left));
    const { state, schedule, notifications } = foundation.right;
    const store = await openConfiguredStore(state)();
    if (E.isLeft(store)) return E.left(errorOf(store.left));
    const { log, beforePush } = settings;
    for (const [storefront, { mode }] of Object.entries(settings.sources)) {
      if (mode === 'test') log.warn(testData, { storefront });
    }
    const { inbox, accountOfRun, jobs } = store.right;
    const shared = { storefronts: table.ports, ...hostPorts, store: store.right, log, ...following(beforePush) };
    // Loaded when it is used: an app's import does without it.
    const [{ accountsOf }, { askForAccount }, { notifiedAccounts, startNotifier }] = await Promise.all([
      import('./accounts.ts'),
      import('./account-settings.ts'),
      import('../notifications/notifier.ts'),
    ]);
    const pages = fewAtATime(maxPagesAtATime, maxPageTurn, sleep);
    const inTurn = letOthersGoFirst(pages, () => engine.answered(), maxYield, sleep);
    const make = openAccountOf({ ...ports, store: store.right, inTurn });
    const accounts = accountsOf({ ask: askForAccount(settings, foundation.right), make, clock: systemClock, sleep });
    const live: LivePorts = {
      sync: shared,
      accounts: {
        nameOf: table.accountOf,
        open: accounts.open,
        ofRun: (runId) => accountOfRun(O.some(runId))(),
      },
      inbox,
      log,
      schedule,
      onEvent: hub.emit,
    };
    const engine = makeEngine(live);
    const notifier = startNotifier({
      targets: notifications,
      store: store.right,
      accountOf: table.accountOf,
      accounts: () => notifiedAccounts(table, store.right),
      clock: systemClock,
      log,
    });
    const stopListening = hub.listen(notifier.onEvent);
    const workers = workersOf(live, settings.worker === 'tick' ? undefined : jobs, settings.worker !== false);
    const stopObserving = observe(
      meters(),
      async () => E.getOrElse((): readonly InboxState[] => [])(await inbox.state()),
      () => accounts.all().reduce((sum, { sync }) => sum + pacerOfService(sync).concurrency(), 0),
      systemClock.now,
    );
    const account = async (name: string): Promise<OpenAccount> => {
      const found = await accounts.open(name);
      if (E.isRight(found)) return found.right;
      throw new TaxNexusError('ACCOUNT', found.left.message);
    };
    return E.right({
      accounts,
      account,
      accountOfRun: async (runId) => {
        const name = rightOrThrow(await accountOfRun(O.fromNullable(runId))());
        return O.isSome(name) ? account(name.value) : undefined;
      },
      accountNameOfRun: async (runId) => rightOrThrow(await accountOfRun(O.some(runId))()),
      locks: shared,
      inbox,
      engine,
      workers,
      close: async () => {
        accounts.close();
        stopObserving();
        stopListening();
        await notifier.stop(notificationPatience);
        await store.right.close();
      },
    });
  };

const following = (
  beforePush: BeforePush | null,
): Pick<SyncPorts, 'report' | 'isInterrupted' | 'crashPoint' | 'beforePush'> => ({
  report: () => undefined,
  isInterrupted: () => false,
  ...(beforePush !== null && { beforePush }),
  crashPoint: () => undefined,
});

/** Makes the ports of an account from its settings. */
const openAccountOf = ({
  settings,
  table,
  hub,
  meters,
  inTurn,
  store,
}: Pick<OpenPorts, 'settings' | 'table' | 'hub' | 'meters'> & {
  readonly store: SyncDatabase;
  readonly inTurn: OneAtATime;
}): AccountsPorts['make'] => {
  const { log, beforePush } = settings;
  return (account, configuration, noticed) => {
    const client = instrumentService(httpTaxService(configuration), meters, systemClock);
    const health = serviceHealth(client, account, {
      now: monotonicTime(systemClock),
      log,
      onEvent: (event) => {
        hub.emit({ ...event, account });
      },
    });
    table.setPolicy(account, configuration.policy);
    const own = store.forAccount(account);
    const sync: SyncPorts = {
      storefronts: table.portsOf(account),
      ...ownPorts(configuration, own, noticed(health.service)),
      log,
      ...following(beforePush),
      inTurn,
    };
    const { reviewUrl } = configuration;
    const { reviews, proof, jobs = null } = own;
    return { name: account, sync, reviews, proof, jobs, reviewUrl, health };
  };
};
