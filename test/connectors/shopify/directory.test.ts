import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { shopifySessions, type ShopifySessionsOptions } from '../../../connectors/shopify/index.ts';
import { describeStorefrontDirectory } from '../../contracts/storefront-directory.ts';
import { aSessionTable, type SessionTable } from '../../support/a-session-table.ts';
import { left, right } from '../../support/right.ts';

const given = { accessToken: () => 'shpat_1', webhookSecrets: ['shpss_1'] };
const directoryOf = ({ listShops, sessionStorage }: SessionTable) =>
  shopifySessions({ ...given, listShops, sessionStorage });
const shops = ['a', 'b', 'c'].map((name) => `${name}.myshopify.com`);

describeStorefrontDirectory('The session table of a Shopify app', () => {
  const table = aSessionTable();
  let tokens = 0;
  const install = (shop: string): Promise<void> => {
    tokens += 1;
    table.install(shop, `shpat_CANARY_${tokens}`);
    return Promise.resolve();
  };
  for (const shop of shops) void install(shop);
  return {
    directory: directoryOf(table),
    accounts: shops,
    absent: 'absent.myshopify.com',
    install,
    uninstall: (shop) => {
      table.uninstall(shop);
      return Promise.resolve();
    },
    setFailing: (isFailing) => {
      table.isFailing = isFailing;
    },
    questions: () => table.queries.length,
  };
});

const { sessionStorage } = aSessionTable();
const namesIn = async (listShops: ShopifySessionsOptions['listShops'], differing: object = {}) => {
  const directory = shopifySessions({ ...given, sessionStorage, listShops, ...differing });
  return right(await directory.readPage(O.none)()).storefronts.map(({ name }) => name);
};

describe('the list of shops of an app', () => {
  it('may be a list or an iterable, of shops, rows or pages; a shop that is in it twice is one', async () => {
    const rows = shops.map((shop) => ({ shop, id: `offline_${shop}` }));
    const pages = async function* () {
      await Promise.resolve();
      yield [rows[0], 'b.myshopify.com'] as never;
      yield 'C.myshopify.com';
      yield [];
      yield [' a.myshopify.com '];
    };
    expect(await namesIn(() => Promise.resolve(shops))).toStrictEqual(['a', 'b', 'c']);
    expect(await namesIn(() => Promise.resolve([...rows, ...rows]))).toStrictEqual(['a', 'b', 'c']);
    expect(await namesIn(pages)).toStrictEqual(['a', 'b', 'c']);
    expect(await namesIn(() => Promise.resolve([]))).toStrictEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a promise of nothing', () => Promise.resolve()],
    ['a text', () => Promise.resolve('a.myshopify.com')],
    ['rows without the shop', () => Promise.resolve([{ domain: 'a.myshopify.com' }])],
    ['a list with null', () => Promise.resolve(['a.myshopify.com', null])],
  ])('that is %s is refused, so that no storefront is removed', async (_, listShops) => {
    const directory = shopifySessions({ ...given, sessionStorage, listShops: listShops as never });
    expect(left(await directory.readPage(O.none)())).toMatchObject({
      _tag: 'SourceRefused',
      message: expect.stringContaining('listShops must return the domains of the shops'),
    });
  });

  it('reports a text that is no domain of a shop, and does not keep the others out', async () => {
    const directory = shopifySessions({
      ...given,
      sessionStorage,
      listShops: () => Promise.resolve(['a.myshopify.com', 'shop.example']),
    });
    const [first, second] = right(await directory.readPage(O.none)()).storefronts;
    expect(first?.source().problems).toStrictEqual([]);
    expect(second?.source().problems).toStrictEqual([
      "shop: it is not a myshopify.com domain. Write the shop's own domain, such as acme.myshopify.com",
    ]);
  });

  it('is named as the app wants, and its shops have the options of the app', async () => {
    const nameOf = (shop: string): string => `merchant-${shop.slice(0, 1)}`;
    expect(await namesIn(() => Promise.resolve(shops), { nameOf })).toStrictEqual(
      ['a', 'b', 'c'].map((name) => `merchant-${name}`),
    );
    const directory = shopifySessions({
      ...given,
      ...{ sessionStorage, listShops: () => Promise.resolve(shops), since: '2026-02-01', policy: { tips: 'send' } },
    });
    const [first] = right(await directory.readPage(O.none)()).storefronts;
    expect(first?.source()).toMatchObject({ since: '2026-02-01', policy: { tips: 'send' } });
  });
});

describe('a session', () => {
  it('names the account of each shop, in the list and when one is looked up', async () => {
    const table = aSessionTable();
    for (const shop of shops) table.install(shop, 'shpat_1');
    const taxAccountOf = (shop: string): Promise<string> => Promise.resolve(`tenant-of-${shop.slice(0, 1)}`);
    const { listShops, sessionStorage } = table;
    const directory = shopifySessions({ ...given, listShops, sessionStorage, taxAccountOf });
    const listed = right(await directory.readPage(O.none)()).storefronts.map(({ source }) => source().taxAccount);
    expect(listed).toStrictEqual(['tenant-of-a', 'tenant-of-b', 'tenant-of-c']);
    const found = right(await directory.find('b.myshopify.com')());
    expect(O.isSome(found) ? found.value.source().taxAccount : null).toBe('tenant-of-b');
  });

  it('removes no shop when the app fails to name an account, and repeats nothing of its error', async () => {
    const taxAccountOf = (): string => {
      throw new Error('CANARY');
    };
    const directory = shopifySessions({
      ...given,
      sessionStorage,
      listShops: () => Promise.resolve(shops),
      taxAccountOf,
    });
    const failed = left(await directory.readPage(O.none)());
    expect(failed._tag).toBe('SourceUnreachable');
    expect(failed.message).toMatch(/^taxAccountOf of your app failed/);
  });

  it('without a token is no installation', async () => {
    const table = aSessionTable();
    table.install('a.myshopify.com', '');
    expect(right(await directoryOf(table).find('a.myshopify.com')())).toStrictEqual(O.none);
  });

  it('is known by a digest of its token, which is not shown', async () => {
    const table = aSessionTable();
    table.install('a.myshopify.com', 'shpat_CANARY');
    const found = right(await directoryOf(table).find('A.myshopify.com')());
    expect(found).toMatchObject({
      value: { account: 'a.myshopify.com', installation: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(JSON.stringify(found)).not.toContain('CANARY');
  });
});
