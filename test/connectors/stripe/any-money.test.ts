import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cases } from '../../fuzz/cases.ts';
import { lostTax, reductionProblems } from '../../support/money-as-charged.ts';
import { chargeEntry, invoiceEntry } from '../../support/stripe-facts.ts';
import {
  aCreditNote,
  anInvoiceLine,
  aSession,
  aSessionLine,
  aStripeRefund,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';

const day = 86_400;

/** In cents; a fee is a retail delivery fee among the taxes. */
const anyLine = fc.record({
  price: fc.integer({ min: 1, max: 20_000 }),
  tax: fc.integer({ min: 0, max: 1_500 }),
  fee: fc.constantFrom(0, 0, 28),
});
type Line = Readonly<Record<'price' | 'tax' | 'fee', number>>;

const anyChange = fc.record({
  kind: fc.constantFrom('refund', 'pending refund', 'failed refund', 'lost dispute', 'won dispute'),
  share: fc.integer({ min: 1, max: 130 }),
});

const anySale = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 3 }),
  changes: fc.array(anyChange, { maxLength: 4 }),
  isManaged: fc.boolean(),
});

const taxesOf = ({ tax, fee }: Line): readonly Json[] => [
  ...(tax === 0 ? [] : [{ amount: tax, rate: { display_name: 'Sales Tax', inclusive: false, tax_type: 'sales_tax' } }]),
  ...(fee === 0
    ? []
    : [{ amount: fee, rate: { display_name: 'Delivery Fee', inclusive: false, tax_type: 'retail_delivery_fee' } }]),
];

const sumOf = (lines: readonly Line[], of: (line: Line) => number): number =>
  lines.reduce((all, line) => all + of(line), 0);

const totalOf = (lines: readonly Line[]): number => sumOf(lines, ({ price, tax, fee }) => price + tax + fee);

const statusOf = { refund: 'succeeded', 'pending refund': 'pending', 'failed refund': 'failed' } as const;

/** A checkout with what came after it: Stripe itself lets refunds and disputes take more than was paid together. */
const checkout = ({ lines, changes, isManaged }: Parameters<Parameters<typeof anySale.map>[0]>[0]) => {
  const amount = totalOf(lines);
  const refunds: Json[] = [];
  const disputes: Json[] = [];
  for (const [index, { kind, share }] of changes.entries()) {
    const own = Math.max(1, Math.round((amount * share) / 100));
    const created = noon + (index + 1) * day;
    const of = { amount: own, created, currency: 'usd', charge: 'ch_1' };
    if (kind === 'lost dispute' || kind === 'won dispute') {
      const moved = (sign: number) => ({
        ...{ object: 'balance_transaction', amount: sign * own, currency: 'usd', created: created + 60 },
        ...{ id: `txn_${index}_${sign}`, reporting_category: 'dispute' },
      });
      disputes.push({
        ...{ id: `du_${index}`, object: 'dispute', status: kind === 'lost dispute' ? 'lost' : 'won', ...of },
        balance_transactions: kind === 'lost dispute' ? [moved(-1)] : [moved(-1), moved(1)],
      });
    } else {
      refunds.push(aStripeRefund({ id: `re_${index}`, ...of, status: statusOf[kind] }));
    }
  }
  const session = aSession({
    line_items: listed(
      lines.map((line, index) =>
        aSessionLine({
          ...{ id: `li_${index}`, quantity: 1, amount_subtotal: line.price, taxes: taxesOf(line) },
          ...{ amount_tax: line.tax + line.fee, amount_total: line.price + line.tax + line.fee },
        }),
      ),
    ),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: sumOf(lines, ({ tax, fee }) => tax + fee) },
    amount_total: amount,
    ...(isManaged && { managed_payments: { enabled: true } }),
  });
  const charge = { amount, amount_captured: amount, refunds: listed(refunds), disputed: disputes.length > 0 };
  return chargeEntry(charge, { session, disputes });
};

const anyInvoice = fc.record({
  lines: fc.array(fc.record({ price: fc.integer({ min: 1, max: 20_000 }), tax: fc.integer({ min: 0, max: 1_500 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  notes: fc.array(fc.record({ line: fc.nat({ max: 2 }), share: fc.integer({ min: 1, max: 130 }) }), { maxLength: 3 }),
});

const aTaxOf = (amount: number, taxable: number): readonly Json[] =>
  amount === 0
    ? []
    : [{ amount, tax_behavior: 'exclusive', taxability_reason: 'standard_rated', taxable_amount: taxable }];

const billed = ({ lines, notes }: Parameters<Parameters<typeof anyInvoice.map>[0]>[0]) => {
  const subtotal = lines.reduce((all, { price }) => all + price, 0);
  const tax = lines.reduce((all, line) => all + line.tax, 0);
  const creditNotes = notes.map(({ line: wanted, share }, index) => {
    const at = wanted % lines.length;
    const { price = 0, tax: own = 0 } = lines[at] ?? {};
    const [amount, back] = [price, own].map((one) => Math.round((one * share) / 100));
    return aCreditNote({
      ...{ id: `cn_${index}`, created: noon + (index + 1) * day, total: (amount ?? 0) + (back ?? 0) },
      lines: listed([
        {
          ...{ id: `cnli_${index}`, amount, discount_amount: 0, invoice_line_item: `il_${at}`, quantity: 1 },
          taxes: aTaxOf(back ?? 0, amount ?? 0),
        },
      ]),
    });
  });
  return invoiceEntry(
    {
      ...{ subtotal, total: subtotal + tax, amount_paid: subtotal + tax, total_taxes: aTaxOf(tax, subtotal) },
      lines: listed(
        lines.map(({ price, tax: own }, index) =>
          anInvoiceLine({ id: `il_${index}`, amount: price, subtotal: price, taxes: aTaxOf(own, price) }),
        ),
      ),
      post_payment_credit_notes_amount: creditNotes.reduce((all, { total }) => all + Number(total), 0),
    },
    { creditNotes },
  );
};

describe('any checkout of Stripe', () => {
  it('loses no tax, takes no fee for a tax, and is never lowered below what is left of it', () => {
    let sent = 0;
    fc.assert(
      fc.property(anySale, (sale) => {
        const entry = checkout(sale);
        const lost = lostTax(entry, BigInt(sumOf(sale.lines, ({ tax }) => tax)));
        if (lost !== undefined) sent += 1;
        expect(lost ?? 0n).toBe(0n);
        expect(reductionProblems(entry)).toStrictEqual([]);
      }),
      { numRuns: cases(400) },
    );
    expect(sent).toBeGreaterThan(cases(300));
  });
});

describe('any invoice of Stripe', () => {
  it('loses no tax, and no credit note lowers it below what is left', () => {
    let sent = 0;
    fc.assert(
      fc.property(anyInvoice, (invoice) => {
        const entry = billed(invoice);
        const lost = lostTax(entry, BigInt(invoice.lines.reduce((all, { tax }) => all + tax, 0)));
        if (lost !== undefined) sent += 1;
        expect(lost ?? 0n).toBe(0n);
        expect(reductionProblems(entry)).toStrictEqual([]);
      }),
      { numRuns: cases(400) },
    );
    expect(sent).toBeGreaterThan(cases(300));
  });
});
