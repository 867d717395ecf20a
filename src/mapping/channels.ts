/**
 * The table of sales channels: which names mean a marketplace with its own checkout, the seller's own checkout, or sales to
 * retailers.
 */
// cspell:ignore shopifycollective
import type { Instant } from '../domain/instant.ts';

/** What the name of a sales channel shows about its checkout. */
export interface Channel {
  /**
   * `own`: it sells only through its own checkout, and collects the tax where the law requires it. `seller`: its orders are paid
   * in the seller's checkout. `unknown`: either is possible, or the name is not known.
   */
  readonly checkout: 'own' | 'seller' | 'unknown';
  /** The marketplace's code for the service; null where it is not known, or the channel is no marketplace. */
  readonly code: string | null;
  readonly name: string;
}

/** A channel through which the seller sells to retailers, who sell to the end buyer. Spellings as in `KnownChannel`. */
interface RetailerChannel {
  readonly buyer: 'retailer';
  readonly name: string;
  readonly words?: readonly string[];
  readonly whole?: readonly string[];
}

/**
 * - Shopify Collective: the supplier's order is a sale to the retailer (help.shopify.com, "Taxes for Shopify Collective").
 *   The supplier's orders have a channel of this name ("Fulfilling and managing Shopify Collective orders"); the retailer's
 *   orders come through the retailer's own store.
 * - Faire, Ankorstore, Abound, Handshake, JOOR, NuORDER and the others: marketplaces or platforms for wholesale.
 */
const retailerChannels: readonly RetailerChannel[] = [
  {
    buyer: 'retailer',
    name: 'Shopify Collective',
    whole: ['shopifycollective', 'shopifycollectivesupplier', 'collectivesupplier', 'shopifycollectiveforsuppliers'],
  },
  { buyer: 'retailer', name: 'Faire', words: ['faire'] },
  { buyer: 'retailer', name: 'Ankorstore', words: ['ankorstore'] },
  { buyer: 'retailer', name: 'Abound', whole: ['abound', 'aboundwholesale', 'helloabound'] },
  { buyer: 'retailer', name: 'Handshake', whole: ['handshake', 'shopifyhandshake'] },
  { buyer: 'retailer', name: 'JOOR', words: ['joor'] },
  { buyer: 'retailer', name: 'NuORDER', words: ['nuorder'] },
  { buyer: 'retailer', name: 'Creoate', words: ['creoate'] },
  { buyer: 'retailer', name: 'Orderchamp', words: ['orderchamp'] },
  { buyer: 'retailer', name: 'Tundra', whole: ['tundra', 'tundrawholesale'] },
  { buyer: 'retailer', name: 'Wholesale', whole: ['wholesale', 'wholesalechannel', 'shopifywholesale'] },
];

/**
 * The name of a channel through which the seller sells to retailers, for a handle, an app's name or id, or a source name;
 * undefined for any other. `retailerChannels` of the policy adds to these.
 *
 * @example
 * retailerChannelOf('Shopify Collective: Supplier') // 'Shopify Collective'
 */
export const retailerChannelOf = (name: string): string | undefined => findIn(retailerChannels, name)?.name;

/**
 * What a handle, an app's name or id, or a source name of a platform shows about the checkout. There is no public table of
 * source names: `marketplaces` of the policy adds to these.
 *
 * @param occurredAt the date of the sale: some channels had their own checkout for a time
 * @param country the country of the destination, two letters
 * @example
 * channelOf('Amazon by CedCommerce', '2026-03-01T00:00:00Z', 'US') // { checkout: 'own', code: 'AMAZON', name: 'Amazon' }
 */
export const channelOf = (name: string, occurredAt: Instant, country: string): Channel => {
  const found = knownOf(name);
  if (typeof found === 'string') return { checkout: found, code: null, name };
  const { code, name: knownName, from, until, countries, isOpen = false } = found;
  const day = occurredAt.slice(0, 'YYYY-MM-DD'.length);
  const isThere = countries === undefined || countries.includes(country);
  const checkout =
    isOpen || (until !== undefined && day >= until)
      ? 'unknown'
      : !isThere || (from !== undefined && day < from)
        ? 'seller'
        : 'own';
  return { checkout, code, name: knownName };
};

/** Whether two names of channels are the same but for case, blanks and punctuation. */
export const isSameChannel = (one: string, other: string): boolean => squeeze(one) === squeeze(other);

/** One known channel. Dates are days in UTC, `YYYY-MM-DD`. */
interface KnownChannel {
  readonly code: string;
  readonly name: string;
  /** Spellings without case, blanks and punctuation: as separate words of a name, or as the whole of it. */
  readonly words?: readonly string[];
  readonly whole?: readonly string[];
  /** First day of its own checkout; before that day it used the seller's checkout. */
  readonly from?: string;
  /** First day after the end of its own checkout; from then on its checkout is unknown. */
  readonly until?: string;
  /** The name also covers buyers whom the channel sends to the seller's checkout. */
  readonly isOpen?: boolean;
  /** Countries in which it has its own checkout; default: all. */
  readonly countries?: readonly string[];
}

/** With one of these words, a brand's name stands for another of its services: payment, fulfillment, advertising. */
const otherServices: ReadonlySet<string> = new Set([
  ...['pay', 'payments', 'prime', 'mcf', 'multichannel', 'fulfillment', 'fulfilment', 'fba', 'shipping', 'logistics'],
  ...['ads', 'ad', 'advertising', 'pixel', 'reviews', 'login', 'attribution', 'affiliate', 'influencer', 'creator'],
  ...['style', 'inspired', 'alternative'],
]);

const findIn = <A extends Pick<KnownChannel, 'words' | 'whole'>>(table: readonly A[], name: string): A | undefined => {
  const whole = squeeze(name);
  const words = wordsIn(name);
  const isOtherService = words.some((word) => otherServices.has(word));
  return table.find(
    (channel) =>
      channel.whole?.includes(whole) === true ||
      (!isOtherService && channel.words?.some((brand) => spells(words, brand)) === true),
  );
};

const squeeze = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const wordsIn = (name: string): readonly string[] =>
  name
    .replace(/['’]/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether consecutive words of a name spell a brand: "Tik Tok Shop" spells `tiktokshop`, "Betsy" does not spell `etsy`. */
const spells = (words: readonly string[], brand: string): boolean =>
  words.some((_, at) => {
    let spelled = '';
    for (const word of words.slice(at)) {
      spelled += word;
      if (spelled === brand) return true;
      if (!brand.startsWith(spelled)) return false;
    }
    return false;
  });

/** A name outside the table of channels: it leads to the seller's checkout, or it is unknown. */
type Unlisted = 'seller' | 'unknown';

const known = new Map<string, KnownChannel | Unlisted>();

/**
 * Sources whose checkout is the seller's: the online store, point of sale, drafts, Shopify's own apps, subscriptions, search
 * engines, and assistants, which check out at the shop (OpenAI and Microsoft: the merchant stays the merchant of record).
 */
const sellerCheckouts: ReadonlySet<string> = new Set([
  ...[
    'web',
    'onlinestore',
    '580111',
    'pos',
    'pointofsale',
    'shopifypos',
    '129785',
    'iphone',
    'android',
    'shopifymobile',
  ],
  ...['shopifydraftorder', 'draftorders', 'draftorder', 'shopifydraftorders', '1354745', '1251622', 'buybutton'],
  ...['headless', 'hydrogen', 'checkout', 'checkoutnext', 'subscriptioncontract', 'subscriptioncontractcheckoutone'],
  ...[
    'shopifysubscriptions',
    'recharge',
    'rechargesubscriptions',
    'google',
    'googleyoutube',
    'googleandyoutube',
    '1780363',
  ],
  ...['pinterest', '3009811', 'shopifyadmin', 'admin', 'exchange', 'shopifycollective', 'shopifycollectivesupplier'],
  ...[
    'chatgpt',
    'openai',
    'copilot',
    'microsoftcopilot',
    'perplexity',
    'gemini',
    'agentic',
    'agenticstorefronts',
    'shopifycatalog',
  ],
]);

/** A limit on memory, because the names come from the platform. */
const maxNames = 1_000;

const knownOf = (name: string): KnownChannel | Unlisted => {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = findKnown(name) ?? (sellerCheckouts.has(squeeze(name)) ? 'seller' : 'unknown');
  if (known.size >= maxNames) known.clear();
  known.set(name, found);
  return found;
};

/**
 * Channels with their own checkout.
 *
 * - Shop: Shopify collects and remits for US orders since 2025-01-01 (help.shopify.com, "Sales tax in Shop").
 * - Meta: its own checkout ended by the end of August 2025; since then the shop's website is the checkout.
 * - TikTok: only "TikTok Shop" is a marketplace; the app "TikTok" also stands for advertisements.
 */
const ownCheckouts: readonly KnownChannel[] = [
  { code: 'AMAZON', name: 'Amazon', words: ['amazon'] },
  { code: 'EBAY', name: 'eBay', words: ['ebay'], whole: ['1775805'] },
  { code: 'ETSY', name: 'Etsy', words: ['etsy'] },
  { code: 'WALMART', name: 'Walmart', words: ['walmart'], whole: ['1456995'] },
  { code: 'TIKTOK', name: 'TikTok Shop', words: ['tiktokshop', 'tiktokmarketplace'] },
  { code: 'TIKTOK', name: 'TikTok', words: ['tiktok'], whole: ['4383523'], isOpen: true },
  { code: 'TARGET_PLUS', name: 'Target Plus', words: ['targetplus'] },
  { code: 'TEMU', name: 'Temu', words: ['temu'] },
  { code: 'WHATNOT', name: 'Whatnot', words: ['whatnot'] },
  { code: 'MIRAKL', name: 'Mirakl', words: ['mirakl'] },
  { code: 'MACYS', name: "Macy's", words: ['macys'] },
  { code: 'ALIBABA', name: 'Alibaba', words: ['alibaba'] },
  { code: 'FAIRE', name: 'Faire', words: ['faire'] },
  {
    code: 'SHOP',
    name: 'Shop',
    whole: ['shop', 'shopapp', 'shopchannel', '3890849'],
    from: '2025-01-01',
    countries: ['US'],
  },
  {
    code: 'META',
    name: 'Meta',
    whole: [
      'meta',
      'facebook',
      'instagram',
      'facebookinstagram',
      'facebookandinstagram',
      'facebookshop',
      'instagramshop',
      '2329312',
    ],
    until: '2025-09-01',
  },
];

const findKnown = (name: string): KnownChannel | undefined => findIn(ownCheckouts, name);
