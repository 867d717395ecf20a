import { describe, expect, it } from '@jest/globals';
import { saleOf } from '../../support/stripe-facts.ts';
import {
  aCreditNote,
  anInvoiceLine,
  aPayment,
  aStripeRefund,
  aTax,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';
import type { StripeData } from '../../support/stripe-stand-in-data.ts';
import { calls, charge, closeStandIns, idsOf, invoice, readAll, start } from '../../support/stripe-storefront.ts';

closeStandIns();

const refund = (n: number, amount: number, over: Json = {}): Json =>
  aStripeRefund({ id: `re_${n}`, amount, created: noon + 3600 * n, ...over });

/** One payment of several invoices, each of them with 8 % tax in its total, and what went back of it. */
const sharedBy = (
  paid: readonly number[],
  refunds: readonly Json[],
  captured = paid.reduce((sum, amount) => sum + amount, 0),
): Partial<StripeData> => {
  const links = paid.map((amount, n) =>
    aPayment({
      id: `inpay_${n}`,
      invoice: `in_${n}`,
      amount_paid: amount,
      payment: { type: 'payment_intent', payment_intent: 'pi_1' },
    }),
  );
  return {
    charges: [charge(1, { amount: captured, amount_captured: captured, refunds: listed(refunds) })],
    invoices: paid.map((amount, n) => {
      const tax = Math.floor(amount * 0.08);
      const lines = listed([anInvoiceLine({ amount: amount - tax, taxes: [aTax(tax)] })]);
      return invoice(n, { lines, total: amount, total_taxes: [aTax(tax)], payments: listed([links[n]]) });
    }),
    invoicePayments: links,
  };
};

/** By invoice, the refunds by their ids. */
const totalsOf = async (data: Partial<StripeData>): Promise<readonly Readonly<Record<string, number>>[]> => {
  const { connector } = await start(data);
  const results = await readAll(connector);
  return results.map((result) =>
    Object.fromEntries(saleOf(result).refunds.map(({ id, total }) => [id, Number(total)])),
  );
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

describe('refunds of one payment that paid several invoices', () => {
  it.each([
    ['two equal ones, an odd cent', [2000, 2000], [5]],
    ['two equal ones, odd cents until all of it is back', [2000, 2000], [1, 1, 1, 3, 3994]],
    ['three of a third each', [3333, 3333, 3334], [100, 1, 50, 9849]],
    ['a large one and a small one', [9900, 100], [1, 49, 50, 333, 9567]],
    ['five of them', [101, 203, 307, 401, 503], [7, 7, 7, 700, 794]],
  ])('add up to what went back and to what each had paid: %s', async (_, paid, amounts) => {
    const totals = await totalsOf(
      sharedBy(
        paid,
        amounts.map((amount, n) => refund(n + 1, amount)),
      ),
    );
    expect(totals).toHaveLength(paid.length);
    const back = amounts.map((_amount, n) => sumOf(totals.map((ofInvoice) => ofInvoice[`re_${n + 1}`] ?? 0)));
    expect(back).toStrictEqual(amounts);
    const all = totals.map((ofInvoice) => Object.values(ofInvoice));
    expect(all.flat().every((total) => total > 0)).toBe(true);
    const isAllBack = sumOf(amounts) === sumOf(paid);
    expect(all.map(sumOf).toSorted((a, b) => a - b)).toStrictEqual(isAllBack ? paid.toSorted((a, b) => a - b) : [2, 3]);
  });

  it('leave out the ones that failed, and what was paid beyond the invoices has its share', async () => {
    const refunds = [refund(1, 33, { status: 'failed' }), refund(2, 101), refund(3, 4899)];
    const totals = await totalsOf(sharedBy([2000, 2000], refunds, 5000));
    expect(totals.map((ofInvoice) => sumOf(Object.values(ofInvoice)))).toStrictEqual([2000, 2000]);
  });

  it('are those of the invoice alone whose credit note made them, and only the rest is split', async () => {
    const data = sharedBy([2000, 2000], [refund(1, 2000), refund(2, 401)]);
    const noteOf = (invoiceId: string, linked: Json): Json =>
      aCreditNote({ id: `cn_${invoiceId}`, invoice: invoiceId, total: 2000, created: noon + 3600, refunds: [linked] });
    const credited = { post_payment_credit_notes_amount: 2000 };
    const invoices = (data.invoices ?? []).map((one) => (one['id'] === 'in_1' ? { ...one, ...credited } : one));
    const whole = await totalsOf({ ...data, invoices, creditNotes: [noteOf('in_1', { refund: 're_1' })] });
    expect(whole).toStrictEqual([{ cn_in_1: 2000 }, { re_2: 401 }]);
    const part = noteOf('in_1', { refund: 're_1', amount_refunded: 1500 });
    expect(await totalsOf({ ...data, invoices, creditNotes: [part] })).toStrictEqual([
      { cn_in_1: 2000 },
      { re_1: 500, re_2: 401 },
    ]);
  });

  it('stay where they were split when a credit note of one invoice names them later', async () => {
    const data = sharedBy([2000, 2000], [refund(1, 2000)]);
    const split = await totalsOf(data);
    const credited = { post_payment_credit_notes_amount: 2000 };
    const invoices = (data.invoices ?? []).map((one) => (one['id'] === 'in_1' ? { ...one, ...credited } : one));
    const later = { invoice: 'in_1', total: 2000, created: noon + 9 * 86_400, refunds: [{ refund: 're_1' }] };
    const totals = await totalsOf({ ...data, invoices, creditNotes: [aCreditNote(later)] });
    expect(sumOf(totals.flatMap((ofInvoice) => Object.values(ofInvoice)))).toBe(2000);
    expect(totals.map((ofInvoice) => ofInvoice['re_1'])).toStrictEqual(split.map((ofInvoice) => ofInvoice['re_1']));
  });

  it('are sent once where the refund of a credit note failed and was paid again by itself', async () => {
    const data = sharedBy([2000, 2000], [refund(2, 2000), refund(1, 2000, { status: 'failed' })]);
    const credited = { post_payment_credit_notes_amount: 2000 };
    const invoices = (data.invoices ?? []).map((one) => (one['id'] === 'in_1' ? { ...one, ...credited } : one));
    const note = aCreditNote({ invoice: 'in_1', total: 2000, created: noon + 3600, refunds: [{ refund: 're_1' }] });
    expect(await totalsOf({ ...data, invoices, creditNotes: [note] })).toStrictEqual([{ cn_1: 2000 }, {}]);
  });

  it('give back all of the tax of each invoice, and no more', async () => {
    const { connector } = await start(sharedBy([3333, 3333, 3334], [refund(1, 77), refund(2, 9923)]));
    for (const result of await readAll(connector)) {
      const taxes = saleOf(result).refunds.flatMap(({ lines, adjustment }) => [
        adjustment.tax,
        ...lines.map(({ tax }) => tax),
      ]);
      expect(taxes.reduce((sum, tax) => sum + tax, 0n)).toBe(266n);
    }
  });

  it('cost a look-up only where there are any, and hold the invoice where that may not be made', async () => {
    const without = await start(sharedBy([2000, 2000], []));
    await readAll(without.connector);
    expect(calls(without.standIn, 'invoice_payments')).toBe(1);
    const { connector, standIn } = await start(sharedBy([2000, 2000], [refund(1, 5)]));
    standIn.fault = ({ path, query }) =>
      path === 'invoice_payments' && query.has('payment[payment_intent]')
        ? withoutPermission('rak_invoice_read')
        : undefined;
    expect(idsOf(await readAll(connector))).toStrictEqual(['incomplete record: in_1', 'incomplete record: in_0']);
  });
});

describe('a dispute of one payment that paid several invoices', () => {
  it('is listed with each of them for what it paid, and adds up to the dispute', async () => {
    const data = sharedBy([3333, 3333, 3334], []);
    const disputed = (data.charges ?? []).map((one) => ({ ...one, disputed: true }));
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      amount: 10_000,
      status: 'lost',
      created: noon + 9,
      charge: 'ch_1',
    };
    const { connector, standIn } = await start({ ...data, charges: disputed, disputes: [dispute] });
    const amounts = (await readAll(connector)).map((result) =>
      saleOf(result).adjustments.map(({ amount }) => Number(amount)),
    );
    expect(amounts.flat().toSorted((a, b) => a - b)).toStrictEqual([-3334, -3333, -3333]);
    expect(calls(standIn, 'credit_notes')).toBe(0);
  });
});
