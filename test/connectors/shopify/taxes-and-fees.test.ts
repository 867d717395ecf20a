import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { orderToResult } from '../../../connectors/shopify/index.ts';
import { ownOrders } from '../../../connectors/csv/to-sale/own-order.ts';
import { shopifyOrders } from '../../../connectors/csv/to-sale/shopify-order.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { sentChanges } from '../../../src/mapping/sent-changes.ts';
import { countedOf } from '../../../src/reconcile/counted-sale.ts';
import { cases } from '../../fuzz/cases.ts';
import { lostTax, reductionProblems } from '../../support/money-as-charged.ts';
import { right } from '../../support/right.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import {
  aLine,
  anAddress,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aShippingLine,
  aShippingSale,
  aTax,
  type Json,
  money,
  nodes,
  paidBack,
  totals,
} from './an-order.ts';
import { account, outcomeOf, saleOf, transactionOf } from './mapped.ts';

const fee = (title: string, amount = '0.29', rate: number | null = 0): Json => ({ ...aTax(amount), title, rate });
const ofColorado = 'Colorado Retail Delivery Fee';

/** The desk, free shipping, and the fee as a tax line of the shipping: 107.54; with and without a ledger. */
const withFee = (more: Json = {}): readonly Json[] => {
  const shippingLines = nodes(
    aShippingLine({ originalPriceSet: money('0.0'), discountedPriceSet: money('0.0'), taxLines: [fee(ofColorado)] }),
  );
  const feeSale = aShippingSale({
    ...totals('0.29', '0.29'),
    taxes: [{ amount: money('0.29'), taxLine: { title: ofColorado, rate: 0, channelLiable: false } }],
  });
  const order = { shippingLines, originalTotalPriceSet: money('107.54'), totalTaxSet: money('7.54'), ...more };
  return [anOrder(order), anOrder({ ...order, agreements: nodes(anAgreement({ sales: nodes(aSale(), feeSale) })) })];
};

describe('a fee that Shopify writes as a tax line', () => {
  it('is a fee: a line, or left out, and never a tax', () => {
    for (const order of withFee()) {
      const { lines, taxCollected, total } = transactionOf(order);
      expect([taxCollected, total]).toStrictEqual([725n, 10_754n]);
      expect(lines.map(({ id, productName }) => [id, productName])).toContainEqual(['fee-of-91', ofColorado]);
      expect(transactionOf(order, { fees: 'leave out' })).toMatchObject({ taxCollected: 725n, total: 10_725n });
    }
  });

  it('is in the taxes of the books of Shopify', () => {
    const books = { source: 'books', leavesOut: [], entries: [] };
    for (const order of withFee())
      expect(countedOf(defaultPolicy, books, saleOf(order)).counted).toStrictEqual({ total: 10_754n, tax: 754n });
  });

  it('is one by its title where it has no rate, and a tax where it has one', () => {
    const taxOf = (line: Json): bigint =>
      transactionOf(
        anOrder({
          lineItems: nodes(aLine({ taxLines: [aTax('7.25'), line] })),
          originalTotalPriceSet: money('112.54'),
        }),
      ).taxCollected;
    expect(taxOf(fee('MN Retail Delivery', '0.29', null))).toBe(725n);
    expect(taxOf(fee('Bag fee'))).toBe(725n);
    expect(taxOf(fee('E911 Surcharge'))).toBe(725n);
    expect(taxOf(fee('California Redemption Value', '0.29', null))).toBe(725n);
    for (const title of ['Mattress recycling charge', 'CRV', 'Bag charge', 'E-waste', 'Paint stewardship'])
      expect(taxOf(fee(title))).toBe(725n);
    expect(taxOf(fee('Surcharge to the state tax'))).toBe(754n);
    expect(taxOf(fee('Lumber assessment', '0.29', 0.01))).toBe(754n);
    expect(taxOf(fee('Tax on the service fee', '0.29', 0.08))).toBe(754n);
    expect(taxOf(fee('Coffee tax', '0.29', null))).toBe(754n);
    expect(taxOf(fee('County Tax', '0.29', 0))).toBe(754n);
  });

  it('is left to the channel that remits it, with its taxes', () => {
    const taxLines = [aTax('7.25', true), { ...fee(ofColorado), channelLiable: true }];
    const order = anOrder({ lineItems: nodes(aLine({ taxLines })), originalTotalPriceSet: money('112.54') });
    expect(transactionOf(order)).toMatchObject({ subtotal: 10_000n, taxCollected: 0n, total: 10_500n });
  });

  it('goes back as a fee, in its share of the refunded tax', () => {
    const refund = aRefund({
      refundLineItems: nodes(),
      refundShippingLines: nodes({ subtotalAmountSet: money('0.0'), taxAmountSet: money('0.29') }),
      ...paidBack('0.29'),
    });
    for (const order of withFee({ refunds: [refund] })) {
      const sale = saleOf(order);
      const policy = { ...defaultPolicy, ...sendsRefunds };
      const [change] = sentChanges(policy, sale, right(outcomeOf(order, policy)));
      const { transaction } = right(change?.result ?? E.left(undefined));
      expect([transaction.subtotal, transaction.taxCollected]).toStrictEqual([-29n, 0n]);
    }
  });
});

describe('names and addresses', () => {
  it('an empty name is left out where there is a title', () => {
    const named = (line: Json) => transactionOf(anOrder({ lineItems: nodes(aLine(line)) })).lines[0]?.productName;
    expect(named({ name: '', title: 'Walnut desk' })).toBe('Walnut desk');
    expect(named({ name: ' ', title: null })).toBe('Item');
  });

  it('a state and a country by their names alone are a destination', () => {
    const shippingAddress = anAddress({
      provinceCode: null,
      province: 'California',
      zip: null,
      countryCodeV2: null,
      country: 'United States',
    });
    expect(transactionOf(anOrder({ shippingAddress })).shipToAddress).toMatchObject({ state: 'CA', country: 'US' });
  });

  it('no tax is no finding where no product is taxable', () => {
    const untaxed = (taxable: boolean) =>
      right(
        outcomeOf(
          anOrder({ lineItems: nodes(aLine({ taxLines: [], taxable })), originalTotalPriceSet: money('105.0') }),
        ),
      );
    const findings = (taxable: boolean) => untaxed(taxable).decisions.flatMap(({ finding }) => finding ?? []);
    expect(findings(true)).toContain('no tax collected');
    expect(findings(false)).not.toContain('no tax collected');
    // Kept with the sale, for thresholds of taxable sales.
    expect([untaxed(true).notTaxable, untaxed(false).notTaxable]).toStrictEqual([0n, 10_500n]);
  });
});

/** A line of any kind, with any party's tax or fee, in cents. */
interface AnyLine {
  readonly kind: 'goods' | 'gift card' | 'tip' | 'duty';
  readonly price: number;
  readonly tax: number;
  readonly liable: boolean | null;
}

const anyLine = fc.record<AnyLine>({
  kind: fc.constantFrom('goods', 'gift card', 'tip', 'duty'),
  price: fc.integer({ min: 0, max: 20_000 }),
  tax: fc.integer({ min: 0, max: 1_500 }),
  liable: fc.constantFrom(true, false, null),
});

const text = (cents: number): string => (cents / 100).toFixed(2);
const typeOf = { goods: 'PRODUCT', 'gift card': 'GIFT_CARD', tip: 'TIP', duty: 'DUTY' } as const;

const anyChange = fc.record({
  line: fc.nat({ max: 4 }),
  amount: fc.integer({ min: 0, max: 15_000 }),
  tax: fc.integer({ min: 0, max: 1_500 }),
  kept: fc.integer({ min: 0, max: 15_000 }),
  isEdit: fc.boolean(),
});

const anyOrder = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
    changes: fc.array(anyChange, { maxLength: 3 }),
    fee: fc.integer({ min: 0, max: 30 }),
    isAbroad: fc.boolean(),
  })
  .map(({ lines, changes, fee: feeCents, isAbroad }) => {
    const saleOfLine = ({ kind, price, tax, liable }: AnyLine, index: number): Json => {
      const of =
        kind === 'duty'
          ? { duty: { id: `gid://shopify/Duty/${70 + index}` } }
          : { lineItem: { id: `gid://shopify/LineItem/${70 + index}` } };
      return aSale({
        ...{ id: `gid://shopify/Sale/${index}`, lineType: typeOf[kind], lineItem: null, ...of },
        ...totals(text(price + tax), text(tax)),
        taxes: [{ amount: money(text(tax)), taxLine: { title: 'Tax', rate: 0.1, channelLiable: liable } }],
      });
    };
    const feeSale = aShippingSale({
      ...totals(text(feeCents), text(feeCents)),
      taxes: [{ amount: money(text(feeCents)), taxLine: { title: ofColorado, rate: 0, channelLiable: false } }],
    });
    const total = lines.reduce((all, { price, tax }) => all + price + tax, feeCents);
    const later = changes.map(({ line, amount, tax, kept, isEdit }, index) => {
      const day = `2026-02-${String(10 + index).padStart(2, '0')}T00:00:00Z`;
      const goods = aSale({
        ...{ id: `gid://shopify/Sale/later${index}`, quantity: -1, ...totals(text(-amount - tax), text(-tax)) },
        ...{ taxes: [], lineItem: { id: `gid://shopify/LineItem/${70 + (line % lines.length)}` } },
      });
      const adjustment = aSale({
        ...{ id: `gid://shopify/Sale/kept${index}`, lineType: 'ADJUSTMENT', lineItem: null, quantity: null },
        ...{ ...totals(text(kept), '0.0'), taxes: [] },
      });
      return anAgreement({
        id: `gid://shopify/SalesAgreement/${100 + index}`,
        ...(isEdit ? { reason: 'ORDER_EDIT' } : { reason: 'RETURN' }),
        ...{ happenedAt: day, sales: nodes(goods, adjustment) },
      });
    });
    const order = anOrder({
      edited: changes.length > 0,
      shippingAddress: isAbroad ? anAddress({ provinceCode: null, zip: '10115', countryCodeV2: 'DE' }) : anAddress(),
      lineItems: nodes(
        ...lines.map(({ kind, price }, index) =>
          aLine({
            id: `gid://shopify/LineItem/${70 + index}`,
            isGiftCard: kind === 'gift card',
            originalUnitPriceSet: money(text(price)),
            taxLines: [],
          }),
        ),
      ),
      shippingLines: nodes(),
      originalTotalPriceSet: money(text(total)),
      totalReceivedSet: money(text(total)),
      agreements: nodes(anAgreement({ sales: nodes(...lines.map(saleOfLine), feeSale) }), ...later),
    });
    return { order, tax: BigInt(lines.reduce((all, { tax }) => all + tax, 0)) };
  });

describe('any order', () => {
  const resultOf = orderToResult({ account, policy: defaultPolicy, readsLocations: true });

  it('loses no tax: it is sent, remitted by another party, or named by a finding', () => {
    let sent = 0;
    fc.assert(
      fc.property(anyOrder, fc.constantFrom('by destination', 'send', 'leave out'), ({ order, tax }, duties) => {
        const lost = lostTax(resultOf(order), tax, { duties });
        if (lost !== undefined) sent += 1;
        expect(lost ?? 0n).toBe(0n);
      }),
      { numRuns: cases(500) },
    );
    expect(sent).toBeGreaterThan(cases(200));
  });

  it('is never lowered below what is left of it and of its tax', () => {
    fc.assert(
      fc.property(anyOrder, ({ order }) => {
        expect(reductionProblems(resultOf(order))).toStrictEqual([]);
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('any order of a file of your own', () => {
  const context = { ...{ account, policy: defaultPolicy, platform: 'csv', platformName: 'CSV' }, columns: [] };
  const anyFile = fc.record({
    lines: fc.array(
      fc.record({
        kind: fc.constantFrom('goods', 'gift card', 'tip', 'fee', 'duty'),
        price: fc.integer({ min: 0, max: 20_000 }),
        tax: fc.integer({ min: 0, max: 1_500 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    rest: fc.integer({ min: 0, max: 500 }),
    country: fc.constantFrom('US', 'DE'),
    refunds: fc.array(
      fc.record({ total: fc.integer({ min: 0, max: 30_000 }), tax: fc.integer({ min: 0, max: 2_000 }) }),
      { maxLength: 3 },
    ),
  });

  it('loses no tax, and is never lowered below what is left', () => {
    fc.assert(
      fc.property(anyFile, ({ lines, rest, country, refunds }) => {
        const tax = lines.reduce((all, line) => all + line.tax, rest);
        const total = lines.reduce((all, { price }) => all + price, tax);
        const order = {
          ...{ id: '1', date: '2026-02-03', currency: 'USD', total: text(total), tax: text(tax) },
          ...(country === 'US' ? { state: 'WA', zip: '98101', country } : { state: '', zip: '10115', country }),
        };
        const rows: readonly Readonly<Record<string, string>>[] = [
          ...lines.map((line) => ({ kind: line.kind, unit_price: text(line.price), line_tax: text(line.tax) })),
          ...refunds.map((refund, index) => ({
            ...{ refund_id: String(index + 1), refund_date: `2026-02-1${index}` },
            ...{ refund_total: text(refund.total), refund_tax: text(refund.tax) },
          })),
        ];
        const result = ownOrders.toResult(
          context,
          rows.map((row) => {
            const values: Readonly<Record<string, string>> = { ...order, ...row };
            return (column: string): string => values[column] ?? '';
          }),
        );
        expect(lostTax(result, BigInt(tax)) ?? 0n).toBe(0n);
        expect(reductionProblems(result)).toStrictEqual([]);
      }),
      { numRuns: cases(300) },
    );
  });
});

describe('any order of an export', () => {
  const fileContext = {
    ...{ account, policy: defaultPolicy, platform: 'shopify', platformName: 'Shopify' },
    columns: [],
  };
  const anyExport = fc.record({
    lines: fc.array(fc.record({ price: fc.integer({ min: 1, max: 20_000 }), isGiftCard: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
    tax: fc.integer({ min: 0, max: 1_500 }),
    fee: fc.integer({ min: 0, max: 30 }),
    refunded: fc.integer({ min: 0, max: 30_000 }),
  });

  it('loses no tax, takes no fee for a tax, and is never lowered below what is left', () => {
    fc.assert(
      fc.property(anyExport, ({ lines, tax, fee: feeCents, refunded }) => {
        const subtotal = lines.reduce((all, { price }) => all + price, 0);
        const rows = lines.map(({ price, isGiftCard }, index) => {
          const values: Readonly<Record<string, string>> = {
            'Lineitem quantity': '1',
            'Lineitem name': 'Thing',
            'Lineitem price': text(price),
            'Lineitem kind': isGiftCard ? 'gift card' : 'goods',
            'Lineitem requires shipping': 'true',
            ...(index === 0 && {
              ...{ Id: '5012345678', Name: '#1001', 'Created at': '2026-02-03 12:20:00 -0500' },
              ...{ 'Financial Status': 'paid', Currency: 'USD', Subtotal: text(subtotal), Shipping: '0.00' },
              ...{ Taxes: text(tax + feeCents), Total: text(subtotal + tax + feeCents), 'Discount Amount': '0.00' },
              ...{ 'Tax 1 Name': 'California State Tax 7.25%', 'Tax 1 Value': text(tax) },
              ...{ 'Tax 2 Name': `${ofColorado} 0%`, 'Tax 2 Value': text(feeCents) },
              ...{ 'Shipping Country': 'US', 'Shipping Province': 'CA', 'Shipping Zip': '94607' },
              'Refunded Amount': text(refunded),
            }),
          };
          return (column: string): string => values[column] ?? '';
        });
        const result = shopifyOrders.toResult(fileContext, rows);
        if (tax > 0 || lines.some(({ isGiftCard }) => !isGiftCard)) expect(lostTax(result, BigInt(tax))).toBe(0n);
        expect(reductionProblems(result)).toStrictEqual([]);
      }),
      { numRuns: cases(300) },
    );
  });
});
