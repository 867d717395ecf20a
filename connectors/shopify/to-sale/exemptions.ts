/** Collects the evidence that a buyer was exempt from tax when the order was placed: certificates, flags and tags. */
import type { Policy } from '../../../src/mapping/policy.ts';
import type { ExemptionEvidence } from '../../../src/mapping/sale.ts';
import type { Order } from '../records/order.ts';

/**
 * The evidence that a buyer is exempt. A company's order has the exemptions of the company location, not of the person who
 * ordered; tags of the order and the customer are the merchant's own statement.
 *
 * Tax on the order shows that the exemptions of today did not apply then, so they are ignored; tags still count.
 *
 * @param isTaxed whether any tax was charged on the order
 */
export const exemptionsOf = (policy: Policy, order: Order, isTaxed: boolean): readonly ExemptionEvidence[] => {
  const { customer, purchasingEntity, tags, taxExempt } = order;
  const company = purchasingEntity?.location?.taxSettings;
  const [holder, field] =
    company === null || company === undefined
      ? [customer, 'customer']
      : [company, 'purchasingEntity.location.taxSettings'];
  const shipTo = shipToOf(order);
  const certificates = (holder?.taxExemptions ?? []).flatMap((name) =>
    evidenceOfName(name, `${field}.taxExemptions`, shipTo),
  );
  const platform: readonly ExemptionEvidence[] = isTaxed
    ? []
    : [
        ...certificates.map((certificate) => ({ ...certificate, ...asOf(taxExempt) })),
        ...(taxExempt === true ? [{ kind: 'exempt' as const, field: 'taxExempt' }] : []),
        ...(holder?.taxExempt === true && taxExempt !== false
          ? [{ kind: 'exempt' as const, field: `${field}.taxExempt` }]
          : []),
      ];
  return [...ofTags(policy, tags ?? [], 'tags'), ...ofTags(policy, customer?.tags ?? [], 'customer.tags'), ...platform];
};

interface ShipTo {
  readonly country: string | null;
  readonly state: string | null;
}

const shipToOf = ({ shippingAddress, billingAddress }: Order): ShipTo => {
  const address = shippingAddress ?? billingAddress;
  return {
    country: address?.countryCodeV2 ?? address?.countryCode ?? null,
    state: address?.provinceCode ?? null,
  };
};

const usReseller = /^US_([A-Z]{2})_RESELLER_EXEMPTION$/;
const ofProvince = /^CA_([A-Z]{2})_/;
const ofCanada = /^CA_(DIPLOMAT|STATUS_CARD)_/;
/** Exempts from the vapor products tax of a province only, not from its sales tax. */
const ofVapor = /^CA_[A-Z]{2}_VPT_/;

/** A Canadian or European exemption only applies to a purchase that goes there. */
const evidenceOfName = (name: string, field: string, { country, state }: ShipTo): readonly ExemptionEvidence[] => {
  const usState = usReseller.exec(name)?.[1];
  if (usState !== undefined) return [{ kind: 'resale certificate', state: usState, field }];
  const province = ofCanada.test(name) || ofVapor.test(name) ? undefined : ofProvince.exec(name)?.[1];
  if (province !== undefined && country === 'CA' && province === state) {
    return name.endsWith('_RESELLER_EXEMPTION') ? [{ kind: 'resale', field }] : [{ kind: 'exempt', field }];
  }
  if (ofCanada.test(name) && country === 'CA') return [{ kind: 'exempt', field }];
  return name.startsWith('EU_') && country !== 'US' && country !== 'CA' ? [{ kind: 'exempt', field }] : [];
};

/**
 * Shopify shows a buyer's exemptions as they are today. The order's own flag ("has a valid tax exemption", Admin API,
 * `Order.taxExempt`) states whether one held then.
 */
const asOf = (taxExempt: Order['taxExempt']): Pick<ExemptionEvidence, 'asOf'> => {
  if (taxExempt === true) return {};
  return { asOf: taxExempt === false ? 'after the sale' : 'today' };
};

const ofTags = (policy: Policy, tags: readonly string[], field: string): readonly ExemptionEvidence[] => {
  if (tags.length === 0) return [];
  const resale = new Set(policy.resaleTags.map(plain));
  const entities = new Map(Object.entries(policy.exemptTags).map(([tag, entity]) => [plain(tag), entity]));
  return tags.map(plain).flatMap((tag): readonly ExemptionEvidence[] => {
    if (resale.has(tag)) return [{ kind: 'resale', field }];
    const entity = entities.get(tag);
    return entity === undefined ? [] : [{ kind: 'entity', entity, field }];
  });
};

const plain = (tag: string): string => tag.trim().toLowerCase();
