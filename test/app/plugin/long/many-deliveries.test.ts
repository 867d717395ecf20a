import { describe, expect, it } from '@jest/globals';
import { stripe } from '../../../../connectors/stripe/index.ts';
import { toNode } from '../../../../src/adapters/node.ts';
import { sampleRange } from '../../../../sandbox/index.ts';
import { recipeOf } from '../../../../sandbox/shopify/orders/recipe-of.ts';
import { inParallel } from '../../../../src/domain/async.ts';
import { eventually, last, type PluginUnderTest, plugins } from '../../../support/a-plugin.ts';
import { deliver, listening } from '../../../support/listening.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { sized } from '../../../support/size.ts';
import {
  orderPayload,
  shopifyWebhook,
  type SignedWebhook,
  stripeSecret,
  stripeWebhook,
} from '../../../support/signed-webhook.ts';

const newPlugin = plugins();
const listen = listening();

const count = sized({ quick: 400, all: 10_000 });
const orders = sized({ quick: 120, all: 400 });
const sample = { shop: { orders }, stripe: { sales: 60 } };

/** The sample shop and the sample account behind one plugin, the account added while it runs. */
const aPlugin = async (): Promise<PluginUnderTest> => {
  const plugin = await newPlugin({}, sample);
  const { origin, secretKey } = plugin.stripeAccount;
  const billing = stripe({
    secretKey,
    webhookSecrets: [stripeSecret],
    apiOrigin: origin,
    timeZone: 'America/New_York',
    since: sampleRange.from,
  });
  await plugin.taxNexus.storefronts.add('billing', billing);
  return plugin;
};

const idsIn = ({ taxService }: PluginUnderTest): readonly string[] =>
  taxService
    .journal()
    .map(({ id }) => id)
    .sort();

interface Planned {
  readonly storefront: 'us-store' | 'billing';
  /** Signed when it is sent: Stripe's signatures grow old. */
  readonly webhook: () => SignedWebhook;
  readonly isForged: boolean;
}

const forgeShopify = ({ headers, body }: SignedWebhook, way: number): SignedWebhook => {
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

const eventOf = (recordId: string, id: string): Readonly<Record<string, unknown>> => {
  const isInvoice = recordId.startsWith('in_');
  return {
    id,
    object: 'event',
    type: isInvoice ? 'invoice.paid' : 'charge.updated',
    livemode: true,
    data: { object: { id: recordId, object: isInvoice ? 'invoice' : 'charge' } },
  };
};

const forgeStripe = (event: ReturnType<typeof eventOf>, way: number): SignedWebhook => {
  const now = Math.floor(Date.now() / 1000);
  switch (way) {
    case 0:
      return { ...stripeWebhook(event), body: `${JSON.stringify(event)} ` };
    case 1:
      return stripeWebhook(event, { timestamp: now - 3_600 });
    case 2:
      return stripeWebhook(event, { timestamp: now + 3_600 });
    default:
      return stripeWebhook(event, { secret: 'whsec_forger' });
  }
};

/** Every record at least once, many of them dozens of times, the same deliveries again and again, in any order. */
const plan = (random: () => number, records: readonly string[]): readonly Planned[] => {
  const below = (most: number): number => Math.floor(random() * most);
  const all = orders + records.length;
  const planned = Array.from({ length: count }, (_, index): Planned => {
    const place = index < all ? index : below(all);
    const deliveryId = `event-${place}-${below(5)}`;
    const isForged = index >= all && random() < 0.2;
    const way = below(4);
    const recordId = records[place - orders];
    if (recordId !== undefined) {
      const event = eventOf(recordId, `evt_${deliveryId}`);
      return {
        storefront: 'billing',
        isForged,
        webhook: () => (isForged ? forgeStripe(event, way) : stripeWebhook(event)),
      };
    }
    const topic = ['orders/create', 'orders/updated', 'orders/paid', 'orders/edited'][below(4)] ?? 'orders/updated';
    const payload = orderPayload(`${recipeOf({ orders, seed: 1 }, place).id}`);
    const webhook = shopifyWebhook(payload, { topic, deliveryId });
    return { storefront: 'us-store', isForged, webhook: () => (isForged ? forgeShopify(webhook, way) : webhook) };
  });
  return planned
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
};

describe('many deliveries of two platforms, with duplicates, in any order, some of them forged', () => {
  it('bring exactly the right set to the service, and every forged one is refused', async () => {
    const history = await aPlugin();
    const run = await history.taxNexus.historicalSync.start(sampleRange);
    await last(history.taxNexus.historicalSync.watch(run.id));
    const records = idsIn(history).flatMap((id) => /^stripe:[^:]+:((?:ch|in)_[^:]+)$/.exec(id)?.slice(1) ?? []);
    expect(records.length).toBeGreaterThan(20);

    const live = await aPlugin();
    const { taxNexus, events } = live;
    await taxNexus.start();
    const origin = await listen(toNode(taxNexus));
    const deliveries = plan(seededRandom(7).next, records);
    const statuses = { good: new Map<number, number>(), forged: new Map<number, number>() };
    await inParallel(16)(deliveries, async ({ storefront, webhook, isForged }) => {
      const { status } = await deliver(`${origin}/tax-nexus/webhooks/${storefront}`, webhook());
      const counts = isForged ? statuses.forged : statuses.good;
      counts.set(status, (counts.get(status) ?? 0) + 1);
    });
    const forged = deliveries.filter(({ isForged }) => isForged).length;
    expect(Object.fromEntries(statuses.good)).toStrictEqual({ 200: count - forged });
    expect(Object.fromEntries(statuses.forged)).toStrictEqual({ 401: forged });
    expect(forged).toBeGreaterThan(count / 10);

    await eventually(async () => (await taxNexus.waiting()).every(({ due, deferred }) => due + deferred === 0));
    const announced = idsIn(history).filter(
      (id) => id.startsWith('shopify:') || records.some((one) => id.endsWith(one)),
    );
    expect(idsIn(live)).toStrictEqual(announced);
    expect(events.filter(({ type }) => type === 'record.failed' || type === 'record.parked')).toStrictEqual([]);
  }, 480_000);
});
