import { describe, expect, it } from '@jest/globals';
import {
  aLine,
  anAddress,
  anAgreement,
  anOrder,
  aSale,
  aShippingSale,
  aTax,
  type Json,
  money,
  nodes,
  totals,
} from './an-order.ts';
import { exclusionOf, saleOf, transactionOf } from './mapped.ts';

const aGiftCard = aLine({
  id: 'gid://shopify/LineItem/75',
  name: 'Gift card',
  isGiftCard: true,
  requiresShipping: false,
  originalUnitPriceSet: money('50.0'),
  taxLines: [],
});

const aTipLine = aLine({
  id: 'gid://shopify/LineItem/76',
  name: 'Tip',
  sku: null,
  requiresShipping: false,
  originalUnitPriceSet: money('4.0'),
  taxLines: [],
});

const kindsOf = (order: Parameters<typeof saleOf>[0]) => saleOf(order).lines.map(({ kind, listed }) => [kind, listed]);

describe('kinds of lines', () => {
  it('gift card sold together with goods: the card is left out, the goods are sent', () => {
    const order = anOrder({ originalTotalPriceSet: money('162.25'), lineItems: nodes(aLine(), aGiftCard) });
    expect(transactionOf(order)).toMatchObject({ total: 11_225n, lines: { length: 1 } });
  });

  it('gift card sold alone: skipped', () => {
    const order = anOrder({
      originalTotalPriceSet: money('50.0'),
      lineItems: nodes(aGiftCard),
      shippingLines: nodes(),
      shippingAddress: null,
    });
    expect(exclusionOf(order)).toBe('skipped: gift cards only');
  });

  it('gift card used is a payment: total and tax stay as they are', () => {
    const order = anOrder({ transactions: [{ paymentId: null, gateway: 'gift_card' }] });
    expect(transactionOf(order)).toMatchObject({ total: 11_225n, taxCollected: 725n });
  });

  it('tip without a separate line: counted once, and left out', () => {
    const order = anOrder({ originalTotalPriceSet: money('116.25'), totalTipReceivedSet: money('4.0') });
    expect(kindsOf(order)).toStrictEqual([
      ['goods', 10_000n],
      ['tip', 400n],
    ]);
    expect(transactionOf(order).total).toBe(11_225n);
  });

  it('tip with its twin line: the same money once', () => {
    const order = anOrder({
      originalTotalPriceSet: money('116.25'),
      totalTipReceivedSet: money('4.0'),
      lineItems: nodes(aLine(), aTipLine),
    });
    expect(kindsOf(order)).toStrictEqual([
      ['goods', 10_000n],
      ['tip', 400n],
    ]);
  });

  it('tip with a twin line of another name: the stated total shows that it is counted twice', () => {
    const named = (name: string, amount: string, more = {}) =>
      aLine({ ...aTipLine, id: `gid://shopify/LineItem/${name}`, name, originalUnitPriceSet: money(amount), ...more });
    const tipped = { originalTotalPriceSet: money('116.25'), totalTipReceivedSet: money('4.0') };
    const one = anOrder({ ...tipped, lineItems: nodes(aLine(), named('Trinkgeld', '4.0')) });
    expect(kindsOf(one)).toStrictEqual([
      ['goods', 10_000n],
      ['tip', 400n],
    ]);
    expect(transactionOf(one).total).toBe(11_225n);
    const two = anOrder({ ...tipped, lineItems: nodes(aLine(), named('Propina', '1.5'), named('Pourboire', '2.5')) });
    expect(transactionOf(two).total).toBe(11_225n);
  });

  it('tip that may be one of several lines is held, not guessed', () => {
    const lines = ['Engraving', 'Gift wrap'].map((name) => ({
      ...aTipLine,
      id: `gid://shopify/LineItem/${name}`,
      name,
    }));
    const order = anOrder({
      originalTotalPriceSet: money('120.25'),
      totalTipReceivedSet: money('4.0'),
      lineItems: nodes(aLine(), ...lines),
    });
    expect(exclusionOf(order)).toBe('held: totals do not add up');
  });

  it('a service for as much as the tip stays a service when the total has room for both', () => {
    const order = anOrder({
      originalTotalPriceSet: money('120.25'),
      totalTipReceivedSet: money('4.0'),
      lineItems: nodes(aLine(), { ...aTipLine, name: 'Engraving' }),
    });
    expect(transactionOf(order).total).toBe(11_625n);
  });

  it('tip in the ledger is a tip under any name', () => {
    const tip = aSale({
      id: 'gid://shopify/TipSale/5',
      lineType: 'TIP',
      ...totals('4.0', '0.0'),
      taxes: [],
      lineItem: { id: 'gid://shopify/LineItem/76' },
    });
    const order = anOrder({
      originalTotalPriceSet: money('116.25'),
      totalTipReceivedSet: money('4.0'),
      lineItems: nodes(aLine(), aTipLine),
      agreements: nodes(anAgreement({ sales: nodes(aSale(), aShippingSale(), tip) })),
    });
    expect(kindsOf(order)).toStrictEqual([
      ['goods', 10_000n],
      ['tip', 400n],
    ]);
  });

  it('tip that the policy sends is a line', () => {
    const order = anOrder({ originalTotalPriceSet: money('116.25'), totalTipReceivedSet: money('4.0') });
    expect(transactionOf(order, { tips: 'send' }).total).toBe(11_625n);
  });

  it('a service charge under its own name, with tax, is that tip: a line with its tax, counted once', () => {
    const charge = aLine({
      ...{ id: 'gid://shopify/LineItem/77', name: 'Service charge', sku: null, requiresShipping: false },
      ...{ originalUnitPriceSet: money('10.0'), taxLines: [aTax('0.73')] },
    });
    const order = anOrder({
      originalTotalPriceSet: money('122.98'),
      totalTipReceivedSet: money('10.0'),
      lineItems: nodes(aLine(), charge),
    });
    expect(transactionOf(order)).toMatchObject({ total: 12_298n, taxCollected: 798n });
  });

  it('goods that are named like a tip stay goods when no tip was given', () => {
    const order = anOrder({ originalTotalPriceSet: money('116.25'), lineItems: nodes(aLine(), aTipLine) });
    expect(kindsOf(order)).toStrictEqual([
      ['goods', 10_000n],
      ['goods', 400n],
    ]);
  });

  it('duties are lines with their taxes, sent to the US and left out elsewhere', () => {
    const duties = [{ id: 'gid://shopify/Duty/8', price: money('12.0'), taxLines: [aTax('1.0')] }];
    const order = anOrder({ originalTotalPriceSet: money('125.25'), lineItems: nodes(aLine({ duties })) });
    expect(transactionOf(order)).toMatchObject({ total: 12_525n, taxCollected: 825n });
    const shippingAddress = anAddress({ provinceCode: null, zip: '10115', countryCodeV2: 'DE' });
    const abroad = { ...order, shippingAddress };
    expect(transactionOf(abroad)).toMatchObject({ total: 11_225n, taxCollected: 725n });
  });

  it('duties inside the prices are taken out of them', () => {
    const duties = [{ id: 'gid://shopify/Duty/8', price: money('12.0'), taxLines: [] }];
    const order = anOrder({ dutiesIncluded: true, lineItems: nodes(aLine({ duties })) });
    expect(kindsOf(order)).toStrictEqual([
      ['goods', 8800n],
      ['duty', 1200n],
    ]);
  });

  describe('duties inside the prices, by the ledger', () => {
    const duty = aSale({
      id: 'gid://shopify/DutySale/6',
      lineType: 'DUTY',
      quantity: null,
      ...totals('12.0', '0.0'),
      taxes: [],
      lineItem: undefined,
      duty: { id: 'gid://shopify/Duty/8' },
    });
    const order = (goods: string, ...duties: readonly Json[]): Json =>
      anOrder({
        dutiesIncluded: true,
        lineItems: nodes(aLine({ duties: [{ id: 'gid://shopify/Duty/8', price: money('12.0'), taxLines: [] }] })),
        agreements: nodes(
          anAgreement({ sales: nodes(aSale({ totalAmount: money(goods) }), aShippingSale(), ...duties) }),
        ),
      });

    // Shopify does not document which of them its ledger has.
    it.each([
      ['whose goods are without them', order('95.25', duty)],
      ['whose goods contain them, and which lists them as well', order('107.25', duty)],
      ['whose goods contain them, and which does not list them', order('107.25')],
    ])('%s, are lines of their own, and no discount', (_, one) => {
      expect(saleOf(one).lines).toMatchObject([
        { kind: 'goods', listed: 8800n, discount: 0n },
        { kind: 'duty', listed: 1200n, discount: 0n },
      ]);
      expect(transactionOf(one)).toMatchObject({ total: 11_225n, taxCollected: 725n });
    });
  });

  it('additional fees are lines of their own, with their taxes', () => {
    const additionalFees = [
      {
        id: 'gid://shopify/AdditionalFee/9',
        name: 'Retail delivery fee',
        price: money('0.28'),
        taxLines: [aTax('0.02')],
      },
    ];
    const order = anOrder({ originalTotalPriceSet: money('112.55'), additionalFees });
    expect(transactionOf(order)).toMatchObject({
      total: 11_255n,
      taxCollected: 727n,
      lines: [{ id: '71' }, { id: 'fee-9', productName: 'Retail delivery fee', amount: 28n }],
    });
  });

  it('cash rounding touches the payment and nothing else', () => {
    const order = anOrder({ totalCashRoundingAdjustment: { paymentSet: money('0.03'), refundSet: money('0.0') } });
    expect(transactionOf(order)).toMatchObject({ total: 11_225n, taxCollected: 725n });
  });

  it('bundles: their components are the lines', () => {
    const order = anOrder({ lineItems: nodes(aLine({ lineItemGroup: { id: 'gid://shopify/LineItemGroup/1' } })) });
    expect(transactionOf(order).lines).toHaveLength(1);
  });
});
