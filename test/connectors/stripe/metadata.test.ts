import { describe, expect, it } from '@jest/globals';
import { taxOfRefund } from '../../../src/mapping/amounts.ts';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import { policyWith } from '../../../src/mapping/policy.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { left } from '../../support/right.ts';
import { chargeEntry, context, invoiceEntry, mapped, saleOf, sessionEntry } from '../../support/stripe-facts.ts';
import {
  aCreditNote,
  anIntent,
  anInvoiceLine,
  aSessionLine,
  aStripeRefund,
  aTax,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';

const inMinor = {
  metadata: {
    tax: { key: 'Total Tax', unit: 'minor' },
    shipping: { key: 'Total Shipping', unit: 'minor' },
    discount: { key: 'Discount', unit: 'minor' },
  },
} as const satisfies Partial<Policy>;

const amountsOf = (result: SourceResult) => {
  const { taxCollected, shippingHandling, subtotal, total } = mapped(result).transaction;
  return [taxCollected, shippingHandling, subtotal, total];
};

const charged = (amount: number, over: Json = {}): Json => ({ amount, amount_captured: amount, ...over });

/** A checkout of 115.25 whose lines Stripe does not tax. */
const session = (lines: readonly Json[], over: Json = {}): Json => ({
  line_items: listed(lines),
  amount_total: 11_525,
  ...over,
});

const line = (id: string, description: string, amount: number): Json =>
  aSessionLine({ id, description, quantity: 1, amount_subtotal: amount, amount_total: amount });

describe('tax and shipping in metadata', () => {
  const metadata = { 'Total Tax': '825', 'Total Shipping': '700' };
  const using = { context: context(inMinor) };

  it.each([
    ['one line', [line('li_1', 'Order', 11_525)], 1],
    ['several lines', [line('li_1', 'Mug', 6525), line('li_2', 'Shirt', 5000)], 2],
    ['a line for the tax', [line('li_1', 'Mug', 10_700), line('li_2', 'Sales tax', 825)], 1],
    [
      'lines for tax and shipping',
      [line('li_1', 'Mug', 10_000), line('li_2', 'Tax', 825), line('li_3', 'Shipping & handling', 700)],
      1,
    ],
  ])('count together with a Checkout Session that states none, with %s', (_, lines, count) => {
    for (const on of [{ session: session(lines, { metadata }) }, { session: session(lines), charge: { metadata } }]) {
      const result = chargeEntry(charged(11_525, 'charge' in on ? on.charge : {}), { ...using, session: on.session });
      expect(amountsOf(result)).toStrictEqual([825n, 700n, 10_000n, 11_525n]);
      expect(mapped(result).transaction.lines).toHaveLength(count);
    }
  });

  it('count together with an invoice that states none, also in the metadata of its subscription or its payment', () => {
    const invoice = { lines: listed([anInvoiceLine({ amount: 11_525 })]), total: 11_525 };
    const subscription = { subscription_details: { subscription: 'sub_1', metadata } };
    const charges = [charged(11_525, { metadata })];
    for (const result of [
      invoiceEntry({ ...invoice, metadata }, using),
      invoiceEntry({ ...invoice, parent: subscription }, using),
      invoiceEntry(invoice, { ...using, charges }),
      invoiceEntry(invoice, { ...using, session: { metadata, invoice: 'in_1' } }),
    ]) {
      expect(amountsOf(result)).toStrictEqual([825n, 700n, 10_000n, 11_525n]);
    }
  });

  it.each([
    ['on top of the lines', 10_000],
    ['within the lines', 11_525],
  ])('count together with Level 3 lines without tax: %s', (_, unit_cost) => {
    const level3 = { shipping_amount: 0, line_items: [{ product_description: 'Mug', quantity: 1, unit_cost }] };
    const result = chargeEntry(charged(11_525, { level3, metadata }), using);
    expect(amountsOf(result)).toStrictEqual([825n, 700n, 10_000n, 11_525n]);
  });

  it('count together with lines of the payment that state none', () => {
    const lines = listed([{ id: 'uli_1', product_name: 'Mug', quantity: 1, unit_cost: 10_000, discount_amount: 0 }]);
    const payment_intent = anIntent({ amount_details: { line_items: lines, tip: {} } });
    const result = chargeEntry(charged(11_525, { payment_intent, metadata }), using);
    expect(amountsOf(result)).toStrictEqual([825n, 700n, 10_000n, 11_525n]);
  });

  it('do not count where Stripe states them', () => {
    const taxed = aSessionLine({ amount_subtotal: 10_000, amount_tax: 500, amount_total: 10_500 });
    const ofStripe = session([taxed], {
      total_details: { amount_discount: 0, amount_shipping: 1025, amount_tax: 500 },
      shipping_cost: { amount_subtotal: 1025, amount_tax: 0, amount_total: 1025 },
    });
    const result = chargeEntry(charged(11_525, { metadata: { 'Total Tax': '8', 'Total Shipping': '5' } }), {
      context: context({ metadata: { tax: 'Total Tax', shipping: 'Total Shipping' } }),
      session: ofStripe,
    });
    expect(amountsOf(result)).toStrictEqual([500n, 1025n, 10_000n, 11_525n]);
  });

  it.each([
    ['Stripe Tax', { automatic_tax: { enabled: true, status: 'complete', liability: null } }],
    ['a tax rate', { line_items: listed([{ ...line('li_1', 'Mug', 11_525), taxes: [aTax(0)] }]) }],
  ])('do not count where %s states that no tax is due', (_, over) => {
    const none = session([line('li_1', 'Mug', 11_525)], over);
    const result = chargeEntry(charged(11_525, { metadata: { 'Total Tax': '825' } }), { ...using, session: none });
    expect(amountsOf(result)).toStrictEqual([0n, 0n, 11_525n, 11_525n]);
  });

  it('are held where they are more than what was paid', () => {
    const result = chargeEntry(charged(500, { metadata }), using);
    expect(left(result)).toMatchObject({ _tag: 'Held', reason: 'incomplete record' });
    const free = { amount_total: 0, payment_intent: null, line_items: listed([]), metadata };
    expect(left(sessionEntry(free, context(inMinor)))).toMatchObject({ _tag: 'Held' });
  });

  it('of a subscription are held for an invoice that bills a part of its period', () => {
    const parent = { subscription_details: { subscription: 'sub_1', metadata } };
    const proration = { subscription_item_details: { proration: true } };
    for (const over of [
      { billing_reason: 'subscription_update' },
      { lines: listed([anInvoiceLine({ parent: proration })]) },
    ]) {
      expect(left(invoiceEntry({ parent, ...over }, using)).message).toContain('metadata "Total Tax"');
      const own = invoiceEntry({ parent, ...over, metadata: { 'Total Tax': '164', 'Total Shipping': '0' } }, using);
      expect(amountsOf(own)).toStrictEqual([164n, 0n, 1836n, 2000n]);
    }
  });

  it('have their share in a refund', () => {
    const refunds = listed([aStripeRefund({ amount: 5000 })]);
    const result = chargeEntry(charged(10_825, { refunds, metadata: { 'Total Tax': '825' } }), using);
    expect(saleOf(result).refunds).toMatchObject([{ adjustment: { amount: 4619n, tax: 381n } }]);
  });
});

describe('a flag or an id in metadata of an invoice', () => {
  const policy = { metadata: { resale: 'kind', orderId: 'order', marketplace: 'channel' } } as const;
  const metadata = { kind: 'resale', order: 'A-7', channel: 'fairs' };
  const read = (charges: readonly Json[], over: Json = {}) => {
    const sale = saleOf(invoiceEntry(over, { charges, context: context(policy) }));
    return [sale.exemptions.length, sale.marketplaces.length, sale.references.includes('order:A-7'), sale.optional];
  };
  const found = [1, 1, true, { metadata }];

  it.each([
    ['its only payment', [{ metadata }], {}],
    ['the payment intent of its only payment', [{ payment_intent: anIntent({ metadata }) }], {}],
    ['its subscription', [], { parent: { subscription_details: { subscription: 'sub_1', metadata } } }],
  ])('is read from %s', (_, charges, over) => {
    expect(read(charges, over)).toStrictEqual(found);
  });

  it('is read from the invoice before its payment, and from none of several payments', () => {
    expect(read([{ metadata: { ...metadata, order: 'A-8' } }], { metadata })).toStrictEqual(found);
    expect(read([{ id: 'ch_1', metadata }, { id: 'ch_2' }])).toStrictEqual([0, 0, false, undefined]);
  });
});

describe('a credit note of an invoice whose tax is in metadata', () => {
  const bill = {
    total: 11_525,
    metadata: { 'Total Tax': '825', 'Total Shipping': '700' },
    lines: listed([anInvoiceLine({ amount: 11_525 })]),
  };
  const noted = (...totals: readonly number[]): readonly (readonly [bigint, bigint])[] => {
    const creditNotes = totals.map((total, index) =>
      aCreditNote({
        id: `cn_${index}`,
        created: noon + (index + 1) * 86_400,
        total,
        lines: listed([{ id: 'cnli_1', amount: total, discount_amount: 0, invoice_line_item: 'il_1', quantity: 1 }]),
      }),
    );
    const { refunds } = saleOf(invoiceEntry(bill, { creditNotes, context: context(inMinor) }));
    return refunds.map((refund) => [refund.total, taxOfRefund(refund)]);
  };

  it('gives back its share of the tax, which Stripe does not state on it', () => {
    expect(noted(11_525)).toStrictEqual([[11_525n, 825n]]);
    expect(noted(5_000)).toStrictEqual([[5_000n, 358n]]);
    expect(noted(5_000, 6_525)).toStrictEqual([
      [5_000n, 358n],
      [6_525n, 467n],
    ]);
  });
});

describe('an amount in metadata', () => {
  const taxOf = (value: string, tax: Policy['metadata']['tax'], currency = 'usd'): bigint | Exclusion => {
    const using = context({ metadata: tax === undefined ? {} : { tax } });
    const result = chargeEntry(charged(10_800, { currency, metadata: { t: value } }), { context: using });
    return result._tag === 'Left' ? result.left : mapped(result).transaction.taxCollected;
  };

  it.each([
    ['8.25', 't', 825n],
    ['8.2', 't', 820n],
    ['0', 't', 0n],
    ['8', { key: 't', unit: 'major' }, 800n],
    ['8.25', { key: 't', unit: 'major' }, 825n],
    ['825', { key: 't', unit: 'minor' }, 825n],
    ['8', { key: 't', unit: 'minor' }, 8n],
  ] as const)('"%s" with %j is %s cents', (value, setting, cents) => {
    expect(taxOf(value, setting)).toBe(cents);
  });

  it.each(['8', '10', '108'])(
    '"%s" without a unit may be either in a sale of 108.00: it holds the sale, and names the setting',
    (value) => {
      expect(taxOf(value, 't')).toMatchObject({
        _tag: 'Held',
        reason: 'incomplete record',
        message: expect.stringContaining('Set policy.metadata.tax to { "key": "t", "unit": "major" }'),
      });
    },
  );

  it('"825" without a unit is 8.25 in a sale of 108.00, because 825.00 is more than was paid', () => {
    expect(taxOf('825', 't')).toBe(825n);
    expect(taxOf('109', 't')).toBe(109n);
  });

  it('is one number in a currency without decimals', () => {
    expect(taxOf('800', 't', 'jpy')).toBe(800n);
    expect(taxOf('800', { key: 't', unit: 'major' }, 'jpy')).toBe(800n);
  });

  it('of ISK is ambiguous as well: Stripe counts it in hundredths', () => {
    expect(taxOf('80', 't', 'isk')).toMatchObject({ _tag: 'Held' });
    expect(taxOf('800', 't', 'isk')).toBe(8n);
    expect(taxOf('8', { key: 't', unit: 'major' }, 'isk')).toBe(8n);
    expect(taxOf('800', { key: 't', unit: 'minor' }, 'isk')).toBe(8n);
  });

  it('with a point contradicts the minor unit, and holds the sale', () => {
    expect(taxOf('8.25', { key: 't', unit: 'minor' })).toMatchObject({
      _tag: 'Held',
      message: expect.stringContaining('policy.metadata.tax'),
    });
  });

  it('has a unit of two, and a time to wait within an hour', () => {
    expect(policyWith({ metadata: { tax: { key: 't', unit: 'minor' }, waitMinutes: 0 } })._tag).toBe('Right');
    // From JavaScript, where no type is checked.
    const inCents: object = { metadata: { tax: { key: 't', unit: 'cents' } } };
    expect(policyWith(inCents)).toMatchObject({
      left: expect.stringContaining('policy.metadata.tax.unit: it is not one of the allowed values. Write "major"'),
    });
    expect(policyWith({ metadata: { waitMinutes: 61 } })).toMatchObject({
      left: expect.stringContaining('policy.metadata.waitMinutes'),
    });
  });
});

describe('a sale whose metadata is not there yet', () => {
  const minute = 60_000;
  const paid = noon * 1000;
  const read = (after: number, metadata: Policy['metadata'], over: Json = {}): SourceResult =>
    chargeEntry(over, { context: context({ metadata }, { now: paid + after }) });

  it('waits a quarter of an hour for the key, and is then sent without it', () => {
    expect(left(read(2 * minute, { tax: 'tax' }))).toMatchObject({
      _tag: 'Skipped',
      reason: 'awaiting metadata',
      readAgainAt: '2026-03-02T12:15:00Z',
      message: expect.stringContaining('"tax"'),
    });
    expect(read(15 * minute, { tax: 'tax' })._tag).toBe('Right');
  });

  it.each([
    ['the key is there', { metadata: { tax: '1.50' } }],
    ['the key is there, of zero', { metadata: { tax: '0' } }],
    ['nothing was paid', { amount: 0, amount_captured: 0 }],
  ])('does not wait when %s', (_, over) => {
    expect(read(2 * minute, { tax: 'tax' }, over)._tag).toBe('Right');
  });

  it('waits as long as the policy says, and not where no amount has a key', () => {
    expect(read(40 * minute, { tax: 'tax', waitMinutes: 45 })._tag).toBe('Left');
    expect(read(0, { tax: 'tax', waitMinutes: 0 })._tag).toBe('Right');
    expect(read(0, { resale: 'kind' })._tag).toBe('Right');
  });

  it('waits for any key of an amount where the tax has none, and for the tax alone where it has one', () => {
    const metadata = { shipping: 's', discount: 'd' };
    expect(read(0, metadata)._tag).toBe('Left');
    expect(read(0, metadata, { metadata: { d: '1.00' } })._tag).toBe('Right');
    expect(read(0, { ...metadata, tax: 't' }, { metadata: { d: '1.00' } })._tag).toBe('Left');
    expect(read(0, { ...metadata, tax: 't' }, { metadata: { t: '1.00' } })._tag).toBe('Right');
  });

  it('counts from the payment of an invoice, not from its date', () => {
    const using = context({ metadata: { tax: 'tax' } }, { now: paid + 5 * minute });
    expect(left(invoiceEntry({}, { context: using }))).toMatchObject({ reason: 'awaiting metadata' });
    const taxed = { lines: listed([anInvoiceLine({ taxes: [aTax(100)] })]), total_taxes: [aTax(100)], total: 2100 };
    expect(invoiceEntry(taxed, { context: using })._tag).toBe('Right');
  });
});
