import { afterAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { shopify } from '../../../connectors/shopify/index.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import type { TaxNexus, TaxNexusEvent } from '../../../src/app/plugin/tax-nexus.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import type { StorefrontDirectory } from '../../../src/mapping/storefront-directory.ts';
import { broken, domainOf, memoryDirectory, type MemoryDirectory } from '../../support/a-directory.ts';
import { isOverWithin, eventually, last, plugins } from '../../support/a-plugin.ts';
import { orderPayload, requestOf, shopifySecret, shopifyWebhook } from '../../support/signed-webhook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
const made: TaxNexus<string>[] = [];
afterAll(() => Promise.all(made.map((one) => one.stop({ drainMs: 500 }))));

/** A plugin whose platforms cannot be reached. */
const aPlugin = (
  directories: readonly StorefrontDirectory[],
  storefronts: Readonly<Record<string, StorefrontSource>> = {},
) => {
  const logged: string[] = [];
  const events: TaxNexusEvent[] = [];
  const note =
    (level: string) =>
    (message: string, fields?: object): void => {
      logged.push(`${level}: ${message} ${JSON.stringify(fields ?? {})}`);
    };
  const taxNexus: TaxNexus<string> = createTaxNexus({
    service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
    state: `sqlite:${join(folder, `${randomUUID()}.db`)}`,
    storefronts,
    directories,
    schedule: { catchUp: null, reconcile: null },
    logger: { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') },
    onEvent: (event) => events.push(event),
  });
  made.push(taxNexus);
  const changes = (): readonly string[] =>
    events.flatMap((event) =>
      event.type === 'storefront.added' || event.type === 'storefront.removed'
        ? [`${event.type.slice(11)} ${event.storefront}`]
        : [],
    );
  return { taxNexus, events, logged, changes };
};

const sharedAddress = 'http://host.example/tax-nexus/webhooks/shopify';
const deliver = async (
  { handler }: TaxNexus<string>,
  shop: string,
  payload: object = orderPayload('1001'),
  signed: { readonly topic?: string; readonly secret?: string; readonly deliveryId?: string } = {},
): Promise<number> =>
  (await handler(requestOf(shopifyWebhook(payload, { shop: domainOf(shop), ...signed }), sharedAddress))).status;

const uninstallation = (shop: string): object => ({ id: 61_000_000_001, myshopify_domain: domainOf(shop) });
const uninstalled = { topic: 'app/uninstalled' };
const finds = ({ asked }: MemoryDirectory): number => asked.filter((question) => question.startsWith('find')).length;

describe('the storefronts of a directory', () => {
  it('are there when start has resolved, all of its pages, next to those of the options', async () => {
    const directory = memoryDirectory(['a', 'b', 'c', 'd', 'e']);
    const own = shopify({ shop: domainOf('own'), accessToken: 'shpat_1' });
    const { taxNexus, events } = aPlugin([directory], { own });
    await taxNexus.start();
    expect(taxNexus.storefronts.list()).toStrictEqual(['own', 'a', 'b', 'c', 'd', 'e']);
    expect(taxNexus.storefronts.find(domainOf('c'))).toBe('c');
    expect(events.slice(0, 1)).toStrictEqual([
      { type: 'storefront.added', storefront: 'a', account: domainOf('a'), directory: 'memory' },
    ]);
    expect(directory.asked.filter((question) => !question.startsWith('source'))).toStrictEqual([
      'page 0',
      'page 2',
      'page 4',
    ]);
  });

  it('appear and disappear as the directory lists them, with their webhooks, and nothing else is changed', async () => {
    const directory = memoryDirectory(['a', 'b', 'c']);
    const { taxNexus, changes, events } = aPlugin([directory]);
    await taxNexus.start();
    directory.shops.delete('b');
    directory.shops.set('d', 'first');
    expect(await deliver(taxNexus, 'b')).toBe(200);
    expect(await taxNexus.storefronts.refresh()).toStrictEqual({ added: ['d'], removed: ['b'], problems: [] });
    expect(taxNexus.storefronts.list()).toStrictEqual(['a', 'c', 'd']);
    expect(changes()).toStrictEqual(['added a', 'added b', 'added c', 'added d', 'removed b']);
    expect(events.at(-1)).toMatchObject({ account: domainOf('b'), directory: 'memory', reason: 'not listed' });
    expect(await deliver(taxNexus, 'b', orderPayload('1002'))).toBe(401);
    expect(await deliver(taxNexus, 'd')).toBe(200);
    // What waited is kept, and its source was built once.
    expect((await taxNexus.waiting()).map(({ storefront }) => storefront)).toContain('b');
    expect(directory.asked.filter((question) => question === 'source a')).toHaveLength(1);
  });

  it('stay when the directory fails in the middle of its list, which is warned about once', async () => {
    const directory = memoryDirectory(['a', 'b', 'c', 'd']);
    const { taxNexus, logged, changes } = aPlugin([directory]);
    await taxNexus.start();
    directory.shops.clear();
    for (const shop of ['e', 'f', 'g']) directory.shops.set(shop, 'first');
    directory.fault = (question) => (question === 'page 2' ? broken : undefined);
    const { added, removed, problems } = await taxNexus.storefronts.refresh();
    expect({ added, removed }).toStrictEqual({ added: ['e', 'f'], removed: [] });
    expect(problems).toStrictEqual([
      'The storefronts of memory could not be listed, so none was removed: The table did not answer',
    ]);
    await taxNexus.storefronts.refresh();
    await taxNexus.storefronts.refresh();
    expect(logged.filter((line) => line.startsWith('warn'))).toHaveLength(1);
    expect(changes().filter((change) => change.startsWith('removed'))).toStrictEqual([]);

    directory.fault = null;
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: ['g'], removed: ['a', 'b', 'c', 'd'] });
    expect(logged.join()).toContain('memory lists its storefronts again.');
    directory.fault = () => broken;
    await taxNexus.storefronts.refresh();
    expect(logged.filter((line) => line.startsWith('warn'))).toHaveLength(2);
  });

  it('stay when the directory throws, gives what is no page, or repeats a cursor; what it threw is not shown', async () => {
    const directory = memoryDirectory(['a', 'b', 'c']);
    const { taxNexus, logged } = aPlugin([directory]);
    await taxNexus.start();
    const { readPage } = directory;
    const odd: readonly StorefrontDirectory['readPage'][] = [
      () => () => Promise.reject(new Error('canary')),
      () => {
        throw new Error('canary');
      },
      () => () => Promise.resolve({ _tag: 'Right', right: { storefronts: [null], next: 'canary' } } as never),
      () => readPage({ _tag: 'Some', value: '0' }),
    ];
    for (const one of odd) {
      Object.assign(directory, { readPage: one });
      const { removed, problems } = await taxNexus.storefronts.refresh();
      expect({ removed, count: problems.length }).toStrictEqual({ removed: [], count: 1 });
    }
    expect(taxNexus.storefronts.list()).toStrictEqual(['a', 'b', 'c']);
    expect(logged.join()).not.toContain('canary');
  });

  it('that the host adds itself are the host’s, whatever the directory lists', async () => {
    const directory = memoryDirectory(['a', 'b']);
    const { taxNexus, changes } = aPlugin([directory]);
    await taxNexus.start();
    await taxNexus.storefronts.add('a', shopify({ shop: domainOf('a'), accessToken: 'shpat_2' }));
    directory.shops.clear();
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ removed: ['b'] });
    expect(taxNexus.storefronts.list()).toStrictEqual(['a']);
    directory.shops.set('a', 'first');
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: [], problems: [expect.any(String)] });
    taxNexus.storefronts.remove(
      await taxNexus.storefronts.add('a', shopify({ shop: domainOf('a'), accessToken: 'shpat_2' })),
    );
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: ['a'], problems: [] });
    expect(changes()).toStrictEqual(['added a', 'added b', 'removed b', 'added a']);
  });

  it('come by tick as well, where the host has its own scheduler', async () => {
    const directory = memoryDirectory(['a']);
    const { taxNexus } = aPlugin([directory]);
    await taxNexus.tick({ budgetMs: 1_000 });
    await taxNexus.tick({ budgetMs: 1_000 });
    expect(taxNexus.storefronts.list()).toStrictEqual(['a']);
    expect(directory.asked).toStrictEqual(['page 0', 'source a']);
  });
});

describe('a storefront that is named twice', () => {
  const conflict = (by: string): unknown =>
    expect.stringMatching(
      new RegExp(`^The storefront "a" of memory was not added, because .* was added by ${by}.*Remove or rename one`),
    );

  it.each([
    ['by its name', { a: shopify({ shop: domainOf('another'), accessToken: 'shpat_1' }) }],
    ['by its shop', { 'us-store': shopify({ shop: domainOf('a'), accessToken: 'shpat_1' }) }],
  ])('in the options and in a directory, %s, is an error and not added', async (_, storefronts) => {
    const { taxNexus, logged } = aPlugin([memoryDirectory(['a', 'b'])], storefronts);
    await taxNexus.start();
    expect(taxNexus.storefronts.list()).toStrictEqual([...Object.keys(storefronts), 'b']);
    expect((await taxNexus.storefronts.refresh()).problems).toStrictEqual([conflict('the app itself')]);
    expect(logged.filter((line) => line.startsWith('error'))).toHaveLength(1);
  });

  it('in two directories is an error; it is the first one’s until that no longer lists it', async () => {
    const first = memoryDirectory(['a'], { name: 'first' });
    const second = memoryDirectory([], { name: 'memory' });
    const { taxNexus, changes } = aPlugin([first, second]);
    await taxNexus.start();
    second.shops.set('a', 'first');
    expect((await taxNexus.storefronts.refresh()).problems).toStrictEqual([conflict('first')]);
    expect(taxNexus.storefronts.list()).toStrictEqual(['a']);
    second.shops.delete('a');
    expect(await taxNexus.storefronts.refresh()).toStrictEqual({ added: [], removed: [], problems: [] });
    first.shops.delete('a');
    await taxNexus.storefronts.refresh();
    second.shops.set('a', 'first');
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: ['a'] });
    expect(changes()).toStrictEqual(['added a', 'removed a', 'added a']);
  });

  it('and one whose options are wrong, or whose name no storefront may have, keep no other one out', async () => {
    const directory = memoryDirectory(['a', 'wrong', 'x'.repeat(64), 'b'], {
      sourceOf: (shop) => {
        if (shop === 'a') throw new Error('canary');
        return shopify({ shop: domainOf(shop), accessToken: shop === 'wrong' ? '' : 'shpat_1' });
      },
    });
    const { taxNexus, logged } = aPlugin([directory]);
    await taxNexus.start();
    expect(taxNexus.storefronts.list()).toStrictEqual(['b']);
    expect((await taxNexus.storefronts.refresh()).problems).toHaveLength(3);
    expect(logged.filter((line) => line.startsWith('error'))).toHaveLength(3);
    expect(logged.join()).not.toContain('canary');
  });
});

describe('a webhook of a shop that is not added yet', () => {
  it('adds it when the directory knows it, and is kept', async () => {
    const directory = memoryDirectory();
    const { taxNexus, changes } = aPlugin([directory]);
    await taxNexus.start();
    directory.shops.set('new', 'first');
    expect(await Promise.all(['1', '2', '3'].map((id) => deliver(taxNexus, 'new', orderPayload(id))))).toStrictEqual([
      200, 200, 200,
    ]);
    expect(changes()).toStrictEqual(['added new']);
    expect(await taxNexus.waiting()).toMatchObject([{ storefront: 'new', due: 3 }]);
    const payload = orderPayload('4');
    directory.shops.set('other', 'first');
    await taxNexus.receive({ account: domainOf('other') }, { topic: 'ORDERS_UPDATED', deliveryId: '4', payload });
    await taxNexus.receive({ account: domainOf('other') }, { topic: 'ORDERS_UPDATED', deliveryId: '5', payload });
    expect(changes()).toStrictEqual(['added new', 'added other']);
  });

  it('asks nothing and adds nothing when it is forged, of another platform, or names no shop', async () => {
    const directory = memoryDirectory();
    const { taxNexus, logged } = aPlugin([directory]);
    await taxNexus.start();
    directory.shops.set('new', 'first');
    const before = directory.asked.length;
    const bodies = [orderPayload('1'), uninstallation('new'), { shop_id: 1, shop_domain: domainOf('new') }];
    for (const body of bodies) {
      for (const topic of ['orders/updated', 'app/uninstalled', 'shop/redact']) {
        expect(await deliver(taxNexus, 'new', body, { topic, secret: 'forged' })).toBe(401);
      }
    }
    expect(await deliver(taxNexus, 'new', uninstallation('another'))).toBe(401);
    expect(await deliver(taxNexus, '../canary', orderPayload('1'))).toBe(401);
    const signed = requestOf(
      shopifyWebhook(orderPayload('1'), { shop: domainOf('new') }),
      sharedAddress.replace('shopify', 'stripe'),
    );
    expect((await taxNexus.handler(signed)).status).toBe(401);
    expect(directory.asked.filter((question) => !question.startsWith('source'))).toHaveLength(before);
    expect(taxNexus.storefronts.list()).toStrictEqual([]);
    expect(logged.join()).not.toContain('canary');
  });

  it('gets 401 when the directory knows no such shop, and 503 when it does not answer, so that it is delivered again', async () => {
    const directory = memoryDirectory();
    const { taxNexus } = aPlugin([directory]);
    await taxNexus.start();
    expect(await deliver(taxNexus, 'unknown')).toBe(401);
    expect(await deliver(taxNexus, 'unknown', { id: 1, title: 'a product' }, { topic: 'products/update' })).toBe(200);
    const delivery = { topic: 'ORDERS_UPDATED', deliveryId: '1', payload: orderPayload('1') };
    await expect(taxNexus.receive({ account: domainOf('unknown') }, delivery)).rejects.toMatchObject({
      code: 'UNKNOWN_STOREFRONT',
    });
    directory.fault = () => broken;
    expect(await deliver(taxNexus, 'unknown')).toBe(503);
    await expect(taxNexus.receive({ account: domainOf('unknown') }, delivery)).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
    });
    // A platform gives up after five seconds.
    const hanging: (() => void)[] = [];
    directory.fault = () => new Promise((resolve) => hanging.push(() => resolve(broken)));
    const answered = deliver(taxNexus, 'unknown');
    expect(await isOverWithin(4_900, answered)).toBe(true);
    expect(await answered).toBe(503);
    for (const end of hanging) end();
  }, 20_000);
});

describe('a delivery that says that the app was uninstalled', () => {
  const aPluginOverShop = plugins();
  /** A directory whose one shop is the sample shop, which refuses its token once that is revoked. */
  const installed = async () => {
    const at = { origin: '', accessToken: '' };
    const directory = memoryDirectory(['sample-store'], {
      sourceOf: (shop) =>
        shopify({
          shop: domainOf(shop),
          accessToken: () => at.accessToken,
          webhookSecrets: [shopifySecret],
          apiOrigin: at.origin,
          since: sampleRange.from,
        }),
    });
    const plugin = await aPluginOverShop({ storefronts: {} as never, directories: [directory] });
    Object.assign(at, { origin: plugin.shop.origin, accessToken: plugin.shop.accessToken });
    await plugin.taxNexus.start();
    const taxNexus = plugin.taxNexus as TaxNexus<string>;
    const says = (signed: object = {}): Promise<number> =>
      deliver(taxNexus, 'sample-store', uninstallation('sample-store'), { ...uninstalled, ...signed });
    const isThere = (): boolean => taxNexus.storefronts.list().length === 1;
    const setRevoked = (isRevoked: boolean): void => {
      const fault = { kind: 'status', status: 401, when: 'before' } as const;
      plugin.shop.setFaults(isRevoked ? [{ on: 'graphql', fault }] : []);
    };
    return { ...plugin, taxNexus, directory, setRevoked, says, isThere };
  };

  it('removes the storefront once its row is gone', async () => {
    const { says, directory, isThere, events, taxNexus } = await installed();
    directory.shops.clear();
    expect(await says()).toBe(200);
    await eventually(() => !isThere());
    expect(events.at(-1)).toMatchObject({ type: 'storefront.removed', reason: 'uninstalled' });
    expect(await says({ deliveryId: 'again' })).toBe(200);
    directory.shops.set('sample-store', 'second');
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: ['sample-store'] });
  });

  it('removes it when its row remains and its token is refused, until the app is installed again', async () => {
    const { says, setRevoked, directory, isThere, taxNexus } = await installed();
    setRevoked(true);
    expect(await says()).toBe(200);
    await eventually(() => !isThere());
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: [], problems: [] });
    expect(await deliver(taxNexus, 'sample-store')).toBe(401);
    expect(isThere()).toBe(false);
    directory.shops.set('sample-store', 'second');
    setRevoked(false);
    expect(await taxNexus.storefronts.refresh()).toMatchObject({ added: ['sample-store'] });
    expect(await deliver(taxNexus, 'sample-store')).toBe(200);
  });

  it('changes nothing when it is late, after a reinstall: the token works', async () => {
    const { says, isThere, taxNexus, shop } = await installed();
    const before = shop.answers()['graphql 200'] ?? 0;
    expect(await says()).toBe(200);
    await eventually(() => (shop.answers()['graphql 200'] ?? 0) > before);
    await taxNexus.storefronts.refresh();
    expect(isThere()).toBe(true);
  });

  it('changes nothing when it is forged or of another shop, and asks nothing', async () => {
    const { says, isThere, taxNexus, directory, setRevoked } = await installed();
    setRevoked(true);
    directory.shops.clear();
    const before = finds(directory);
    expect(await says({ secret: 'forged' })).toBe(401);
    expect(await deliver(taxNexus, 'sample-store', uninstallation('another'), uninstalled)).toBe(401);
    expect(await deliver(taxNexus, 'sample-store', { id: 1 }, uninstalled)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isThere()).toBe(true);
    expect(finds(directory)).toBe(before);
  });

  it('is looked at again when the directory does not answer', async () => {
    const { says, isThere, taxNexus, directory, setRevoked } = await installed();
    setRevoked(true);
    directory.fault = () => broken;
    expect(await says()).toBe(200);
    await eventually(() => finds(directory) > 0);
    expect(isThere()).toBe(true);
    directory.fault = null;
    await taxNexus.storefronts.refresh();
    expect(isThere()).toBe(false);
    await taxNexus.storefronts.refresh();
    expect(isThere()).toBe(false);
  });

  it('leaves what was sent and stored: a reinstall goes on from there, and sends nothing twice', async () => {
    const { says, isThere, taxNexus, directory, taxService, events } = await installed();
    const sync = async (): Promise<string> => {
      const { id } = await taxNexus.historicalSync.start(sampleRange);
      await last(taxNexus.historicalSync.watch(id));
      return id;
    };
    const runId = await sync();
    const pushed = taxService.journal().map(({ id }) => id);
    expect(pushed.length).toBeGreaterThan(20);
    directory.shops.clear();
    await says();
    await eventually(() => !isThere());
    const { storefronts, succeeded } = await taxNexus.historicalSync.report(runId);
    expect({ storefronts, succeeded }).toStrictEqual({ storefronts: ['sample-store'], succeeded: pushed.length });

    // Two days later Shopify asks to erase what was stored of the buyers.
    const redact = { shop_id: 61_000_000_001, shop_domain: domainOf('sample-store') };
    expect(await deliver(taxNexus, 'sample-store', redact, { topic: 'shop/redact' })).toBe(200);
    await eventually(() => events.some(({ type }) => type === 'privacy.erased'));
    expect(events).toContainEqual(expect.objectContaining({ type: 'privacy.erased', storefront: 'sample-store' }));

    directory.shops.set('sample-store', 'second');
    await taxNexus.storefronts.refresh();
    await sync();
    expect(taxService.journal().map(({ id }) => id)).toStrictEqual(pushed);
  }, 60_000);
});

describe('the option directories', () => {
  it.each([[null], ['sessions'], [[{}]], [[memoryDirectory(), 7]]])('%j is refused at the first use', async (given) => {
    const { taxNexus } = aPlugin(given as never);
    await expect(taxNexus.start()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringContaining('directories: one of its entries is not a directory of storefronts'),
    });
  });
});
