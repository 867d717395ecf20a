/** Collects the evidence that a buyer is exempt from tax, from Stripe's fields and from the merchant's metadata. */
import * as O from 'fp-ts/lib/Option.js';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { ExemptionEvidence } from '../../../src/mapping/sale.ts';
import { findUsState } from '../../../src/mapping/country.ts';
import type { CheckoutSession } from '../records/checkout-session.ts';
import { type Metadata, metadataText } from './metadata.ts';

/** What Stripe states about an exempt buyer, with the name of the field. */
export type StripeExemption = readonly [field: string, value: string | null | undefined];

/** The exemptions of a Checkout Session: of the buyer, and by the taxes of its lines. */
export const exemptionsOfSession = ({ customer_details, line_items }: CheckoutSession): readonly StripeExemption[] => [
  ['customer_details.tax_exempt', customer_details?.tax_exempt],
  ...(line_items?.data ?? [])
    .flatMap(({ taxes }) => taxes)
    .map(({ taxability_reason }) => ['line_items.taxes.taxability_reason', taxability_reason] as const),
];

/** Reasons for no tax that exempt the buyer. `not_collecting`, `product_exempt` and others do not. */
const exemptBuyerCodes: ReadonlySet<string> = new Set(['exempt', 'reverse', 'customer_exempt', 'reverse_charge']);

/**
 * Stripe has no flag for a reseller: `tax_exempt` states that the buyer is exempt and not why, so RESALE and the kind of buyer
 * only come from the merchant's metadata.
 */
export const exemptionsOf = (
  policy: Policy,
  metadata: Metadata,
  stated: readonly StripeExemption[],
): readonly ExemptionEvidence[] => {
  const field = (meaning: 'resale' | 'entity' | 'exempt'): string => `metadata.${policy.metadata[meaning] ?? meaning}`;
  const entity = metadataText(policy, metadata, 'entity');
  const ofStripe = stated.flatMap(([name, value]): readonly ExemptionEvidence[] =>
    value != null && exemptBuyerCodes.has(value) ? [{ kind: 'exempt', field: name }] : [],
  );
  return [
    ...ofResale(metadataText(policy, metadata, 'resale'), field('resale')),
    ...(entity === null ? [] : [{ kind: 'entity' as const, entity, field: field('entity') }]),
    ...(metadataText(policy, metadata, 'exempt') === null ? [] : [{ kind: 'exempt' as const, field: field('exempt') }]),
    ...ofStripe,
  ];
};

/** `CA` or `CA, NV`: the states of a reseller's certificates. */
const stateList = /^[A-Z]{2}(\s*,\s*[A-Z]{2})*$/;

/** A list of states means certificates of these states; any other value states that this purchase is for resale. */
const ofResale = (value: string | null, field: string): readonly ExemptionEvidence[] => {
  if (value === null) return [];
  const states = stateList.test(value) ? value.split(',').map((state) => state.trim()) : [];
  return states.length > 0 && states.every((state) => O.isSome(findUsState(state)))
    ? states.map((state) => ({ kind: 'resale certificate', state, field }))
    : [{ kind: 'resale', field }];
};
