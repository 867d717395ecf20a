import { describe, expect, it } from '@jest/globals';
import { Charge } from '../../../connectors/stripe/records/charge.ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { left, right } from '../../support/right.ts';
import { chargeEntry, context, invoiceEntry, saleOf, sessionEntry, mapped } from '../../support/stripe-facts.ts';
import { aCharge, aSessionLine, type Json, listed, noon } from '../../support/stripe-objects.ts';

/** What versions of 2014 and before did not say. */
const before2015 = {
  status: undefined,
  amount_captured: undefined,
  payment_intent: undefined,
  billing_details: undefined,
  disputed: undefined,
  receipt_url: undefined,
} as const;

const card = {
  object: 'card',
  country: 'FR',
  address_line1: '1 Main St',
  address_city: 'Denver',
  address_state: 'CO',
  address_zip: '80202',
  address_country: 'US',
};

describe('a charge in a shape of 2014 and before', () => {
  it('is paid by its flag, and counts at the address of its card', () => {
    const { transaction } = mapped(chargeEntry({ ...before2015, paid: true, card }));
    expect(transaction).toMatchObject({
      total: 2000n,
      shipToAddress: { line1: '1 Main St', city: 'Denver', state: 'CO', zip: '80202', country: 'US' },
    });
  });

  it('counts at the address of its source, be it a card or something with an owner', () => {
    const owner = { address: { line1: null, city: null, state: 'TX', postal_code: '78701', country: 'US' } };
    expect(mapped(chargeEntry({ ...before2015, paid: true, source: card })).transaction.shipToAddress.state).toBe('CO');
    expect(
      mapped(chargeEntry({ ...before2015, paid: true, source: { object: 'source', owner } })).transaction.shipToAddress
        .state,
    ).toBe('TX');
  });

  it('counts at the address of its source where today’s version shows it with blank billing details', () => {
    const address = { line1: null, line2: null, city: null, state: null, postal_code: null, country: null };
    const charge = { billing_details: { address }, source: card };
    expect(mapped(chargeEntry(charge)).transaction.shipToAddress.state).toBe('CO');
    expect(saleOf(chargeEntry({ ...charge, source: null })).destinations).toStrictEqual([]);
  });

  it('never counts in the country of its card’s issuer', () => {
    expect(saleOf(chargeEntry({ ...before2015, paid: true, card: { country: 'FR' } })).destinations).toStrictEqual([]);
  });

  it('is failed, authorized or voided by its other fields instead of a status', () => {
    expect(left(chargeEntry({ ...before2015, paid: false }))).toMatchObject({ reason: 'payment failed' });
    expect(left(chargeEntry({ ...before2015, paid: true, captured: false }))).toMatchObject({
      reason: 'only authorized',
    });
    expect(left(chargeEntry({ ...before2015, paid: true, captured: false, refunded: true }))).toMatchObject({
      reason: 'voided',
    });
  });

  it('stays held when no field states whether it was paid', () => {
    expect(left(chargeEntry({ ...before2015, paid: undefined }))).toMatchObject({ reason: 'incomplete record' });
  });

  it('of early 2015 has the status paid', () => {
    expect(mapped(chargeEntry({ status: 'paid' })).transaction.total).toBe(2000n);
  });

  it('has refunds in a bare array, and none of them an id of its own', () => {
    const refunds = [{ object: 'refund', amount: 500, created: noon + 60, balance_transaction: 'txn_1' }];
    expect(saleOf(chargeEntry({ ...before2015, paid: true, card, refunds })).refunds).toMatchObject([
      { id: 'txn_1', total: 500n, isSettled: true },
    ]);
  });

  it.each([['dp_1'], [{ object: 'dispute', id: 'dp_1' }], [{ object: 'dispute', charge: 'ch_1' }]])(
    'is disputed when a dispute stands beside it: %j',
    (dispute) => expect(right(decodeAs(Charge)(aCharge({ ...before2015, dispute }))).disputed).toBe(true),
  );

  it('is not disputed when none names it, or when it states so itself', () => {
    expect(right(decodeAs(Charge)(aCharge({ ...before2015, dispute: null }))).disputed).toBe(false);
    expect(right(decodeAs(Charge)(aCharge({ disputed: false, dispute: 'dp_1' }))).disputed).toBe(false);
  });

  it('names the connected account outside of transfer_data', () => {
    const using = context({ platformSells: 'connected account' });
    expect(left(chargeEntry({ destination: 'acct_2' }, { context: using }))).toMatchObject({
      reason: 'belongs to another storefront',
    });
  });
});

describe('an invoice in a shape of before 2018-11-08', () => {
  const plan = { object: 'plan', id: 'gold', name: 'Gold', nickname: null, product: 'prod_7' };
  const old: Json = {
    status: undefined,
    created: undefined,
    date: noon,
    status_transitions: undefined,
    payments: undefined,
    total_taxes: undefined,
    total_discount_amounts: undefined,
    amount_paid: undefined,
    charge: 'ch_1',
    closed: true,
    attempted: true,
    forgiven: false,
    lines: { object: 'list', count: 1, data: [{ id: 'sub_1', amount: 2000, quantity: 1, description: null, plan }] },
  };

  it('is dated by its date, paid by its flag, and named by its plan', () => {
    const { transaction } = mapped(invoiceEntry({ ...old, paid: true }));
    expect(transaction).toMatchObject({
      transactedAt: '2026-03-02T12:00:00Z',
      total: 2000n,
      lines: [{ productName: 'Gold', productSku: 'prod_7' }],
    });
  });

  it('is dated by finalized_at where only that is sent', () => {
    expect(mapped(invoiceEntry({ ...old, paid: true, finalized_at: noon + 60 })).transaction.transactedAt).toBe(
      '2026-03-02T12:01:00Z',
    );
  });

  it.each([
    ['open', { attempted: true, closed: false }],
    ['open as well, once it is closed', { attempted: false, closed: true }],
    ['uncollectible', { attempted: true, forgiven: true }],
  ])('and unpaid is %s', (_, over) => {
    expect(saleOf(invoiceEntry({ ...old, paid: false, charge: null, ...over })).payment).toBe('not paid');
  });

  it('is a draft until its payment was tried', () => {
    const result = invoiceEntry({ ...old, paid: false, charge: null, attempted: false, closed: false });
    expect(left(result)).toMatchObject({ _tag: 'Skipped', reason: 'not paid' });
  });

  it('is held when its count shows that lines are missing', () => {
    const lines = { object: 'list', count: 12, data: [{ id: 'sub_1', amount: 2000, plan }] };
    expect(left(invoiceEntry({ ...old, paid: true, lines }))).toMatchObject({ reason: 'incomplete record' });
  });

  it('of a test event writes 0 for no charge', () => {
    expect(mapped(invoiceEntry({ ...old, paid: true, charge: 0 })).transaction.total).toBe(2000n);
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

  it('has what its prices contain on every line by its price, and shipping beside them', () => {
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

describe('a credit note of 2019', () => {
  it('has an amount and no total', () => {
    const note = { id: 'cn_1', status: 'issued', type: 'post_payment', created: noon + 60, amount: 700 };
    expect(saleOf(invoiceEntry({}, { creditNotes: [note] })).refunds).toMatchObject([{ total: 700n }]);
  });
});

describe('a list of today', () => {
  it('states whether more of it is left', () => {
    expect(saleOf(chargeEntry({ refunds: { ...listed([]), count: 3 } })).refunds).toStrictEqual([]);
  });
});
