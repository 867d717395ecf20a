import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toNode } from '../../src/adapters/node.ts';
import { aWeb } from '../support/a-web.ts';
import { listening } from '../support/listening.ts';
import { orderPayload, shopifySecret, shopifyWebhook, stripeSecret, stripeWebhook } from '../support/signed-webhook.ts';
import { reportCounts } from '../support/report-counts.ts';

const listen = listening();

let attempts = 0;
afterAll(() => reportCounts('Attacks', { 'forged deliveries': attempts }));

const web = aWeb();
let origin = '';
beforeAll(async () => {
  origin = await listen(toNode(web));
});

const send = async (
  storefront: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Promise<number> => {
  attempts += 1;
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  return (await fetch(`${origin}/tax-nexus/webhooks/${storefront}`, init)).status;
};

const nothingDone = (): void => expect([web.deliveries, web.erased, web.woken]).toStrictEqual([[], [], []]);

const seconds = Math.floor(Date.now() / 1_000);
const order = shopifyWebhook(orderPayload('1001'));
const hmac = order.headers['x-shopify-hmac-sha256'] ?? '';
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.succeeded',
  livemode: true,
  data: { object: { id: 'ch_1' } },
};
const paid = stripeWebhook(event);
const stripeHeader = paid.headers['stripe-signature'] ?? '';
const v1 = /v1=(\w+)/.exec(stripeHeader)?.[1] ?? '';
const signedAt = (stamp: number | string, secret = stripeSecret): string =>
  createHmac('sha256', secret).update(`${stamp}.${paid.body}`).digest('hex');

const shopifySignatures: readonly string[] = [
  '',
  ' ',
  'null',
  'A'.repeat(44),
  `${'A'.repeat(43)}=`,
  hmac.slice(0, -1),
  hmac.slice(1),
  hmac.toLowerCase(),
  hmac.toUpperCase(),
  `${hmac},${hmac}`,
  `sha256=${hmac}`,
  `${hmac}=`,
  Buffer.from(hmac, 'base64').toString('hex'),
  Buffer.from(hmac, 'base64').toString('base64url'),
  `${hmac.slice(0, 20)}A${hmac.slice(21)}`,
  createHmac('sha256', '').update(order.body).digest('base64'),
  createHmac('sha256', 'undefined').update(order.body).digest('base64'),
  createHmac('sha1', shopifySecret).update(order.body).digest('base64'),
  createHmac('sha256', shopifySecret).update('').digest('base64'),
  createHmac('sha256', shopifySecret).update(`${order.body}\n`).digest('base64'),
  createHmac('sha256', stripeSecret).update(order.body).digest('base64'),
  'A'.repeat(6_000),
];

const stripeSignatures: readonly string[] = [
  '',
  't=,v1=',
  `t=${seconds}`,
  `v1=${v1}`,
  `t=${seconds},v0=${v1}`,
  `t=${seconds},v1=${v1.toUpperCase()}`,
  `t=${seconds},v1=${'0'.repeat(64)}`,
  `t=${seconds - 301},v1=${signedAt(seconds - 301)}`,
  `t=${seconds + 400},v1=${signedAt(seconds + 400)}`,
  `t=0,v1=${signedAt(0)}`,
  `t=-1,v1=${signedAt(-1)}`,
  `t=NaN,v1=${signedAt('NaN')}`,
  `t=1e99,v1=${signedAt('1e99')}`,
  `t=${'9'.repeat(30)},v1=${signedAt('9'.repeat(30))}`,
  `t=${seconds},v1=${signedAt(seconds, '')}`,
  `t=${seconds},v1=${signedAt(seconds, shopifySecret)}`,
  `t=${seconds},${'v1=0,'.repeat(1_000)}`,
  hmac,
];

/** Bodies that are not signed, and what they come with. */
const bodies: readonly (readonly [Readonly<Record<string, string>>, string | Buffer])[] = [
  [{}, ''],
  [{}, '{}'],
  [{}, '[]'],
  [{}, 'null'],
  [{}, '"text"'],
  [{}, '{'],
  [{}, '\ufeff{}'],
  [{}, '['.repeat(100_000)],
  [{}, '{"__proto__":{"id":1}}'],
  [{}, `{"id":${'9'.repeat(10_000)}}`],
  [{}, Buffer.alloc(100_000)],
  [{}, Buffer.from([0xff, 0xfe, 0x7b, 0x7d])],
  [{}, Buffer.alloc(4 * 1024 * 1024 + 1, ' ')],
  [{ 'content-encoding': 'gzip' }, gzipSync('{}')],
  [{ 'content-encoding': 'identity, gzip' }, gzipSync('{}')],
  [{ 'content-encoding': 'br' }, '{}'],
  [{ 'content-type': 'text/json' }, '{}'],
  [{ 'content-type': 'application/json; charset=utf-16' }, '{}'],
  [{ 'content-type': 'application/jsonp' }, '{}'],
  [{ 'content-type': 'multipart/form-data; boundary=b' }, '--b--'],
  [{ 'content-type': 'application/x-www-form-urlencoded' }, 'id=1001'],
  [{ 'x-http-method-override': 'DELETE' }, '{}'],
  [{ 'x-shopify-topic': 'shop/redact' }, '{"shop_id":1,"shop_domain":"sample-store.myshopify.com"}'],
  [{ 'x-shopify-topic': 'orders/delete' }, '{"id":1001}'],
  [{ 'x-shopify-shop-domain': 'evil.myshopify.com' }, '{}'],
  [{ 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }, '{}'],
  [{ authorization: 'Bearer anything', cookie: 'session=anything' }, '{}'],
];

const storefronts = ['us-store', 'billing', 'no-store'];

describe('a delivery that its platform did not sign', () => {
  it('is refused with 401, whatever stands in the place of its signature', async () => {
    for (const signature of shopifySignatures) {
      for (const name of ['x-shopify-hmac-sha256', 'shopify-hmac-sha256', 'x-hub-signature-256', 'authorization']) {
        const headers = { ...order.headers, 'x-shopify-hmac-sha256': '', [name]: signature };
        const status = await send('us-store', headers, order.body);
        expect([name, signature, status]).toStrictEqual([name, signature, 401]);
      }
    }
    for (const signature of stripeSignatures) {
      for (const storefront of storefronts) {
        const status = await send(storefront, { 'stripe-signature': signature }, paid.body);
        expect([signature, status]).toStrictEqual([signature, 401]);
      }
    }
    nothingDone();
  }, 60_000);

  it('is refused alike at every storefront, whatever its body is', async () => {
    for (const [headers, body] of bodies) {
      for (const signature of [{}, { 'x-shopify-hmac-sha256': hmac }, { 'stripe-signature': stripeHeader }]) {
        const statuses = new Set<number>();
        for (const storefront of storefronts) statuses.add(await send(storefront, { ...headers, ...signature }, body));
        expect(statuses.size).toBe(1);
        expect([401, 413, 415]).toContain([...statuses][0]);
      }
    }
    nothingDone();
  }, 60_000);

  it('is refused when one byte of it was changed', async () => {
    for (let at = 0; at < order.body.length; at += 1) {
      const body = `${order.body.slice(0, at)}${order.body[at] === 'x' ? 'y' : 'x'}${order.body.slice(at + 1)}`;
      expect([at, await send('us-store', order.headers, body)]).toStrictEqual([at, 401]);
    }
    nothingDone();
  }, 60_000);

  it('does not keep out a genuine one, which is taken after all of that', async () => {
    expect(await send('us-store', order.headers, order.body)).toBe(200);
    expect(await send('billing', paid.headers, paid.body)).toBe(200);
  });
});
