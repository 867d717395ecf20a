import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Logger } from '../domain/environment.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { JobQueue } from '../domain/job-queue.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { CrashPoint, SyncPorts } from '../pipeline/ports.ts';
import type { Progress } from '../pipeline/progress.ts';
import { httpTaxService } from '../service/index.ts';
import type { Configuration } from './configuration/configuration.ts';
import { containedConnector } from './contained-connector.ts';
import { loadConnector } from './load-connector.ts';
import { openConfiguredStore } from './open-store.ts';
import { ownPorts } from './own-ports.ts';
import { storeLock } from './store-lock.ts';
import { systemClock } from './system-environment.ts';
import { type Watch, watchedConnector } from './watched-connector.ts';
import type { TaxService } from '../domain/tax-service.ts';

/** Everything that is built once for a configuration, and how to release it. */
export interface Engine {
  readonly configuration: Configuration;
  readonly ports: SyncPorts;
  /** In the same storage as the sync database. */
  readonly inbox: Inbox;
  readonly reviews: ReviewStore;
  /** Null where the sync database is a file: then each process does its own work. */
  readonly jobs: JobQueue | null;
  readonly close: () => Promise<void>;
}

/** What a command looks on with, and can ask the work to end by. */
interface Watchers {
  readonly log: Logger;
  readonly report: (progress: Progress) => void;
  readonly isInterrupted: () => boolean;
  readonly crashPoint: (name: CrashPoint) => void;
  /** Observes calls to the service and the platforms. Default: no observer. */
  readonly watch?: Watch;
}

const unwatched: Watch = (_, question) => question;

/** Builds every port of the pipeline. Opens the sync database and nothing else: connectors and the client open when used. */
export const compose =
  (configuration: Configuration, { watch = unwatched, ...watchers }: Watchers): TE.TaskEither<StoreError, Engine> =>
  async () => {
    const store = await openConfiguredStore(configuration.state)();
    if (E.isLeft(store)) return store;
    const { service, storefronts } = configuration;
    const client = httpTaxService({ baseUrl: service.baseUrl, apiKey: service.apiKey, wire: service.wire });
    const own = ownPorts(service, store.right, watchedService(watch, client));
    const environment = { clock: systemClock, exclusively: storeLock(own) };
    const opened = await Promise.all(
      Object.entries(storefronts).map(
        async ([name, storefront]): Promise<[string, SyncPorts['storefronts'][string]]> => {
          const connector = await loadConnector(storefront);
          return [
            name,
            {
              connector: watchedConnector(watch, name, containedConnector(connector(environment))),
              policy: storefront.policy,
              since: storefront.since,
            },
          ];
        },
      ),
    );
    const ports: SyncPorts = {
      // Without a prototype: a storefront called "constructor" must not be found where there is none.
      storefronts: Object.assign(Object.create(null) as SyncPorts['storefronts'], Object.fromEntries(opened)),
      ...own,
      ...watchers,
    };
    const close = async (): Promise<void> => {
      await store.right.close();
    };
    const { inbox, reviews, jobs = null } = store.right;
    return E.right({ configuration, ports, inbox, reviews, jobs, close });
  };

const who = 'the Tax Nexus Service';

const isClear = (answer: E.Either<{ readonly _tag: string }, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'Unclear';

/** The same service, with its calls observed. */
const watchedService = (watch: Watch, service: TaxService): TaxService => ({
  ...service,
  list: (cursor) => watch(who, service.list(cursor), isClear),
  find: (id) => watch(who, service.find(id), isClear),
  push: (body, begin) => watch(who, service.push(body, begin), ({ _tag }) => _tag !== 'Unclear'),
});
