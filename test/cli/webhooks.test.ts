import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type CliWorld, cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();
const aShop = (): Promise<CliWorld> => world({ shop: { orders: 1 } });

const address = 'https://app.example/tax-nexus/webhooks/us-store';
const words = (action: string, ...more: readonly string[]): readonly string[] => [
  'webhooks',
  action,
  '--storefront',
  'us-store',
  '--address',
  address,
  ...more,
];

describe('tax-nexus webhooks', () => {
  it('status names what is missing, and changes nothing', async () => {
    const { cli } = await aShop();
    for (const { code, out } of [await cli(words('status')), await cli(words('status'))]) {
      expect(code).toBe(1);
      expect(out).toContain('MISSING   orders/updated');
      expect(out).toContain(
        "look      customers/data_request, customers/redact, shop/redact: set in the app's configuration",
      );
    }
  });

  it('apply creates what is missing, and finds everything in its place afterwards', async () => {
    const { cli } = await aShop();
    const first = await cli(words('apply'));
    expect(first.code).toBe(0);
    expect(first.out).toContain('created   orders/updated: subscribed');
    const second = await cli(words('apply'));
    expect(second.code).toBe(0);
    expect(second.out).not.toContain('created');
    expect((await cli(words('status'))).code).toBe(0);
  });

  it('prints one JSON object when asked for it', async () => {
    const { cli } = await aShop();
    const { out } = await cli(words('status', '--json'));
    expect(out).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(out)).toMatchObject({
      storefront: 'us-store',
      address,
      findings: expect.arrayContaining([expect.objectContaining({ topic: 'orders/paid', state: 'missing' })]),
    });
  });

  it('lists the storefronts when the name is unknown', async () => {
    const { cli } = await aShop();
    for (const name of ['us-shop', 'toString']) {
      const { code, err } = await cli(['webhooks', 'status', '--storefront', name, '--address', address]);
      expect(code).toBe(2);
      expect(err).toContain(`There is no storefront "${name}"; configured are: us-store.`);
    }
  });

  it('needs a storefront and an address', async () => {
    const { cli } = await aShop();
    expect((await cli(['webhooks', 'apply', '--storefront', 'us-store'])).code).toBe(2);
    expect((await cli(['webhooks', 'apply', '--address', address])).code).toBe(2);
  });

  it.each(['not a url', 'app.example/hook', 'localhost:3000', 'ftp://app.example/hook', ''])(
    'takes no address that is none, and reads nothing (%j)',
    async (wrong) => {
      const { cli, shop } = await aShop();
      const { code, out, err } = await cli(['webhooks', 'status', '--storefront', 'us-store', '--address', wrong]);
      expect([code, out]).toStrictEqual([2, '']);
      expect(err).toContain('https://');
      expect(shop.answers()).toStrictEqual({});
    },
  );

  it.each(['status', 'apply'])(
    'takes no address at which another storefront takes its deliveries: %s',
    async (action) => {
      const { cli, shop, folder } = await aShop();
      const path = join(folder, 'tax-nexus.config.json');
      const written = JSON.parse(readFileSync(path, 'utf8')) as { storefronts: Record<string, unknown> };
      const storefronts = { ...written.storefronts, 'eu-store': written.storefronts['us-store'] };
      writeFileSync(path, JSON.stringify({ ...written, storefronts }));
      const of = (name: string): readonly string[] => [
        'webhooks',
        action,
        '--storefront',
        'eu-store',
        '--address',
        `https://app.example/a/webhooks/${name}`,
      ];
      const { code, out, err } = await cli(of('us-store'));
      expect([code, out]).toStrictEqual([2, '']);
      expect(err).toContain('the address of "us-store"');
      expect(err).toContain('/webhooks/eu-store, or --storefront us-store');
      expect(shop.answers()).toStrictEqual({});
      // A host's own route, which hands deliveries to receive, may be called as it likes.
      for (const name of ['eu-store', 'shopify']) expect((await cli(of(name))).out).toContain('orders/updated');
    },
  );

  it('describes what is wrong with an address', async () => {
    const { cli } = await aShop();
    const { code, err } = await cli([
      'webhooks',
      'apply',
      '--storefront',
      'us-store',
      '--address',
      'http://127.0.0.1/hook',
    ]);
    expect(code).toBe(1);
    expect(err).toContain('https only');
  });

  it('ends as refused credentials do when the token is refused', async () => {
    const { cli } = await world({ shop: { orders: 1 }, token: 'shpat_CANARY_OLD' });
    expect((await cli(words('apply'))).code).toBe(3);
  });
});
