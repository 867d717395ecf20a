import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../domain/errors.ts';
import { defaultAccount, type InboxState, type SyncDatabase } from '../domain/inbox.ts';
import type { JobQueue } from '../domain/job-queue.ts';
import type { LiveAccounts, LivePorts } from '../live/index.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import { noStorefront, type SyncFailure } from '../pipeline/failures.ts';
import type { OperationPorts } from '../operations/ports.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { pacerOfService } from '../pipeline/rate-limit/service-client.ts';
import type { ReviewUrl } from '../reconcile/review-link.ts';
import { httpTaxService } from '../service/http-tax-service.ts';
import { describeComplaint } from './configuration/complaint.ts';
import type { Foundation } from './configuration/configuration.ts';
import { engineOperations } from './engine-operations.ts';
import { notifiedAccounts, type NotifierPorts } from './notifications/notifier.ts';
import { hostPorts, openConfiguredStore, ownPorts } from './own-ports.ts';
import { askForAccount } from './plugin/account-settings.ts';
import { accountsOf, type AccountsPorts, type OpenAccount } from './plugin/accounts.ts';
import { lazyDirectories } from './plugin/lazy-directories.ts';
import { lazily } from './plugin/once.ts';
import type { TaxNexusSettings } from './plugin/settings.ts';
import { storefrontTable } from './plugin/storefront-table.ts';
import { storefrontsAtRunTime } from './plugin/storefronts-at-run-time.ts';
import { TaxNexusError } from './plugin/tax-nexus-error.ts';
import { isAnswer, observedService } from './outages.ts';
import { storeLock } from './store-lock.ts';
import { sleepUntilAborted, systemClock } from './system-environment.ts';
import { countEvent, makeMeters, observe } from './telemetry/meters.ts';
import { instrumentConnector, instrumentService } from './telemetry/spans.ts';

/** What is built once for all accounts of a configuration or of a host's app, and how to release it. */
export interface Composition extends Pick<SyncDatabase, 'inbox'> {
  /** The ports that all accounts have in common, with every storefront. */
  readonly shared: Extract<LivePorts, { readonly accounts: LiveAccounts }>['sync'];
  readonly accounts: LiveAccounts;
  /** Null where the sync database is a file: then each process does its own work. */
  readonly jobs: JobQueue | null;
  readonly schedule: Foundation['schedule'];
  /** Counts an event for the OpenTelemetry SDK of the process, if it has one. */
  readonly countEvent: ReturnType<typeof countEvent>;
  /** Reports the queue and the learned concurrency to that SDK; returns the function that ends it. */
  readonly observe: () => () => void;
  /** What a notifier of all accounts is started with. */
  readonly notifier: NotifierPorts;
  /** Lists the storefronts of directories again every five minutes, until `close`. */
  readonly followDirectories: () => Promise<void>;
  /** The account that a command is about. Left when it is about several, or there is none. */
  readonly choose: (about: About) => TE.TaskEither<SyncFailure, Engine>;
  readonly close: () => Promise<void>;
}

/** The part of a composition that one account has. */
export interface Engine extends Composition, Pick<SyncDatabase, 'reviews'>, Pick<OpenAccount, 'proof'> {
  readonly ports: SyncPorts;
  readonly reviewUrl: ReviewUrl;
  /** What `src/operations` works on, for this account. */
  readonly operations: OperationPorts;
}

/** What a command names. */
export interface About {
  readonly account?: string | undefined;
  /** Those that are not listed are asked for by the app's option `credentials`. */
  readonly storefronts?: readonly string[] | undefined;
  /** A run, or with null the newest. */
  readonly run?: string | null | undefined;
}

/** What a command looks on with, and can ask the work to end by. */
interface Watchers extends Pick<SyncPorts, 'log' | 'report' | 'isInterrupted' | 'crashPoint'> {
  /** Observes calls to the service and the platforms. Default: no observer. */
  readonly watch?: Watch;
}

/**
 * Observes a call, so that missing responses can be reported.
 *
 * @param who the Tax Nexus Service, or a storefront by its name
 * @param isAnswer whether the result is a response, and not a substitute for a missing one
 */
export type Watch = <A>(who: string, question: Task<A>, isAnswer: (answer: A) => boolean) => Task<A>;

const unwatched: Watch = (_, question) => question;

const nothing = (): void => undefined;

const severalAccounts = (count: number): SyncFailure => ({
  _tag: 'UnknownStorefront',
  storefront: '',
  message: `The storefronts are of ${count} accounts, and a command works on one. Name it with --account, or its storefronts.`,
});

/** Only the platforms' and the service's ports open later, when they are used. */
export const compose =
  (settings: TaxNexusSettings, about: About, watchers: Watchers): TE.TaskEither<SyncFailure, Engine> =>
  async () => {
    const composed = await composeAll(settings, watchers)();
    if (E.isLeft(composed)) return composed;
    const engine = await composed.right.choose(about)();
    if (E.isLeft(engine)) await composed.right.close();
    return engine;
  };

/** Builds every port of the pipeline, for a configuration file and a host's app alike. Opens the sync database, and lists the app's directories. */
export const composeAll =
  (given: TaxNexusSettings, { watch = unwatched, ...watchers }: Watchers): TE.TaskEither<SyncFailure, Composition> =>
  async () => {
    const settings = { ...given, log: watchers.log };
    const foundation = settings.foundation();
    if (E.isLeft(foundation)) return E.left(unusable(foundation.left.map(describeComplaint).join(' ')));
    const { state, schedule, notifications } = foundation.right;
    const opened = await openConfiguredStore(state)();
    if (E.isLeft(opened)) return opened;
    const store = opened.right;

    const environment = { clock: systemClock, exclusively: storeLock({ ...hostPorts, store }) };
    const meters = lazily(makeMeters);
    const instrument = instrumentConnector(meters);
    const watched = watchedConnector(watch);
    const table = storefrontTable(settings.sources, environment, (name, connector) =>
      watched(name, instrument(name, connector)),
    );
    const hasAccounts = { hasKey: settings.hasKey, hasAccounts: settings.accounts !== null };
    const atRunTime = { table, accounts: hasAccounts, added: nothing, removed: nothing };
    const { clock } = hostPorts;
    const { log } = watchers;
    const { directories: listed, credentials, beforePush } = settings;
    const directories = lazyDirectories({
      ...{ ...atRunTime, log, clock, sleep: sleepUntilAborted, onEvent: nothing, directories: listed },
    });
    await directories.refresh();
    const named = storefrontsAtRunTime({ ...atRunTime, credentials, directories });

    const common = { ...watchers, ...(beforePush !== null && { beforePush }) };
    const make: AccountsPorts['make'] = (name, configuration, noticed) => {
      table.setPolicy(name, configuration.policy);
      const own = store.forAccount(name);
      const measured = instrumentService(httpTaxService(configuration), meters, systemClock);
      const client = observedService(measured, (call, isClear) => watch('the Tax Nexus Service', call, isClear));
      const sync: SyncPorts = {
        storefronts: table.portsOf(name),
        ...ownPorts(configuration, own, noticed(client)),
        ...common,
      };
      const health = { unreachableSince: () => null, stop: nothing };
      const { reviews, proof, jobs = null } = own;
      return { name, sync, reviews, proof, jobs, reviewUrl: configuration.reviewUrl, health };
    };
    const ask = askForAccount(settings, foundation.right);
    const accounts = accountsOf({ ask, make, clock, sleep: sleepUntilAborted });

    const add = async (storefronts: readonly string[]): Promise<SyncFailure | undefined> => {
      for (const name of credentials === null ? [] : storefronts.filter((one) => !(one in table.ports))) {
        try {
          await named.add(name);
        } catch (error) {
          if (!(error instanceof TaxNexusError)) throw error;
          // One that the app does not know is reported later, with those that there are.
          if (error.code !== 'UNKNOWN_STOREFRONT') return unusable(error.message);
        }
      }
      return undefined;
    };
    const accountOf = async ({ account, storefronts, run }: About): Promise<E.Either<SyncFailure, string>> => {
      if (account !== undefined) return E.right(account);
      if (run !== undefined) {
        const found = await store.accountOfRun(O.fromNullable(run))();
        if (E.isLeft(found)) return found;
        if (O.isSome(found.right)) return E.right(found.right.value);
      }
      const about = (storefronts ?? table.names()).filter((name) => name in table.ports);
      const [first, ...others] = new Set(about.map(table.accountOf));
      if (others.length > 0) return E.left(severalAccounts(others.length + 1));
      if (first === undefined && !settings.hasKey) return E.left(noStorefront(table.names()));
      return E.right(first ?? defaultAccount);
    };

    const composition: Composition = {
      inbox: store.inbox,
      shared: { storefronts: table.ports, ...hostPorts, store, ...common },
      accounts: {
        nameOf: table.accountOf,
        open: accounts.open,
        ofRun: (runId) => store.accountOfRun(O.some(runId))(),
      },
      jobs: store.jobs ?? null,
      schedule,
      countEvent: countEvent(meters),
      observe: () =>
        observe(
          meters(),
          async () => E.getOrElse((): readonly InboxState[] => [])(await store.inbox.state()),
          () => accounts.all().reduce((sum, { sync }) => sum + pacerOfService(sync).concurrency(), 0),
          clock.now,
        ),
      notifier: {
        targets: notifications,
        accountOf: table.accountOf,
        accounts: () => notifiedAccounts(table, store),
        ...{ store, clock, log },
      },
      followDirectories: directories.start,
      choose: (about) => async () => {
        const failure = await add(about.storefronts ?? []);
        if (failure !== undefined) return E.left(failure);
        const name = await accountOf(about);
        if (E.isLeft(name)) return name;
        const account = await accounts.open(name.right);
        if (E.isLeft(account)) return E.left({ _tag: 'ServiceFailed', ...account.left });
        const { sync: ports, reviews, proof, jobs, reviewUrl } = account.right;
        const operations = engineOperations({
          account: account.right,
          accountOf: table.accountOf,
          inbox: store.inbox,
        });
        return E.right({ ...composition, ports, reviews, proof, jobs, reviewUrl, operations });
      },
      close: async () => {
        directories.stop();
        accounts.close();
        await store.close();
      },
    };
    return E.right(composition);
  };

const unusable = (message: string): SyncFailure => ({ _tag: 'StoreError', problem: 'cannot open', message });

const watchedConnector =
  (watch: Watch) =>
  (storefront: string, connector: SourceConnector): SourceConnector => {
    const watched = <A>(question: Task<E.Either<SourceError, A>>): Task<E.Either<SourceError, A>> =>
      watch(storefront, question, isAnswer);
    return {
      ...connector,
      check: watched(connector.check),
      account: watched(connector.account),
      windows: (range) => watched(connector.windows(range)),
      changes: (interval) => watched(connector.changes(interval)),
      readPage: (window, from) => watched(connector.readPage(window, from)),
      readRecord: (id) => watched(connector.readRecord(id)),
    };
  };
