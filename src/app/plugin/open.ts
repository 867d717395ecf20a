import type { InboxState, SyncDatabase } from '../../domain/inbox.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import type { LiveWorker, LivePorts } from '../../live/index.ts';
import { type Workers, workersOf } from './workers.ts';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { pacerOfService } from '../../pipeline/rate-limit/service-client.ts';
import { httpTaxService } from '../../service/http-tax-service.ts';
import { openConfiguredStore, ownPorts } from '../own-ports.ts';
import { type ServiceHealth, serviceHealth } from '../service-health.ts';
import { systemClock } from '../system-environment.ts';
import { instrumentService } from '../telemetry/spans.ts';
import { type Meters, observe } from '../telemetry/meters.ts';
import { startNotifier } from '../notifications/notifier.ts';
import { monotonicTime } from '../../pipeline/async.ts';
import { errorOf, ConfigurationError, type TaxNexusError } from './tax-nexus-error.ts';
import type { EventHub } from './event-hub.ts';
import type { TaxNexusSettings } from './settings.ts';
import type { StorefrontTable } from './storefront-table.ts';

/** Everything that is there once the sync database is open. */
export interface Opened extends Pick<ServiceHealth, 'unreachableSince'>, Pick<SyncDatabase, 'inbox' | 'reviews'> {
  /** See `reviewLink`. */
  readonly reviewUrl: ReviewUrl;
  readonly ports: SyncPorts;
  readonly engine: LiveWorker;
  readonly workers: Workers;
  readonly close: () => Promise<void>;
}

const unreachable =
  'The Tax Nexus Service does not answer. Sales wait in the sync database, and are pushed once it answers. Check its address and its status page.';

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
}

/** Opens the sync database and builds what works on it; connectors and the client open when they are used. */
export const open =
  ({ settings, table, hub, meters, makeEngine }: OpenPorts): TE.TaskEither<TaxNexusError, Opened> =>
  async () => {
    const foundation = settings.foundation();
    if (E.isLeft(foundation)) return E.left(new ConfigurationError(foundation.left));
    const { service, state, schedule, notifications } = foundation.right;
    const store = await openConfiguredStore(state)();
    if (E.isLeft(store)) return E.left(errorOf(store.left));
    const { log, beforePush } = settings;
    for (const [storefront, { mode }] of Object.entries(settings.sources)) {
      if (mode === 'test') log.warn(testData, { storefront });
    }
    const { inbox, reviews } = store.right;
    const client = instrumentService(httpTaxService(service), meters, systemClock);
    const health = serviceHealth(client, {
      now: monotonicTime(systemClock),
      onEvent: (event) => {
        if (event.type === 'service.unreachable') log.warn(unreachable, { since: event.since });
        else log.info('The Tax Nexus Service answers again.', { unreachableSince: event.since });
        hub.emit(event);
      },
    });
    const ports: SyncPorts = {
      storefronts: table.ports,
      ...ownPorts(service, store.right, health.service),
      log,
      report: () => undefined,
      isInterrupted: () => false,
      ...(beforePush !== null && { beforePush }),
      crashPoint: () => undefined,
    };
    const live: LivePorts = { sync: ports, inbox, reviews, log, schedule, onEvent: hub.emit };
    const engine = makeEngine(live);
    const notifier = startNotifier({
      targets: notifications,
      store: store.right,
      reviews,
      storefronts: table.names,
      clock: systemClock,
      log,
    });
    const stopListening = hub.listen(notifier.onEvent);
    const workers = workersOf(live, store.right.jobs, settings.isWorker);
    const stopObserving = observe(
      meters(),
      async () => E.getOrElse((): readonly InboxState[] => [])(await inbox.state()),
      () => pacerOfService(ports).concurrency(),
      systemClock.now,
    );
    const close = async (): Promise<void> => {
      health.stop();
      stopObserving();
      stopListening();
      await notifier.stop(notificationPatience);
      await store.right.close();
    };
    const { unreachableSince } = health;
    return E.right({ reviewUrl: service.reviewUrl, unreachableSince, ports, inbox, reviews, engine, workers, close });
  };
