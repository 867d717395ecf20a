import { describe, expect, it } from '@jest/globals';
import { left } from '../../support/right.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { context, invoiceEntry, saleOf, mapped } from '../../support/stripe-facts.ts';
import {
  aCharge,
  aCreditNote,
  anIntent,
  anInvoiceLine,
  aPayment,
  aSession,
  aTax,
  austin,
  listed,
  noon,
} from '../../support/stripe-objects.ts';

const lines = (...data: readonly Readonly<Record<string, unknown>>[]): { lines: unknown } => ({ lines: listed(data) });

describe('an invoice', () => {
  it('is one sale under its own id and number, dated by its finalisation', () => {
    expect(mapped(invoiceEntry()).transaction).toMatchObject({
      id: 'stripe:acct_1:in_1',
      name: 'Stripe ABC-0001 · in_1',
      transactedAt: '2026-03-02T11:00:00Z',
      total: 2000n,
    });
  });

  it('is dated by its date of issue, where the merchant set one', () => {
    const effective_at = Date.UTC(2026, 1, 27, 12) / 1000;
    expect(mapped(invoiceEntry({ effective_at })).transaction.transactedAt).toBe('2026-02-27T12:00:00Z');
  });

  it('with item and invoice discounts and tax adds up from its lines, not from its subtotal', () => {
    // The figures of a recorded invoice: its subtotal 252.30 is after item discounts and before the invoice's.
    const invoice = {
      ...lines(
        anInvoiceLine({
          id: 'il_1',
          amount: 17400,
          discount_amounts: [{ amount: 870 }, { amount: 1653 }],
          taxes: [aTax(1205)],
        }),
        anInvoiceLine({ id: 'il_2', amount: 8700, discount_amounts: [{ amount: 870 }], taxes: [aTax(600)] }),
      ),
      subtotal: 25230,
      total_discount_amounts: [{ amount: 870 }, { amount: 2523 }],
      total_taxes: [aTax(1805)],
      total: 24512,
    };
    const { transaction } = mapped(invoiceEntry(invoice));
    expect(transaction).toMatchObject({ subtotal: 22707n, taxCollected: 1805n, total: 24512n, discount: 0n });
  });

  it('with a discount that no line carries has it for the whole invoice', () => {
    const invoice = { ...lines(anInvoiceLine({ amount: 2500 })), total_discount_amounts: [{ amount: 500 }] };
    expect(mapped(invoiceEntry(invoice)).transaction).toMatchObject({ discount: 500n, total: 2000n });
  });

  it('whose prices include tax is sent without it', () => {
    const invoice = {
      ...lines(anInvoiceLine({ taxes: [aTax(152, 'inclusive')] })),
      total_taxes: [aTax(152, 'inclusive')],
    };
    expect(mapped(invoiceEntry(invoice)).transaction).toMatchObject({
      subtotal: 1848n,
      taxCollected: 152n,
      total: 2000n,
    });
  });

  it('with taxes inside of one price and on top of another adds up', () => {
    const invoice = {
      ...lines(
        anInvoiceLine({ id: 'il_1', amount: 1082, taxes: [aTax(82, 'inclusive')] }),
        anInvoiceLine({ id: 'il_2', amount: 1000, taxes: [aTax(82)] }),
      ),
      total_taxes: [aTax(82, 'inclusive'), aTax(82)],
      total: 2164,
    };
    expect(mapped(invoiceEntry(invoice)).transaction).toMatchObject({
      subtotal: 2000n,
      taxCollected: 164n,
      total: 2164n,
    });
  });

  it('whose tax was rounded once for all lines has the tax of its total', () => {
    const invoice = {
      ...lines(
        anInvoiceLine({ id: 'il_1', amount: 1000, taxes: [aTax(83)] }),
        anInvoiceLine({ id: 'il_2', amount: 1000, taxes: [aTax(83)] }),
      ),
      total_taxes: [aTax(165)],
      total: 2165,
    };
    expect(mapped(invoiceEntry(invoice)).transaction).toMatchObject({ taxCollected: 165n, total: 2165n });
  });

  it('was taxed as far as Stripe states it, also where its tax was rounded once', () => {
    const partly = { ...aTax(40), taxable_amount: 480 };
    const fee = { ...aTax(28), rate: { tax_type: 'retail_delivery_fee' } };
    const taxed = (stated: number, total: number) =>
      mapped(
        invoiceEntry({
          ...lines(
            anInvoiceLine({ id: 'il_1', amount: 1000, discount_amounts: [{ amount: 100 }], taxes: [aTax(74), fee] }),
            anInvoiceLine({ id: 'il_2', amount: 1000, taxes: [partly, { ...aTax(0), taxable_amount: 1000 }] }),
            anInvoiceLine({ id: 'il_3', amount: 1000, taxes: [] }),
          ),
          ...{ shipping_cost: { amount_subtotal: 500, amount_tax: 41, amount_total: 541 } },
          ...{ total_discount_amounts: [{ amount: 100 }], total_taxes: [aTax(stated), fee], total },
        }),
      );
    expect(taxed(155, 3583)).toMatchObject({ taxed: 1880n, transaction: { taxCollected: 155n } });
    expect(taxed(154, 3582)).toMatchObject({ taxed: 1880n, transaction: { taxCollected: 154n } });
    const bare = { ...lines(anInvoiceLine({ amount: 900 }), anInvoiceLine({ id: 'il_2', amount: 1000 })) };
    expect(mapped(invoiceEntry({ ...bare, total_taxes: [aTax(155)], total: 2055 })).taxed).toBeNull();
  });

  it('with shipping has its price and tax', () => {
    const invoice = {
      shipping_cost: { amount_subtotal: 500, amount_tax: 41, amount_total: 541 },
      total_taxes: [aTax(41)],
      total: 2541,
    };
    expect(mapped(invoiceEntry(invoice)).transaction).toMatchObject({
      shippingHandling: 500n,
      taxCollected: 41n,
      total: 2541n,
    });
  });

  it('with prorations has a line that gives money back, and its tax is netted', () => {
    const invoice = {
      ...lines(
        anInvoiceLine({ id: 'il_1', amount: -700, taxes: [aTax(-58)] }),
        anInvoiceLine({ id: 'il_2', amount: 2700, taxes: [aTax(222)] }),
      ),
      total_taxes: [aTax(164)],
      total: 2164,
    };
    const { transaction } = mapped(invoiceEntry(invoice));
    expect(transaction).toMatchObject({ subtotal: 2000n, taxCollected: 164n, total: 2164n });
    expect(transaction.lines).toMatchObject([
      { quantity: -1, amount: 700n },
      { quantity: 1, amount: 2700n },
    ]);
  });

  it.each([
    ['beside', 164],
    ['among', 234],
  ])('with prorations and shipping has all of its tax, where its total states that of shipping %s it', (_, stated) => {
    const invoice = {
      ...lines(
        anInvoiceLine({ id: 'il_1', amount: -700, taxes: [aTax(-58)] }),
        anInvoiceLine({ id: 'il_2', amount: 2700, taxes: [aTax(222)] }),
      ),
      shipping_cost: { amount_subtotal: 500, amount_tax: 70, amount_total: 570 },
      total_taxes: [aTax(stated)],
      total: 2734,
    };
    const { transaction } = mapped(invoiceEntry(invoice));
    expect(transaction).toMatchObject({ subtotal: 2000n, shippingHandling: 500n, taxCollected: 234n, total: 2734n });
  });

  it.each([
    ['beside', [aTax(164)]],
    ['among', [aTax(164), aTax(70, 'inclusive')]],
    ['not at all, nor any other', null],
  ])('with prorations and a price of shipping that contains its tax has that tax, stated %s', (_, total_taxes) => {
    const invoice = {
      ...lines(
        anInvoiceLine({ id: 'il_1', amount: -700, taxes: [aTax(-58)] }),
        anInvoiceLine({ id: 'il_2', amount: 2700, taxes: [aTax(222)] }),
      ),
      shipping_cost: { amount_subtotal: 500, amount_tax: 70, amount_total: 500 },
      total_taxes,
      total: 2664,
    };
    const { transaction } = mapped(invoiceEntry(invoice));
    expect(transaction).toMatchObject({ subtotal: 2000n, shippingHandling: 430n, taxCollected: 234n, total: 2664n });
  });

  describe('with a negative total', () => {
    const negative = invoiceEntry({
      ...lines(anInvoiceLine({ amount: -6000, taxes: [aTax(-495)] })),
      total_taxes: [aTax(-495)],
      total: -6495,
    });

    it('is not sent where refunds are only listed', () => {
      expect(left(saleToTransaction(defaultPolicy)(saleOf(negative)))).toMatchObject({ reason: 'credit document' });
    });

    it('is a negative transaction with its tax where refunds are sent', () => {
      const { transaction } = mapped(negative, sendsRefunds);
      expect(transaction).toMatchObject({ subtotal: -6000n, taxCollected: -495n, total: -6495n, parentId: null });
      expect(transaction.lines).toMatchObject([{ quantity: -1, amount: 6000n }]);
    });

    it('is held, where its lines do not explain the stated total', () => {
      const invoice = { ...lines(anInvoiceLine({ amount: -6000 })), total: -6495 };
      expect(left(saleToTransaction(defaultPolicy)(saleOf(invoiceEntry(invoice))))).toMatchObject({ _tag: 'Held' });
    });
  });

  it.each(['2.5', { toJSON: () => '2.5' }])(
    'with the fractional quantity %j is sent as one unit with the whole price',
    (exact) => {
      const invoice = lines(anInvoiceLine({ quantity: 2, quantity_decimal: exact, amount: 2000 }));
      expect(mapped(invoiceEntry(invoice)).transaction.lines).toMatchObject([{ quantity: 1, amount: 2000n }]);
    },
  );

  it('with billing credits has them as discounts', () => {
    const credit = { amount: 300, type: 'credit_balance_transaction' };
    const invoice = { ...lines(anInvoiceLine({ amount: 2300, pretax_credit_amounts: [credit] })) };
    const result = mapped(invoiceEntry(invoice));
    expect(result.transaction.lines).toMatchObject([{ amount: 2300n, discount: 300n }]);
    expect(result.decisions).toContainEqual(expect.objectContaining({ value: 'billing credits' }));
  });

  it('is held when its lines are cut short', () => {
    expect(left(invoiceEntry({ lines: listed([anInvoiceLine()], true) }))).toMatchObject({
      reason: 'incomplete record',
    });
    expect(left(invoiceEntry({ lines: null }))).toMatchObject({ reason: 'incomplete record' });
  });

  it('that does not add up is held with the missing amount', () => {
    expect(() => mapped(invoiceEntry({ total: 2100 }))).toThrow(/1\.00 USD are missing/);
  });
});

describe('an invoice without a charge', () => {
  it('of zero is a sale of zero', () => {
    const invoice = { ...lines(anInvoiceLine({ amount: 0 })), total: 0, amount_paid: 0, payments: listed([]) };
    expect(mapped(invoiceEntry(invoice)).transaction.total).toBe(0n);
  });

  it('that was discounted to nothing keeps its price and discount', () => {
    const invoice = {
      ...lines(anInvoiceLine({ discount_amounts: [{ amount: 2000 }] })),
      total_discount_amounts: [{ amount: 2000 }],
      total: 0,
      payments: listed([]),
    };
    expect(mapped(invoiceEntry(invoice)).transaction.lines).toMatchObject([{ amount: 2000n, discount: 2000n }]);
  });

  it('that was paid out of band is a sale of its total', () => {
    const outside = aPayment({ payment: { type: 'payment_record', payment_record: 'payrec_1' } });
    const sale = saleOf(invoiceEntry({ payments: listed([outside]) }));
    expect([sale.payment, sale.statedTotal]).toStrictEqual(['paid', 2000n]);
  });

  it('that a starting balance paid is a sale of its total, not of what was due', () => {
    const invoice = { starting_balance: -2000, amount_due: 0, amount_paid: 0, payments: listed([]) };
    expect(mapped(invoiceEntry(invoice)).transaction.total).toBe(2000n);
  });

  it.each([
    ['the balance that the customer owed', { starting_balance: 30, ending_balance: 0, amount_due: 2030 }, 30n],
    ['more than it, which is kept for later', { amount_overpaid: 500 }, 500n],
    ['a credit', { starting_balance: -500, ending_balance: 0, amount_due: 1500 }, undefined],
  ])('is a sale of its total where its payment paid %s as well', (_, invoice, beyond) => {
    const sale = saleOf(invoiceEntry(invoice));
    expect([sale.statedTotal, sale.paidBeyond]).toStrictEqual([2000n, beyond]);
  });

  it('that was credited in full before any payment is a sale of its total, which its credit note takes back', () => {
    const credit = { amount_due: 0, amount_paid: 0, pre_payment_credit_notes_amount: 2000, payments: listed([]) };
    const line = { id: 'cnli_1', amount: 2000, invoice_line_item: 'il_1', quantity: 1, taxes: [] };
    const note = aCreditNote({ type: 'pre_payment', total: 2000, lines: listed([line]) });
    const result = invoiceEntry(credit, { creditNotes: [note] });
    expect(mapped(result).transaction.total).toBe(2000n);
    expect(saleOf(result).refunds).toMatchObject([{ id: 'cn_1', total: 2000n, isSettled: true }]);
  });
});

describe('the payment of an invoice', () => {
  it('in three charges is one sale', () => {
    const payments = listed(
      [1, 2, 3].map((n) =>
        aPayment({ amount_paid: 700, payment: { type: 'payment_intent', payment_intent: `pi_${n}` } }),
      ),
    );
    const charges = [1, 2, 3].map((n) =>
      aCharge({ id: `ch_${n}`, amount: 700, payment_intent: anIntent({ id: `pi_${n}` }) }),
    );
    const sale = saleOf(
      invoiceEntry({ ...lines(anInvoiceLine({ amount: 2100 })), total: 2100, payments }, { charges }),
    );
    expect(sale.identity.recordId).toBe('in_1');
    expect(sale.references).toStrictEqual(expect.arrayContaining(['stripe:pi_1', 'stripe:pi_2', 'stripe:ch_3']));
  });

  it.each([
    ['open', 0, 'not paid'],
    ['open', 500, 'partially paid'],
    ['uncollectible', 0, 'not paid'],
    ['void', 0, 'voided'],
    ['paid', 2000, 'paid'],
  ])('of status %s with %i paid is "%s"', (status, paid, payment) => {
    expect(saleOf(invoiceEntry({ status, amount_paid: paid })).payment).toBe(payment);
  });

  it('of a draft is skipped even where unpaid orders are sent: its lines may still change', () => {
    const result = invoiceEntry({ status: 'draft' }, { context: context({ unpaid: 'send' }) });
    expect(left(result)).toMatchObject({ _tag: 'Skipped', reason: 'not paid' });
  });
});

describe('where an invoice counts', () => {
  it('is where the session that made it was shipped to', () => {
    const around = { session: aSession({ invoice: 'in_1' }) };
    expect(mapped(invoiceEntry({}, around)).transaction.shipToAddress.state).toBe('TX');
  });

  it('is where the invoice, then the customer, is shipped to, then the billing address', () => {
    const shipped = { shipping_details: { address: austin } };
    expect(mapped(invoiceEntry(shipped)).transaction.shipToAddress.state).toBe('TX');
    expect(mapped(invoiceEntry({ customer_shipping: { address: austin } })).transaction.shipToAddress.state).toBe('TX');
    expect(mapped(invoiceEntry()).transaction.shipToAddress.state).toBe('CO');
  });

  it('is where its charge was billed when it has no address at all', () => {
    const invoice = { customer_address: null };
    expect(mapped(invoiceEntry(invoice, { charges: [aCharge()] })).transaction.shipToAddress.state).toBe('CO');
  });

  it.each([
    ['in euros', { currency: 'eur' }, []],
    ['paid by a card of France', {}, [{ payment_method_details: { card: { country: 'FR' } }, billing_details: null }]],
  ])('is not in Texas by five digits with neither a state nor a country: %s, it is held', (_, over, charges) => {
    const bare = { line1: null, line2: null, city: null, state: null, postal_code: '75001', country: null };
    const result = invoiceEntry({ ...over, customer_address: bare, customer_shipping: null }, { charges });
    expect(() => mapped(result)).toThrow(/No address has a country/);
  });

  it('takes its state from the ZIP when the state is blank', () => {
    const address = { line1: null, line2: null, city: null, state: '', postal_code: '63385', country: 'US' };
    const result = mapped(invoiceEntry({ customer_address: address }));
    expect(result.transaction.shipToAddress.state).toBe('MO');
  });
});

describe('an invoice in an older shape', () => {
  const old = {
    number: 'OLD-1',
    payments: null,
    charge: 'ch_1',
    payment_intent: 'pi_1',
    total_taxes: undefined,
    total_discount_amounts: undefined,
    shipping_cost: undefined,
  };

  it('reads the metadata of its subscription', () => {
    const policy = { metadata: { resale: 'kind' } } as const;
    const parent = { subscription_details: { subscription: 'sub_1', metadata: { kind: 'resale' } } };
    const entry = invoiceEntry({ ...old, parent }, { context: context(policy) });
    expect(mapped(entry).transaction.purpose).toBe('RESALE');
  });

  it('reads tax_amounts with inclusive', () => {
    const line = {
      id: 'il_1',
      amount: 4000,
      quantity: 1,
      tax_amounts: [{ amount: 522, inclusive: true }],
      price: { product: 'prod_9' },
    };
    const invoice = {
      ...old,
      lines: listed([line]),
      tax: 522,
      total: 4000,
      total_tax_amounts: [{ amount: 522, inclusive: true }],
    };
    const { transaction } = mapped(invoiceEntry(invoice));
    expect(transaction).toMatchObject({ subtotal: 3478n, taxCollected: 522n, total: 4000n });
    expect(transaction.lines[0]?.productSku).toBe('prod_9');
  });

  it('reads a bare tax on top, and one that the price contains', () => {
    const line = { id: 'il_1', amount: 2000, quantity: 1 };
    const onTop = { ...old, lines: listed([line]), tax: 165, total: 2165 };
    expect(mapped(invoiceEntry(onTop)).transaction).toMatchObject({ subtotal: 2000n, taxCollected: 165n });
    const contained = { ...old, lines: listed([line]), tax: 165, total: 2000 };
    expect(mapped(invoiceEntry(contained)).transaction).toMatchObject({ subtotal: 1835n, taxCollected: 165n });
  });

  it('reads its one coupon as a discount', () => {
    const invoice = { ...old, lines: listed([{ id: 'il_1', amount: 2500 }]), discount: { id: 'di_1' }, total: 2000 };
    expect(mapped(invoiceEntry(invoice)).transaction).toMatchObject({ discount: 500n, total: 2000n });
  });

  it.each([
    ['less than its tax', 100, 200, 2100],
    ['as much as its tax', 200, 200, 2000],
    ['more than its tax', 1000, 100, 1100],
  ])('reads a bare tax on top together with a coupon of %s', (_, discount, tax, total) => {
    const lines = listed([{ id: 'il_1', amount: 2000, quantity: 1 }]);
    const { transaction } = mapped(invoiceEntry({ ...old, lines, discount: { id: 'di_1' }, tax, total }));
    expect(transaction).toMatchObject({
      lines: [{ amount: 2000n }],
      discount: BigInt(discount),
      taxCollected: BigInt(tax),
      total: BigInt(total),
    });
  });

  it('is known by its payment', () => {
    expect(saleOf(invoiceEntry({ ...old })).references).toContain('stripe:pi_1');
  });
});

describe('credit notes and refunds of an invoice', () => {
  it('split a refund between the invoices that one payment paid', () => {
    const refunds = listed([{ id: 're_1', amount: 1000, status: 'succeeded', created: noon + 5, charge: 'ch_1' }]);
    const charges = [aCharge({ amount: 4000, amount_captured: 4000, refunds })];
    const payments = listed([aPayment({ amount_paid: 2000 })]);
    expect(saleOf(invoiceEntry({ payments }, { charges })).refunds).toMatchObject([{ total: 500n }]);
  });
});
