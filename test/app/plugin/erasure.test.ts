import { describe, expect, it } from '@jest/globals';
import { sampleRange } from '../../../src/sandbox/index.ts';
import { eventually, last, plugins } from '../../support/a-plugin.ts';
import { orderPayload, requestOf, shopifyWebhook, webhookShop } from '../../support/signed-webhook.ts';

const aPlugin = plugins();

const shopRedact = { shop_id: 61_000_000_001, shop_domain: webhookShop };
const customersRedact = (orders: readonly string[]): object => ({
  ...shopRedact,
  customer: { id: 191_167, email: 'canary@example.com' },
  orders_to_redact: orders.map(Number),
});

describe('an erasure that Shopify asks for', () => {
  it.each([
    ['of a customer', 'customers/redact', customersRedact],
    ['of a whole shop, whose app is installed again', 'shop/redact', () => shopRedact],
  ])(
    '%s pushes nothing a second time: neither by webhooks nor by another historical sync',
    async (_, topic, bodyOf) => {
      const { taxNexus, taxService, events, source } = await aPlugin();
      await taxNexus.start();
      const sync = async (): Promise<void> => {
        const { id } = await taxNexus.historicalSync.start(sampleRange);
        await last(taxNexus.historicalSync.watch(id));
      };
      await sync();
      const told = taxService.journal().map(({ id }) => id);
      const orders = told.slice(0, 5).map((id) => id.split(':')[2] ?? '');

      const redaction = shopifyWebhook(bodyOf(orders), { topic, deliveryId: 'redaction' });
      expect((await taxNexus.handler(requestOf(redaction))).status).toBe(200);
      expect(events.some(({ type }) => type === 'privacy.erased')).toBe(true);

      taxNexus.storefronts.remove('us-store');
      await taxNexus.storefronts.add('us-store', source);
      for (const order of orders) {
        const webhook = shopifyWebhook(orderPayload(order), { deliveryId: `after-${order}` });
        expect((await taxNexus.handler(requestOf(webhook))).status).toBe(200);
      }
      await eventually(async () => (await taxNexus.waiting()).every(({ due, later }) => due + later === 0), 30_000);
      await sync();
      expect(taxService.journal().map(({ id }) => id)).toStrictEqual(told);
      expect(events.filter(({ type }) => type === 'record.failed' || type === 'record.held')).toStrictEqual([]);
    },
    60_000,
  );
});
