import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { type CliWorld, cliWorlds } from '../support/cli-worlds.ts';
import { right } from '../support/right.ts';

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

/** As if the shop's deliveries had arrived, however they are subscribed. */
const arrive = async ({ folder }: CliWorld, topic: string): Promise<void> => {
  const store = right(await sqliteStore(join(folder, 'book.db'))());
  const receivedAt = new Date().toISOString();
  const delivery = { storefront: 'us-store', deliveryId: `digest ${topic}`, recordId: null, isDeletion: false };
  right(await store.inbox.receiveDelivery({ ...delivery, receivedAt })());
  await store.close();
};

const shared = address.replace('us-store', 'shopify');
const at = (url: string, action: string): readonly string[] => [
  'webhooks',
  action,
  '--storefront',
  'us-store',
  '--address',
  url,
];

describe('tax-nexus webhooks', () => {
  it('does not call missing what arrives by the app’s own subscriptions, and subscribes to none of it', async () => {
    const us = await aShop();
    await arrive(us, 'orders/updated');
    for (const [url, action] of [
      [shared, 'status'],
      [address, 'apply'],
      [shared, 'apply'],
    ] as const) {
      const { code, out } = await us.cli(at(url, action));
      expect(code).toBe(0);
      expect(out).toContain(
        'look      orders/updated: not visible here (set in shopify.app.toml?); deliveries arrived less than a minute ago',
      );
      expect(out).toContain('orders/delete: not visible here (set in shopify.app.toml?); deliveries of other topics');
      expect(out).not.toMatch(/MISSING|created/);
    }
  });

  it('subscribes to one address of the storefront and its platform, not to both', async () => {
    const us = await aShop();
    expect((await us.cli(at(shared, 'apply'))).out).toContain('created   orders/updated');
    const { code, out } = await us.cli(at(address, 'apply'));
    expect(code).toBe(0);
    expect(out).toContain(`ok        orders/updated: subscribed at ${shared}`);
    expect(out).not.toContain('created');
    expect((await us.cli(at(`${shared}/`, 'apply'))).out).not.toContain('created');
  });

  it('takes no address of another platform', async () => {
    const { cli, folder } = await aShop();
    const path = join(folder, 'tax-nexus.config.json');
    const written = JSON.parse(readFileSync(path, 'utf8')) as { storefronts: Record<string, unknown> };
    const billing = { connector: 'stripe', secretKey: 'sk_live_1', timeZone: 'America/New_York' };
    writeFileSync(path, JSON.stringify({ ...written, storefronts: { ...written.storefronts, billing } }));
    const { code, err } = await cli(at(address.replace('us-store', 'stripe'), 'status'));
    expect(code).toBe(2);
    expect(err).toContain('That is the address of "billing"');
  });

  it('toml prints the section of shopify.app.toml that docs/webhooks.md shows', async () => {
    const { cli } = await aShop();
    const { code, out } = await cli(['webhooks', 'toml', '--address', shared]);
    expect(code).toBe(0);
    expect(out).toMatch(/^\[webhooks\]\napi_version = "\d{4}-\d{2}"\n/);
    expect(out).toContain(
      '"bulk_operations/finish", "app/uninstalled"]\ncompliance_topics = ["customers/data_request"',
    );
    expect(out).toContain(`uri = "${shared}"\n`);
    expect(readFileSync('docs/webhooks.md', 'utf8')).toContain(out);
  });

  it('toml prints nothing for an address to which Shopify would not deliver', async () => {
    const { cli } = await aShop();
    const { code, out, err } = await cli(['webhooks', 'toml', '--address', 'http://app.example/webhooks/shopify']);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toContain('https only');
  });

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
    expect(first.out).toContain('created   orders/updated: subscribed in the shop');
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
      expect(err).toContain(`There is no storefront "${name}". Configured: us-store.`);
    }
  });

  it('subscribes below publicUrl where no address is named, and leaves an audit record of who did it', async () => {
    const { cli, folder } = await aShop();
    const path = join(folder, 'tax-nexus.config.json');
    const written = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...written, publicUrl: 'https://app.example/tax-nexus/' }));
    expect((await cli(['webhooks', 'apply', '--storefront', 'us-store'])).out).toContain('created   orders/updated');
    expect((await cli(words('status'))).code).toBe(0);
    const { out } = await cli(['export', '--what', 'audit', '--format', 'json', '--from', '1d']);
    expect(JSON.parse(out)).toMatchObject([
      { action: 'subscribe', answer: 'no answer', id: address },
      { action: 'subscribe', answer: 'accepted', id: address, cause: 'person', decidedBy: expect.stringMatching(/./) },
    ]);
  });

  it('needs a storefront, and an address where publicUrl is not set', async () => {
    const { cli } = await aShop();
    expect((await cli(['webhooks', 'apply', '--storefront', 'us-store'])).code).toBe(2);
    expect((await cli(['webhooks', 'apply', '--address', address])).code).toBe(2);
  });

  it.each(['not a url', 'app.example/hook', 'localhost:3000', 'ftp://app.example/hook', ''])(
    'takes no address that is not one, and reads nothing (%j)',
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
      expect(err).toContain('Use the one that ends in /webhooks/eu-store.');
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
