import { describe, expect, it } from '@jest/globals';
import { refundToTransaction } from '../../../src/mapping/refund-to-transaction.ts';
import { left } from '../../support/right.ts';
import { chargeEntry, context, invoiceEntry, saleOf, mapped } from '../../support/stripe-facts.ts';
import {
  anIntent,
  aSession,
  aSessionLine,
  austin,
  denver,
  type Json,
  listed,
  noon,
} from '../../support/stripe-objects.ts';

const withDetails = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  payment_intent: anIntent({ amount_details: details }),
});

describe('a charge with nothing behind it', () => {
  it('is one line of what was captured', () => {
    const { transaction } = mapped(chargeEntry());
    expect(transaction).toMatchObject({
      id: 'stripe:acct_1:ch_1',
      name: 'Stripe ch_1',
      transactedAt: '2026-03-02T12:00:00Z',
      total: 2000n,
      taxCollected: 0n,
      lines: [{ productName: 'Widget', quantity: 1, amount: 2000n }],
    });
  });

  it('is a py_ charge without a payment intent as well', () => {
    expect(mapped(chargeEntry({ id: 'py_9', payment_intent: null })).transaction.id).toBe('stripe:acct_1:py_9');
  });

  it('that was captured in part is a sale of that part', () => {
    expect(mapped(chargeEntry({ amount: 2000, amount_captured: 1500 })).transaction.total).toBe(1500n);
  });

  it('that was captured for more than was authorized is a sale of what was captured', () => {
    expect(mapped(chargeEntry({ amount: 2000, amount_captured: 2300 })).transaction.total).toBe(2300n);
  });

  it('of a version before amount_captured is a sale of its amount', () => {
    expect(mapped(chargeEntry({ amount_captured: undefined })).transaction.total).toBe(2000n);
  });

  it('takes tax, shipping and discount from the metadata of the merchant’s choosing', () => {
    const shipping = { key: 'postage', unit: 'minor' } as const;
    const policy = { metadata: { tax: 'sales_tax', shipping, discount: 'coupon' } } as const;
    const metadata = { sales_tax: '1.50', postage: '500', coupon: '2.00' };
    const { transaction } = mapped(chargeEntry({ metadata }, { context: context(policy) }));
    expect(transaction).toMatchObject({ taxCollected: 150n, shippingHandling: 500n, discount: 200n, total: 2000n });
    expect(transaction.lines).toMatchObject([{ amount: 1550n }]);
  });

  it('is held when the metadata states a tax and less was captured: its part is unknown', () => {
    const shipping = { key: 'postage', unit: 'minor' } as const;
    const taxed = { context: context({ metadata: { tax: 'sales_tax', shipping } }) };
    const captured = { amount: 2000, amount_captured: 1500 };
    const result = chargeEntry({ ...captured, metadata: { sales_tax: '1.50' } }, taxed);
    expect(left(result)).toMatchObject({ _tag: 'Held', reason: 'incomplete record' });
    expect(left(result).message).toContain('less was captured');
    const untaxed = chargeEntry({ ...captured, metadata: { sales_tax: '0', postage: '500' } }, taxed);
    expect(mapped(untaxed).transaction).toMatchObject({ taxCollected: 0n, shippingHandling: 500n, total: 1500n });
  });

  it('is held when the metadata holds no amount, and the message does not repeat it', () => {
    const result = chargeEntry({ metadata: { t: 'secret' } }, { context: context({ metadata: { tax: 't' } }) });
    expect(left(result)).toMatchObject({ _tag: 'Held', reason: 'incomplete record' });
    expect(left(result).message).toContain('metadata "t"');
    expect(left(result).message).not.toContain('secret');
  });
});

describe('a payment that a reader stored while it was offline', () => {
  const stored = (at: number | null) =>
    mapped(
      chargeEntry({ payment_method_details: { type: 'card_present', card_present: { offline: { stored_at: at } } } }),
    ).transaction.transactedAt;

  it('was sold when it was stored, not when it was forwarded', () => {
    expect(stored(noon - 13 * 3600)).toBe('2026-03-01T23:00:00Z');
  });

  it.each([
    ['that was online', null],
    ['whose clock is ahead', noon + 60],
    ['whose clock is years behind', 60],
  ])('is dated by Stripe for a reader %s', (_, at) => {
    expect(stored(at)).toBe('2026-03-02T12:00:00Z');
  });
});

describe('the status of a charge', () => {
  it.each([
    [{ status: 'failed' }, 'payment failed'],
    [{ status: 'pending' }, 'not paid'],
    [{ status: 'succeeded', captured: false }, 'only authorized'],
    [{ status: 'succeeded', captured: false, refunded: true }, 'voided'],
    [{ captured: false, amount_captured: 0, payment_intent: anIntent({ status: 'canceled' }) }, 'voided'],
    [
      { captured: false, amount_captured: 0, payment_intent: anIntent({ status: 'requires_capture' }) },
      'only authorized',
    ],
    // Captured in parts: sent now, what is captured later would be missing for good.
    [{ amount_captured: 700, payment_intent: anIntent({ status: 'requires_capture' }) }, 'only authorized'],
    [{ source_transfer: 'tr_1' }, 'payment of another account'],
    [{ livemode: false }, 'test order'],
  ])('%j is skipped as "%s"', (charge, reason) => {
    expect(left(chargeEntry(charge))).toMatchObject({ _tag: 'Skipped', reason });
  });

  it('that is unknown holds the charge', () => {
    expect(left(chargeEntry({ status: 'thinking' }))).toMatchObject({ _tag: 'Held' });
  });

  it('pending stays skipped under the policy that sends unpaid orders', () => {
    const result = chargeEntry({ status: 'pending' }, { context: context({ unpaid: 'send' }) });
    expect(left(result)).toMatchObject({ reason: 'not paid' });
  });

  it('of a live charge under a test key is held', () => {
    expect(left(chargeEntry({}, { context: context({}, { mode: 'test' }) }))).toMatchObject({ _tag: 'Held' });
  });

  it('of a test charge under a test key is sent, so that a trial run works', () => {
    const result = chargeEntry({ livemode: false }, { context: context({}, { mode: 'test' }) });
    expect(saleOf(result).isTest).toBe(false);
  });
});

describe('a charge of a Checkout Session', () => {
  it('has the lines, discounts, shipping and taxes of the session', () => {
    const session = {
      line_items: listed([
        aSessionLine({ amount_subtotal: 3000, amount_discount: 300, amount_tax: 223, amount_total: 2923, quantity: 3 }),
      ]),
      shipping_cost: { amount_subtotal: 500, amount_tax: 41, amount_total: 541 },
      total_details: { amount_discount: 300, amount_shipping: 500, amount_tax: 264 },
      amount_total: 3464,
    };
    const { transaction } = mapped(chargeEntry({ amount: 3464, amount_captured: 3464 }, { session }));
    expect(transaction).toMatchObject({ taxCollected: 264n, shippingHandling: 500n, subtotal: 2700n, total: 3464n });
    expect(transaction.lines).toMatchObject([{ quantity: 3, amount: 1000n, discount: 300n, productSku: 'prod_1' }]);
    expect(transaction.shipToAddress).toMatchObject({ state: 'TX', zip: '78701' });
  });

  it('has the tax of its shipping also where its total states that of its lines alone', () => {
    const shipped = (amount: number, inPrice: boolean) => ({
      line_items: listed([
        aSessionLine({ amount_subtotal: 2000, amount_tax: 165, amount_total: inPrice ? 2000 : 2165 }),
      ]),
      shipping_cost: { amount_subtotal: 500, amount_tax: 41, amount_total: inPrice ? 500 : 541 },
      total_details: { amount_discount: 0, amount_shipping: 500, amount_tax: 165 },
      amount_total: amount,
    });
    for (const [amount, inPrice] of [
      [2706, false],
      [2500, true],
    ] as const) {
      const { transaction } = mapped(
        chargeEntry({ amount, amount_captured: amount }, { session: shipped(amount, inPrice) }),
      );
      expect(transaction).toMatchObject({ taxCollected: 206n, total: BigInt(amount) });
    }
  });

  it('whose prices include tax is sent without it (999 with 65)', () => {
    const session = {
      line_items: listed([aSessionLine({ quantity: 1, amount_subtotal: 999, amount_tax: 65, amount_total: 999 })]),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 65 },
      amount_total: 999,
    };
    const result = mapped(chargeEntry({ amount: 999, amount_captured: 999 }, { session }));
    expect(result.transaction).toMatchObject({ subtotal: 934n, taxCollected: 65n, total: 999n });
    expect(result.decisions).toContainEqual(expect.objectContaining({ value: 'without tax' }));
  });

  it('whose lines include tax while its shipping does not adds up', () => {
    const session = {
      line_items: listed([aSessionLine({ quantity: 1, amount_subtotal: 1082, amount_tax: 82, amount_total: 1082 })]),
      shipping_cost: { amount_subtotal: 500, amount_tax: 41, amount_total: 541 },
      total_details: { amount_discount: 0, amount_shipping: 500, amount_tax: 123 },
      amount_total: 1623,
    };
    const { transaction } = mapped(chargeEntry({ amount: 1623, amount_captured: 1623 }, { session }));
    expect(transaction).toMatchObject({ subtotal: 1000n, shippingHandling: 500n, taxCollected: 123n, total: 1623n });
  });

  it('keeps tax that no line carries', () => {
    const session = { total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 7 }, amount_total: 2007 };
    expect(mapped(chargeEntry({ amount_captured: 2007 }, { session })).transaction.taxCollected).toBe(7n);
  });

  it.each([
    ['on top, and less', { lineTax: 22, isOnTop: true, all: 86, prices: [250n, 250n, 250n, 250n] }],
    ['on top, and more', { lineTax: 21, isOnTop: true, all: 86, prices: [250n, 250n, 250n, 250n] }],
    ['within, and less', { lineTax: 20, isOnTop: false, all: 79, prices: [230n, 230n, 230n, 231n] }],
    ['within, and more', { lineTax: 20, isOnTop: false, all: 81, prices: [229n, 230n, 230n, 230n] }],
  ])(
    'whose tax was rounded once for all lines has the tax of its total: %s',
    (_, { lineTax, isOnTop, all, prices }) => {
      const sold = (n: number) =>
        aSessionLine({
          id: `li_${n}`,
          quantity: 1,
          amount_subtotal: 250,
          amount_tax: lineTax,
          amount_total: isOnTop ? 250 + lineTax : 250,
        });
      const amount = isOnTop ? 1000 + all : 1000;
      const session = {
        line_items: listed([1, 2, 3, 4].map(sold)),
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: all },
        amount_total: amount,
      };
      const { transaction } = mapped(chargeEntry({ amount, amount_captured: amount }, { session }));
      expect(transaction).toMatchObject({ taxCollected: BigInt(all), total: BigInt(amount) });
      expect(transaction.lines.map((line) => line.amount)).toStrictEqual(prices);
    },
  );

  it('whose lines state more tax than its total accounts for is held', () => {
    const line_items = listed([aSessionLine({ amount_tax: 165, amount_total: 2165 })]);
    const total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: 100 };
    const session = { line_items, total_details, amount_total: 2165 };
    expect(() => mapped(chargeEntry({ amount_captured: 2165 }, { session }))).toThrow(/0\.65 USD are missing/);
  });

  it('that was captured in part is held with the missing amount, because the line is unknown', () => {
    const result = chargeEntry({ amount_captured: 1500 }, { session: {} });
    expect(saleOf(result).statedTotal).toBe(1500n);
    expect(() => mapped(result)).toThrow(/-5\.00 USD are missing/);
  });

  it('is held while its line items are cut short, or in another currency', () => {
    expect(left(chargeEntry({}, { session: { line_items: null } }))).toMatchObject({ reason: 'incomplete record' });
    expect(left(chargeEntry({}, { session: { currency: 'eur' } })).message).toContain('priced in eur');
  });

  it('reads shipping_details of versions before 2025-03-31', () => {
    const session = { collected_information: null, shipping_details: { address: austin } };
    expect(mapped(chargeEntry({}, { session })).transaction.shipToAddress.state).toBe('TX');
  });

  it('is known by its charge, payment and session', () => {
    expect(saleOf(chargeEntry({}, { session: {} })).references).toStrictEqual([
      'stripe:ch_1',
      'stripe:pi_1',
      `stripe:${String(aSession()['id'])}`,
    ]);
  });
});

describe('a bare payment with amount details', () => {
  const line = {
    id: 'uli_1',
    product_name: 'Chair',
    product_code: 'CH',
    quantity: 2,
    unit_cost: 800,
    discount_amount: 100,
    tax: { total_tax_amount: 120 },
  };

  it('has their lines, with tax and discount on the lines', () => {
    const details = { line_items: listed([line]), shipping: { amount: 380 } };
    expect(mapped(chargeEntry(withDetails(details))).transaction).toMatchObject({
      lines: [{ productName: 'Chair', productSku: 'CH', quantity: 2, amount: 800n, discount: 100n }],
      shippingHandling: 380n,
      taxCollected: 120n,
      total: 2000n,
    });
  });

  it('without lines is one line together with its tax, shipping, discount and tip', () => {
    const details = {
      discount_amount: 50,
      tax: { total_tax_amount: 100 },
      shipping: { amount: 200 },
      tip: { amount: 300 },
    };
    const { transaction } = mapped(chargeEntry(withDetails(details)));
    expect(transaction).toMatchObject({ discount: 50n, taxCollected: 100n, shippingHandling: 200n, total: 1700n });
    expect(transaction.lines).toMatchObject([{ amount: 1450n }]);
  });

  it('that state one tax for all of it are held when less was captured: its part is unknown', () => {
    const details = { tax: { total_tax_amount: 152 }, tip: {} };
    const charge = (captured: number) => chargeEntry({ ...withDetails(details), amount_captured: captured });
    expect(left(charge(1500))).toMatchObject({ _tag: 'Held', reason: 'incomplete record' });
    expect(left(charge(1500)).message).toContain('Enter it by hand');
    expect(mapped(charge(2300)).transaction).toMatchObject({ taxCollected: 152n, total: 2300n });
  });

  it.each([
    ['nothing but a tip', { tip: { amount: 300 } }, 1700n],
    ['zeros', { tax: { total_tax_amount: 0 }, shipping: { amount: 0 }, discount_amount: 0, tip: {} }, 2000n],
  ])('that state %s leave tax, shipping and discount to the metadata', (_, details, total) => {
    const using = { context: context({ metadata: { tax: 't', shipping: 's', discount: 'd' } }) };
    const metadata = { t: '1.50', s: '4.00', d: '0.50' };
    const { transaction } = mapped(chargeEntry({ ...withDetails(details), metadata }, using));
    expect(transaction).toMatchObject({ taxCollected: 150n, shippingHandling: 400n, discount: 50n, total });
    const partly = chargeEntry({ ...withDetails(details), amount_captured: 1900, metadata }, using);
    expect(left(partly)).toMatchObject({ _tag: 'Held', reason: 'incomplete record' });
    const broken = chargeEntry({ ...withDetails(details), metadata: { t: 'CANARY' } }, using);
    expect(left(broken).message).toContain('metadata "t"');
  });

  it('that state their own tax or shipping go before the metadata', () => {
    const using = { context: context({ metadata: { tax: 't', shipping: 's' } }) };
    const details = { tax: { total_tax_amount: 100 }, shipping: { amount: 200 } };
    const result = chargeEntry({ ...withDetails(details), metadata: { t: '1.50', s: '4.00' } }, using);
    expect(mapped(result).transaction).toMatchObject({ taxCollected: 100n, shippingHandling: 200n });
  });

  it('that state more tax and shipping than was paid are held, and never sent as a price below nothing', () => {
    const result = chargeEntry(withDetails({ tax: { total_tax_amount: 1500 }, shipping: { amount: 900 } }));
    expect(left(result)).toMatchObject({ _tag: 'Held', reason: 'incomplete record' });
  });

  it('that does not add up is held with the missing amount', () => {
    const details = { line_items: listed([line]), error: { code: 'amount_details_amount_mismatch' } };
    expect(() => mapped(chargeEntry(withDetails(details)))).toThrow(/3\.80 USD are missing/);
  });

  it('counts at the ZIP that it was shipped to when it has no address', () => {
    const details = { shipping: { amount: 0, to_postal_code: '63385' } };
    const charge = { ...withDetails(details), billing_details: { address: null } };
    expect(mapped(chargeEntry(charge)).transaction.shipToAddress).toMatchObject({ state: 'MO', zip: '63385' });
  });

  it.each([
    ['its amount details', (zip: string) => withDetails({ shipping: { amount: 0, to_postal_code: zip } })],
    [
      'its Level 3 data',
      (zip: string) => ({ level3: { shipping_address_zip: zip, line_items: [{ quantity: 1, unit_cost: 2000 }] } }),
    ],
  ])('counts at the ZIP of %s, not where its card is billed, if they differ', (_, shippedTo) => {
    const shipToOf = (zip: string) => mapped(chargeEntry(shippedTo(zip))).transaction.shipToAddress;
    expect(shipToOf('63385')).toMatchObject({ line1: null, city: null, state: 'MO', zip: '63385' });
    expect(shipToOf('80202-1234')).toMatchObject({ line1: '1 Main St', city: 'Denver', state: 'CO', zip: '80202' });
  });

  it('takes a postal code of its amount details for one of the country where its card is billed', () => {
    const details = withDetails({ shipping: { amount: 0, to_postal_code: '10115' } });
    const berlin = { ...denver, city: 'Berlin', state: null, postal_code: '10117', country: 'DE' };
    const result = chargeEntry({ ...details, billing_details: { address: berlin } });
    expect(mapped(result).transaction.shipToAddress).toMatchObject({ country: 'DE', zip: '10115' });
  });
});

describe('a charge with Level 3 data', () => {
  it('has its lines and shipping', () => {
    const level3 = {
      shipping_amount: 300,
      shipping_address_zip: '80202',
      line_items: [
        {
          product_description: 'Bolt',
          product_code: 'B',
          quantity: 10,
          unit_cost: 160,
          discount_amount: 0,
          tax_amount: 100,
        },
      ],
    };
    const { transaction } = mapped(chargeEntry({ level3, billing_details: null }));
    expect(transaction).toMatchObject({ shippingHandling: 300n, taxCollected: 100n, total: 2000n });
    expect(transaction.shipToAddress).toMatchObject({ state: 'CO', country: 'US' });
  });

  const bolts = {
    shipping_amount: 300,
    line_items: [{ product_description: 'Bolt', quantity: 10, unit_cost: 160, discount_amount: 0, tax_amount: 100 }],
  };

  it.each([
    ['a tip', { tip: { amount: 250 } }, 2250],
    ['zeros', { tax: { total_tax_amount: 0 }, shipping: { amount: 0 }, discount_amount: 0, tip: {} }, 2000],
    ['the shipping alone', { shipping: { amount: 300 }, tip: {} }, 2000],
    ['a tip that is among its lines', { tip: { amount: 250 } }, 2000],
  ])('has its lines and tax together with amount details that only state %s', (_, details, amount) => {
    const charge = { ...withDetails(details), level3: bolts, amount, amount_captured: amount };
    const { transaction } = mapped(chargeEntry(charge));
    expect(transaction).toMatchObject({ shippingHandling: 300n, taxCollected: 100n, total: 2000n });
    expect(transaction.lines).toMatchObject([{ productName: 'Bolt', quantity: 10 }]);
  });

  it('goes behind amount details that state the tax or what was sold', () => {
    const charge = { ...withDetails({ tax: { total_tax_amount: 152 } }), level3: bolts };
    expect(mapped(chargeEntry(charge)).transaction).toMatchObject({ taxCollected: 152n, total: 2000n });
  });
});

describe('a payment that the host taxed with Stripe Tax', () => {
  const tax = {
    id: 'tax_1',
    currency: 'usd',
    line_items: listed([
      { id: 'tax_li_1', reference: 'L1', quantity: 1, amount: 1000, amount_tax: 82, tax_behavior: 'exclusive' },
      { id: 'tax_li_2', reference: 'L2', quantity: 2, amount: 541, amount_tax: 41, tax_behavior: 'inclusive' },
    ]),
    shipping_cost: { amount: 377, amount_tax: 0, tax_behavior: 'exclusive' },
    customer_details: { address: austin, address_source: 'shipping', taxability_override: 'none' },
  };

  it('has the lines, tax and address of the calculation', () => {
    const { transaction } = mapped(chargeEntry({}, { tax }));
    expect(transaction).toMatchObject({ taxCollected: 123n, shippingHandling: 377n, subtotal: 1500n, total: 2000n });
    expect(transaction.shipToAddress.state).toBe('TX');
  });

  it('with a tip is sent without it, like any tip by the policy', () => {
    const payment_intent = anIntent({ amount_details: { tip: { amount: 300 } } });
    const result = chargeEntry({ payment_intent, amount: 2300, amount_captured: 2300 }, { tax });
    expect(saleOf(result).lines).toContainEqual(expect.objectContaining({ kind: 'tip', listed: 300n }));
    expect(mapped(result).transaction).toMatchObject({ taxCollected: 123n, total: 2000n });
  });

  it('of an exempt customer is exempt', () => {
    const exempt = { ...tax, customer_details: { ...tax.customer_details, taxability_override: 'customer_exempt' } };
    expect(saleOf(chargeEntry({}, { tax: exempt })).exemptions).toMatchObject([{ kind: 'exempt' }]);
  });
});

describe('where a charge counts', () => {
  it('is where it was shipped, before where it was billed', () => {
    expect(mapped(chargeEntry({ shipping: { address: austin } })).transaction.shipToAddress.state).toBe('TX');
  });

  it('is where its payment was shipped when the charge states nothing', () => {
    const charge = { payment_intent: anIntent({ shipping: { address: austin } }) };
    expect(mapped(chargeEntry(charge)).transaction.shipToAddress.state).toBe('TX');
  });

  it('is where the reader stands that took it, before where it was billed', () => {
    const { transaction, decisions } = mapped(chargeEntry({}, { place: austin }));
    expect(transaction.shipToAddress).toMatchObject({ city: 'Austin', state: 'TX' });
    expect(decisions).toContainEqual(expect.objectContaining({ value: 'point of sale: TX 78701' }));
  });

  it('is where it was sent, not where the reader stands at which it was ordered', () => {
    const sent = chargeEntry({ shipping: { address: denver } }, { place: austin });
    expect(mapped(sent).transaction.shipToAddress.state).toBe('CO');
  });

  it('is what Stripe Tax was asked about, before where the reader stands', () => {
    const tax = { customer_details: { address: denver, address_source: 'billing' }, line_items: listed([]) };
    expect(saleOf(chargeEntry({}, { tax, place: austin })).destinations[0]?.address.state).toBe('CO');
  });

  it('is not a blank address', () => {
    const blank = { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' };
    const charge = { shipping: { address: blank }, billing_details: { address: denver } };
    expect(saleOf(chargeEntry(charge)).destinations).toHaveLength(1);
  });

  it('is never the country of the card', () => {
    const charge = { billing_details: null, payment_method_details: { card: { country: 'US' } } };
    expect(saleOf(chargeEntry(charge)).destinations).toStrictEqual([]);
  });

  describe('with five digits for a postal code, and neither a state nor a country', () => {
    const bare = { line1: null, line2: null, city: null, state: null, postal_code: '75001', country: null };
    const paidBy = (payment_method_details: Json, currency = 'usd') =>
      chargeEntry({ billing_details: { address: bare }, payment_method_details, currency });

    it.each([
      ['a card of France', { type: 'card', card: { country: 'FR' } }, 'usd'],
      ['a card of France at a till', { type: 'card_present', card_present: { country: 'FR' } }, 'usd'],
      ['Link with something of France', { type: 'link', link: { country: 'FR' } }, 'usd'],
      ['a bank account in euros', { type: 'sepa_debit', sepa_debit: { country: 'FR' } }, 'eur'],
    ])('is not in Texas: paid by %s, it is held', (_, details, currency) => {
      expect(() => mapped(paidBy(details, currency))).toThrow(/No address has a country/);
    });

    it.each([
      ['a card of the US, in euros', { type: 'card', card: { country: 'US' } }, 'eur'],
      ['a card of Puerto Rico', { type: 'card', card: { country: 'PR' } }, 'usd'],
      ['a payment in dollars with an unknown issuer', { type: 'card', card: {} }, 'usd'],
    ])('is in Texas: paid by %s', (_, details, currency) => {
      expect(mapped(paidBy(details, currency)).transaction.shipToAddress).toMatchObject({ state: 'TX', country: 'US' });
    });

    it('is not in Texas in any version, and when an invoice has no other address', () => {
      const card = { object: 'card', country: 'FR', address_zip: '75001' };
      expect(() => mapped(chargeEntry({ billing_details: undefined, source: card }))).toThrow(
        /No address has a country/,
      );
      const charge = { billing_details: { address: bare }, payment_method_details: { card: { country: 'FR' } } };
      const blank = { customer_address: null, customer_shipping: null };
      expect(() => mapped(invoiceEntry(blank, { charges: [charge] }))).toThrow(/No address has a country/);
    });

    it('is where the address states it, whatever paid', () => {
      const address = { ...bare, state: 'TX' };
      const details = { type: 'card', card: { country: 'FR' } };
      const result = chargeEntry({ billing_details: { address }, payment_method_details: details });
      expect(mapped(result).transaction.shipToAddress.state).toBe('TX');
    });
  });
});

describe('a disputed charge', () => {
  it('lists the dispute and keeps its amounts', () => {
    const dispute = { id: 'dp_1', amount: 2000, status: 'lost', created: noon + 9, charge: 'ch_1' };
    const sale = saleOf(chargeEntry({ disputed: true }, { disputes: [dispute] }));
    expect(sale.adjustments).toMatchObject([{ kind: 'dispute', id: 'dp_1', amount: -2000n, tax: null, sent: false }]);
    expect(sale.statedTotal).toBe(2000n);
  });

  it('that was won moved no money', () => {
    const dispute = { id: 'dp_1', amount: 2000, status: 'won', created: noon + 9, charge: 'ch_1' };
    expect(saleOf(chargeEntry({}, { disputes: [dispute] })).adjustments).toMatchObject([{ amount: 0n }]);
  });

  // Stripe: the amount may differ "because of currency fluctuation", and a dispute has its own currency.
  it('in another currency never takes its amount from the sale: it is listed without, and held where disputes are sent', () => {
    const dispute = { id: 'dp_1', amount: 1850, currency: 'eur', status: 'lost', created: noon + 9, charge: 'ch_1' };
    const result = chargeEntry({ disputed: true }, { disputes: [dispute] });
    expect(saleOf(result).adjustments).toMatchObject([{ id: 'dp_1', amount: 0n, currency: 'USD' }]);
    expect(saleOf(result).adjustments[0]?.message).toContain('another currency');
    const [lost] = saleOf(result).amendments ?? [];
    expect(lost && left(refundToTransaction(saleOf(result), mapped(result))(lost))).toMatchObject({ _tag: 'Held' });
  });
});
