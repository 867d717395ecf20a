import { describe, expect, it } from '@jest/globals';
import type { Policy } from '../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { right } from '../../support/right.ts';
import { chargeEntry, context, invoiceEntry, mapped, saleOf } from '../../support/stripe-facts.ts';
import {
  aCreditNote,
  anInvoiceLine,
  aSessionLine,
  aStripeRefund,
  type Json,
  listed,
} from '../../support/stripe-objects.ts';

const sessionLine = (id: string, description: string, amount: number): Json =>
  aSessionLine({
    id,
    description,
    quantity: 1,
    amount_subtotal: amount,
    amount_total: amount,
    price: { id: `price_${id}`, product: `prod_${id}` },
  });

/** A checkout of a mug, 100.00, and of a line of 8.25. */
const checkout = (name: string, policy: Partial<Policy> = {}, charge: Json = {}): SourceResult =>
  chargeEntry(
    { amount: 10_825, amount_captured: 10_825, ...charge },
    {
      context: context(policy),
      session: {
        line_items: listed([sessionLine('mug', 'Mug', 10_000), sessionLine('tax', name, 825)]),
        amount_total: 10_825,
      },
    },
  );

const amountsOf = (result: SourceResult) => {
  const { transaction, decisions } = mapped(result);
  const findings = decisions.flatMap(({ finding, value }) => (finding === undefined ? [] : [[finding, value]]));
  return { tax: transaction.taxCollected, goods: transaction.subtotal, total: transaction.total, findings };
};

const asTax = { tax: 825n, goods: 10_000n, total: 10_825n };

describe('tax that was sold as a line', () => {
  it.each([['prod_tax'], ['Levy'], ['levy ']])('is tax where the policy names its product: %s', (product) => {
    expect(amountsOf(checkout('Levy', { taxProducts: [product] }))).toStrictEqual({ ...asTax, findings: [] });
  });

  it.each(['Tax', 'tax', 'Sales tax', 'Sales Tax (8.25 %)', 'State tax', 'VAT', 'GST', 'GST/HST'])(
    'is tax, with a finding of its amount, where it is called "%s"',
    (name) => {
      expect(amountsOf(checkout(name))).toStrictEqual({ ...asTax, findings: [['tax sold as a line', '8.25 USD']] });
    },
  );

  it.each(['Tax preparation', 'Income tax return', 'Mug incl. VAT', '19% MwSt'])(
    'is goods, with a finding of its amount, where more is in the name: "%s"',
    (name) => {
      const { tax, findings } = amountsOf(checkout(name));
      expect([tax, findings]).toContainEqual(0n);
      expect(findings).toContainEqual(['tax sold as a line', '8.25 USD']);
    },
  );

  it('is goods, without a finding, where the policy names other products or none', () => {
    for (const taxProducts of [[], ['prod_other']]) {
      const { tax, findings } = amountsOf(checkout('Tax', { taxProducts }));
      expect(tax).toBe(0n);
      expect(findings).not.toContainEqual(['tax sold as a line', '8.25 USD']);
    }
  });

  it.each(['1 × Sales tax (at $8.25 / month)', 'Remaining time on Sales tax after 05 Feb 2026', 'Sales tax'])(
    'is tax on an invoice, however Stripe describes the line: %s',
    (description) => {
      const product = { price_details: { price: 'price_9', product: 'prod_9' } };
      const lines = listed([
        anInvoiceLine({ amount: 10_000 }),
        anInvoiceLine({ id: 'il_tax', amount: 825, description, pricing: product }),
      ]);
      for (const policy of [{ taxProducts: ['prod_9'] }, { taxProducts: ['sales tax'] }, {}]) {
        expect(amountsOf(invoiceEntry({ lines, total: 10_825 }, { context: context(policy) }))).toMatchObject(asTax);
      }
    },
  );

  it('goes back with its share of a refund', () => {
    const refunds = listed([aStripeRefund({ amount: 5413 })]);
    const result = checkout('Tax', {}, { refunds });
    const [refund] = saleOf(result).refunds;
    if (refund === undefined) throw new Error('no refund');
    expect(right(refundToTransaction(saleOf(result), mapped(result))(refund)).transaction).toMatchObject({
      total: -5413n,
      taxCollected: -413n,
    });
  });

  it('goes back as tax where a credit note names its line', () => {
    const lines = listed([
      anInvoiceLine({ amount: 10_000 }),
      anInvoiceLine({ id: 'il_tax', amount: 825, description: 'Tax' }),
    ]);
    const credited = (id: string, invoice_line_item: string, amount: number): Json => ({
      ...{ id, invoice_line_item, amount, discount_amount: 0, quantity: 1, taxes: [] },
    });
    const note = aCreditNote({
      total: 10_825,
      lines: listed([credited('cnli_1', 'il_1', 10_000), credited('cnli_2', 'il_tax', 825)]),
    });
    const result = invoiceEntry({ lines, total: 10_825 }, { creditNotes: [note] });
    const [refund] = saleOf(result).refunds;
    if (refund === undefined) throw new Error('no credit note');
    expect(right(refundToTransaction(saleOf(result), mapped(result))(refund)).transaction).toMatchObject({
      total: -10_825n,
      taxCollected: -825n,
    });
  });

  it('alone stays a line: nothing was sold that it could be the tax of', () => {
    const lines = listed([anInvoiceLine({ amount: 825, description: 'Sales tax' })]);
    expect(amountsOf(invoiceEntry({ lines, total: 825 }))).toMatchObject({
      tax: 0n,
      goods: 825n,
      findings: expect.arrayContaining([['tax sold as a line', '8.25 USD']]),
    });
  });
});
