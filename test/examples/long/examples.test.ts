import { afterAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { eventually } from '../../support/a-plugin.ts';
import { leaksIn } from '../../support/leaks-in.ts';
import { deliver } from '../../support/listening.ts';
import { shopifySecret, stripeSecret } from '../../support/signed-webhook.ts';
import { examples } from '../an-example.ts';
import { webhookOfShopify, webhookOfStripe } from '../platform-webhooks.ts';
import { pushedIds } from '../pushed-ids.ts';

const sample = { shop: { orders: 12 }, stripe: { sales: 24 } };
const pushed = await pushedIds(sample);
const idOf = (start: RegExp): string => pushed.find((id) => start.test(id)) ?? '';
const [order, charge] = [idOf(/^shopify:/), idOf(/^stripe:[^:]+:(ch|in)_/)];
const recordOf = (id: string): string => id.split(':')[2] ?? '';

const nest = ['common', 'core', 'platform-express'].map((part) => `@nestjs/${part}`).concat('reflect-metadata', 'rxjs');
const anExample = examples();
const sandboxes: Sandbox[] = [];
afterAll(async () => {
  await Promise.all(sandboxes.map(({ stop }) => stop()));
});
const aSandbox = async (): Promise<Sandbox> => {
  const sandbox = await startSandbox(sample);
  sandboxes.push(sandbox);
  return sandbox;
};

const arrived = ({ taxService }: Sandbox): readonly string[] =>
  taxService
    .journal()
    .map(({ id }) => id)
    .sort();

describe.each([
  ['plain node', ['node/app.mjs'], 0, []],
  ['Express 5', ['express/app.mjs'], 0, []],
  ['Express 4', ['express/app.mjs'], 0, ['express=express-4']],
  ['Fastify', ['fastify/app.mjs'], 0, []],
  ['Koa', ['koa/app.mjs'], 0, ['koa']],
  ['Hono', ['hono/app.mjs'], 0, []],
  ['NestJS', ['nest/main.mjs'], 0, nest],
  ['route handlers of Next.js', ['hosts.mjs', 'next'], null, []],
  ['the endpoint of SvelteKit', ['hosts.mjs', 'sveltekit'], 0, []],
  ['the plugin and route of Nuxt', ['hosts.mjs', 'nuxt'], 0, []],
  ['the server of Astro', ['hosts.mjs', 'astro'], 0, []],
  ['the handler for AWS Lambda', ['hosts.mjs', 'aws-lambda'], 0, []],
  ['the Shopify app template', ['hosts.mjs', 'shopify-app'], 0, []],
])('the example for %s, installed from the tarball and started for real,', (_, words, exitCode, also) => {
  it('pushes each sale of a webhook once, and nothing that is forged', async () => {
    const sandbox = await aSandbox();
    const example = await anExample(sandbox, words, { also });
    const [shop, billing] = ['us-store', 'billing'].map((name) => `${example.origin}/tax-nexus/webhooks/${name}`);
    const statusOf = async (url = '', webhook: Parameters<typeof deliver>[1]): Promise<number> =>
      (await deliver(url, webhook)).status;

    expect(await statusOf(shop, await webhookOfShopify(recordOf(order), 'shpss_forged'))).toBe(401);
    expect(await statusOf(billing, webhookOfStripe(recordOf(charge), 'whsec_forged'))).toBe(401);
    const genuine = await webhookOfShopify(recordOf(order), shopifySecret);
    expect(await statusOf(shop, { ...genuine, body: `${genuine.body} ` })).toBe(401);
    expect(await statusOf(`${example.origin}/tax-nexus/webhooks/unknown`, genuine)).toBe(401);
    expect((await fetch(`${example.origin}/tax-nexus/ready`)).status).toBe(200);
    expect(arrived(sandbox)).toStrictEqual([]);

    for (let time = 0; time < 2; time += 1) {
      expect(await statusOf(shop, genuine)).toBe(200);
      expect(await statusOf(billing, webhookOfStripe(recordOf(charge), stripeSecret))).toBe(200);
    }
    await eventually(() => arrived(sandbox).length >= 2);
    expect(arrived(sandbox)).toStrictEqual([order, charge].sort());
    expect(leaksIn(example.printed())).toStrictEqual([]);
    expect(await example.end()).toBe(exitCode);
    expect(arrived(sandbox)).toStrictEqual([order, charge].sort());
  }, 120_000);
});

describe('an example whose port is in use', () => {
  it.each(['node/app.mjs', 'express/app.mjs', 'fastify/app.mjs', 'many-merchants/app.mjs'])(
    'names the port, and ends: %s',
    async (app) => {
      const sandbox = await aSandbox();
      const taken = Number(new URL(sandbox.taxService.origin).port);
      await expect(anExample(sandbox, [app], { port: taken })).rejects.toThrow(
        new RegExp(`the example ended with 1: .*(?<!TypeError.*)EADDRINUSE.*:${taken}`, 's'),
      );
    },
    120_000,
  );
});

describe('the hosts’ own routes next to the plugin', () => {
  it.each([
    ['Express', 'express/app.mjs'],
    ['Fastify', 'fastify/app.mjs'],
  ])(
    'get their parsed bodies: %s',
    async (_, app) => {
      const { origin } = await anExample(await aSandbox(), [app]);
      const order = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
      expect(await deliver(`${origin}/orders`, order)).toStrictEqual({ status: 200, text: '{"got":{"a":1}}' });
    },
    120_000,
  );

  it('a scheduler drives Next.js on serverless functions, and nothing else does', async () => {
    const { origin } = await anExample(await aSandbox(), ['hosts.mjs', 'next']);
    expect((await fetch(`${origin}/cron`)).status).toBe(401);
    const answer = await fetch(`${origin}/cron`, { headers: { authorization: 'Bearer cron-secret' } });
    expect(await answer.json()).toStrictEqual({ resyncRequests: expect.any(Number), isDone: true });
  }, 120_000);

  it('the Shopify app template hands on what it has verified, and refuses what it has not', async () => {
    const sandbox = await aSandbox();
    const { origin } = await anExample(sandbox, ['hosts.mjs', 'shopify-app']);
    const url = `${origin}/webhooks/orders`;
    expect((await deliver(url, await webhookOfShopify(recordOf(order), 'shpss_forged'))).status).toBe(401);
    expect((await deliver(url, await webhookOfShopify(recordOf(order), shopifySecret))).status).toBe(200);
    await eventually(() => arrived(sandbox).length > 0);
    expect(arrived(sandbox)).toStrictEqual([order]);
  }, 120_000);

  it.each([
    ['event-bridge', (detail: unknown) => ({ 'detail-type': 'x', source: 'aws.partner/stripe.com/ed_1', detail })],
    ['event-grid', (data: unknown) => ({ specversion: '1.0', type: 'com.stripe.v1.x', source: '/', data })],
  ])(
    'events of Stripe that arrive by %s are pushed once',
    async (path, envelope) => {
      const sandbox = await aSandbox();
      const { origin } = await anExample(sandbox, ['hosts.mjs', 'stripe-events']);
      const post = async (body: unknown): Promise<number> =>
        (await fetch(`${origin}/${path}`, { method: 'POST', body: JSON.stringify(body) })).status;
      const event: unknown = JSON.parse(webhookOfStripe(recordOf(charge), stripeSecret).body);
      expect(await post(envelope({ type: 'no event' }))).toBe(500);
      for (let time = 0; time < 2; time += 1) expect(await post(envelope(event))).toBe(202);
      await eventually(() => arrived(sandbox).length > 0);
      expect(arrived(sandbox)).toStrictEqual([charge]);
    },
    120_000,
  );
});
