import { describe, expect, it } from '@jest/globals';
import type { Policy } from '../../../src/mapping/policy.ts';
import * as E from 'fp-ts/lib/Either.js';
import { right } from '../../support/right.ts';
import { withoutPermission } from '../../support/stripe-stand-in.ts';
import { calls, chargeOfInvoice, closeStandIns, invoice, readAll, start } from '../../support/stripe-storefront.ts';
import { chargeEntry, mapped } from '../../support/stripe-facts.ts';
import { anInvoiceLine, aSession, aSessionLine, type Json, listed, noon } from '../../support/stripe-objects.ts';

closeStandIns();

const salesTax = { amount: 725, rate: { display_name: 'CO State Tax', inclusive: false, tax_type: 'sales_tax' } };
const deliveryFee = {
  amount: 28,
  rate: { display_name: 'Retail Delivery Fee', inclusive: false, tax_type: 'retail_delivery_fee' },
};

const checkout = (line: Json, shipping: Json | null, tax: number, policy: Partial<Policy> = {}) => {
  const session = aSession({
    line_items: listed([aSessionLine({ id: 'li_1', quantity: 1, amount_subtotal: 10_000, ...line })]),
    shipping_cost: shipping,
    total_details: { amount_discount: 0, amount_shipping: shipping === null ? 0 : 500, amount_tax: tax },
    amount_total: 10_000 + tax + (shipping === null ? 0 : 500),
  });
  const amount = 10_000 + tax + (shipping === null ? 0 : 500);
  return mapped(chargeEntry({ amount, amount_captured: amount }, { session }), policy).transaction;
};

const taxedLine = { amount_tax: 753, amount_total: 10_753, taxes: [salesTax, deliveryFee] };

describe('a retail delivery fee that Stripe lists among the taxes', () => {
  it('is a separate line and no sales tax', () => {
    const transaction = checkout(taxedLine, null, 753);
    expect(transaction).toMatchObject({ subtotal: 10_028n, taxCollected: 725n, total: 10_753n });
    expect(transaction.lines).toMatchObject([
      { id: 'li_1', amount: 10_000n },
      { id: 'retail-delivery-fee', productName: 'Retail Delivery Fee', amount: 28n, quantity: 1 },
    ]);
  });

  it('is one by its name where it is a flat amount, and a tax with a rate', () => {
    const bagFee = (rate_type: string) => ({
      amount: 28,
      rate: { display_name: 'Bag Fee', inclusive: false, tax_type: null, rate_type },
    });
    const taxOf = (tax: Json) => checkout({ ...taxedLine, taxes: [salesTax, tax] }, null, 753).taxCollected;
    expect(taxOf(bagFee('flat_amount'))).toBe(725n);
    expect(taxOf(bagFee('percentage'))).toBe(753n);
    expect(taxOf({ ...bagFee('flat_amount'), rate: { ...bagFee('flat_amount').rate, display_name: 'Tire tax' } })).toBe(
      753n,
    );
  });

  it('is left out by policy', () => {
    const transaction = checkout(taxedLine, null, 753, { fees: 'leave out' });
    expect(transaction).toMatchObject({ subtotal: 10_000n, taxCollected: 725n, total: 10_725n });
  });

  it('is the same on the tax of shipping', () => {
    const shipping = { amount_subtotal: 500, amount_tax: 64, amount_total: 564, taxes: [salesTaxOf(36), deliveryFee] };
    const line = { amount_tax: 725, amount_total: 10_725, taxes: [salesTax] };
    const transaction = checkout(line, shipping, 789);
    expect(transaction).toMatchObject({
      subtotal: 10_028n,
      shippingHandling: 500n,
      taxCollected: 761n,
      total: 11_289n,
    });
  });
});

describe('a retail delivery fee among the taxes of an invoice', () => {
  const rates = [
    { id: 'txr_fee', object: 'tax_rate', ...deliveryFee.rate },
    { id: 'txr_state', object: 'tax_rate', ...salesTax.rate },
  ];
  const taxOf = (amount: number, tax_rate: string): Json => ({
    amount,
    tax_behavior: 'exclusive',
    taxability_reason: 'standard_rated',
    type: 'tax_rate_details',
    tax_rate_details: { tax_rate },
  });
  const taxes = [taxOf(145, 'txr_state'), taxOf(28, 'txr_fee')];
  const toState = (state: string | null, zip: string | null = null): Json =>
    invoice(1, {
      total: 2173,
      total_taxes: taxes,
      lines: listed([anInvoiceLine({ taxes })]),
      customer_address: { line1: null, line2: null, city: null, state, postal_code: zip, country: 'US' },
    });
  const paid = { ...chargeOfInvoice(1), amount: 2173, amount_captured: 2173 };

  it.each<[string | null, string | null]>([
    ['CO', null],
    ['Colorado', null],
    [null, '80202'],
    ['', '55401-1234'],
  ])('is a separate line and no sales tax, by the rates that the invoice names: %s %s', async (state, zip) => {
    const { connector } = await start({ charges: [paid], invoices: [toState(state, zip)], taxRates: rates });
    const [result] = await readAll(connector);
    const { transaction } = mapped(result ?? E.right(null as never));
    expect(transaction).toMatchObject({ subtotal: 2_028n, taxCollected: 145n, total: 2_173n });
    expect(transaction.lines.at(-1)).toMatchObject({ id: 'retail-delivery-fee', amount: 28n });
  });

  it('goes back as what it is with a credit note', async () => {
    const note = {
      ...{ id: 'cn_1', object: 'credit_note', status: 'issued', type: 'post_payment', invoice: 'in_1' },
      ...{ created: noon + 500, total: 2173, total_taxes: taxes, refunds: [] },
      lines: listed([{ id: 'cnli_1', invoice_line_item: 'il_1', amount: 2000, quantity: 2, taxes }]),
    };
    const { connector } = await start({
      ...{ charges: [paid], creditNotes: [note], taxRates: rates },
      invoices: [{ ...toState('CO'), post_payment_credit_notes_amount: 2173 }],
    });
    expect((await readAll(connector))[0]).toMatchObject({
      right: {
        refunds: [
          {
            lines: [
              { lineId: 'il_1', amount: 2_000n, tax: 145n },
              { lineId: 'retail-delivery-fee', amount: 28n, tax: 0n },
            ],
            adjustment: { amount: 0n, tax: 0n },
            total: 2_173n,
          },
        ],
      },
    });
  });

  it('costs no request elsewhere: no other state has one', async () => {
    const { connector, standIn } = await start({ charges: [paid], invoices: [toState('NY')], taxRates: rates });
    expect(mapped((await readAll(connector))[0] ?? E.right(null as never)).transaction.taxCollected).toBe(173n);
    expect(calls(standIn, 'tax_rates/txr_fee')).toBe(0);
  });

  it('stays a tax where the key may not read tax rates, and check says so', async () => {
    const { connector, standIn } = await start({ charges: [paid], invoices: [toState('CO')], taxRates: rates });
    standIn.fault = ({ path }) => (path.startsWith('tax_rates/') ? withoutPermission('rak_tax_rate_read') : undefined);
    expect(mapped((await readAll(connector))[0] ?? E.right(null as never)).transaction.taxCollected).toBe(173n);
    expect(right(await connector.check()).findings).toContainEqual(
      expect.objectContaining({ level: 'warns', subject: 'permission: tax rates' }),
    );
  });
});

const salesTaxOf = (amount: number) => ({ ...salesTax, amount });
