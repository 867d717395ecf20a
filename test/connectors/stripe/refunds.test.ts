import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import { right } from '../../support/right.ts';
import { chargeEntry, invoiceEntry, saleOf, mapped } from '../../support/stripe-facts.ts';
import {
  aCharge,
  aCreditNote,
  anIntent,
  anInvoiceLine,
  aPayment,
  aSessionLine,
  aStripeRefund,
  aTax,
  listed,
  noon,
} from '../../support/stripe-objects.ts';

const taxed = {
  session: {
    line_items: listed([aSessionLine({ amount_tax: 165, amount_total: 2165 })]),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 165 },
    amount_total: 2165,
  },
};
const refundedBy = (...refunds: readonly unknown[]): readonly Refund[] =>
  saleOf(chargeEntry({ amount: 2165, amount_captured: 2165, refunds: listed(refunds) }, taxed)).refunds;

const partsOf = ({ lines, shipping, adjustment }: Refund): bigint =>
  lines.reduce((all, { amount, tax }) => all + amount + tax, 0n) +
  shipping.amount +
  shipping.tax +
  adjustment.amount +
  adjustment.tax;

const taxIn = ({ lines, shipping, adjustment }: Refund): bigint =>
  lines.reduce((all, { tax }) => all + tax, 0n) + shipping.tax + adjustment.tax;

describe('refunds of a charge', () => {
  it('in full give every line back', () => {
    const [refund] = refundedBy(aStripeRefund({ amount: 2165 }));
    expect(refund).toMatchObject({ lines: [{ lineId: 'li_1', quantity: 2, amount: 2000n, tax: 165n }], total: 2165n });
  });

  it('in part are split pro rata between price and tax', () => {
    expect(refundedBy(aStripeRefund({ amount: 1000 }))).toMatchObject([
      { lines: [], adjustment: { amount: 924n, tax: 76n }, total: 1000n, isSettled: true },
    ]);
  });

  it('leave out what Stripe let go of when less was captured than was authorized', () => {
    const capturedInPart = { amount: 2000, amount_captured: 1500, amount_refunded: 500 };
    const released = aStripeRefund({ id: 're_9', amount: 500, reason: null, created: noon + 3600 });
    const given = aStripeRefund({ id: 're_1', amount: 500, created: noon + 86_400 });
    const idsOf = (charge: Readonly<Record<string, unknown>>): readonly string[] =>
      saleOf(chargeEntry({ ...capturedInPart, ...charge })).refunds.map(({ id }) => id);
    expect(idsOf({ refunds: listed([released]) })).toStrictEqual([]);
    expect(idsOf({ refunds: listed([{ ...released, reason: 'expired_uncaptured_charge' }]) })).toStrictEqual([]);
    expect(idsOf({ refunds: listed([given, released]) })).toStrictEqual(['re_1']);
    expect(idsOf({ refunds: listed([{ ...given, amount: 1500 }, released]) })).toStrictEqual(['re_1']);
    expect(idsOf({ refunds: listed([{ ...given, amount: 300 }]) })).toStrictEqual(['re_1']);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['has a reason', { reason: 'requested_by_customer' }],
    ['has a note of the merchant', { metadata: { ticket: '17' } }],
    ['was made when no card can be captured any more', { created: noon + 40 * 86_400 }],
  ])('are the merchant’s, of just what was not captured, where it %s', (_, differences) => {
    const refunds = listed([aStripeRefund({ amount: 500, reason: null, created: noon + 3600, ...differences })]);
    const charge = { amount: 2000, amount_captured: 1500, amount_refunded: 500, refunds };
    expect(saleOf(chargeEntry(charge)).refunds).toMatchObject([{ total: 500n }]);
  });

  it('are the merchant’s, of just what was not captured, after the day by which the card had to be', () => {
    const card = { capture_before: noon + 7 * 86_400 };
    const refunds = listed([aStripeRefund({ amount: 500, reason: null, created: noon + 8 * 86_400 })]);
    const charge = { amount: 2000, amount_captured: 1500, payment_method_details: { type: 'card', card }, refunds };
    expect(saleOf(chargeEntry(charge)).refunds).toMatchObject([{ total: 500n }]);
  });

  it('are all given back where several captures were possible: those let go of nothing by a refund', () => {
    const payment_method_details = { type: 'card', card: { multicapture: { status: 'available' } } };
    const refunds = listed([aStripeRefund({ amount: 500 })]);
    const charge = { amount: 2000, amount_captured: 1500, payment_method_details, refunds };
    expect(saleOf(chargeEntry(charge)).refunds).toMatchObject([{ total: 500n }]);
  });

  it('are listed while they are pending, and not at all when they failed or were canceled', () => {
    const refunds = refundedBy(
      aStripeRefund({ id: 're_1', status: 'pending' }),
      aStripeRefund({ id: 're_2', status: 'failed' }),
      aStripeRefund({ id: 're_3', status: 'canceled' }),
      aStripeRefund({ id: 're_4', status: 'requires_action' }),
    );
    expect(refunds.map(({ id, isSettled }) => [id, isSettled])).toStrictEqual([
      ['re_1', false],
      ['re_4', false],
    ]);
  });

  it('are dated by themselves', () => {
    expect(refundedBy(aStripeRefund())[0]?.occurredAt).toBe('2026-03-03T12:00:00Z');
  });

  it('add up to the last cent however they are cut, and a later one changes no earlier one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }), (amounts) => {
        const rest = 2165 - amounts.reduce((all, one) => all + one, 0);
        const cut = [...amounts, rest].map((amount, index) =>
          aStripeRefund({ id: `re_${index}`, amount, created: noon + index }),
        );
        const all = refundedBy(...cut);
        expect(all.every((refund) => partsOf(refund) === refund.total)).toBe(true);
        expect(all.reduce((tax, refund) => tax + taxIn(refund), 0n)).toBe(165n);
        expect(refundedBy(...cut.slice(0, -1))).toStrictEqual(all.slice(0, -1));
      }),
    );
  });

  it('in part of a currency that has no parts keep the sale: their tax is whole as well', () => {
    const session = {
      currency: 'isk',
      line_items: listed([aSessionLine({ amount_subtotal: 10_000, amount_tax: 2400, amount_total: 12_400 })]),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 2400 },
      amount_total: 12_400,
    };
    const refunds = listed([aStripeRefund({ amount: 700 })]);
    const result = chargeEntry({ currency: 'isk', amount: 12_400, amount_captured: 12_400, refunds }, { session });
    expect(saleOf(result).refunds).toMatchObject([{ adjustment: { amount: 6n, tax: 1n }, total: 7n }]);
  });

  it('in part give a part of the tip back, so that what was never sent is not taken back', () => {
    const payment_intent = anIntent({ amount_details: { tip: { amount: 300 } } });
    const refunds = listed(
      [1151, 1149].map((amount, n) => aStripeRefund({ id: `re_${n}`, amount, created: noon + n })),
    );
    const result = chargeEntry({ amount: 2300, amount_captured: 2300, payment_intent, refunds });
    const sale = saleOf(result);
    expect(sale.refunds.every((refund) => partsOf(refund) === refund.total)).toBe(true);
    const sent = sale.refunds.map(
      (refund) => right(refundToTransaction(sale, mapped(result))(refund)).transaction.total,
    );
    expect(sent).toStrictEqual([-1001n, -999n]);
  });

  it('in part give a part of a delivery fee back, so that one that was left out is not taken back', () => {
    const rate = { display_name: 'Retail Delivery Fee', inclusive: false, tax_type: 'retail_delivery_fee' };
    const fee = { amount: 300, rate };
    const session = {
      line_items: listed([aSessionLine({ amount_tax: 300, amount_total: 2300, taxes: [fee] })]),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 300 },
      amount_total: 2300,
    };
    const refunds = listed(
      [1151, 1149].map((amount, n) => aStripeRefund({ id: `re_${n}`, amount, created: noon + n })),
    );
    const result = chargeEntry({ amount: 2300, amount_captured: 2300, refunds }, { session });
    const sale = saleOf(result);
    const totals = (policy: Pick<Policy, 'fees'>): readonly bigint[] =>
      sale.refunds.map((refund) => {
        const sent = refundToTransaction(sale, mapped(result, policy), { ...defaultPolicy, ...policy })(refund);
        return right(sent).transaction.total;
      });
    expect(totals({ fees: 'leave out' })).toStrictEqual([-1001n, -999n]);
    expect(totals({ fees: 'send' })).toStrictEqual([-1151n, -1149n]);
  });

  it('and a lost dispute take no tip back that was never sent', () => {
    const payment_intent = anIntent({ amount_details: { tip: { amount: 300 } } });
    const refunds = listed([aStripeRefund({ amount: 1151 })]);
    const dispute = { id: 'dp_1', amount: 1149, status: 'lost', created: noon + 9, charge: 'ch_1' };
    const result = chargeEntry(
      { amount: 2300, amount_captured: 2300, payment_intent, refunds, disputed: true },
      { disputes: [dispute] },
    );
    const sale = saleOf(result);
    const sent = [...sale.refunds, ...(sale.amendments ?? [])].map(
      (later) => right(refundToTransaction(sale, mapped(result))(later)).transaction.total,
    );
    expect(sent).toStrictEqual([-1001n, -999n]);
  });

  it('can be sent as transactions of their own', () => {
    const result = chargeEntry({ amount: 2165, amount_captured: 2165, refunds: listed([aStripeRefund()]) }, taxed);
    const sale = saleOf(result);
    const [refund] = sale.refunds;
    if (refund === undefined) throw new Error('no refund');
    const { transaction } = right(refundToTransaction(sale, mapped(result))(refund));
    expect(transaction).toMatchObject({
      id: 'stripe:acct_1:ch_1:refund:re_1',
      parentId: 'stripe:acct_1:ch_1',
      taxCollected: -38n,
      total: -500n,
    });
  });
});

describe('credit notes of an invoice', () => {
  const invoice = {
    lines: listed([anInvoiceLine({ amount: 2000, taxes: [aTax(164)] })]),
    total_taxes: [aTax(164)],
    total: 2164,
    payments: listed([aPayment({ amount_paid: 2164 })]),
  };
  const refundsWith = (
    notes: readonly Readonly<Record<string, unknown>>[],
    refunds: readonly unknown[] = [],
  ): readonly Refund[] =>
    saleOf(
      invoiceEntry(invoice, {
        creditNotes: notes,
        charges: [aCharge({ amount: 2164, amount_captured: 2164, refunds: listed(refunds) })],
      }),
    ).refunds;

  it('after the payment have their own tax split, and their refund is not sent twice', () => {
    const note = aCreditNote({ refunds: [{ refund: 're_1', amount_refunded: 1082 }] });
    expect(refundsWith([note], [aStripeRefund({ amount: 1082 })])).toMatchObject([
      { id: 'cn_1', lines: [{ lineId: 'il_1', amount: 1000n, tax: 82n }], total: 1082n, isSettled: true },
    ]);
  });

  it('before the payment take tax back without a refund', () => {
    expect(refundsWith([aCreditNote({ type: 'pre_payment' })])).toMatchObject([{ id: 'cn_1', total: 1082n }]);
  });

  it.each([
    ['pre_payment', 'before'],
    ['post_payment', 'after'],
    ['mixed', 'before and after'],
  ])('of type %s state that they were made %s the payment', (type, when) => {
    expect(refundsWith([aCreditNote({ type })])).toMatchObject([{ message: `credit note cn_1, ${when} the payment` }]);
  });

  it('that are void have no effect', () => {
    expect(refundsWith([aCreditNote({ status: 'void' })])).toStrictEqual([]);
  });

  it('leave refunds of their own next to them', () => {
    expect(
      refundsWith([aCreditNote()], [aStripeRefund({ id: 're_9', amount: 100 })]).map(({ id }) => id),
    ).toStrictEqual(['cn_1', 're_9']);
  });

  it('that are only a part of a refund leave the rest of it next to them', () => {
    const note = aCreditNote({ refunds: [{ refund: 're_1', amount_refunded: 1082 }] });
    expect(refundsWith([note], [aStripeRefund({ amount: 1500 })])).toMatchObject([
      { id: 'cn_1', total: 1082n },
      { id: 're_1', total: 418n },
    ]);
  });

  it('that each cover a part of a refund leave nothing of it, also without an amount', () => {
    const noteOf = (id: string, linked: Readonly<Record<string, unknown>>) => aCreditNote({ id, refunds: [linked] });
    const both = [
      noteOf('cn_1', { refund: 're_1', amount_refunded: 1082 }),
      noteOf('cn_2', { refund: 're_1', amount_refunded: 1082 }),
    ];
    expect(refundsWith(both, [aStripeRefund({ amount: 2164 })]).map(({ id }) => id)).toStrictEqual(['cn_1', 'cn_2']);
    const whole = [noteOf('cn_1', { refund: 're_1' })];
    expect(refundsWith(whole, [aStripeRefund({ amount: 2164 })]).map(({ id }) => id)).toStrictEqual(['cn_1']);
  });

  it('that name an older refund leave it as it may have been sent, and count what exceeds it', () => {
    const before = aStripeRefund({ amount: 1082, created: noon + 3600 });
    const linked = [{ refund: 're_1', amount_refunded: 1082 }];
    expect(refundsWith([aCreditNote({ refunds: linked })], [before])).toStrictEqual(refundsWith([], [before]));
    const more = refundsWith([aCreditNote({ total: 1500, refunds: linked })], [before]);
    expect(more).toMatchObject([
      { id: 'cn_1', lines: [], adjustment: { amount: 418n, tax: 0n }, total: 418n },
      { id: 're_1', total: 1082n },
    ]);
    const moreTax = aCreditNote({ total_taxes: [aTax(100)], refunds: linked });
    const all = refundsWith([moreTax], [before]);
    expect(all.map(({ id, total }) => [id, total])).toStrictEqual([
      ['cn_1', 0n],
      ['re_1', 1082n],
    ]);
    expect(all.map(taxIn).reduce((sum, tax) => sum + tax, 0n)).toBe(100n);
  });

  it('that name an older refund which is on its way are on theirs, and held where it failed after it may have been sent', () => {
    const linked = [{ refund: 're_1', amount_refunded: 1082 }];
    const note = aCreditNote({ total: 1500, refunds: linked });
    const older = (status: string) => aStripeRefund({ amount: 1082, created: noon + 3600, status });
    expect(refundsWith([note], [older('pending')])).toMatchObject([
      { id: 'cn_1', total: 418n, isSettled: false },
      { id: 're_1', isSettled: false },
    ]);
    const [held, ...others] = refundsWith([note], [older('failed')]);
    expect([held?.id, held?.total, held?.isUnclear, others]).toStrictEqual(['cn_1', 1500n, true, []]);
  });

  it('made in one request with their refund cover it, though that is dated a little earlier', () => {
    const created = noon + 86_400;
    const note = aCreditNote({ created, refunds: [{ refund: 're_1', amount_refunded: 1082 }] });
    const refund = aStripeRefund({ amount: 1082, created: created - 2 });
    expect(refundsWith([note], [refund])).toMatchObject([{ id: 'cn_1', total: 1082n }]);
  });

  it('whose refund failed cover the same amount refunded later, and hold any other', () => {
    const note = aCreditNote({ refunds: [{ refund: 're_1', amount_refunded: 1082 }] });
    const failed = aStripeRefund({ amount: 1082, status: 'failed' });
    const later = (amount: number) => aStripeRefund({ id: 're_2', amount, created: noon + 9 * 86_400 });
    const sentWith = (refunds: readonly unknown[]): readonly unknown[] => {
      const charges = [aCharge({ amount: 2164, amount_captured: 2164, refunds: listed(refunds) })];
      const result = invoiceEntry(invoice, { creditNotes: [note], charges });
      return saleOf(result).refunds.map((refund) => {
        const sent = refundToTransaction(saleOf(result), mapped(result))(refund);
        return [refund.id, sent._tag === 'Right' ? sent.right.transaction.total : sent.left.reason];
      });
    };
    expect(sentWith([later(1082), failed])).toStrictEqual([['cn_1', -1082n]]);
    expect(sentWith([later(700), failed])).toStrictEqual([
      ['cn_1', -1082n],
      ['re_2', 'unreadable record'],
    ]);
    const another = aStripeRefund({ id: 're_3', amount: 700, created: noon + 12 * 86_400 });
    expect(sentWith([another, later(1082), failed])).toStrictEqual([
      ['cn_1', -1082n],
      ['re_3', -700n],
    ]);
    const earlier = aStripeRefund({ id: 're_0', amount: 1082, created: noon + 60 });
    expect(sentWith([failed, earlier])).toStrictEqual([
      ['cn_1', -1082n],
      ['re_0', -1082n],
    ]);
  });

  it('leave a later refund no more tax than they left of it', () => {
    const taxOnly = aCreditNote({
      total: 164,
      lines: listed([{ id: 'cnli_1', amount: 0, invoice_line_item: 'il_1', quantity: 1, taxes: [aTax(164)] }]),
    });
    const later = aStripeRefund({ amount: 2000, created: noon + 2 * 86_400 });
    expect(refundsWith([taxOnly], [later]).map(taxIn)).toStrictEqual([164n, 0n]);
  });

  it('change nothing of a refund that was made before them', () => {
    const before = aStripeRefund({ amount: 1000, created: noon + 3600 });
    expect(refundsWith([aCreditNote()], [before])[1]).toStrictEqual(refundsWith([], [before])[0]);
  });

  it('and refunds in turn give back all of the tax, to the cent', () => {
    const refunds = [
      aStripeRefund({ id: 're_1', amount: 301, created: noon + 3600 }),
      aStripeRefund({ id: 're_2', amount: 781, created: noon + 2 * 86_400 }),
    ];
    const all = refundsWith([aCreditNote()], refunds);
    expect(all.map(taxIn).reduce((sum, tax) => sum + tax, 0n)).toBe(164n);
  });

  it('whose tax was rounded once for all lines give back the tax of the whole note, as the invoice sent it', () => {
    const half = (id: string) => ({ id, amount: 1000, invoice_line_item: 'il_1', quantity: 1, taxes: [aTax(83)] });
    const rounded = aCreditNote({
      total: 2165,
      total_taxes: [aTax(165)],
      lines: listed([half('cnli_1'), half('cnli_2')]),
    });
    const inAll = { ...invoice, total_taxes: [aTax(165)], total: 2165 };
    const [refund] = saleOf(invoiceEntry(inAll, { creditNotes: [rounded] })).refunds;
    expect(refund).toMatchObject({ adjustment: { amount: 0n, tax: -1n }, total: 2165n });
    expect(refund === undefined ? null : [taxIn(refund), partsOf(refund)]).toStrictEqual([165n, 2165n]);
  });

  it('whose lines carry no tax give back that of the whole note', () => {
    const lines = listed([{ id: 'cnli_1', amount: 1000, invoice_line_item: 'il_1', quantity: 1 }]);
    const shipping_cost = { amount_subtotal: 100, amount_tax: 8, amount_total: 108 };
    const ofLines = aCreditNote({ lines, tax_amounts: [aTax(82)] });
    expect(refundsWith([ofLines])).toMatchObject([{ adjustment: { amount: 0n, tax: 82n }, total: 1082n }]);
    const withShipping = aCreditNote({ lines, shipping_cost, total: 1190, tax_amounts: [aTax(90)] });
    expect(refundsWith([withShipping])).toMatchObject([
      { shipping: { tax: 8n }, adjustment: { amount: 0n, tax: 82n } },
    ]);
  });

  it('with shipping whose tax the note states next to that of its lines, or within it, give it back once', () => {
    const shipping_cost = { amount_subtotal: 100, amount_tax: 8, amount_total: 108 };
    const stating = (tax: number) => aCreditNote({ shipping_cost, total: 1190, total_taxes: [aTax(tax)] });
    expect(refundsWith([stating(82)]).map(taxIn)).toStrictEqual([90n]);
    expect(refundsWith([stating(90)]).map(taxIn)).toStrictEqual([90n]);
  });

  it('of what billing credits paid for give back what its lines cost beyond them', () => {
    const line = { id: 'cnli_1', amount: 1400, discount_amount: 100, invoice_line_item: 'il_1', quantity: 1 };
    const pretax_credit_amounts = [
      { amount: 100, type: 'discount' },
      { amount: 300, type: 'credit_balance_transaction' },
    ];
    const lines = listed([{ ...line, pretax_credit_amounts, taxes: [aTax(82)] }]);
    expect(refundsWith([aCreditNote({ lines })])).toMatchObject([
      { lines: [{ lineId: 'il_1', amount: 1000n, tax: 82n }], adjustment: { amount: 0n, tax: 0n } },
    ]);
  });

  it('with a custom line have it as an adjustment, and still add up', () => {
    const lines = listed([{ id: 'cnli_9', amount: 1000, taxes: [aTax(82)], quantity: 1 }]);
    const [refund] = refundsWith([aCreditNote({ lines })]);
    expect(refund).toMatchObject({ lines: [], adjustment: { amount: 1000n, tax: 82n } });
    expect(refund === undefined ? null : partsOf(refund)).toBe(1082n);
  });
});
