import { describe, expect, it } from '@jest/globals';
import { chargeEntry, mapped } from '../../support/stripe-facts.ts';
import { anInvoiceLine, aSession, aSessionLine, listed } from '../../support/stripe-objects.ts';
import { closeStandIns, chargeOfInvoice, invoice, readAll, start } from '../../support/stripe-storefront.ts';

closeStandIns();

const none = (taxability_reason: string) => ({
  ...{ amount: 0, taxability_reason, taxable_amount: 0, tax_behavior: 'exclusive' },
  rate: { display_name: 'Sales Tax', inclusive: false, tax_type: 'sales_tax' },
});

const facts = ({ notTaxable, decisions }: ReturnType<typeof mapped>) => ({
  notTaxable,
  isFinding: decisions.some(({ finding }) => finding === 'no tax collected'),
});

const checkout = (...reasons: readonly string[]) => {
  const taxes = reasons.map(none);
  const line = aSessionLine({
    id: 'li_1',
    quantity: 1,
    amount_subtotal: 2_000,
    amount_total: 2_000,
    amount_tax: 0,
    taxes,
  });
  const details = { amount_discount: 0, amount_shipping: 0, amount_tax: 0 };
  const session = aSession({ line_items: listed([line]), total_details: details, amount_total: 2_000 });
  return facts(mapped(chargeEntry({ amount: 2_000, amount_captured: 2_000 }, { session })));
};

const billed = async (reason: string) => {
  const taxes = [none(reason)];
  const line = anInvoiceLine({ amount: 2_000, taxes });
  const one = invoice(1, { lines: listed([line]), total: 2_000, total_taxes: taxes });
  const { connector } = await start({ invoices: [one], charges: [chargeOfInvoice(1)] });
  const [sale] = await readAll(connector);
  if (sale === undefined) throw new Error('the invoice is a sale');
  return facts(mapped(sale));
};

describe('a product that Stripe Tax states not to be taxable where it goes', () => {
  it('is kept apart from what was merely not taxed, and is no finding', async () => {
    const known = { notTaxable: 2_000n, isFinding: false };
    expect(checkout('product_exempt', 'product_exempt')).toStrictEqual(known);
    expect(checkout('product_exempt_holiday')).toStrictEqual(known);
    expect(await billed('product_exempt')).toStrictEqual(known);
    const open = { notTaxable: 0n, isFinding: true };
    for (const reason of ['not_collecting', 'not_available']) {
      expect(checkout(reason)).toStrictEqual(open);
      expect(checkout('product_exempt', reason)).toStrictEqual(open);
      expect(await billed(reason)).toStrictEqual(open);
    }
  });
});
