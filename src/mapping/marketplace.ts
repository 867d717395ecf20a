import { type Circumstances, facilitatorOf } from './facilitator-of.ts';
import type { Policy } from './policy.ts';
import type { Decision, MarketplaceEvidence, TaxAmount } from './sale.ts';

/** Whether a marketplace sold it, and whether it remits the taxes whose liability the platform leaves open. */
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

const none: Marketplace = { code: null, unknownLiability: 'seller', remitsAll: false, decisions: [] };

const tagged = (code: string, reason: string, field: string): Decision => ({
  about: 'marketplace',
  value: code,
  reason,
  fields: [field],
});

const named = (
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
  const name = named(policy, sale, evidence);
  const code = name?.code ?? policy.unknownMarketplace;
  const unnamed: Pick<Decision, 'finding'> = name === undefined ? { finding: 'marketplace without a name' } : {};

  const stated = evidence.find((item) => item.kind === 'stated');
  const ofRecord = evidence.find((item) => item.kind === 'merchant of record');
  if (stated !== undefined || ofRecord !== undefined) {
    const [reason, field] =
      stated !== undefined
        ? ["the merchant's own word", stated.field]
        : ['somebody else is the merchant of record and remits the tax', ofRecord?.field ?? ''];
    return {
      code,
      unknownLiability: 'marketplace',
      remitsAll: true,
      decisions: [{ ...tagged(code, reason, field), ...unnamed }],
    };
  }
  const liable = (who: TaxAmount['liable']): boolean => taxes.some((tax) => tax.liable === who);
  if (liable('marketplace')) {
    const mixed: readonly Decision[] = liable('seller')
      ? [
          {
            ...tagged(code, 'the channel is liable for some of the taxes, the seller for others', 'channelLiable'),
            finding: 'liability mixed',
          },
        ]
      : [];
    const decision = { ...tagged(code, 'the channel is liable for the tax', 'channelLiable'), ...unnamed };
    return { code, unknownLiability: 'marketplace', remitsAll: false, decisions: [decision, ...mixed] };
  }
  if (name === undefined) return none;
  if (liable('seller') && !liable('unknown')) {
    return { ...none, decisions: [tagged('none', 'the channel says that the seller is liable', name.field)] };
  }
  if (!name.remits) {
    return { ...none, decisions: [tagged('none', 'the channel remits no tax there, or did not yet', name.field)] };
  }
  const open: Pick<Decision, 'finding'> = liable('unknown') ? { finding: 'liability unknown' } : {};
  const reason = 'sold through a channel that collects and remits the tax as a marketplace facilitator';
  return {
    code: name.code,
    unknownLiability: 'marketplace',
    remitsAll: false,
    decisions: [{ ...tagged(name.code, reason, name.field), ...open }],
  };
};
