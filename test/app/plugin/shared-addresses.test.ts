import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { shopify } from '../../../connectors/shopify/index.ts';
import { stripe } from '../../../connectors/stripe/index.ts';
import { toNode } from '../../../src/adapters/node.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import type { TaxNexus, TaxNexusEvent } from '../../../src/app/plugin/tax-nexus.ts';
import type { Credentials } from '../../../src/app/plugin/tax-nexus-options.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { inParallel } from '../../../src/domain/async.ts';
import { deliver, listening } from '../../support/listening.ts';
import { orderPayload, shopifyWebhook, type SignedWebhook, stripeWebhook } from '../../support/signed-webhook.ts';
import { sized } from '../../support/size.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const listen = listening();
const plugins: TaxNexus<string>[] = [];
afterAll(() => Promise.all(plugins.map((one) => one.stop())));

const domainOf = (shop: string): string => `${shop}.myshopify.com`;
const aShop = (shop: string, secret: string): StorefrontSource =>
  shopify({ shop: domainOf(shop), accessToken: 'shpat_1', webhookSecrets: [secret] });
const anAccount = (secret: string, account?: string): StorefrontSource =>
  stripe({ secretKey: 'sk_live_1', webhookSecrets: [secret], account, timeZone: 'America/New_York' });

/** Behind a real server, and not started: what was delivered waits. */
const aPlugin = async (storefronts: Readonly<Record<string, StorefrontSource>>, credentials?: Credentials) => {
  const logged: string[] = [];
  const events: TaxNexusEvent[] = [];
  const note = (message: string, fields?: object): void => {
    logged.push(`${message} ${JSON.stringify(fields)}`);
  };
  const taxNexus: TaxNexus<string> = createTaxNexus({
    service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
    state: `sqlite:${join(folder, `${randomUUID()}.db`)}`,
    storefronts,
    ...(credentials !== undefined && { credentials }),
    logger: { debug: note, info: note, warn: note, error: note },
    onEvent: (event) => events.push(event),
  });
  plugins.push(taxNexus);
  const origin = await listen(toNode(taxNexus));
  return {
    taxNexus,
    events,
    logged,
    send: async (webhook: SignedWebhook, address = 'shopify'): Promise<number> =>
      (await deliver(`${origin}/tax-nexus/webhooks/${address}`, webhook)).status,
    /** How many records wait, by storefront. */
    waiting: async () =>
      Object.fromEntries((await taxNexus.waiting()).map(({ storefront, due }) => [storefront, due] as const)),
  };
};

const orderOf = (shop: string, secret: string, id = '1001'): SignedWebhook =>
  shopifyWebhook(orderPayload(id), { shop: domainOf(shop), secret });
const chargeOf = (account: string | null, secret: string, id = 'ch_1'): SignedWebhook =>
  stripeWebhook(
    {
      id: `evt_${id}`,
      object: 'event',
      type: 'charge.succeeded',
      livemode: true,
      ...(account !== null && { account }),
      data: { object: { id, object: 'charge' } },
    },
    { secret },
  );

describe('…/webhooks/shopify', () => {
  it('brings each delivery of many shops to its storefront, and none with the secret or domain of another', async () => {
    const shops = Array.from({ length: sized({ quick: 40, all: 200 }) }, (_, index) => `shop-${index}`);
    // Half of them have an app of their own; the others share one.
    const secretOf = (shop: string): string => (Number(shop.slice(5)) % 2 === 0 ? 'shpss_shared' : `shpss_${shop}`);
    const { send, waiting, events } = await aPlugin(
      Object.fromEntries(shops.map((shop) => [shop, aShop(shop, secretOf(shop))])),
    );
    const send8 = inParallel(8);
    await send8(shops, async (shop) => {
      const next = shops[(shops.indexOf(shop) + 1) % shops.length] ?? '';
      expect(await send(orderOf(next, secretOf(shop)))).toBe(401);
      expect(await send(orderOf(shop, secretOf(next)))).toBe(401);
    });
    expect(await waiting()).toStrictEqual({});
    expect(events).toHaveLength(2 * shops.length);
    const countOf = (shop: string): number => 1 + (Number(shop.slice(5)) % 3);
    await send8(shops, async (shop) => {
      for (let order = 0; order < countOf(shop); order += 1) {
        expect(await send(orderOf(shop, secretOf(shop), `${1000 + order}`))).toBe(200);
      }
    });
    expect(await waiting()).toStrictEqual(Object.fromEntries(shops.map((shop) => [shop, countOf(shop)])));
  });

  it('refuses what no storefront verifies, and logs no domain that is not configured', async () => {
    const { send, waiting, events, logged } = await aPlugin({ acme: aShop('acme', 'shpss_1') });
    const { headers, body } = orderOf('acme', 'shpss_1');
    const unnamed = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-shopify-shop-domain'));
    expect(await send(orderOf('canary', 'shpss_1'))).toBe(401);
    expect(await send({ headers: unnamed, body })).toBe(401);
    expect(events).toStrictEqual([]);
    expect(logged.join()).toContain('No storefront has this name, or the shop or account of the delivery.');
    expect(logged.join()).not.toContain('canary');
    expect(await send(orderOf('acme', 'shpss_2'))).toBe(401);
    expect(events).toStrictEqual([{ type: 'webhook.refused', storefront: 'acme', reason: 'Unverified' }]);
    expect(await send(orderOf('acme', 'shpss_1'), 'stripe')).toBe(401);
    expect(await waiting()).toStrictEqual({});
  });

  it('refuses a signed delivery whose body is of another shop than its header', async () => {
    const { send, waiting, events } = await aPlugin({ a: aShop('a', 'shpss_1'), b: aShop('b', 'shpss_1') });
    const bodies = [
      { ...orderPayload('1001'), shop_domain: domainOf('a') },
      { shop_id: 1, shop_domain: domainOf('a') },
      { id: 1, myshopify_domain: domainOf('a') },
    ];
    for (const body of bodies) {
      for (const topic of ['orders/updated', 'app/uninstalled', 'shop/redact']) {
        expect(await send(shopifyWebhook(body, { topic, shop: domainOf('b'), secret: 'shpss_1' }))).toBe(401);
      }
    }
    expect(await waiting()).toStrictEqual({});
    expect(events.filter(({ type }) => type !== 'webhook.refused')).toStrictEqual([]);
  });

  it('finds the shop whatever the case of its domain, and next to its own address', async () => {
    const { send, waiting } = await aPlugin({ acme: aShop('Acme', 'shpss_1') });
    expect(await send(shopifyWebhook(orderPayload('1'), { shop: 'ACME.myshopify.com', secret: 'shpss_1' }))).toBe(200);
    expect(await send(orderOf('acme', 'shpss_1', '2'), 'acme')).toBe(200);
    expect(await waiting()).toStrictEqual({ acme: 2 });
  });

  it('is the address of a storefront that has this name', async () => {
    const { send, waiting } = await aPlugin({ shopify: aShop('a', 'shpss_a'), b: aShop('b', 'shpss_b') });
    expect(await send(orderOf('a', 'shpss_a'))).toBe(200);
    expect(await send(orderOf('b', 'shpss_b'))).toBe(401);
    expect(await waiting()).toStrictEqual({ shopify: 1 });
  });

  it('knows the storefronts that are there at the moment', async () => {
    const shops = new Map([['first', aShop('a', 'shpss_1')]]);
    const { taxNexus, send, waiting } = await aPlugin({}, (name) => shops.get(name) ?? null);
    expect(await send(orderOf('a', 'shpss_1', '1'))).toBe(401);
    const first = await taxNexus.storefronts.add('first');
    expect(taxNexus.storefronts.find(domainOf('a'))).toBe('first');
    expect(await send(orderOf('a', 'shpss_1', '1'))).toBe(200);
    shops.set('first', aShop('b', 'shpss_2'));
    await taxNexus.storefronts.add('first');
    expect(taxNexus.storefronts.find(domainOf('a'))).toBeUndefined();
    expect(await send(orderOf('a', 'shpss_1', '2'))).toBe(401);
    expect(await send(orderOf('b', 'shpss_2', '2'))).toBe(200);
    taxNexus.storefronts.remove(first);
    expect(await send(orderOf('b', 'shpss_2', '3'))).toBe(401);
    expect(taxNexus.storefronts.find(domainOf('b'))).toBeUndefined();
    expect(await waiting()).toStrictEqual({ first: 2 });
  });

  it('answers 503 while the storefront of the shop cannot be opened', async () => {
    const source = aShop('a', 'shpss_1');
    const failing: StorefrontSource = {
      ...source,
      open: () => {
        throw new TypeError();
      },
    };
    const { send } = await aPlugin({ a: failing });
    expect(await send(orderOf('a', 'shpss_1'))).toBe(503);
  });
});

describe('…/webhooks/stripe', () => {
  it('brings the events of two accounts with keys of their own to the one whose secret signed them', async () => {
    const { send, waiting, events } = await aPlugin({ us: anAccount('whsec_us'), eu: anAccount('whsec_eu') });
    expect(await send(chargeOf(null, 'whsec_eu', 'ch_1'), 'stripe')).toBe(200);
    expect(await send(chargeOf(null, 'whsec_us', 'ch_2'), 'stripe')).toBe(200);
    expect(await send(chargeOf(null, 'whsec_eu', 'ch_3'), 'stripe')).toBe(200);
    expect(await waiting()).toStrictEqual({ us: 1, eu: 2 });
    expect(events).toStrictEqual([]);
    expect(await send(chargeOf(null, 'whsec_none'), 'stripe')).toBe(401);
    expect(events).toHaveLength(2);
  });

  it('brings the events of a platform’s one endpoint to the connected accounts that they name', async () => {
    const { send, waiting, events } = await aPlugin({
      platform: anAccount('whsec_own'),
      a: anAccount('whsec_connect', 'acct_A'),
      b: anAccount('whsec_connect', 'acct_B'),
    });
    expect(await send(chargeOf('acct_A', 'whsec_connect', 'ch_1'), 'stripe')).toBe(200);
    expect(await send(chargeOf('acct_B', 'whsec_connect', 'ch_2'), 'stripe')).toBe(200);
    expect(await send(chargeOf('acct_B', 'whsec_connect', 'ch_3'), 'stripe')).toBe(200);
    expect(await send(chargeOf(null, 'whsec_own', 'ch_4'), 'stripe')).toBe(200);
    expect(await waiting()).toStrictEqual({ platform: 1, a: 1, b: 2 });
    expect(events).toStrictEqual([]);
    expect(await send(chargeOf('acct_A', 'whsec_own', 'ch_5'), 'stripe')).toBe(401);
    expect(await send(chargeOf(null, 'whsec_connect', 'ch_6'), 'stripe')).toBe(401);
    expect(await waiting()).toStrictEqual({ platform: 1, a: 1, b: 2 });
  });

  it('takes the genuine events of an account without a storefront and keeps none of them; forged ones get 401', async () => {
    const { send, waiting, events } = await aPlugin({ a: anAccount('whsec_connect', 'acct_A') });
    expect(await send(chargeOf('acct_OTHER', 'whsec_connect'), 'stripe')).toBe(200);
    expect(await send(chargeOf('acct_OTHER', 'whsec_forged'), 'stripe')).toBe(401);
    expect(await send({ headers: { 'content-type': 'application/json' }, body: '{}' }, 'stripe')).toBe(401);
    expect(await waiting()).toStrictEqual({});
    expect(events).toStrictEqual([]);
  });
});
