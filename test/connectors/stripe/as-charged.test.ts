import { describe, expect, it } from '@jest/globals';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import { sentAdjustments } from '../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { toSentSale } from '../../../src/mapping/sent-sale.ts';
import { right } from '../../support/right.ts';
import { invoiceEntry, saleOf } from '../../support/stripe-facts.ts';
import { aCreditNote, anInvoiceLine, aPayment, aTax, type Json, listed, noon } from '../../support/stripe-objects.ts';

const day = 86_400;

/** Two desks for 216.50, of which one was credited before the other was paid. */
const invoice = (over: Json = {}): Json => ({
  lines: listed([
    anInvoiceLine({ amount: 10_000, taxes: [aTax(825)] }),
    anInvoiceLine({ id: 'il_2', amount: 10_000, taxes: [aTax(825)] }),
  ]),
  total_taxes: [aTax(1650)],
  total: 21_650,
  amount_paid: 10_825,
  pre_payment_credit_notes_amount: 10_825,
  payments: listed([aPayment({ amount_paid: 10_825, status_transitions: { paid_at: noon } })]),
  ...over,
});

const creditedLine = (id: string): Json => ({
  id: `cnli_${id}`,
  amount: 10_000,
  discount_amount: 0,
  invoice_line_item: id,
  quantity: 1,
  taxes: [aTax(825)],
});

const note = (over: Json = {}): Json =>
  aCreditNote({
    type: 'pre_payment',
    created: noon - day,
    total: 10_825,
    lines: listed([creditedLine('il_2')]),
    ...over,
  });

const sentOf = (notes: readonly Json[], over: Json = {}, choices: Partial<Policy> = {}) => {
  const policy: Policy = {
    ...defaultPolicy,
    adjustments: { ...defaultPolicy.adjustments, refunds: 'send' },
    ...choices,
  };
  const sale = right(toSentSale(policy, saleOf(invoiceEntry(invoice(over), { creditNotes: notes }))));
  const mapped = saleToTransaction(policy)(sale);
  const later = sentAdjustments(policy, sale).map(({ total }) => total);
  return mapped._tag === 'Left'
    ? { reason: mapped.left.reason, later }
    : { total: mapped.right.transaction.total, tax: mapped.right.transaction.taxCollected, later };
};

describe('an invoice with a credit note', () => {
  it('before its payment is sent as it was charged, without the note', () => {
    expect(sentOf([note()])).toStrictEqual({ total: 10_825n, tax: 825n, later: [] });
  });

  it('after its payment is sent as it was paid, and the note is an adjustment', () => {
    const over = { amount_paid: 21_650, post_payment_credit_notes_amount: 10_825 };
    expect(sentOf([note({ type: 'post_payment', created: noon + day })], over)).toStrictEqual({
      total: 21_650n,
      tax: 1650n,
      later: [10_825n],
    });
  });

  it('before its payment is sent as it was finalized where unpaid invoices are sent', () => {
    expect(sentOf([note()], {}, { unpaid: 'send' })).toStrictEqual({ total: 21_650n, tax: 1650n, later: [10_825n] });
  });

  it('between two payments is part of the sale, unless the first payment made it due', () => {
    const parts = [noon - 2 * day, noon].map((paid_at, n) =>
      aPayment({ id: `inpay_${n}`, amount_paid: 5412, created: noon - 9 * day, status_transitions: { paid_at } }),
    );
    const over = { payments: listed(parts) };
    expect(sentOf([note()], over)).toMatchObject({ total: 10_825n, later: [] });
    expect(sentOf([note()], over, { partiallyPaid: 'send' })).toMatchObject({ total: 21_650n, later: [10_825n] });
    const early = note({ created: noon - 3 * day });
    expect(sentOf([early], over, { partiallyPaid: 'send' })).toMatchObject({ total: 10_825n, later: [] });
  });

  it('that paid it by itself, in part before and in part after, is part of the sale', () => {
    expect(sentOf([note({ type: 'mixed', created: noon })])).toMatchObject({ total: 10_825n, later: [] });
  });

  it('for all of it before any payment is no sale', () => {
    const all = note({ total: 21_650, lines: listed([creditedLine('il_1'), creditedLine('il_2')]) });
    const over = { amount_paid: 0, payments: listed([]), pre_payment_credit_notes_amount: 21_650 };
    expect(sentOf([all], over)).toMatchObject({ reason: 'no items', later: [] });
  });

  it('for an amount of no line, with its tax, takes both off before the payment', () => {
    const goodwill = { id: 'cnli_9', amount: 1000, discount_amount: 0, invoice_line_item: null, taxes: [aTax(83)] };
    const some = note({ total: 1083, lines: listed([goodwill]) });
    expect(sentOf([some])).toStrictEqual({ total: 20_567n, tax: 1567n, later: [] });
  });

  it('whose tax was rounded once for all lines takes it off as stated', () => {
    const rounded = note({ total: 10_826, total_taxes: [aTax(826)] });
    const over = {
      lines: listed([
        anInvoiceLine({ amount: 10_000, taxes: [aTax(826)] }),
        anInvoiceLine({ id: 'il_2', amount: 10_000, taxes: [aTax(826)] }),
      ]),
      total_taxes: [aTax(1652)],
      total: 21_652,
    };
    expect(sentOf([rounded], over)).toStrictEqual({ total: 10_826n, tax: 826n, later: [] });
  });
});
