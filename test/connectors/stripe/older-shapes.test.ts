import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { left } from '../../support/right.ts';
import { chargeEntry, invoiceEntry, saleOf, sessionEntry, mapped } from '../../support/stripe-facts.ts';
import { aSessionLine, type Json, listed } from '../../support/stripe-objects.ts';

const card = {
  object: 'card',
  country: 'FR',
  address_line1: '1 Main St',
  address_city: 'Denver',
  address_state: 'CO',
  address_zip: '80202',
  address_country: 'US',
};

describe('a charge of an older integration', () => {
  const address = { line1: null, line2: null, city: null, state: null, postal_code: null, country: null };
  const blank = { billing_details: { address } };

  it('counts at the address of its source where today’s version shows it with blank billing details', () => {
    const owner = { address: { line1: null, city: null, state: 'TX', postal_code: '78701', country: 'US' } };
    const stateWith = (source: Json): string | null =>
      mapped(chargeEntry({ ...blank, source })).transaction.shipToAddress.state;
    expect(stateWith(card)).toBe('CO');
    expect(stateWith({ object: 'source', owner })).toBe('TX');
    expect(saleOf(chargeEntry({ ...blank, source: null })).destinations).toStrictEqual([]);
  });

  it('never counts in the country of its card’s issuer', () => {
    expect(saleOf(chargeEntry({ ...blank, source: { country: 'FR' } })).destinations).toStrictEqual([]);
  });

  it('is held when no field states whether it was paid', () => {
    expect(left(chargeEntry({ status: undefined }))).toMatchObject({ reason: 'incomplete record' });
  });
});

describe('an invoice of before 2020 as today’s version shows it, without a word about its coupon and tax', () => {
  const silent = { total_taxes: null, total_discount_amounts: null, discounts: ['di_1'] };

  it('has the discount that is missing of its total, and the tax that its total has beyond the one without tax', () => {
    const { transaction } = mapped(invoiceEntry({ ...silent, total: 1624, total_excluding_tax: 1500 }));
    expect(transaction).toMatchObject({ discount: 500n, subtotal: 1500n, taxCollected: 124n, total: 1624n });
  });

  it('has its tax where there was no coupon', () => {
    const { transaction } = mapped(invoiceEntry({ ...silent, discounts: [], total: 2165, total_excluding_tax: 2000 }));
    expect(transaction).toMatchObject({ discount: 0n, taxCollected: 165n, total: 2165n });
  });

  it('is held where its tax cannot be known: a part of the coupon may be tax', () => {
    const result = invoiceEntry({ ...silent, total: 1624, total_excluding_tax: null });
    expect(left(saleToTransaction(defaultPolicy)(saleOf(result)))).toMatchObject({ reason: 'totals do not add up' });
  });
});

describe('a session of before November 2021', () => {
  it('has no status, and is complete when it is paid', () => {
    expect(mapped(sessionEntry({ status: undefined, payment_intent: null })).transaction.total).toBe(2000n);
    expect(left(sessionEntry({ status: undefined, payment_status: 'unpaid' }))).toMatchObject({ reason: 'not paid' });
  });
});

describe('a session whose lines are of before May 2022, without discount and tax', () => {
  const line = { amount_discount: undefined, amount_tax: undefined, quantity: 1 };

  it.each([
    ['a tax on top', { lines: 2000, of: 2165, discount: 0, tax: 165 }, { amount: 2000n, subtotal: 2000n }],
    ['a tax that prices contain', { lines: 2165, of: 2165, discount: 0, tax: 165 }, { amount: 2000n, subtotal: 2000n }],
    ['a discount', { lines: 2000, of: 1500, discount: 500, tax: 0 }, { amount: 2000n, subtotal: 1500n }],
    [
      'a discount and a tax on top',
      { lines: 2000, of: 1620, discount: 500, tax: 120 },
      { amount: 2000n, subtotal: 1500n },
    ],
    [
      'a discount and a tax within',
      { lines: 2160, of: 1620, discount: 540, tax: 120 },
      { amount: 2040n, subtotal: 1500n },
    ],
  ])('has %s from the session', (_, { lines, of, discount, tax }, expected) => {
    const session = {
      line_items: listed([aSessionLine({ ...line, amount_subtotal: lines, amount_total: of })]),
      total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: tax },
      amount_total: of,
    };
    const { transaction } = mapped(chargeEntry({ amount: of, amount_captured: of }, { session }));
    expect(transaction).toMatchObject({
      lines: [{ amount: expected.amount, discount: 0n }],
      discount: BigInt(discount),
      subtotal: expected.subtotal,
      taxCollected: BigInt(tax),
      total: BigInt(of),
    });
  });

  it('has what its prices contain on every line by its price, and shipping next to them', () => {
    const session = {
      line_items: listed([
        aSessionLine({ ...line, amount_subtotal: 1100, amount_total: 1100 }),
        aSessionLine({ ...line, id: 'li_2', amount_subtotal: 3300, amount_total: 3300 }),
      ]),
      total_details: { amount_discount: 0, amount_shipping: 500, amount_tax: 400 },
      amount_total: 4900,
    };
    const { transaction } = mapped(chargeEntry({ amount: 4900, amount_captured: 4900 }, { session }));
    expect(transaction).toMatchObject({
      lines: [{ amount: 1000n }, { amount: 3000n }],
      shippingHandling: 500n,
      taxCollected: 400n,
      total: 4900n,
    });
  });

  it('is held when its parts do not come to its total', () => {
    const session = {
      line_items: listed([aSessionLine({ ...line, amount_subtotal: 2000, amount_total: 2000 })]),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 165 },
      amount_total: 1900,
    };
    const result = chargeEntry({ amount: 1900, amount_captured: 1900 }, { session });
    expect(left(saleToTransaction(defaultPolicy)(saleOf(result)))).toMatchObject({ reason: 'totals do not add up' });
  });

  it('of a currency that Stripe counts finer than it is has whole shares of the tax within', () => {
    const kronur = aSessionLine({ ...line, amount_subtotal: 100_000, amount_total: 100_000 });
    const session = {
      currency: 'isk',
      line_items: listed([
        { ...kronur, id: 'li_1' },
        { ...kronur, id: 'li_2' },
        { ...kronur, id: 'li_3' },
      ]),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 19_400 },
      amount_total: 300_000,
    };
    const { transaction } = mapped(
      chargeEntry({ amount: 300_000, amount_captured: 300_000, currency: 'isk' }, { session }),
    );
    expect(transaction).toMatchObject({ taxCollected: 194n, total: 3000n, subtotal: 2806n });
    expect(transaction.lines.map(({ amount }) => amount)).toStrictEqual([935n, 935n, 936n]);
  });
});
