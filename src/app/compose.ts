import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../domain/errors.ts';
import { defaultAccount, type SyncDatabase } from '../domain/inbox.ts';
import type { JobQueue } from '../domain/job-queue.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import { fail, failureOf, type OperationFailure } from '../operations/failure.ts';
import type { OperationPorts } from '../operations/ports.ts';
import { type RunProgress, toRunProgress } from '../operations/progress.ts';
import { noStorefront } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { waitUntilReachable } from '../pipeline/store-with-retry.ts';
import type { ReviewUrl } from '../reconcile/review-link.ts';
import { describeComplaint } from './configuration/complaint.ts';
import { engineOperations } from './engine-operations.ts';
import { hostPorts, openConfiguredStore } from './own-ports.ts';
import { type EventHub, eventHub } from './plugin/event-hub.ts';
import { lazyDirectories } from './plugin/lazy-directories.ts';
import { lazily } from './plugin/once.ts';
import { openAccounts, type OpenedAccounts } from './plugin/open-accounts.ts';
import type { TaxNexusSettings } from './plugin/settings.ts';
import { storefrontTable } from './plugin/storefront-table.ts';
import { storefrontsAtRunTime } from './plugin/storefronts-at-run-time.ts';
import { TaxNexusError } from './plugin/tax-nexus-error.ts';
import { isAnswer, observedService } from './outages.ts';
import { storeLock } from './store-lock.ts';
import { sleepUntilAborted } from './system-environment.ts';
import { countEvent, makeMeters, type Meters } from './telemetry/meters.ts';
import { instrumentConnector } from './telemetry/spans.ts';

/** What is built once for all accounts of a configuration or of a host's app, and how to release it. */
export interface Composition extends Pick<OpenedAccounts, 'live' | 'inform'> {
  /** Sent what live work does. */
  readonly hub: EventHub;
  readonly meters: () => Meters;
  /** Null where the sync database is a file: then each process does its own work. */
  readonly jobs: JobQueue | null;
  /** Waits for a database that is away, where the command does; else that is a failure. */
  readonly waiting: Waiting;
  /** Lists the storefronts of directories again every five minutes, until `close`. */
  readonly followDirectories: () => Promise<void>;
  /** The account that a command is about. Left when it is about several, or there is none. */
  readonly choose: (about: About) => TE.TaskEither<OperationFailure, Engine>;
  readonly close: () => Promise<void>;
}

type Waiting = <A>(task: TE.TaskEither<StoreError, A>) => TE.TaskEither<StoreError, A>;

/** The part of a composition that one account has. */
export interface Engine extends Composition, Pick<SyncDatabase, 'inbox' | 'reviews'> {
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

/** What a command follows its work with, and can ask it to end by. */
export interface Watchers extends Pick<SyncPorts, 'log' | 'isInterrupted' | 'crashPoint'> {
  readonly report: (progress: RunProgress) => void;
  /** Observes calls to the service and the platforms. Default: no observer. */
  readonly watch?: Watch;
  /** Takes a line about a database that is away, which is then waited for. Left out, it is not waited for. */
  readonly noteAway?: (line: string) => void;
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

const severalAccounts = (count: number): OperationFailure => ({
  code: 'UNKNOWN_STOREFRONT',
  message: `The storefronts are of ${count} accounts, and a command works on one. Name it with --account, or its storefronts.`,
});

/** Only the platforms' and the service's ports open later, when they are used. */
export const compose =
  (settings: TaxNexusSettings, about: About, watchers: Watchers): TE.TaskEither<OperationFailure, Engine> =>
  async () => {
    const composed = await composeAll(settings, watchers)();
    if (E.isLeft(composed)) return composed;
    const engine = await composed.right.choose(about)();
    if (E.isLeft(engine)) await composed.right.close();
    return engine;
  };

/** Builds every port of the pipeline, for a configuration file and a host's app alike. Opens the sync database, and lists the app's directories. */
export const composeAll =
  (
    given: TaxNexusSettings,
    { watch = unwatched, noteAway: note, report, log, ...asked }: Watchers,
  ): TE.TaskEither<OperationFailure, Composition> =>
  async () => {
    const settings = { ...given, log };
    const foundation = settings.foundation();
    if (E.isLeft(foundation)) return fail('STATE', foundation.left.map(describeComplaint).join(' '));
    const { clock } = hostPorts;
    const waiting: Waiting = note === undefined ? (task) => task : waitUntilReachable({ ...asked, clock, note });
    const opened = await waiting(openConfiguredStore(foundation.right.state))();
    if (E.isLeft(opened)) return E.left(failureOf(opened.left));
    const store = opened.right;

    const environment = { clock, exclusively: storeLock({ ...hostPorts, store }) };
    const meters = lazily(makeMeters);
    const hub = eventHub(log);
    hub.listen(countEvent(meters));
    const instrument = instrumentConnector(meters);
    const watched = watchedConnector(watch);
    const table = storefrontTable(settings.sources, environment, (name, connector) =>
      watched(name, instrument(name, connector)),
    );
    const hasAccounts = { hasKey: settings.hasKey, hasAccounts: settings.accounts !== null };
    const atRunTime = { table, accounts: hasAccounts, added: nothing, removed: nothing };
    const { directories: listed, credentials } = settings;
    const directories = lazyDirectories({
      ...{ ...atRunTime, log, clock, sleep: sleepUntilAborted, onEvent: nothing, directories: listed },
    });
    await directories.refresh();
    const named = storefrontsAtRunTime({ ...atRunTime, credentials, directories });
    const { accounts, live, inform } = openAccounts({
      ...{ settings, foundation: foundation.right, store, table, hub, meters },
      watchers: {
        ...asked,
        report: (progress) => report(toRunProgress(progress, 'running')),
        observed: (service) => ({
          service: observedService(service, (call, isClear) => watch('the Tax Nexus Service', call, isClear)),
          unreachableSince: () => null,
          stop: nothing,
        }),
      },
    });

    const add = async (storefronts: readonly string[]): Promise<OperationFailure | undefined> => {
      for (const name of credentials === null ? [] : storefronts.filter((one) => !(one in table.ports))) {
        try {
          await named.add(name);
        } catch (error) {
          if (!(error instanceof TaxNexusError)) throw error;
          // One that the app does not know is reported later, with those that there are.
          if (error.code !== 'UNKNOWN_STOREFRONT') return { code: 'STATE', message: error.message };
        }
      }
      return undefined;
    };
    const accountOf = async ({ account, storefronts, run }: About): Promise<E.Either<OperationFailure, string>> => {
      if (account !== undefined) return E.right(account);
      if (run !== undefined) {
        const found = await store.accountOfRun(O.fromNullable(run))();
        if (E.isLeft(found)) return E.left(failureOf(found.left));
        if (O.isSome(found.right)) return E.right(found.right.value);
      }
      const about = (storefronts ?? table.names()).filter((name) => name in table.ports);
      const [first, ...others] = new Set(about.map(table.accountOf));
      if (others.length > 0) return E.left(severalAccounts(others.length + 1));
      if (first === undefined && !settings.hasKey) return E.left(failureOf(noStorefront(table.names())));
      return E.right(first ?? defaultAccount);
    };

    const { inbox, jobs: allJobs = null } = store;
    const composition: Composition = {
      ...{ live, inform, hub, meters, jobs: allJobs, waiting },
      followDirectories: directories.start,
      choose: (about) => async () => {
        const failure = await add(about.storefronts ?? []);
        if (failure !== undefined) return E.left(failure);
        const name = await accountOf(about);
        if (E.isLeft(name)) return name;
        const account = await accounts.open(name.right);
        if (E.isLeft(account)) return E.left(failureOf({ _tag: 'ServiceFailed', ...account.left }));
        const { sync: ports, reviews, jobs, reviewUrl } = account.right;
        const operations = engineOperations({ account: account.right, accountOf: table.accountOf, inbox });
        return E.right({ ...composition, ports, inbox, reviews, jobs, reviewUrl, operations });
      },
      close: async () => {
        directories.stop();
        accounts.close();
        await store.close();
      },
    };
    return E.right(composition);
  };

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
