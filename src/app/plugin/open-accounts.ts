/** Builds what works on an open sync database: the accounts with their ports, live work, notifications and metrics. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { InboxState, SyncDatabase } from '../../domain/inbox.ts';
import { linkedService } from '../../domain/service-link.ts';
import type { LiveAccounts, LivePorts } from '../../live/index.ts';
import { keepNewest } from '../../operations/keep-newest.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { pacerOfService } from '../../pipeline/rate-limit/service-client.ts';
import type { CountedStates } from '../../reconcile/thresholds/exposure.ts';
import { httpTaxService } from '../../service/http-tax-service.ts';
import type { Foundation } from '../configuration/configuration.ts';
import { notifiedAccounts, type NotifierPorts, startNotifier } from '../notifications/notifier.ts';
import type { ServiceHealth } from '../outages.ts';
import { hostPorts, ownPorts } from '../own-ports.ts';
import { sleepUntilAborted, systemClock } from '../system-environment.ts';
import { type Meters, observe } from '../telemetry/meters.ts';
import { measuredRequests } from '../telemetry/spans.ts';
import { askForAccount } from './account-settings.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import type { EventHub } from './event-hub.ts';
import type { TaxNexusSettings } from './settings.ts';
import type { StorefrontTable } from './storefront-table.ts';

export interface AccountsSources {
  readonly settings: TaxNexusSettings;
  readonly foundation: Foundation;
  readonly store: SyncDatabase;
  readonly table: StorefrontTable;
  readonly hub: EventHub;
  readonly meters: () => Meters;
  /** See `NotifierPorts`. */
  readonly exposureOf: NotifierPorts['exposureOf'];
  /** How the process follows its work, and can ask it to end. */
  readonly watchers: Pick<SyncPorts, 'report' | 'isInterrupted' | 'crashPoint' | 'inTurn'> & {
    /** Observes the requests of an account to the service. */
    readonly observed: (account: string) => ServiceHealth;
  };
}

export interface OpenedAccounts {
  readonly accounts: Accounts;
  /** The ports for live work on all accounts. */
  readonly live: Extract<LivePorts, { readonly accounts: LiveAccounts }>;
  /**
   * Starts notifications, and shows the host's SDK the queue and the learned concurrency. Returns a function that ends both;
   * notifications in progress get its `drainMs` milliseconds.
   */
  readonly inform: () => (drainMs: number) => Promise<void>;
}

/** The same for a command and for a host's app. Accounts open when they are used. */
export const openAccounts = ({
  settings,
  foundation,
  store,
  table,
  hub,
  meters,
  exposureOf,
  watchers: { observed, ...following },
}: AccountsSources): OpenedAccounts => {
  const { log, beforePush } = settings;
  const { inbox, accountOfRun } = store;
  const common = { ...following, log, ...(beforePush !== null && { beforePush }) };
  const accounts = accountsOf({
    ask: askForAccount(settings, foundation),
    make: (name, configuration, noticing) => {
      table.setPolicy(name, configuration.policy);
      const own = store.forAccount(name);
      const health = observed(name);
      const links = [measuredRequests(meters, systemClock), health.link, noticing];
      const sync: SyncPorts = {
        storefronts: table.portsOf(name),
        ...ownPorts(configuration, own, links.reduce(linkedService, httpTaxService(configuration))),
        ...common,
      };
      const { reviews, proof, jobs = null } = own;
      const { reviewUrl, registrations } = configuration;
      // Gross and net.
      const countedStates = keepNewest<CountedStates>(2);
      return { name, sync, reviews, countedStates, proof, jobs, reviewUrl, registrations, health };
    },
    clock: systemClock,
    sleep: sleepUntilAborted,
  });
  return {
    accounts,
    live: {
      sync: { storefronts: table.ports, ...hostPorts, store, ...common },
      accounts: {
        nameOf: table.accountOf,
        open: accounts.open,
        ofRun: (runId) => accountOfRun(O.some(runId))(),
      },
      inbox,
      log,
      schedule: foundation.schedule,
      retentionMonths: foundation.retention?.months ?? null,
      onEvent: hub.emit,
    },
    inform: () => {
      const notifier = startNotifier({
        targets: foundation.notifications,
        store,
        accountOf: table.accountOf,
        accounts: () => notifiedAccounts(table, store),
        exposureOf,
        clock: systemClock,
        log,
      });
      const stopListening = hub.listen(notifier.onEvent);
      const stopObserving = observe(
        meters(),
        table.names,
        async () => E.getOrElse((): readonly InboxState[] => [])(await inbox.state()),
        () => accounts.all().reduce((sum, { sync }) => sum + pacerOfService(sync).concurrency(), 0),
        systemClock.now,
      );
      return (drainMs) => {
        stopObserving();
        stopListening();
        return notifier.stop(drainMs);
      };
    },
  };
};
