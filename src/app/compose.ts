import * as E from 'fp-ts/lib/Either.js';
import type { Task } from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../domain/inbox.ts';
import type { JobQueue } from '../domain/job-queue.ts';
import type { SourceError } from '../domain/errors.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { httpTaxService } from '../service/http-tax-service.ts';
import type { Configuration } from './configuration/configuration.ts';
import { loadSources } from './load-connector.ts';
import { openConfiguredStore, ownPorts } from './own-ports.ts';
import { storefrontTable } from './plugin/storefront-table.ts';
import { observedService } from './service-health.ts';
import { storeLock } from './store-lock.ts';
import { systemClock } from './system-environment.ts';

/** Everything that is built once for a configuration, and how to release it. */
export interface Engine extends Pick<SyncDatabase, 'inbox' | 'reviews' | 'proof'> {
  readonly configuration: Configuration;
  readonly ports: SyncPorts;
  /** Null where the sync database is a file: then each process does its own work. */
  readonly jobs: JobQueue | null;
  readonly close: () => Promise<void>;
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

/** Builds every port of the pipeline. Opens the sync database and nothing else: connectors and the client open when used. */
export const compose =
  (configuration: Configuration, { watch = unwatched, ...watchers }: Watchers): TE.TaskEither<StoreError, Engine> =>
  async () => {
    const store = await openConfiguredStore(configuration.state)();
    if (E.isLeft(store)) return store;
    const { service, storefronts } = configuration;
    const sources = await loadSources(storefronts);
    const client = observedService(httpTaxService(service), (call, isClear) =>
      watch('the Tax Nexus Service', call, isClear),
    );
    const own = ownPorts(service, store.right, client);
    const environment = { clock: systemClock, exclusively: storeLock(own) };
    const ports: SyncPorts = {
      storefronts: storefrontTable(sources, environment, watchedConnector(watch)).ports,
      ...own,
      ...watchers,
    };
    const close = async (): Promise<void> => {
      await store.right.close();
    };
    const { inbox, reviews, proof, jobs = null } = store.right;
    return E.right({ configuration, ports, inbox, reviews, proof, jobs, close });
  };

const isAnswer = (answer: E.Either<SourceError, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'SourceUnreachable';

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
