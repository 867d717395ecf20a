import { describe } from '@jest/globals';
import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { systemClock } from '../../src/app/system-environment.ts';
import { secret } from '../../src/domain/secret.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { startSampleShop } from '../../sandbox/index.ts';
import { describeSourceConnector } from '../contracts/source-connector.ts';
import { changedOrders } from '../support/changed-orders.ts';
import { rawRequest } from '../support/raw-request.ts';
import { orderPayload, shopifyWebhook } from '../support/signed-webhook.ts';
import { sized } from '../support/size.ts';

const february = { start: '2025-02-03T00:00:00Z', end: '2025-02-24T00:00:00Z' };
const payload = orderPayload('5400000032768');

const ways = [
  ['as the size of the shop suggests', undefined],
  ['by bulk operations', 'bulk'],
] as const;

// Other suites test reading in bulk (test/connectors/shopify/bulk).
describe.each(sized<typeof ways | [(typeof ways)[0]]>({ quick: [ways[0]], all: ways }))('reading %s', (_, reading) => {
  describeSourceConnector('the Shopify connector', async ({ readsOften }) => {
    const shop = await startSampleShop({ orders: readsOften ? 120 : 800 });
    const open =
      (token: string, apiOrigin = shop.origin) =>
      (): SourceConnector =>
        shopifyConnector({
          shop: shop.domain,
          credentials: { accessToken: secret(token) },
          webhookSecrets: [secret('shpss_CANARY')],
          apiOrigin,
          policy: defaultPolicy,
          clock: systemClock,
          reading,
        });
    return {
      under: {
        open: open(shop.accessToken),
        openRefused: open('shpat_CANARY_wrong'),
        throttled: 'by other tests',
        openUnreachable: 'by other tests',
        oneRequestFails: { url: shop.origin, open: (url) => open(shop.accessToken, url)() },
        expected: 'by other tests',
        range: { from: '2025-01-01', to: '2025-03-31' },
        changed: { interval: february, recordIds: changedOrders({ seed: 1, orders: 800 }, february) },
        delivery: {
          request: rawRequest(
            shopifyWebhook(payload, { secret: 'shpss_CANARY', deliveryId: 'event-1' }),
            '2025-02-03T12:00:00Z',
          ),
          verified: { topic: 'orders/updated', deliveryId: 'event-1', payload },
        },
        unknownId: '999',
        canaries: ['CANARY', shop.accessToken],
      },
      close: shop.stop,
    };
  });
});
