import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { shopifySessions, tokenFromSessions } from '../../../connectors/shopify/index.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import type { TaxNexus, TaxNexusEvent } from '../../../src/app/plugin/tax-nexus.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { shopAccess } from '../../connectors/shopify/a-shop.ts';
import { eventually } from '../../support/a-plugin.ts';
import { aSessionTable } from '../../support/a-session-table.ts';
import { listening } from '../../support/listening.ts';
import { right } from '../../support/right.ts';
import { anApp, sendLibraryTo } from '../../support/shopify-library.ts';
import { orderPayload, requestOf, shopifyWebhook } from '../../support/signed-webhook.ts';
import { sized } from '../../support/size.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { DatabaseSync } = right(await loadSqliteDriver());
const folder = temporaryFolder();
const listen = listening();
const running: TaxNexus<string>[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop({ drainMs: 500 }))));

const secret = 'CANARY-secret';
const acme = 'acme.myshopify.com';

/** An app with Shopify's library and a session table, and the shops' Admin API, which accepts some tokens. */
const anInstalledApp = async () => {
  const accepted = new Set<string>();
  const asked: string[] = [];
  const origin = await listen((request, response) => {
    const token = String(request.headers['x-shopify-access-token']);
    asked.push(request.url ?? '');
    response.writeHead(accepted.has(token) ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(accepted.has(token) ? shopAccess().body : {}));
  });
  sendLibraryTo(origin);
  const table = aSessionTable();
  const { api, log } = anApp();
  const { sessionStorage, listShops } = table;
  const events: TaxNexusEvent[] = [];
  const note = (message: string, fields?: object): void => {
    logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const logged: string[] = [];
  const path = join(folder, `${randomUUID()}.db`);
  const state = `sqlite:${path}`;
  /** How many storefronts the sync database knows the time zone of, which is asked of the shop. */
  const liveShops = (): number => {
    const database = new DatabaseSync(path);
    const live = database.prepare('select storefront from run_time_zone').all().length;
    database.close();
    return live;
  };
  const create = (): TaxNexus<string> => {
    const taxNexus: TaxNexus<string> = createTaxNexus<Readonly<Record<string, StorefrontSource>>>({
      service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
      state,
      storefronts: {},
      directories: [
        shopifySessions({
          listShops,
          sessionStorage,
          accessToken: tokenFromSessions({ shopify: api, sessionStorage }),
          webhookSecrets: [secret],
          apiOrigin: origin,
        }),
      ],
      schedule: { catchUp: null, reconcile: null },
      logger: { debug: note, info: note, warn: note, error: note },
      onEvent: (event) => events.push(event),
    });
    running.push(taxNexus);
    return taxNexus;
  };
  const start = async (): Promise<TaxNexus<string>> => {
    const taxNexus = create();
    await taxNexus.start();
    return taxNexus;
  };
  const install = (shop: string, token: string): void => {
    accepted.add(token);
    table.install(shop, token);
  };
  const changes = (): readonly string[] =>
    events.flatMap(({ type, ...event }) =>
      /^storefront\.(added|removed)$/.test(type) && 'storefront' in event
        ? [`${type.slice(11)} ${event.storefront}`]
        : [],
    );
  return { table, asked, accepted, install, create, start, changes, logged, log, liveShops };
};

const deliver = async ({ handler }: TaxNexus<string>, shop: string, topic: string, payload: object, key = secret) =>
  (
    await handler(
      requestOf(
        shopifyWebhook(payload, { shop, topic, secret: key, deliveryId: randomUUID() }),
        'http://h.example/webhooks/shopify',
      ),
    )
  ).status;
const uninstallation = { id: 548_380_009, name: 'acme', myshopify_domain: acme };

describe('the shops of a Shopify app', () => {
  it('200 of them are restored by one query and without a request to Shopify, and have one webhook address', async () => {
    const { table, asked, install, create } = await anInstalledApp();
    const shops = Array.from({ length: 200 }, (_, index) => `shop-${index}.myshopify.com`);
    for (const shop of shops) install(shop, `token of ${shop}`);
    // Not started: live work opens each new shop once, to know its first day.
    const taxNexus = create();
    await taxNexus.storefronts.refresh();
    expect(taxNexus.storefronts.list()).toHaveLength(200);
    expect(shops.map((shop) => taxNexus.storefronts.find(shop))).toStrictEqual(shops.map((shop) => shop.split('.')[0]));
    expect(table.queries).toStrictEqual(['list']);
    expect(asked).toStrictEqual([]);
    expect(await deliver(taxNexus, 'shop-137.myshopify.com', 'orders/updated', orderPayload('1'))).toBe(200);
    expect((await taxNexus.waiting()).map(({ storefront }) => storefront)).toStrictEqual(['shop-137']);
  });

  it('all of them are each asked once, when they go live, and none when the app starts again', async () => {
    const shops = sized({ quick: 20, all: 200 });
    const { table, asked, install, start, liveShops } = await anInstalledApp();
    for (let n = 0; n < shops; n += 1) install(`shop-${n}.myshopify.com`, `token ${n}`);
    const first = await start();
    await eventually(() => liveShops() === shops);
    expect(asked).toHaveLength(shops);
    await first.stop();
    asked.splice(0);
    table.queries.splice(0);
    const again = await start();
    expect(again.storefronts.list()).toHaveLength(shops);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(table.queries).toStrictEqual(['list']);
    expect(asked).toStrictEqual([]);
  }, 120_000);

  it('come when they install the app, and go when they uninstall it, and come again when they reinstall it', async () => {
    const { table, asked, accepted, install, start, changes, logged, log } = await anInstalledApp();
    const taxNexus = await start();
    expect(taxNexus.storefronts.list()).toStrictEqual([]);
    // The app's callback after the installation.
    install(acme, 'CANARY-1');
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: ['acme'] });

    // Shopify revokes the token at once; this app leaves the row in its table.
    accepted.delete('CANARY-1');
    expect(await deliver(taxNexus, acme, 'app/uninstalled', uninstallation, 'forged')).toBe(401);
    expect(
      await deliver(taxNexus, acme, 'app/uninstalled', { ...uninstallation, myshopify_domain: 'b.myshopify.com' }),
    ).toBe(401);
    expect(asked).toStrictEqual([]);
    expect(await deliver(taxNexus, acme, 'app/uninstalled', uninstallation)).toBe(200);
    await eventually(() => taxNexus.storefronts.list().length === 0);
    await taxNexus.storefronts.refresh();
    expect(await deliver(taxNexus, acme, 'orders/updated', orderPayload('1'))).toBe(401);
    expect(taxNexus.storefronts.list()).toStrictEqual([]);

    // The first that is heard of a reinstallation is a webhook.
    install(acme, 'CANARY-2');
    expect(await deliver(taxNexus, acme, 'orders/updated', orderPayload('1'))).toBe(200);
    expect(taxNexus.storefronts.list()).toStrictEqual(['acme']);
    // A delivery of the time before arrives again.
    expect(await deliver(taxNexus, acme, 'app/uninstalled', uninstallation)).toBe(200);
    await eventually(() => asked.length > 1);
    await taxNexus.storefronts.refresh();
    expect(changes()).toStrictEqual(['added acme', 'removed acme', 'added acme']);

    // This time the app deletes the row.
    accepted.delete('CANARY-2');
    table.uninstall(acme);
    expect(await deliver(taxNexus, acme, 'app/uninstalled', uninstallation)).toBe(200);
    await eventually(() => taxNexus.storefronts.list().length === 0);
    expect([...logged, ...log.lines].join()).not.toContain('CANARY');
  });

  it('stay while the table cannot be read, and are restored by another start', async () => {
    const { table, install, start, logged } = await anInstalledApp();
    install(acme, 'CANARY-1');
    const taxNexus = await start();
    table.isFailing = true;
    expect(await taxNexus.storefronts.refresh()).toMatchObject({
      removed: [],
      problems: [expect.stringContaining("listShops of your app failed; see your app's own log")],
    });
    expect(await deliver(taxNexus, 'new.myshopify.com', 'orders/updated', orderPayload('1'))).toBe(503);
    expect(taxNexus.storefronts.list()).toStrictEqual(['acme']);
    await taxNexus.stop({ drainMs: 500 });
    const again = await start();
    expect(again.storefronts.list()).toStrictEqual([]);
    table.isFailing = false;
    await again.storefronts.refresh();
    expect(again.storefronts.list()).toStrictEqual(['acme']);
    expect(logged.join()).not.toContain('CANARY');
  });
});
