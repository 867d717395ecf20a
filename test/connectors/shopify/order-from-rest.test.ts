import { describe, expect, it } from '@jest/globals';
import { orderToSale } from '../../../connectors/shopify/index.ts';
import { parseLossless } from '../../../connectors/shopify/records/parse-lossless.ts';
import { decodeAnyOrder, orderFromRest } from './rest/order-from-rest.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { left, right } from '../../support/right.ts';
import { account } from './mapped.ts';

const context = { account, policy: defaultPolicy, readsLocations: true };
const saleOf = (json: unknown) => right(orderToSale(context)(right(orderFromRest(json))));
const transactionOf = (json: unknown) => right(saleToTransaction(defaultPolicy)(saleOf(json))).transaction;

const set = (amount: string, currency = 'USD') => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: { amount: '1.00', currency_code: 'JPY' },
});

/** An order of 2026 as a webhook carries it. */
const modern = (differences: Readonly<Record<string, unknown>> = {}) => ({
  id: 5012345678,
  admin_graphql_api_id: 'gid://shopify/Order/5012345678',
  name: '#1001',
  processed_at: '2021-12-31T19:00:00-05:00',
  financial_status: 'paid',
  currency: 'USD',
  taxes_included: false,
  total_price: '112.25',
  total_price_set: set('112.25'),
  tags: 'wholesale, vip',
  app_id: 580111,
  source_name: 'web',
  shipping_address: {
    first_name: 'CANARY',
    address1: '1 Main',
    city: 'Oakland',
    province_code: 'CA',
    zip: '94607',
    country_code: 'US',
  },
  line_items: [
    {
      id: 71,
      admin_graphql_api_id: 'gid://shopify/LineItem/71',
      name: 'Walnut desk',
      sku: 'DESK-1',
      quantity: 1,
      price: '100.00',
      price_set: set('100.00'),
      requires_shipping: true,
      gift_card: false,
      discount_allocations: [],
      tax_lines: [{ title: 'CA State Tax', price: '7.25', price_set: set('7.25'), channel_liable: false }],
    },
  ],
  shipping_lines: [
    { id: 91, title: 'Standard', price: '5.00', price_set: set('5.00'), discounted_price: '5.00', tax_lines: [] },
  ],
  refunds: [],
  ...differences,
});

/** An order of 2017: plain amounts in the shop's currency, prices with tax inside, partly refunded. */
const old = {
  id: 450789469,
  name: '#1002',
  created_at: '2017-08-02T10:00:00+02:00',
  financial_status: 'partially_refunded',
  currency: 'EUR',
  taxes_included: true,
  total_price: '42.00',
  total_discounts: '8.00',
  total_tax: '6.71',
  shipping_address: {
    address1: 'X',
    city: 'Berlin',
    province_code: null,
    zip: '10115',
    country: 'Germany',
    country_code: 'DE',
  },
  line_items: [
    {
      id: 1,
      title: 'Shirt',
      quantity: 2,
      price: '25.00',
      total_discount: '0.00',
      requires_shipping: true,
      tax_lines: [{ title: 'VAT', price: '6.71', rate: 0.19 }],
    },
  ],
  shipping_lines: [],
  refunds: [
    {
      id: 9,
      processed_at: '2017-08-05T10:00:00+02:00',
      refund_line_items: [{ line_item_id: 1, quantity: 1, subtotal: 21, total_tax: 3.35 }],
      order_adjustments: [],
      transactions: [{ kind: 'refund', status: 'success', amount: '21.00', currency: 'EUR' }],
    },
  ],
};

/** A refund of REST without lines. */
const restRefund = (amount: string, more: object = {}) => ({
  id: 9,
  processed_at: '2022-01-05T10:00:00Z',
  refund_line_items: [],
  order_adjustments: [],
  transactions: [{ kind: 'refund', status: 'success', amount }],
  ...more,
});

describe('orders of REST', () => {
  it('become the same order as from GraphQL', () => {
    expect(transactionOf(modern())).toMatchObject({
      id: 'shopify:548380009:5012345678',
      name: 'Shopify #1001 · 5012345678',
      subtotal: 10_000n,
      shippingHandling: 500n,
      taxCollected: 725n,
      total: 11_225n,
      shipToAddress: { state: 'CA', zip: '94607' },
    });
  });

  it('are dated in UTC from their offset', () => {
    expect(transactionOf(modern()).transactedAt).toBe('2022-01-01T00:00:00Z');
  });

  it('leave open who remits a tax of false: REST also writes it where no channel stated anything', () => {
    const of = (tax: object, source: object) => {
      const [line] = modern().line_items;
      const tax_lines = [{ title: 'CA State Tax', price: '7.25', ...tax }];
      return transactionOf(modern({ ...source, line_items: [{ ...line, tax_lines }] }));
    };
    const amazon = { app_id: 1, source_name: 'amazon-us' };
    expect(of({ channel_liable: false }, amazon)).toMatchObject({ marketplace: 'AMAZON', taxCollected: 0n });
    expect(of({ channel_liable: true }, amazon)).toMatchObject({ marketplace: 'AMAZON', taxCollected: 0n });
    expect(of({ channel_liable: false }, {})).toMatchObject({ marketplace: null, taxCollected: 725n });
  });

  it('split their tags at commas', () => {
    const order = right(orderFromRest(modern()));
    expect(order.tags).toStrictEqual(['wholesale', 'vip']);
  });

  it('of old: tax inside the prices, a discount for the whole order, numbers in the refund', () => {
    expect(transactionOf(old)).toMatchObject({
      currency: { code: 'EUR' },
      discount: 800n,
      taxCollected: 671n,
      total: 4200n,
    });
    expect(saleOf(old).refunds).toMatchObject([
      { id: '9', total: 2100n, lines: [{ lineId: '1', amount: 1765n, tax: 335n }], occurredAt: '2017-08-05T08:00:00Z' },
    ]);
  });

  it('of old: a refund without a list of refunded shipping is complete, because its adjustments would show it', () => {
    const refund = restRefund('5.00');
    expect(saleOf(modern({ refunds: [refund] })).refunds).toMatchObject([
      { adjustment: { amount: 500n }, total: 500n },
    ]);
    const unread = { ...refund, order_adjustments: undefined };
    expect(saleOf(modern({ refunds: [unread] })).refunds).toMatchObject([{ adjustment: { amount: 0n }, total: 500n }]);
  });

  it('of old: refunded shipping is an adjustment, later also a line; it counts once', () => {
    const refund = (more: object) =>
      restRefund('5.00', {
        order_adjustments: [{ kind: 'shipping_refund', amount: '-5.00', tax_amount: '0.00' }],
        ...more,
      });
    const line = { refund_shipping_lines: [{ subtotal_amount_set: set('5.00'), tax_amount_set: set('0.00') }] };
    const shipping = { shipping: { amount: 500n, tax: 0n }, adjustment: { amount: 0n }, total: 500n };
    expect(saleOf(modern({ refunds: [refund({})] })).refunds).toMatchObject([shipping]);
    expect(saleOf(modern({ refunds: [refund({ refund_shipping_lines: [] })] })).refunds).toMatchObject([shipping]);
    expect(saleOf(modern({ refunds: [refund(line)] })).refunds).toMatchObject([
      { shipping: { amount: 500n }, adjustment: { amount: 0n }, total: 500n },
    ]);
  });

  it('of old: refunded shipping gives back its own tax, together with goods and goodwill', () => {
    const refund = restRefund('113.65', {
      refund_line_items: [{ line_item_id: 71, quantity: 1, subtotal: 100, total_tax: 7.25 }],
      order_adjustments: [
        { kind: 'shipping_refund', amount: '-5.00', tax_amount: '-0.40' },
        { kind: 'refund_discrepancy', amount: '-1.00', tax_amount: '0.00' },
      ],
    });
    const shipped = { id: 91, price: '5.00', discounted_price: '5.00', tax_lines: [{ title: 'CA', price: '0.40' }] };
    const order = modern({
      refunds: [refund],
      shipping_lines: [shipped],
      total_price: '112.65',
      total_price_set: null,
    });
    expect(saleOf(order).refunds).toMatchObject([
      { shipping: { amount: 500n, tax: 40n }, adjustment: { amount: 100n, tax: 0n }, total: 11_365n },
    ]);
  });

  it('of old, prices containing tax: refunded shipping stays an adjustment, with its tax', () => {
    const refund = restRefund('5.00', {
      order_adjustments: [{ kind: 'shipping_refund', amount: '-4.60', tax_amount: '-0.40' }],
    });
    expect(saleOf(modern({ refunds: [refund], taxes_included: true })).refunds).toMatchObject([
      { shipping: { amount: 0n, tax: 0n }, adjustment: { amount: 460n, tax: 40n }, total: 500n },
    ]);
  });

  it('of old: partly undone refunded shipping stays among the adjustments', () => {
    const ofShipping = (amount: string) => ({ kind: 'shipping_refund', amount, tax_amount: '0.00' });
    const refund = restRefund('3.00', { order_adjustments: [ofShipping('-5.00'), ofShipping('2.00')] });
    expect(saleOf(modern({ refunds: [refund] })).refunds).toMatchObject([
      { shipping: { amount: 0n }, adjustment: { amount: 300n }, total: 300n },
    ]);
  });

  describe.each([false, true])('of a shop whose prices contain tax: %s', (taxesIncluded) => {
    /** Shipping for 10.00, with 0.80 of tax, and all of it given back. */
    const shippingGivenBack = (
      adjustments: readonly object[],
      money = taxesIncluded ? '10.00' : '10.80',
      shippingLine: object = {},
    ) => {
      const refund = {
        id: 9,
        processed_at: '2022-01-05T10:00:00Z',
        refund_line_items: [],
        refund_shipping_lines: [
          { id: 3, shipping_line_id: 91, subtotal_amount_set: set('10.00'), shipping_line: shippingLine },
        ],
        order_adjustments: adjustments,
        transactions: [{ kind: 'refund', status: 'success', amount: money }],
      };
      const shipping = { id: 91, title: 'Standard', price: '10.00', tax_lines: [{ title: 'CA', price: '0.80' }] };
      const total = taxesIncluded ? '110.00' : '118.05';
      return saleOf(
        modern({
          taxes_included: taxesIncluded,
          total_price: total,
          total_price_set: set(total),
          shipping_lines: [shipping],
          refunds: [refund],
        }),
      ).refunds;
    };
    const ofShipping = { kind: 'shipping_refund', amount: '-10.00', tax_amount: '-0.80' };
    const shipping = { amount: taxesIncluded ? 920n : 1000n, tax: 80n };

    it('state the tax on refunded shipping next to its adjustment, and not on its line', () => {
      const adjustment = { amount: 0n, tax: 0n };
      expect(shippingGivenBack([ofShipping])).toMatchObject([{ shipping, adjustment }]);
    });

    it('give back more than the shipping', () => {
      const more = { kind: 'refund_discrepancy', amount: '-3.00', tax_amount: '0.00' };
      const money = taxesIncluded ? '13.00' : '13.80';
      const adjustment = { amount: 300n, tax: 0n };
      expect(shippingGivenBack([ofShipping, more], money)).toMatchObject([{ shipping, adjustment }]);
    });

    it('since 2024-10 state that tax on the shipping line alone: all of it went back with all of the shipping', () => {
      const line = { price: '10.00', discounted_price: '10.00', tax_lines: [{ title: 'CA', price: '0.80' }] };
      const adjustment = { amount: 0n, tax: 0n };
      expect(shippingGivenBack([], undefined, line)).toMatchObject([{ shipping, adjustment }]);
    });

    it('leave open how much of it went back with a part of the shipping', () => {
      const line = { price: '20.00', discounted_price: '20.00', tax_lines: [{ title: 'CA', price: '1.60' }] };
      const nothing = { amount: 0n, tax: 0n };
      expect(shippingGivenBack([], undefined, line)).toMatchObject([{ shipping: nothing, adjustment: nothing }]);
    });

    it.each([[[]], [[{ title: 'CA', price: '0.00' }]]])(
      'give back no tax with a part of shipping that had none: %j',
      (tax_lines) => {
        const line = { price: '20.00', discounted_price: '20.00', tax_lines };
        expect(shippingGivenBack([], '10.00', line)).toMatchObject([{ shipping: { amount: 1000n, tax: 0n } }]);
      },
    );

    it('write the same price in several ways', () => {
      const line = { price: '10.0', discounted_price: 10, tax_lines: [{ title: 'CA', price: 0.8 }] };
      expect(shippingGivenBack([], undefined, line)).toMatchObject([{ shipping }]);
    });

    it('give back shipping of nothing, and goods next to it', () => {
      const refund = {
        id: 9,
        processed_at: '2022-01-05T10:00:00Z',
        refund_line_items: [{ line_item_id: 466157049, quantity: 1, subtotal: '100.00', total_tax: '7.25' }],
        refund_shipping_lines: [{ id: 3, shipping_line_id: 91, subtotal_amount_set: set('0.00'), shipping_line: {} }],
        order_adjustments: [],
        transactions: [{ kind: 'refund', status: 'success', amount: taxesIncluded ? '100.00' : '107.25' }],
      };
      const [refundOfGoods] = saleOf(modern({ taxes_included: taxesIncluded, refunds: [refund] })).refunds;
      expect(refundOfGoods).toMatchObject({ lines: [{ tax: 725n }], adjustment: { amount: 0n, tax: 0n } });
    });

    it('without any tax of refunded shipping leave it open', () => {
      const nothing = { amount: 0n, tax: 0n };
      expect(shippingGivenBack([])).toMatchObject([{ shipping: nothing, adjustment: nothing }]);
    });
  });

  it('state duties as shop money without a name', () => {
    const [line] = modern().line_items;
    const duties = [
      {
        id: '2',
        shop_money: { amount: '164.86', currency_code: 'USD' },
        presentment_money: { amount: '105.31', currency_code: 'EUR' },
        tax_lines: [],
      },
    ];
    const order = modern({ line_items: [{ ...line, duties }], total_price_set: set('277.11') });
    expect(saleOf(order).lines).toMatchObject([{ kind: 'goods' }, { kind: 'duty', id: 'duty-2', listed: 16_486n }]);
  });

  it('state discounts on shipping as allocations, which the discounted price need not show', () => {
    const shipping = {
      title: 'Standard',
      price: '5.00',
      discounted_price: '5.00',
      discount_allocations: [{ amount: '5.00', amount_set: set('5.00'), discount_application_index: 0 }],
      tax_lines: [],
    };
    const order = modern({ shipping_lines: [shipping], total_price: '107.25', total_price_set: set('107.25') });
    expect(transactionOf(order)).toMatchObject({ subtotal: 10_000n, shippingHandling: 0n, total: 10_725n });
  });

  it('state exemptions of the buyer as a list; in any other form there is none', () => {
    expect(saleOf(modern({ customer: { id: 1, tax_exempt: false, tax_exemptions: {} } })).exemptions).toStrictEqual([]);
  });

  it('with a gap among their lines are held, never sent without what stood there', () => {
    const order = modern({ total_price: null, total_price_set: null, line_items: [null, ...modern().line_items] });
    expect(left(orderToSale(context)(right(orderFromRest(order)))).reason).toBe('incomplete record');
  });

  it('state an amount next to a set that has none', () => {
    const [line] = modern().line_items;
    const order = modern({ line_items: [{ ...line, price_set: { shop_money: { amount: null } } }] });
    expect(transactionOf(order)).toMatchObject({ subtotal: 10_000n, total: 11_225n });
  });

  it('state the quantity of a refunded line as a number or as text', () => {
    const line = { line_item_id: 71, subtotal: '100.00', total_tax: '7.25' };
    const refunds = (quantity: unknown) => [
      { id: 9, processed_at: '2022-01-05T10:00:00Z', refund_line_items: [{ ...line, quantity }], transactions: [] },
    ];
    expect(saleOf(modern({ refunds: refunds('1') }))).toStrictEqual(saleOf(modern({ refunds: refunds(1) })));
  });

  it('without a global id keep every digit of a number beyond 2^53', () => {
    const json = parseLossless('{"id": 820982911946154508, "line_items": []}');
    expect(right(decodeAnyOrder(json)).id).toBe('gid://shopify/Order/820982911946154508');
  });

  it('of another shape show paths and no values', () => {
    const problem = left(orderFromRest(modern({ shipping_address: { city: { CANARY: 1 } } })));
    expect(problem.problems).toStrictEqual(['shippingAddress.city: expected string']);
  });
});

describe('parseLossless', () => {
  it('keeps decimals and large whole numbers as text, small ones as numbers', () => {
    expect(parseLossless('{"a": 19.90, "b": 820982911946154508, "c": 2, "d": "x", "e": null}')).toStrictEqual({
      a: '19.90',
      b: '820982911946154508',
      c: 2,
      d: 'x',
      e: null,
    });
  });
});

describe('tips of REST', () => {
  it('goods of an export that writes every field stay goods', () => {
    const order = modern();
    const lines = order.line_items.map((line) => ({ ...line, tip_payment_gateway: null, tip: null }));
    expect(transactionOf({ ...order, line_items: lines })).toStrictEqual(transactionOf(order));
  });

  it.each([
    ['whose line is marked', { tip_payment_gateway: null, tip_payment_method: null }],
    ['whose line is marked in the newer way', { tip: { payment_gateway: null, payment_method: null } }],
  ])('%s are tips under any name, counted once', (_, mark) => {
    const tip = {
      id: 76,
      name: 'Trinkgeld',
      quantity: 1,
      price: '4.00',
      requires_shipping: false,
      tax_lines: [],
      ...mark,
    };
    const desk = { id: 71, name: 'Walnut desk', quantity: 1, price: '100.00', requires_shipping: true, tax_lines: [] };
    const order = {
      id: 5012345678,
      processed_at: '2026-02-03T12:20:00-05:00',
      currency: 'USD',
      taxes_included: false,
      financial_status: 'paid',
      total_price: '104.00',
      total_tip_received: '4.00',
      line_items: [desk, tip],
      shipping_lines: [],
      shipping_address: { province_code: 'CA', country_code: 'US', zip: '94607' },
    };
    const sale = saleOf(order);
    expect(sale.lines.map(({ kind, listed }) => [kind, listed])).toStrictEqual([
      ['goods', 10_000n],
      ['tip', 400n],
    ]);
  });
});
