import { compact } from 'fp-ts/lib/Array.js';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { shopify } from '../../connectors/shopify/index.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import type { ListedStorefront, StorefrontDirectory } from '../../src/mapping/storefront-directory.ts';
import { shopifySecret } from './signed-webhook.ts';

export const domainOf = (name: string): string => `${name}.myshopify.com`;

/** A directory in memory, as a test changes it. */
export interface MemoryDirectory extends StorefrontDirectory {
  /** Names of the shops that exist, with their installation. */
  readonly shops: Map<string, string>;
  /** What it is asked: `page 0`, `find acme.myshopify.com`, `source acme`. */
  readonly asked: string[];
  /** What the next questions get; a function may wait, or throw. */
  fault: ((question: string) => SourceError | undefined | Promise<SourceError | undefined>) | null;
}

export const broken: SourceError = { _tag: 'SourceUnreachable', message: 'The table did not answer', cause: 'down' };

interface MemoryOptions {
  readonly name?: string;
  readonly pageSize?: number;
  readonly sourceOf?: (shop: string) => StorefrontSource;
}

const aShop = (shop: string): StorefrontSource =>
  shopify({ shop: domainOf(shop), accessToken: 'shpat_1', webhookSecrets: [shopifySecret] });

/** A directory of Shopify shops. */
export const memoryDirectory = (
  shops: readonly string[] = [],
  { name = 'memory', pageSize = 2, sourceOf = aShop }: MemoryOptions = {},
): MemoryDirectory => {
  const all = new Map(shops.map((shop) => [shop, 'first']));
  const asked: string[] = [];
  const storefrontOf = (account: string): O.Option<ListedStorefront> => {
    const shop = /^([a-z0-9-]+)\.myshopify\.com$/.exec(account)?.[1];
    if (shop === undefined) return O.none;
    const source = (): StorefrontSource => {
      asked.push(`source ${shop}`);
      return sourceOf(shop);
    };
    return O.some({ name: shop, account, installation: all.get(shop) ?? '', source });
  };
  const answer = async <A>(question: string, give: () => A): Promise<E.Either<SourceError, A>> => {
    asked.push(question);
    const given = give();
    const fault = await directory.fault?.(question);
    return fault === undefined ? E.right(given) : E.left(fault);
  };
  const directory: MemoryDirectory = {
    name,
    platform: 'shopify',
    shops: all,
    asked,
    fault: null,
    readPage: (from) => () => {
      const start = O.isSome(from) ? Number(from.value) : 0;
      return answer(`page ${start}`, () => {
        const listed = [...all.keys()].slice(start, start + pageSize);
        const end = start + pageSize;
        return {
          storefronts: compact(listed.map((shop) => storefrontOf(domainOf(shop)))),
          next: end < all.size ? O.some(String(end)) : O.none,
        };
      });
    },
    find: (account) => () =>
      answer(`find ${account}`, () =>
        O.filter(({ name: shop }: ListedStorefront) => all.has(shop))(storefrontOf(account)),
      ),
    webhooks: {
      accountIn: ({ headers }) => headers['x-shopify-shop-domain']?.toLowerCase() ?? null,
      storefrontOf,
    },
  };
  return directory;
};
