import { describe, expect, it } from '@jest/globals';
import { toNode } from '../../../src/adapters/node.ts';
import { sampleRange } from '../../../src/sandbox/index.ts';
import { recipeOf } from '../../../src/sandbox/shopify/orders/recipe-of.ts';
import { atMost } from '../../../src/sync/at-most.ts';
import { eventually, last, plugins } from '../../support/a-plugin.ts';
import { deliver, listening } from '../../support/listening.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { orderPayload, shopifyWebhook, type SignedWebhook } from '../../support/signed-webhook.ts';

const aPlugin = plugins();
const listen = listening();

const count = 10_000;
const orders = 400;

interface Planned {
  readonly webhook: SignedWebhook;
  readonly isForged: boolean;
}

const forge = ({ headers, body }: SignedWebhook, way: number): SignedWebhook => {
  const signature = headers['x-shopify-hmac-sha256'] ?? '';
  switch (way) {
    case 0:
      return { headers, body: `${body} ` };
    case 1:
      return { headers: { ...headers, 'x-shopify-hmac-sha256': Buffer.from(signature).reverse().toString() }, body };
    case 2:
      return { headers: { ...headers, 'x-shopify-hmac-sha256': signature.slice(0, -4) }, body };
    default:
      return shopifyWebhook(body, { secret: 'shpss_forger' });
  }
};

/** Every order at least once, many of them dozens of times, the same deliveries again and again, in any order. */
const plan = (random: () => number): readonly Planned[] => {
  const below = (most: number): number => Math.floor(random() * most);
  const planned = Array.from({ length: count }, (_, index) => {
    const order = index < orders ? index : below(orders);
    const deliveryId = `event-${order}-${below(5)}`;
    const topic = ['orders/create', 'orders/updated', 'orders/paid', 'orders/edited'][below(4)] ?? 'orders/updated';
    const webhook = shopifyWebhook(orderPayload(`${recipeOf({ orders, seed: 1 }, order).id}`), {
      topic,
      deliveryId,
    });
    const isForged = index >= orders && random() < 0.2;
    return { isForged, webhook: isForged ? forge(webhook, below(4)) : webhook };
  });
  return planned
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
};

describe('ten thousand deliveries, with duplicates, in any order, some of them forged', () => {
  it('bring exactly the right set to the service, and every forged one is refused', async () => {
    const history = await aPlugin({}, { shop: { orders } });
    const run = await history.taxNexus.historicalSync.start(sampleRange);
    await last(history.taxNexus.historicalSync.watch(run.id));

    const { taxNexus, taxService, events } = await aPlugin({}, { shop: { orders } });
    await taxNexus.start();
    const url = `${await listen(toNode(taxNexus))}/tax-nexus/webhooks/us-store`;
    const deliveries = plan(seededRandom(7).next);
    const statuses = { good: new Map<number, number>(), forged: new Map<number, number>() };
    await atMost(16)(deliveries, async ({ webhook, isForged }) => {
      const { status } = await deliver(url, webhook);
      const counts = isForged ? statuses.forged : statuses.good;
      counts.set(status, (counts.get(status) ?? 0) + 1);
    });
    const forged = deliveries.filter(({ isForged }) => isForged).length;
    expect(Object.fromEntries(statuses.good)).toStrictEqual({ 200: count - forged });
    expect(Object.fromEntries(statuses.forged)).toStrictEqual({ 401: forged });
    expect(forged).toBeGreaterThan(1_000);

    await eventually(async () => (await taxNexus.waiting()).every(({ due, later }) => due + later === 0), 60_000);
    const idsOf = (journal: readonly { readonly id: string }[]): readonly string[] =>
      journal.map(({ id }) => id).sort();
    expect(idsOf(taxService.journal())).toStrictEqual(idsOf(history.taxService.journal()));
    expect(events.filter(({ type }) => type === 'record.failed' || type === 'record.parked')).toStrictEqual([]);
  }, 480_000);
});
