/** Connects the pipeline to this machine, its sync database and the service, the same for commands and for a host's app. */
import * as O from 'fp-ts/lib/Option.js';
import type { Logger } from '../domain/environment.ts';
import type { SyncDatabase } from '../domain/inbox.ts';
import { digestOf } from '../domain/fields.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import type { TaxService } from '../domain/tax-service.ts';
import type { ReadinessFinding } from '../mapping/source-connector.ts';
import { checkService } from '../pipeline/check-service.ts';
import { sharedService } from '../pipeline/rate-limit/shared-limit.ts';
import type { SyncPorts, WirePorts } from '../pipeline/ports.ts';
import type { ServiceConfiguration, StateConfiguration } from './configuration/configuration.ts';
import { httpTaxService } from '../service/http-tax-service.ts';
import { packageVersion } from './package-version.ts';
import { isGone, newRunId, processOwner, systemClock, systemRandom } from './system-environment.ts';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import type { PendingMigration } from '../domain/pending-migration.ts';

/** The part of the ports that is this machine and this process. */
export const hostPorts = {
  clock: systemClock,
  random: systemRandom,
  newRunId,
  owner: processOwner(),
  newOwner: processOwner,
  isGone,
};

type OwnPorts = Omit<
  SyncPorts,
  'storefronts' | 'log' | 'report' | 'isInterrupted' | 'beforePush' | 'onQuestion' | 'crashPoint'
>;

/**
 * The service is called at the pace that all processes of its key share. One client for all, because pace and pauses belong to
 * the key.
 */
export const ownPorts = (
  { baseUrl, apiKey, requestsPerMinute: ceiling, concurrency, wire }: ServiceConfiguration,
  store: SyncDatabase,
  client: TaxService,
): OwnPorts => {
  const requestsPerMinute = O.fromNullable(ceiling);
  return {
    service: sharedService(client, { rateLimits: store.rateLimit, clock: systemClock, requestsPerMinute }),
    version: packageVersion,
    wire: wirePorts(`${baseUrl} ${apiKey.reveal()}`, wire),
    store,
    reviews: store.reviews,
    ...hostPorts,
    requestsPerMinute,
    concurrency,
  };
};

/** Whether the service accepts a key; see `checkService`. Opens no sync database. */
export const checkKey = (service: ServiceConfiguration, again: string): T.Task<ReadinessFinding> =>
  checkService(httpTaxService(service), again);

/** Loads only the engine that is configured. Left names the remedy. */
export const openConfiguredStore =
  (state: StateConfiguration, { warn }: Pick<Logger, 'warn'>): TE.TaskEither<StoreError, SyncDatabase> =>
  async () => {
    if (state.engine === 'sqlite') {
      const { sqliteStore } = await import('../store/sqlite/sqlite-store.ts');
      return sqliteStore(state.path, (message) => warn(message))();
    }
    const { hostPostgresStore, postgresStore } = await import('../store/postgres/postgres-store.ts');
    return state.engine === 'host' ? hostPostgresStore(state.database)() : postgresStore(state.address)();
  };

/** The changes of its tables that opening the configured sync database would make. Makes none of them. */
export const pendingMigrationsOf = async (state: StateConfiguration): StoreResult<readonly PendingMigration[]> =>
  state.engine === 'sqlite'
    ? (await import('../store/sqlite/sqlite-store.ts')).pendingInSqlite(state.path)
    : (await import('../store/postgres/postgres-store.ts')).pendingInPostgres(state);

/** The digest does not reveal the key, which is random. */
const wirePorts = (service: string, { encode, decode, ...settings }: ServiceWire): WirePorts => {
  const codec = encode === undefined && decode === undefined ? 'settings' : 'codec';
  return { fingerprint: digestOf(`${service} ${codec} ${JSON.stringify(settings)}`), settings };
};
