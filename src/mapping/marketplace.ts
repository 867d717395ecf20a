/**
 * Decides whether the seller or a marketplace remits the taxes of a sale, because the seller must not file what a marketplace
 * pays.
 */
import { withoutContacts } from './without-contacts.ts';
import type { Instant } from '../domain/instant.ts';
import type { Address } from '../domain/transaction.ts';
import { type Channel, channelOf, isSameChannel, retailerChannelOf } from './channels.ts';
import { facilitatorLawOf } from './facilitator-laws.ts';
import type { Policy } from './policy.ts';
import type { ValueReason, MarketplaceEvidence, TaxAmount } from './sale.ts';

/** Which marketplace a sale belongs to, and who remits the taxes whose liability the platform leaves open. */
export interface Marketplace {
  /** The code for the service; null when the seller sold it directly. */
  readonly code: string | null;
  /** Who remits a tax of liability `unknown`. */
  readonly unknownLiability: 'seller' | 'marketplace';
  /** The marketplace remits every tax, whatever the tax lines state. */
  readonly remitsAll: boolean;
  readonly decisions: readonly ValueReason[];
  /** Set where the buyer is a retailer, so that a sale without tax is for resale. */
  readonly soldToRetailer?: ValueReason;
}

export const isRemittedBySeller = ({ remitsAll, unknownLiability }: Marketplace, { liable }: TaxAmount): boolean =>
  !remitsAll && (liable === 'seller' || (liable === 'unknown' && unknownLiability === 'seller'));

/** Where and when a sale counts: the law of the destination on that day decides who remits. */
type Circumstances = Pick<Address, 'country' | 'state'> & { readonly occurredAt: Instant };

/**
 * Decides who remits, in this order: the merchant's statement on the record; the liability that the platform states on each
 * tax (`true` makes it a marketplace sale, `false` on all taxes makes it the seller's, whatever the channel); a merchant of
 * record; the merchant's setting for the channel; a channel that has only its own checkout, by the law of destination and
 * date. A sale without tax through a channel of retailers is the seller's, for resale. Anything else is the seller's sale, with a finding where the channel is not known.
 */
export const marketplaceOf = (
  policy: Policy,
  evidence: readonly MarketplaceEvidence[],
  taxes: readonly TaxAmount[],
  sale: Circumstances,
): Marketplace => {
  const stated = evidence.find(({ kind }) => kind === 'stated');
  if (stated !== undefined) {
    const decisions = [decisionOf(stated.value, 'stated by the merchant', stated.field)];
    return { code: stated.value, unknownLiability: 'marketplace', remitsAll: true, decisions };
  }
  const channel = findChannel(policy, evidence, sale);
  const retailer = channel?.isSetting === true ? undefined : findRetailer(policy, evidence, taxes);
  if (retailer !== undefined) return { ...sellerRemits(), soldToRetailer: retailer };
  const named = channel?.code ?? null;
  const code = named ?? policy.unknownMarketplace;
  const unnamed = named === null ? ('marketplace without a name' as const) : undefined;
  const liable = (who: TaxAmount['liable']): boolean => taxes.some((tax) => tax.liable === who);
  const mixed = 'the channel is liable for some of the taxes, the seller for others';
  if (liable('marketplace')) {
    return {
      code,
      unknownLiability: 'marketplace',
      remitsAll: false,
      decisions: [
        decisionOf(code, 'the channel is liable for the tax', 'channelLiable', unnamed),
        ...(liable('seller') ? [decisionOf(code, mixed, 'channelLiable', 'liability mixed')] : []),
      ],
    };
  }
  const ofRecord = evidence.find(({ kind }) => kind === 'merchant of record');
  if (liable('seller') && !liable('unknown')) {
    const reason = 'the platform states that the seller is liable';
    if (ofRecord !== undefined) return sellerRemits([decisionOf('none', reason, ofRecord.field, 'liability mixed')]);
    if (channel === undefined || named === null) return sellerRemits();
    const law = channel.checkout === 'own' ? facilitatorLawOf(policy.facilitatorLaws, sale, sale.occurredAt) : null;
    return law === null
      ? sellerRemits([decisionOf('none', reason, channel.field)])
      : sellerRemits([
          decisionOf(
            'none',
            `${reason}; by law ${channel.name} must collect the tax in ${sale.state} since ${law.collectsFrom}`,
            channel.field,
            'marketplace says you remit',
          ),
        ]);
  }
  if (ofRecord !== undefined) {
    const reason = 'another company is the merchant of record and remits the tax';
    return {
      code,
      unknownLiability: 'marketplace',
      remitsAll: false,
      decisions: [
        decisionOf(code, reason, ofRecord.field, unnamed),
        ...(liable('seller') ? [decisionOf(code, mixed, ofRecord.field, 'liability mixed')] : []),
      ],
    };
  }
  return channel === undefined ? sellerRemits() : byChannel(channel, policy, sale, liable('unknown'));
};

const decisionOf = (value: string, reason: string, field: string, finding?: ValueReason['finding']): ValueReason => ({
  about: 'marketplace',
  value,
  reason,
  fields: [field],
  ...(finding !== undefined && { finding }),
});

/** The channel of a sale, and the platform's field that names it. `isSetting`: by the merchant's setting, not by our table. */
type NamedChannel = Channel & { readonly field: string; readonly isSetting: boolean };

/**
 * The channel by the merchant's setting; otherwise by the table of channels, marketplaces first; otherwise by the first name
 * that neither knows. Where a marketplace's handle leaves its checkout open, such as `tiktok`, another name may decide:
 * "TikTok Shop".
 */
const findChannel = (
  policy: Policy,
  evidence: readonly MarketplaceEvidence[],
  sale: Circumstances,
): NamedChannel | undefined => {
  const setting = findSetting(policy, evidence);
  if (setting !== undefined) return setting;
  let marketplace: NamedChannel | undefined;
  let best: NamedChannel | undefined;
  for (const { kind, value, field } of evidence) {
    // Most applications of a payment platform are tools.
    if (kind === 'application') continue;
    const { checkout, code, name } = channelOf(value, sale.occurredAt, sale.country);
    const isClearer = checkout === 'own' && marketplace?.checkout !== 'own' && marketplace?.code === code;
    if (code !== null && (marketplace === undefined || isClearer)) {
      marketplace = { checkout, code, name, field, isSetting: false };
    }
    if (best === undefined || (checkout === 'seller' && best.checkout !== 'seller')) {
      best = { checkout, code, name, field, isSetting: false };
    }
  }
  return marketplace ?? best;
};

/** The merchant's setting for a channel: a code, or `none` for a channel that leads to the seller's own checkout. */
const findSetting = ({ marketplaces }: Policy, evidence: readonly MarketplaceEvidence[]): NamedChannel | undefined => {
  const settings = Object.entries(marketplaces);
  if (settings.length === 0) return undefined;
  for (const { value: name, field } of evidence) {
    const setting = settings.find(([channel]) => isSameChannel(channel, name))?.[1];
    if (setting === 'none') return { checkout: 'seller', code: null, name, field, isSetting: true };
    if (setting !== undefined) return { checkout: 'own', code: setting, name, field, isSetting: true };
  }
  return undefined;
};

/** The finding that the buyer is a retailer, by the name of the channel. None if tax was charged. */
const findRetailer = (
  policy: Policy,
  evidence: readonly MarketplaceEvidence[],
  taxes: readonly TaxAmount[],
): ValueReason | undefined => {
  if (taxes.some(({ amount }) => amount !== 0n)) return undefined;
  for (const { kind, value, field } of evidence) {
    if (kind === 'application') continue;
    const isNamed = policy.retailerChannels.some((channel) => isSameChannel(channel, value));
    const name = isNamed ? shown(value) : retailerChannelOf(value);
    if (name === undefined) continue;
    return {
      about: 'purpose',
      value: 'RESALE',
      reason: `through ${name} you sell to retailers, and no tax was charged: keep the certificate of the retailer`,
      fields: [field],
      finding: 'sold to a retailer',
    };
  }
  return undefined;
};

/** A platform's name for a channel may be any text, so only one short line of it is shown. */
const shown = (name: string): string => withoutContacts(name.replace(/\s+/g, ' ').trim().slice(0, 60));

const sellerRemits = (decisions: readonly ValueReason[] = []): Marketplace => ({
  code: null,
  unknownLiability: 'seller',
  remitsAll: false,
  decisions,
});

/** The platform leaves the liability open, so the channel decides, and for a marketplace the law of destination and date. */
const byChannel = (channel: NamedChannel, policy: Policy, sale: Circumstances, isOpen: boolean): Marketplace => {
  const { checkout, code, name, field } = channel;
  if (checkout === 'seller') {
    return code === null
      ? sellerRemits()
      : sellerRemits([decisionOf('none', `${name} did not collect this tax`, field)]);
  }
  if (checkout === 'unknown' || code === null) {
    const reason = `not known whether the channel "${name}" remits: sent as your own sale. Set the channel in the policy's marketplaces`;
    return sellerRemits([
      { ...decisionOf('none', reason, field, 'channel with open liability'), subject: shown(name) },
    ]);
  }
  const remits = (reason: string): Marketplace => ({
    code,
    unknownLiability: 'marketplace',
    remitsAll: false,
    decisions: [decisionOf(code, reason, field, isOpen ? 'liability unknown' : undefined)],
  });
  if (channel.isSetting) return remits(`your policy names ${name} as a marketplace that remits the tax`);
  const law = facilitatorLawOf(policy.facilitatorLaws, sale, sale.occurredAt);
  if (law === null) {
    const where = sale.country === 'US' ? (sale.state ?? 'the US') : sale.country;
    return sellerRemits([
      decisionOf('none', `no law of ${where} required ${name} to collect the tax on that day`, field),
    ]);
  }
  const counts = { true: 'count', false: 'do not count', null: 'may count' }[`${law.countsTowardThreshold}`];
  return remits(
    `${name} has only its own checkout, and must collect the tax in ${sale.state} since ${law.collectsFrom}; such sales ${counts} toward your threshold there`,
  );
};
