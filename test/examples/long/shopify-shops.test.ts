import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.ts';
import { eventually } from '../../support/a-plugin.ts';
import { leaksIn } from '../../support/leaks-in.ts';
import { deliver, listening } from '../../support/listening.ts';
import { orderPayload, shopifyWebhook } from '../../support/signed-webhook.ts';
import { type Example, examples } from '../an-example.ts';
import { pushedIds } from '../pushed-ids.ts';

const sample = { shop: { orders: 12 }, stripe: { sales: 1 } };
const orders = (await pushedIds(sample)).filter((id) => id.startsWith('shopify:'));
const sandbox = await startSandbox(sample);
afterAll(() => sandbox.stop());
const listen = listening();
const anExample = examples();

const shop = sandbox.shop.domain;
const [key, secret] = ['client-1', 'shpss_CANARY_SECRET'];
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' };
const divert = fileURLToPath(new URL('../divert-shopify.mjs', import.meta.url));

/** The sample shop, which issues tokens and accepts them until the app is uninstalled. */
const anInstallableShop = async () => {
  const accepted = new Set<string>();
  let issued = 0;
  const origin = await listen((request, response) => {
    const answer = async (): Promise<void> => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const send = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (request.url === '/admin/oauth/access_token') {
        issued += 1;
        accepted.add(`shpat_CANARY_${issued}`);
        return send(200, { access_token: `shpat_CANARY_${issued}`, scope: 'read_orders' });
      }
      if (!accepted.has(String(request.headers['x-shopify-access-token'])))
        return send(401, { errors: 'Unauthorized' });
      const headers = { 'content-type': 'application/json', 'x-shopify-access-token': sandbox.shop.accessToken };
      const body = Buffer.concat(parts).toString();
      // The template for Express looks for its subscriptions after each installation.
      if (body.includes('metafieldNamespaces')) {
        return send(200, { data: { webhookSubscriptions: { edges: [], pageInfo: { hasNextPage: false } } } });
      }
      const answered = await fetch(`${sandbox.shop.origin}${request.url}`, { method: 'POST', headers, body });
      send(answered.status, (await answered.json()) as object);
    };
    answer().catch(() => response.destroy());
  });
  return { origin, revoke: () => accepted.clear(), issued: () => issued };
};

const signed = (text: string, encoding: 'hex' | 'base64url'): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

/** A merchant opens the app in the Shopify admin: App Bridge sends a session token, and the template exchanges it. */
const openInReactRouter = async ({ origin }: Example): Promise<number> => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: `https://${shop}/admin`, dest: `https://${shop}`, aud: key, sub: '7', jti: String(now) };
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, exp: now + 60, nbf: now - 5, iat: now })}`;
  const authorization = `Bearer ${head}.${signed(head, 'base64url')}`;
  return (await fetch(`${origin}/app`, { headers: { ...browser, authorization } })).status;
};

/** A merchant installs the app: OAuth, with the state in a cookie. */
const openInExpress = async ({ origin }: Example): Promise<number> => {
  const begun = await fetch(`${origin}/api/auth?shop=${shop}`, { headers: browser, redirect: 'manual' });
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const host = Buffer.from(`${shop}/admin`).toString('base64url');
  const query = new URLSearchParams({
    code: 'code-1',
    host,
    shop,
    state,
    timestamp: String(Math.floor(Date.now() / 1_000)),
  });
  query.set('hmac', signed(query.toString(), 'hex'));
  const headers = { ...browser, cookie };
  return (await fetch(`${origin}/api/auth/callback?${query.toString()}`, { headers, redirect: 'manual' })).status;
};

const arrived = (): readonly string[] => sandbox.taxService.journal().map(({ id }) => id);

describe.each([
  ['React Router', ['hosts.mjs', 'shopify-shops'], 200, openInReactRouter, 0],
  ['Express', ['shopify-shops/express/app.mjs'], 302, openInExpress, 4],
  ['Remix', ['hosts.mjs', 'shopify-shops-remix'], 200, openInReactRouter, 8],
] as const)('the Shopify app template for %s, installed from the tarball', (_, words, opened, open, first) => {
  it('adds a shop that installs the app, restores it at a restart, and removes it when it uninstalls the app', async () => {
    const { origin, revoke, issued } = await anInstallableShop();
    const variables = {
      SHOPIFY_API_KEY: key,
      SHOPIFY_API_SECRET: secret,
      SHOPIFY_APP_URL: 'https://app.example',
      SHOPIFY_API_ORIGIN: origin,
      SCOPES: 'read_orders',
    };
    const also = [
      '@shopify/shopify-api',
      '@shopify/shopify-app-react-router',
      '@shopify/shopify-app-express',
      '@shopify/shopify-app-remix',
      'react-router',
    ];
    const node = ['--import', divert, ...words];
    let example = await anExample(sandbox, node, { also, variables });
    const says = async (topic: string, payload: object, by = secret): Promise<number> =>
      (
        await deliver(
          `${example.origin}/tax-nexus/webhooks/shopify`,
          shopifyWebhook(payload, { shop, topic, secret: by }),
        )
      ).status;
    const sells = (order: number): Promise<number> =>
      says('orders/paid', orderPayload(orders[order]?.split(':')[2] ?? ''));
    const uninstall = (by?: string): Promise<number> =>
      says('app/uninstalled', { id: 61_000_000_001, myshopify_domain: shop }, by);
    const sessions = (): string => readFileSync(join(example.app.folder, 'sessions.json'), 'utf8');

    expect(await sells(first)).toBe(401);
    expect(await open(example)).toBe(opened);
    expect(await sells(first)).toBe(200);
    await eventually(() => arrived().length === first + 1);

    expect(await example.end()).toBe(0);
    example = await anExample(sandbox, node, { variables, before: example });
    expect(await sells(first + 1)).toBe(200);
    await eventually(() => arrived().length === first + 2);
    expect(issued()).toBe(1);

    expect(await uninstall('forged')).toBe(401);
    expect(await sells(first + 2)).toBe(200);
    await eventually(() => arrived().length === first + 3);
    revoke();
    expect(await uninstall()).toBe(200);
    await eventually(() => !sessions().includes('offline_'));
    expect(await sells(first + 3)).toBe(401);

    expect(await open(example)).toBe(opened);
    expect(await sells(first + 3)).toBe(200);
    await eventually(() => arrived().length === first + 4);
    expect(arrived().slice(first)).toStrictEqual(orders.slice(first, first + 4));
    expect(issued()).toBe(2);
    expect(leaksIn(example.printed())).toStrictEqual([]);
  }, 180_000);
});
