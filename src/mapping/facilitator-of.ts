import type { Instant } from '../domain/instant.ts';

/** Where and when a sale was made: a channel may remit in some places only, and since some day. */
export interface Circumstances {
  readonly country: string;
  readonly occurredAt: Instant;
}

/** A channel that collects and remits the tax of what is sold through it. */
export interface Facilitator {
  readonly code: string;
  readonly remits: (sale: Circumstances) => boolean;
}

/** A name without case, blanks and punctuation; of "M2E eBay" from each of its words on: `m2eebay`, `ebay`, `bay`. */
type Tails = readonly string[];

const tailsOf = (name: string): Tails => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.map((_, at) => words.slice(at).join(''));
};

type IsOf = (tails: Tails) => boolean;

/** "Etsy by Feed" is Etsy's, an app called "Betsy" is not: the tax that its seller collected would be told as none. */
const anyWord =
  (brand: string): IsOf =>
  (tails) =>
    tails.some((tail) => tail.startsWith(brand));

const wholeName =
  (pattern: RegExp): IsOf =>
  ([whole = '']) =>
    pattern.test(whole);

const always = (): boolean => true;

/** Orders of its Shop channel that go to the US, since 2025 (help.shopify.com, Shop sales tax). */
const asShopify = ({ country, occurredAt }: Circumstances): boolean => country === 'US' && occurredAt >= '2025-01-01';

const facilitators: readonly (readonly [isOf: IsOf, facilitator: Facilitator])[] = [
  [anyWord('amazon'), { code: 'AMAZON', remits: always }],
  [anyWord('ebay'), { code: 'EBAY', remits: always }],
  [anyWord('etsy'), { code: 'ETSY', remits: always }],
  [anyWord('walmart'), { code: 'WALMART', remits: always }],
  [anyWord('tiktok'), { code: 'TIKTOK', remits: always }],
  [wholeName(/^(facebook|instagram|meta$)/), { code: 'META', remits: always }],
  [anyWord('targetplus'), { code: 'TARGET_PLUS', remits: always }],
  [anyWord('mirakl'), { code: 'MIRAKL', remits: always }],
  [anyWord('macys'), { code: 'MACYS', remits: always }],
  [anyWord('alibaba'), { code: 'ALIBABA', remits: always }],
  [wholeName(/^(shop|shopapp|shopchannel|3890849)$/), { code: 'SHOP', remits: asShopify }],
];

/** A shop has few channels, and each of its orders names them anew. No more, for the names are the platform's. */
const mostFound = 1_000;
const found = new Map<string, Facilitator | undefined>();

/**
 * The marketplace facilitator that a handle, an app name or a source name of a platform stands for. There is no public
 * table of source names, so a policy may add to these.
 *
 * @example
 * facilitatorOf('Amazon by CedCommerce') // { code: 'AMAZON', … }
 */
export const facilitatorOf = (name: string): Facilitator | undefined => {
  if (found.has(name)) return found.get(name);
  const tails = tailsOf(name);
  const facilitator = facilitators.find(([isOf]) => isOf(tails))?.[1];
  if (found.size >= mostFound) found.clear();
  found.set(name, facilitator);
  return facilitator;
};
