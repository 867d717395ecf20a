import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { isGone, newRunId, processOwner, systemClock, systemRandom } from '../../src/app/system-environment.ts';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import { secret } from '../../src/domain/secret.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { StorefrontPorts, SyncPorts } from '../../src/pipeline/index.ts';
import { httpTaxService } from '../../src/service/http-tax-service.ts';
import type { ClientTask } from './task.ts';

const silent = (): void => undefined;

const storefrontAt = (origin: string): StorefrontPorts => ({
  connector: shopifyConnector({
    shop: 'sample-store.myshopify.com',
    credentials: { accessToken: secret('token') },
    webhookSecrets: [],
    apiOrigin: origin,
    policy: defaultPolicy,
    reading: 'pages',
    clock: systemClock,
  }),
  policy: defaultPolicy,
});

/** The real connector and the real client over a sync database. All storefronts are the one shop of the far side. */
export const portsOf = (
  { origin, concurrency }: Pick<ClientTask, 'origin' | 'concurrency'>,
  storefronts: readonly string[],
  store: SyncDatabase,
): SyncPorts => ({
  storefronts: Object.fromEntries(storefronts.map((name) => [name, storefrontAt(origin)])),
  service: httpTaxService({ baseUrl: origin, apiKey: secret('key') }),
  store,
  reviews: store.reviews,
  clock: systemClock,
  random: systemRandom,
  log: { debug: silent, info: silent, warn: silent, error: silent },
  newRunId,
  requestsPerMinute: O.none,
  concurrency,
  report: silent,
  isInterrupted: () => false,
  owner: processOwner(),
  isGone,
  crashPoint: silent,
});
