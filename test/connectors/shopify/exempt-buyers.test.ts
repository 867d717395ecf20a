import { describe, expect, it } from '@jest/globals';
import { aLine, anAddress, anOrder, type Json, money, nodes } from './an-order.ts';
import { outcomeOf, saleOf, transactionOf } from './mapped.ts';
import { right } from '../../support/right.ts';

const untaxed = { lineItems: nodes(aLine({ taxLines: [] })), originalTotalPriceSet: money('105.0') };
/** Untaxed, and the order itself states that its buyer was exempt. */
const exempt = { ...untaxed, taxExempt: true };
const customer = (more: Json): Json => ({ customer: { taxExempt: false, taxExemptions: [], tags: [], ...more } });
const markOf = (order: Json, policy: Parameters<typeof transactionOf>[1] = {}) => {
  const { purpose, entity } = transactionOf(order, policy);
  return { purpose, entity };
};
const findingsOf = (order: Json) => right(outcomeOf(order)).decisions.flatMap(({ finding }) => finding ?? []);

describe('exempt buyers', () => {
  it('customer exemption that is valid for the ship-to state: RESALE', () => {
    const order = anOrder({ ...exempt, ...customer({ taxExemptions: ['US_CA_RESELLER_EXEMPTION'] }) });
    expect(markOf(order)).toStrictEqual({ purpose: 'RESALE', entity: null });
  });

  it('customer exemption of another state exempts nothing here', () => {
    const order = anOrder({ ...untaxed, ...customer({ taxExemptions: ['US_NV_RESELLER_EXEMPTION'] }) });
    expect(markOf(order)).toStrictEqual({ purpose: null, entity: null });
  });

  it('customer exemption that came after the sale: tax was charged, so it did not hold then', () => {
    const order = anOrder(customer({ taxExemptions: ['US_CA_RESELLER_EXEMPTION'], taxExempt: true }));
    expect(saleOf(order).exemptions).toStrictEqual([]);
  });

  it('generic taxExempt is an exemption of unknown purpose', () => {
    const order = anOrder(exempt);
    expect(markOf(order)).toStrictEqual({ purpose: null, entity: null });
    expect(findingsOf(order)).toContain('exempt, no reason given');
  });

  it('generic taxExempt takes the entity of the policy', () => {
    const order = anOrder(exempt);
    expect(markOf(order, { exemptEntity: 'OTHER_EXEMPT' })).toStrictEqual({ purpose: null, entity: 'OTHER_EXEMPT' });
  });

  it('B2B: the settings of the company location count, not those of the person who ordered', () => {
    const order = anOrder({
      ...exempt,
      ...customer({ taxExemptions: ['US_NV_RESELLER_EXEMPTION'] }),
      purchasingEntity: {
        location: { taxSettings: { taxExempt: false, taxExemptions: ['US_CA_RESELLER_EXEMPTION'] } },
      },
    });
    expect(saleOf(order).exemptions).toStrictEqual([
      { kind: 'resale certificate', state: 'CA', field: 'purchasingEntity.location.taxSettings.taxExemptions' },
      { kind: 'exempt', field: 'taxExempt' },
    ]);
    expect(markOf(order).purpose).toBe('RESALE');
  });

  it('B2B: an order of a person has no company in its purchasing entity', () => {
    const order = anOrder({
      ...exempt,
      ...customer({ taxExemptions: ['US_CA_RESELLER_EXEMPTION'] }),
      purchasingEntity: {},
    });
    expect(markOf(order).purpose).toBe('RESALE');
  });

  it('tags that the policy names mean resale, on the order or the customer, in any case', () => {
    expect(markOf(anOrder({ tags: ['Wholesale '] }), { resaleTags: ['wholesale'] }).purpose).toBe('RESALE');
    expect(markOf(anOrder(customer({ tags: ['wholesale'] })), { resaleTags: ['Wholesale'] }).purpose).toBe('RESALE');
  });

  it('tags that the policy names mean a kind of exempt buyer', () => {
    expect(markOf(anOrder({ tags: ['npo'] }), { exemptTags: { NPO: 'NON_PROFIT' } }).entity).toBe('NON_PROFIT');
  });

  it.each([
    ['CA_BC_RESELLER_EXEMPTION', 'BC', [{ kind: 'resale', field: 'customer.taxExemptions' }]],
    ['CA_BC_RESELLER_EXEMPTION', 'ON', []],
    ['CA_SK_RESELLER_EXEMPTION', 'SK', [{ kind: 'resale', field: 'customer.taxExemptions' }]],
    // Of the tax on vaping products, and no other.
    ['CA_SK_VPT_RESELLER_EXEMPTION', 'SK', []],
    ['CA_ON_PURCHASE_EXEMPTION', 'ON', [{ kind: 'exempt', field: 'customer.taxExemptions' }]],
    ['CA_STATUS_CARD_EXEMPTION', 'ON', [{ kind: 'exempt', field: 'customer.taxExemptions' }]],
    ['EU_REVERSE_CHARGE_EXEMPTION_RULE', 'ON', []],
  ])('%s of a buyer in %s', (exemption, provinceCode, evidence) => {
    const order = anOrder({
      ...exempt,
      ...customer({ taxExemptions: [exemption] }),
      shippingAddress: anAddress({ provinceCode, countryCodeV2: 'CA', zip: null }),
    });
    const byCustomer = saleOf(order).exemptions.filter(({ field }) => field === 'customer.taxExemptions');
    expect(byCustomer).toStrictEqual(evidence);
  });
});

describe("a certificate of today beside the order's own words", () => {
  const certified = customer({ taxExemptions: ['US_CA_RESELLER_EXEMPTION'] });

  it('the order states that its buyer was exempt: the certificate of today explains it', () => {
    const order = anOrder({ ...untaxed, ...certified, taxExempt: true });
    expect(markOf(order).purpose).toBe('RESALE');
    expect(findingsOf(order)).not.toContain('certificate of today');
  });

  it('the order states that its buyer was not exempt: the certificate came later, and nothing explains the missing tax', () => {
    const order = anOrder({ ...untaxed, ...certified, taxExempt: false });
    expect(markOf(order)).toStrictEqual({ purpose: null, entity: null });
    expect(findingsOf(order)).toStrictEqual(expect.arrayContaining(['certificate of today', 'no tax collected']));
  });

  it('the order states neither: RESALE, with a finding', () => {
    const order = anOrder({ ...untaxed, ...certified, taxExempt: null });
    expect(markOf(order).purpose).toBe('RESALE');
    expect(findingsOf(order)).toContain('certificate of today');
  });

  it('a certificate of another state explains no missing tax', () => {
    const order = anOrder({
      ...untaxed,
      ...customer({ taxExemptions: ['US_NV_RESELLER_EXEMPTION'] }),
      taxExempt: false,
    });
    expect(findingsOf(order)).toContain('no tax collected');
    expect(findingsOf(order)).not.toContain('certificate of today');
  });

  it('one of several certificates is that of the ship-to state', () => {
    const taxExemptions = ['US_NV_RESELLER_EXEMPTION', 'US_CA_RESELLER_EXEMPTION', 'US_TX_RESELLER_EXEMPTION'];
    const order = anOrder({ ...untaxed, ...customer({ taxExemptions }), taxExempt: true });
    expect(markOf(order).purpose).toBe('RESALE');
  });
});
