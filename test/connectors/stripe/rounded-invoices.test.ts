import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { right } from '../../support/right.ts';
import { invoiceEntry, mapped, saleOf } from '../../support/stripe-facts.ts';
import { aCreditNote, anInvoiceLine, aTax, type Json, listed } from '../../support/stripe-objects.ts';

const inKrona = (amounts: readonly number[], tax = 0, over: Json = {}): Json => ({
  currency: 'isk',
  lines: listed(
    amounts.map((amount, n) => anInvoiceLine({ id: `il_${n}`, amount, taxes: n === 0 && tax > 0 ? [aTax(tax)] : [] })),
  ),
  total_taxes: tax > 0 ? [aTax(tax)] : [],
  total: amounts.reduce((all, one) => all + one, tax),
  ...over,
});

describe('an invoice in a currency without decimals that Stripe counts in hundredths', () => {
  it('is rounded half up, with a reason', () => {
    const { transaction, decisions } = mapped(invoiceEntry(inKrona([123_456])));
    expect(transaction).toMatchObject({ total: 1235n, subtotal: 1235n });
    expect(decisions).toContainEqual(
      expect.objectContaining({ about: 'total', reason: expect.stringContaining('rounded half up') }),
    );
  });

  it.each([
    ['the difference on its largest line', [500_050, 100_050], 6001n, [5000n, 1001n]],
    ['a credit for unused time among its lines', [200_075, -50_025], 1501n, [2001n, -500n]],
    ['half a króna up', [100_050], 1001n, [1001n]],
    ['less than half a króna down', [100_049], 1000n, [1000n]],
  ])('has %s', (_, amounts, total, lines) => {
    const { transaction } = mapped(invoiceEntry(inKrona(amounts)));
    expect(transaction.total).toBe(total);
    expect(transaction.lines.map(({ amount, quantity }) => amount * BigInt(quantity))).toStrictEqual(lines);
  });

  it('rounds its tax, and the same invoice in UGX', () => {
    expect(mapped(invoiceEntry(inKrona([100_030], 24_050))).transaction).toMatchObject({
      total: 1241n,
      taxCollected: 241n,
      subtotal: 1000n,
    });
    expect(mapped(invoiceEntry({ ...inKrona([123_456]), currency: 'ugx' })).transaction.total).toBe(1235n);
  });

  it('rounds its credit notes alike', () => {
    const line = {
      id: 'cnli_1',
      amount: 61_728,
      discount_amount: 0,
      invoice_line_item: 'il_0',
      quantity: 1,
      taxes: [],
    };
    const note = aCreditNote({ total: 61_728, lines: listed([line]) });
    const result = invoiceEntry(inKrona([123_456]), { creditNotes: [note] });
    const [refund] = saleOf(result).refunds;
    if (refund === undefined) throw new Error('no credit note');
    expect(right(refundToTransaction(saleOf(result), mapped(result))(refund)).transaction.total).toBe(-617n);
  });

  it('always adds up to its total, rounded half up', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 99_999 }), (all, tax) => {
        const total = all.reduce((sum, one) => sum + one, tax);
        const { transaction } = mapped(invoiceEntry(inKrona(all, tax)));
        expect(transaction.total).toBe(BigInt(Math.floor((total + 50) / 100)));
      }),
    );
  });
});
