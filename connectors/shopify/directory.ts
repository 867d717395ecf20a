/** Finds the shops that have installed an app in the app's own session table, so that each becomes a storefront by itself. */
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../src/domain/errors.ts';
import type { ListedStorefront, StorefrontDirectory } from '../../src/mapping/storefront-directory.ts';
import { refused, unreachable } from './errors.ts';
import type { ShopifyOptions } from './options.ts';
import { isRecord } from '../../src/domain/fields.ts';
import type { AccessToken, TokenFunction } from './settings.ts';
import { isShopDomain } from './settings-problem.ts';
import { shopify } from './shopify.ts';
import { sharedAddressOf } from './webhooks/receive-webhook.ts';

/** A shop of the app's session table: its permanent domain, or a row with it. */
export type ShopRow = string | { readonly shop: string };

/** What `shopifySessions` takes. The other options are those of `shopify()`, the same for all shops. */
export interface ShopifySessionsOptions extends Pick<
  ShopifyOptions,
  'webhookSecrets' | 'apiOrigin' | 'reading' | 'since' | 'policy'
> {
  /**
   * The shops of all offline sessions, with one query on the app's own table: a `SessionStorage` has no list of shops. A list, or
   * an async iterable of shops or of pages of shops. A shop may be in it more than once.
   */
  readonly listShops: () => Promise<readonly ShopRow[]> | AsyncIterable<ShopRow | readonly ShopRow[]>;
  /** The app's own: Prisma, PostgreSQL, SQLite, memory or any other. Only offline sessions are loaded. */
  readonly sessionStorage: { readonly loadSession: (id: string) => Promise<AccessToken | undefined> };
  /** Returns the token of any shop: `tokenFromSessions`, or a function of your own. */
  readonly accessToken: TokenFunction;
  /** The permanent name of a shop's storefront. Default: the first part of its domain. */
  readonly nameOf?: (shop: string) => string;
  /** The account of a shop, one of the option `accounts`. Default: that of the option `service.apiKey`. */
  readonly taxAccountOf?: (shop: string) => string | Promise<string>;
}

const noShops = refused(
  'listShops must return the domains of the shops, such as acme.myshopify.com, or rows with the member shop; correct it in your app',
);

/**
 * The shops that have installed an app, from the app's own session table, for the option `directories` of `createTaxNexus`. A
 * shop is added when it has an offline session, and removed when it has none, or when Shopify says by `app/uninstalled` that it
 * left and refuses its token. The list is one query for all shops; nothing is asked of Shopify.
 *
 * @example
 * shopifySessions({
 *   listShops: () => prisma.session.findMany({ where: { isOnline: false }, select: { shop: true } }),
 *   sessionStorage,
 *   accessToken: tokenFromSessions({ shopify: api, sessionStorage }),
 *   webhookSecrets: [process.env.SHOPIFY_API_SECRET],
 * })
 */
export const shopifySessions = (options: ShopifySessionsOptions): StorefrontDirectory => {
  const { listShops, sessionStorage, nameOf = firstPart, taxAccountOf, ...shared } = options;

  const listed = (shop: string, taxAccount?: string): ListedStorefront => ({
    name: nameOf(shop),
    account: shop,
    source: () => shopify({ ...shared, shop, taxAccount }),
  });

  const listedAll = async (shops: Iterable<string>): Promise<readonly ListedStorefront[]> => {
    const all: ListedStorefront[] = [];
    for (const shop of shops) all.push(listed(shop, await taxAccountOf?.(shop)));
    return all;
  };

  const storefrontOf = (account: string): O.Option<ListedStorefront> => {
    const shop = account.trim().toLowerCase();
    return isShopDomain(shop) ? O.some(listed(shop)) : O.none;
  };

  const find = async (account: string): Promise<O.Option<ListedStorefront>> => {
    const storefront = storefrontOf(account);
    if (O.isNone(storefront)) return O.none;
    const { accessToken = '' } = (await sessionStorage.loadSession(offlineId(storefront.value.account))) ?? {};
    if (accessToken === '') return O.none;
    const shop = storefront.value.account;
    return O.some({ ...listed(shop, await taxAccountOf?.(shop)), installation: digestOf(accessToken) });
  };

  return {
    name: 'Shopify sessions',
    platform: 'shopify',
    readPage: () => async () => {
      const rows = await hostAnswer('listShops', () => shopsIn(listShops()))();
      if (E.isLeft(rows)) return rows;
      if (rows.right === undefined) return E.left(noShops);
      // A text that is not a shop's domain stays listed, so that its options are reported as wrong.
      const shops = rows.right;
      const storefronts = await hostAnswer('taxAccountOf', () => listedAll(shops))();
      return E.isLeft(storefronts) ? storefronts : E.right({ storefronts: storefronts.right, next: O.none });
    },
    find: (account) => hostAnswer('sessionStorage', () => find(account)),
    webhooks: { accountIn: sharedAddressOf('').accountIn, storefrontOf },
  };
};

const suffix = '.myshopify.com';

const firstPart = (shop: string): string =>
  isShopDomain(shop) ? shop.slice(0, -suffix.length) : `no-shop-${digestOf(shop).slice(0, 8)}`;

/** A token is compared by its digest, so that it cannot be read. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The id under which Shopify's libraries store the session of an app in a shop, as opposed to the session of a user. */
const offlineId = (shop: string): string => `offline_${shop}`;

/** The host's error may contain anything, so it is not passed on. */
const hostAnswer = <A>(what: string, ask: () => Promise<A>): TE.TaskEither<SourceError, A> =>
  TE.tryCatch(ask, () => ({
    ...unreachable('ERR_SESSION_STORAGE'),
    message: `${what} of your app failed; see your app's own log`,
  }));

/** Undefined when the list has something other than shops: an app with a wrong query must not lose its storefronts. */
const shopsIn = async (given: unknown): Promise<ReadonlySet<string> | undefined> => {
  const shops = new Set<string>();
  const add = (row: unknown): boolean => {
    if (Array.isArray(row)) return row.every(add);
    const shop: unknown = isRecord(row) ? row['shop'] : row;
    if (typeof shop !== 'string') return false;
    shops.add(shop.trim().toLowerCase());
    return true;
  };
  if (!isIterable(given)) {
    const rows = await given;
    return Array.isArray(rows) && add(rows) ? shops : undefined;
  }
  for await (const row of given) if (!add(row)) return undefined;
  return shops;
};

const isIterable = (given: unknown): given is AsyncIterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given;
