/** Decides how an exempt sale is marked, so that a certificate of another state or day never exempts a sale. */
import type { Instant } from '../domain/instant.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { ValueReason, ExemptionEvidence } from './sale.ts';
import type { Policy } from './policy.ts';

/** How the transaction marks an exempt sale; both null for a taxable one. */
export interface Exemption {
  readonly purpose: 'RESALE' | null;
  readonly entity: string | null;
  readonly decisions: readonly ValueReason[];
  /** Whether the evidence explains that no tax was charged. */
  readonly explainsNoTax: boolean;
}

/** Where and when the exemption has to be valid. `state`: two letters of the ship-to state; null outside of the US. */
interface Circumstances {
  readonly state: string | null;
  readonly occurredAt: Instant;
}

/**
 * RESALE only on evidence that is valid at the destination on the day of the sale: a certificate of the ship-to state, or a
 * statement of the merchant. A certificate of another state exempts nothing. Any other exempt buyer gets the `entity` that is
 * known for the buyer, then the policy's `entity`, then null and a finding.
 *
 * The facts at the time of sale decide: a certificate that is only known as of today is a finding.
 */
export const exemptionOf = (
  policy: Pick<Policy, 'exemptEntity'>,
  evidence: readonly ExemptionEvidence[],
  sale: Circumstances,
): Exemption => {
  const rejected = evidence.map((item) => rejectionOf(item, sale));
  const accepted = evidence.filter((_, index) => rejected[index] === undefined);
  const chosen =
    accepted.find(({ kind }) => kind === 'resale' || kind === 'resale certificate') ??
    accepted.find(({ kind }) => kind === 'entity') ??
    accepted[0];
  const purpose = chosen?.kind === 'resale' || chosen?.kind === 'resale certificate' ? 'RESALE' : null;
  const entity = chosen?.kind === 'entity' ? chosen.entity : chosen?.kind === 'exempt' ? policy.exemptEntity : null;
  return {
    purpose,
    entity,
    decisions: [
      ...(purpose === null ? rejected.flatMap((decision) => decision ?? []) : []),
      ...(chosen === undefined ? [] : [acceptanceOf(policy, chosen)]),
    ],
    explainsNoTax: chosen !== undefined,
  };
};

/** The exemption of a sale to a retailer, where the channel is the only evidence of it. */
export const withRetailer = (stated: Exemption, soldToRetailer: ValueReason | undefined): Exemption =>
  soldToRetailer === undefined || stated.purpose !== null || stated.entity !== null
    ? stated
    : { purpose: 'RESALE', entity: null, decisions: [soldToRetailer], explainsNoTax: true };

/** The finding for an exempt transaction with tax. A host in JavaScript may leave out a field that should be null. */
export const exemptButTaxed = ({
  purpose,
  entity,
  taxCollected,
}: Pick<Transaction, 'purpose' | 'entity' | 'taxCollected'>): readonly ValueReason[] => {
  const exemption = purpose ?? entity;
  if (typeof exemption !== 'string' || taxCollected <= 0n) return [];
  return [
    {
      about: exemption === purpose ? 'purpose' : 'entity',
      value: exemption,
      reason: 'tax was collected although the buyer is exempt; both are sent as they are',
      fields: ['taxes'],
      finding: 'exempt, but taxed',
    },
  ];
};

/** Why evidence does not count for this sale; undefined when it counts. */
const rejectionOf = (item: ExemptionEvidence, { state, occurredAt }: Circumstances): ValueReason | undefined => {
  const about = item.kind === 'entity' || item.kind === 'exempt' ? 'entity' : 'purpose';
  if (item.kind === 'resale certificate' && item.state !== state) {
    return decisionOf(about, 'none', `the resale certificate of ${item.state} is not valid at the destination`, item);
  }
  if (item.asOf === 'after the sale') {
    const reason = 'the order states that the buyer was not exempt; the certificate of today came later';
    return decisionOf(about, 'none', reason, item, 'certificate of today');
  }
  // Valid to the end of its last day.
  return item.until !== undefined && occurredAt.slice(0, 10) > item.until
    ? decisionOf(about, 'none', `the certificate was valid until ${item.until}`, item, 'certificate expired')
    : undefined;
};

const decisionOf = (
  about: ValueReason['about'],
  value: string,
  reason: string,
  { field }: ExemptionEvidence,
  finding?: ValueReason['finding'],
): ValueReason => ({ about, value, reason, fields: [field], ...(finding !== undefined && { finding }) });

const acceptanceOf = (policy: Pick<Policy, 'exemptEntity'>, item: ExemptionEvidence): ValueReason => {
  const finding = item.asOf === 'today' ? ('certificate of today' as const) : undefined;
  switch (item.kind) {
    case 'resale':
      return decisionOf('purpose', 'RESALE', 'stated by the merchant', item, finding);
    case 'resale certificate':
      return decisionOf(
        'purpose',
        'RESALE',
        `resale certificate of ${item.state}, the destination state`,
        item,
        finding,
      );
    case 'entity':
      return decisionOf('entity', item.entity, 'the buyer is exempt, and the reason is known', item, finding);
    case 'exempt':
      return policy.exemptEntity === null
        ? decisionOf(
            'entity',
            'none',
            'the buyer is exempt, and no reason is given',
            item,
            finding ?? 'exempt, no reason given',
          )
        : decisionOf(
            'entity',
            policy.exemptEntity,
            'exempt for an unknown reason; the policy names the entity',
            item,
            finding,
          );
  }
};
