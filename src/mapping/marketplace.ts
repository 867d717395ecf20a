import type { Policy } from './policy.ts';
import type { Decision, MarketplaceEvidence, TaxAmount } from './sale.ts';
import type { Instant } from '../domain/instant.ts';

/** Which marketplace a sale belongs to, and who remits the taxes whose liability the platform leaves open. */
export interface Marketplace {
  /** The code for the service; null when the seller sold it directly. */
  readonly code: string | null;
  /** Who remits a tax of liability `unknown`. */
  readonly unknownLiability: 'seller' | 'marketplace';
  /** Everything is the marketplace's, whatever the tax lines say. */
  readonly remitsAll: boolean;
  readonly decisions: readonly Decision[];
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

interface Channel {
  readonly code: string;
  /** Whether it remits the tax of this sale where the platform leaves that open. */
  readonly remits: boolean;
}

const channelOf = (policy: Policy, sale: Circumstances, name: string): Channel | undefined => {
  const own = Object.entries(policy.marketplaces);
  if (own.length > 0) {
    const key = plain(name);
    const code = own.find(([channel]) => plain(channel) === key)?.[1];
    if (code !== undefined) return { code, remits: true };
  }
  const known = facilitatorOf(name);
  return known && { code: known.code, remits: known.remits(sale) };
};

const noMarketplace: Marketplace = { code: null, unknownLiability: 'seller', remitsAll: false, decisions: [] };

const marketplaceDecision = (code: string, reason: string, field: string): Decision => ({
  about: 'marketplace',
  value: code,
  reason,
  fields: [field],
});

const findNamedChannel = (
  policy: Policy,
  sale: Circumstances,
  evidence: readonly MarketplaceEvidence[],
): (Channel & { field: string }) | undefined => {
  for (const item of evidence) {
    const channel = item.kind === 'stated' ? { code: item.value, remits: true } : channelOf(policy, sale, item.value);
    if (channel !== undefined) return { ...channel, field: item.field };
  }
  return undefined;
};

/**
 * Decides in this order: what the merchant stated; a merchant of record, who remits everything; the liability that the
 * platform puts on each tax (`true` makes it a marketplace sale, `false` on all taxes makes it the seller's, whatever the
 * channel); and only where the platform leaves liability open, the name of the channel.
 */
export const marketplaceOf = (
  policy: Policy,
  evidence: readonly MarketplaceEvidence[],
  taxes: readonly TaxAmount[],
  sale: Circumstances,
): Marketplace => {
  const name = findNamedChannel(policy, sale, evidence);
  const code = name?.code ?? policy.unknownMarketplace;
  const unnamed: Pick<Decision, 'finding'> = name === undefined ? { finding: 'marketplace without a name' } : {};

  const stated = evidence.find((item) => item.kind === 'stated');
  const ofRecord = evidence.find((item) => item.kind === 'merchant of record');
  if (stated !== undefined || ofRecord !== undefined) {
    const [reason, field] =
      stated !== undefined
        ? ['stated by the merchant', stated.field]
        : ['another company is the merchant of record and remits the tax', ofRecord?.field ?? ''];
    return {
      code,
      unknownLiability: 'marketplace',
      remitsAll: true,
      decisions: [{ ...marketplaceDecision(code, reason, field), ...unnamed }],
    };
  }
  const liable = (who: TaxAmount['liable']): boolean => taxes.some((tax) => tax.liable === who);
  if (liable('marketplace')) {
    const mixed: readonly Decision[] = liable('seller')
      ? [
          {
            ...marketplaceDecision(
              code,
              'the channel is liable for some of the taxes, the seller for others',
              'channelLiable',
            ),
            finding: 'liability mixed',
          },
        ]
      : [];
    const decision = { ...marketplaceDecision(code, 'the channel is liable for the tax', 'channelLiable'), ...unnamed };
    return { code, unknownLiability: 'marketplace', remitsAll: false, decisions: [decision, ...mixed] };
  }
  if (name === undefined) return noMarketplace;
  if (liable('seller') && !liable('unknown')) {
    return {
      ...noMarketplace,
      decisions: [marketplaceDecision('none', 'the platform states that the seller is liable', name.field)],
    };
  }
  if (!name.remits) {
    return {
      ...noMarketplace,
      decisions: [
        marketplaceDecision('none', 'the channel does not remit tax there, or did not at that time', name.field),
      ],
    };
  }
  const open: Pick<Decision, 'finding'> = liable('unknown') ? { finding: 'liability unknown' } : {};
  const reason = 'sold through a channel that collects and remits the tax as a marketplace facilitator';
  return {
    code: name.code,
    unknownLiability: 'marketplace',
    remitsAll: false,
    decisions: [{ ...marketplaceDecision(name.code, reason, name.field), ...open }],
  };
};

/** Where and when a sale was made: a channel may remit in some places only, and since some day. */
interface Circumstances {
  readonly country: string;
  readonly occurredAt: Instant;
}

/** A channel that collects and remits the tax of what is sold through it. */
interface Facilitator {
  readonly code: string;
  readonly remits: (sale: Circumstances) => boolean;
}

/** A name without case, blanks and punctuation, from each of its words on: "M2E eBay" gives `m2eebay`, `ebay`, `bay`. */
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

/** "Etsy by Feed" is Etsy's; an app called "Betsy" is not. */
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
const remitsForShop = ({ country, occurredAt }: Circumstances): boolean =>
  country === 'US' && occurredAt >= '2025-01-01';

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
  [wholeName(/^(shop|shopapp|shopchannel|3890849)$/), { code: 'SHOP', remits: remitsForShop }],
];

/** A limit on memory, because the names come from the platform. */
const maxFound = 1_000;

const facilitatorByName = new Map<string, Facilitator | undefined>();

/**
 * The marketplace facilitator that a handle, an app name or a source name of a platform stands for. There is no public
 * table of source names, so a policy may add to these.
 *
 * @example
 * facilitatorOf('Amazon by CedCommerce') // { code: 'AMAZON', … }
 */
const facilitatorOf = (name: string): Facilitator | undefined => {
  if (facilitatorByName.has(name)) return facilitatorByName.get(name);
  const tails = tailsOf(name);
  const facilitator = facilitators.find(([isOf]) => isOf(tails))?.[1];
  if (facilitatorByName.size >= maxFound) facilitatorByName.clear();
  facilitatorByName.set(name, facilitator);
  return facilitator;
};
