import { describe, expect, it } from '@jest/globals';
import {
  aDiscount,
  aLine,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aShippingLine,
  aShippingSale,
  aTax,
  money,
  nodes,
  totals,
} from './an-order.ts';
import { exclusionOf, saleOf, transactionOf } from './mapped.ts';

const amounts = (order: Parameters<typeof transactionOf>[0]) => {
  const { subtotal, discount, shippingHandling, taxCollected, total, lines } = transactionOf(order);
  return {
    subtotal,
    discount,
    shippingHandling,
    taxCollected,
    total,
    lines: lines.map((line) => [line.quantity, line.amount, line.discount]),
  };
};

const ofOneDesk = {
  subtotal: 10_000n,
  discount: 0n,
  shippingHandling: 500n,
  taxCollected: 725n,
  total: 11_225n,
  lines: [[1, 10_000n, 0n]],
};

const aLedgerTax = (amount: string) => ({ amount: money(amount), taxLine: { channelLiable: false } });

const edited = { edited: true, agreements: nodes(anAgreement()) };

describe('amounts as sold', () => {
  it('an order without a ledger: from its fields', () => {
    expect(amounts(anOrder())).toStrictEqual(ofOneDesk);
  });

  it('the same order with a ledger: the same amounts', () => {
    expect(amounts(anOrder({ agreements: nodes(anAgreement()) }))).toStrictEqual(ofOneDesk);
  });

  it('edited order, quantity lowered: the ledger keeps the sold quantity', () => {
    const order = anOrder({
      edited: true,
      originalTotalPriceSet: money('219.50'),
      lineItems: nodes(aLine({ quantity: 2, taxLines: [aTax('14.50')] })),
      agreements: nodes(
        anAgreement({
          sales: nodes(
            aSale({
              quantity: 2,
              ...totals('214.50', '14.50'),
              taxes: [{ amount: money('14.50'), taxLine: { channelLiable: false } }],
            }),
            aShippingSale(),
          ),
        }),
        anAgreement({
          id: 'gid://shopify/OrderEditAgreement/32',
          reason: 'ORDER_EDIT',
          happenedAt: '2026-02-04T08:00:00Z',
          sales: nodes(aSale({ quantity: -1, ...totals('-107.25', '-7.25'), taxes: [] })),
        }),
      ),
    });
    expect(amounts(order)).toStrictEqual({
      ...ofOneDesk,
      subtotal: 20_000n,
      taxCollected: 1450n,
      total: 21_950n,
      lines: [[2, 10_000n, 0n]],
    });
    expect(saleOf(order).adjustments).toMatchObject([
      { kind: 'edit', amount: -10_725n, tax: -725n, occurredAt: '2026-02-04T08:00:00Z' },
    ]);
  });

  it('edited order, line added: the added line is an adjustment, not part of the sale', () => {
    const order = anOrder({
      ...edited,
      lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72', taxLines: [] })),
      agreements: nodes(
        anAgreement(),
        anAgreement({
          id: 'gid://shopify/OrderEditAgreement/32',
          reason: 'ORDER_EDIT',
          sales: nodes(aSale({ ...totals('100.0', '0.0'), taxes: [], lineItem: { id: 'gid://shopify/LineItem/72' } })),
        }),
      ),
    });
    expect(amounts(order)).toStrictEqual(ofOneDesk);
    expect(saleOf(order).adjustments).toMatchObject([{ kind: 'edit', amount: 10_000n }]);
  });

  it('edited order, line removed: it stays in the sale with the units that were sold', () => {
    const order = anOrder({ ...edited, lineItems: nodes(aLine({ currentQuantity: 0 })) });
    expect(amounts(order)).toStrictEqual(ofOneDesk);
  });

  it('edited order, discount added: the discount came later and lowers nothing', () => {
    const order = anOrder({
      ...edited,
      totalPriceSet: money('92.25'),
      lineItems: nodes(aLine({ discountAllocations: [aDiscount('20.0')] })),
    });
    expect(amounts(order)).toStrictEqual(ofOneDesk);
  });

  it('edited order without a ledger: held when its fields no longer add up to the original total', () => {
    const order = anOrder({ edited: true, lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72' })) });
    expect(exclusionOf(order)).toBe('held: totals do not add up');
  });

  it('edited order: the total that an edit changes proves nothing', () => {
    const order = anOrder({ ...edited, originalTotalPriceSet: undefined, totalPriceSet: money('92.25') });
    expect(saleOf(order).statedTotal).toBeNull();
    expect(saleOf({ ...order, edited: false }).statedTotal).toBe(9225n);
  });

  it("exchanged: the new items raise the order's total, which proves nothing about the sale", () => {
    const exchange = anAgreement({
      id: 'gid://shopify/ReturnAgreement/33',
      reason: 'RETURN',
      happenedAt: '2026-02-12T08:00:00Z',
      sales: nodes(
        aSale({ actionType: 'RETURN', quantity: -1, ...totals('-107.25', '-7.25') }),
        aSale({
          lineItem: { id: 'gid://shopify/LineItem/72' },
          totalAmount: money('160.88'),
          taxes: [aLedgerTax('10.88')],
        }),
      ),
    });
    const order = anOrder({
      originalTotalPriceSet: undefined,
      totalPriceSet: money('273.13'),
      lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72', originalUnitPriceSet: money('150.0') })),
      agreements: nodes(anAgreement(), exchange),
    });
    expect(amounts(order)).toStrictEqual(ofOneDesk);
    expect(saleOf(order).statedTotal).toBeNull();
    expect(saleOf(order).adjustments).toMatchObject([{ kind: 'return', amount: 5363n }]);
  });

  it('changed for an unknown reason: as sold; the total, which may have changed, proves nothing', () => {
    const change = anAgreement({
      id: 'gid://shopify/SalesAgreement/35',
      reason: 'UNKNOWN',
      happenedAt: '2026-02-13T08:00:00Z',
      sales: nodes(
        aSale({
          lineItem: { id: 'gid://shopify/LineItem/72' },
          ...totals('160.88', '10.88'),
          taxes: [aLedgerTax('10.88')],
        }),
      ),
    });
    const order = anOrder({
      originalTotalPriceSet: undefined,
      totalPriceSet: money('273.13'),
      lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72', originalUnitPriceSet: money('150.0') })),
      agreements: nodes(anAgreement(), change),
    });
    expect(amounts(order)).toStrictEqual(ofOneDesk);
    expect(saleOf(order).statedTotal).toBeNull();
  });

  it('edited, refunded or canceled later: the same transaction as before', () => {
    const before = transactionOf(anOrder({ agreements: nodes(anAgreement()) }));
    const after = transactionOf(
      anOrder({
        ...edited,
        displayFinancialStatus: 'REFUNDED',
        cancelledAt: '2026-02-11T00:00:00Z',
        refunds: [aRefund()],
        totalPriceSet: money('0.0'),
      }),
    );
    expect(after).toStrictEqual(before);
  });

  it('takes the agreement with the reason ORDER, at any position', () => {
    const edit = anAgreement({ reason: 'ORDER_EDIT', sales: nodes(aSale({ totalAmount: money('1.0') })) });
    expect(amounts(anOrder({ agreements: nodes(edit, anAgreement()) }))).toStrictEqual(ofOneDesk);
  });

  it('takes all agreements of that reason, and holds an order whose original total does not include all of them', () => {
    const second = anAgreement({
      id: 'gid://shopify/OrderAgreement/32',
      sales: nodes(aSale({ id: 'gid://shopify/ProductSale/3', lineItem: { id: 'gid://shopify/LineItem/72' } })),
    });
    const order = { lineItems: nodes(aLine(), aLine({ id: 'gid://shopify/LineItem/72' })) };
    const agreements = nodes(anAgreement(), second);
    const whole = anOrder({ ...order, agreements, originalTotalPriceSet: money('219.5') });
    expect(amounts(whole)).toMatchObject({ subtotal: 20_000n, taxCollected: 1_450n, total: 21_950n });
    expect(exclusionOf(anOrder({ ...order, agreements }))).toBe('held: totals do not add up');
  });

  it('holds an order whose ledger was cut short', () => {
    const cut = { nodes: [aSale()], pageInfo: { hasNextPage: true, endCursor: 'c' } };
    expect(exclusionOf(anOrder({ agreements: nodes(anAgreement({ sales: cut })) }))).toBe('held: incomplete record');
  });

  it('holds an order whose ledger has an unknown kind of sale', () => {
    const unknown = aSale({ id: 'gid://shopify/UnknownSale/9', lineType: 'UNKNOWN', lineItem: null });
    expect(exclusionOf(anOrder({ agreements: nodes(anAgreement({ sales: nodes(aSale(), unknown) })) }))).toBe(
      'held: incomplete record',
    );
  });

  it('discount on a line: the line carries it', () => {
    const order = anOrder({
      originalTotalPriceSet: money('102.25'),
      lineItems: nodes(aLine({ discountAllocations: [aDiscount('10.0')] })),
    });
    expect(amounts(order)).toMatchObject({
      subtotal: 9000n,
      discount: 0n,
      lines: [[1, 10_000n, 1000n]],
      total: 10_225n,
    });
  });

  it('discount on the order: each line carries its share', () => {
    const order = anOrder({
      originalTotalPriceSet: money('203.0'),
      lineItems: nodes(
        aLine({ discountAllocations: [aDiscount('5.0')] }),
        aLine({
          id: 'gid://shopify/LineItem/72',
          taxLines: [aTax('8.0')],
          discountAllocations: [aDiscount('7.25'), aDiscount('5.0')],
        }),
      ),
    });
    expect(amounts(order)).toMatchObject({
      discount: 0n,
      lines: [
        [1, 10_000n, 500n],
        [1, 10_000n, 1225n],
      ],
      total: 20_300n,
    });
  });

  it('discount on no line stays with the order', () => {
    const order = anOrder({
      originalTotalPriceSet: money('102.25'),
      totalDiscountsSet: money('10.0'),
      lineItems: nodes(aLine({ discountAllocations: undefined })),
    });
    expect(amounts(order)).toMatchObject({ discount: 1000n, subtotal: 9000n, total: 10_225n });
  });

  it('discount on no line, although each line states its discount, stays with the order', () => {
    const order = anOrder({ originalTotalPriceSet: money('102.25'), totalDiscountsSet: money('10.0') });
    expect(amounts(order)).toMatchObject({ subtotal: 9000n, discount: 1000n, total: 10_225n });
  });

  it('discount on a line whose share is stated under its older name', () => {
    const discountAllocations = [{ allocatedAmount: { amount: '10.0', currencyCode: 'USD' } }];
    const order = anOrder({ originalTotalPriceSet: money('102.25'), lineItems: nodes(aLine({ discountAllocations })) });
    expect(amounts(order).lines).toStrictEqual([[1, 10_000n, 1000n]]);
  });

  it('discount on shipping that shows in its allocations alone', () => {
    const shipping = aShippingLine({ discountAllocations: [aDiscount('5.0')] });
    const order = anOrder({ originalTotalPriceSet: money('107.25'), shippingLines: nodes(shipping) });
    expect(amounts(order)).toMatchObject({ subtotal: 10_000n, discount: 0n, shippingHandling: 0n, total: 10_725n });
  });

  it('discount on shipping: what was charged for shipping counts', () => {
    const order = anOrder({
      originalTotalPriceSet: money('109.25'),
      shippingLines: nodes(aShippingLine({ discountedPriceSet: money('2.0') })),
    });
    expect(amounts(order)).toMatchObject({ shippingHandling: 200n, total: 10_925n });
  });

  it('shipping that was removed later was charged when it was sold', () => {
    expect(amounts(anOrder({ shippingLines: nodes(aShippingLine({ isRemoved: true })) }))).toStrictEqual(ofOneDesk);
  });

  it('tax on shipping is collected tax', () => {
    const order = anOrder({
      originalTotalPriceSet: money('112.65'),
      shippingLines: nodes(aShippingLine({ taxLines: [aTax('0.40')] })),
    });
    expect(amounts(order)).toMatchObject({ taxCollected: 765n, total: 11_265n });
  });

  it('prices that include tax are sent without it', () => {
    const order = anOrder({
      taxesIncluded: true,
      originalTotalPriceSet: money('125.0'),
      lineItems: nodes(aLine({ originalUnitPriceSet: money('119.0'), taxLines: [aTax('19.0')] })),
      shippingLines: nodes(
        aShippingLine({ originalPriceSet: money('6.0'), discountedPriceSet: money('6.0'), taxLines: [aTax('0.96')] }),
      ),
    });
    expect(amounts(order)).toMatchObject({
      subtotal: 10_000n,
      shippingHandling: 504n,
      taxCollected: 1996n,
      total: 12_500n,
    });
  });

  it('prices that include tax, by the ledger: its totals contain the tax, and the discount is theirs', () => {
    const order = anOrder({
      taxesIncluded: true,
      originalTotalPriceSet: money('107.10'),
      lineItems: nodes(
        aLine({
          originalUnitPriceSet: money('119.0'),
          taxLines: [aTax('17.10')],
          discountAllocations: [aDiscount('11.90')],
        }),
      ),
      shippingLines: nodes(),
      agreements: nodes(
        anAgreement({
          sales: nodes(
            aSale({
              ...totals('107.10', '17.10'),
              taxes: [{ amount: money('17.10'), taxLine: { channelLiable: false } }],
            }),
          ),
        }),
      ),
    });
    expect(amounts(order)).toMatchObject({
      subtotal: 9000n,
      taxCollected: 1710n,
      total: 10_710n,
      lines: [[1, 10_190n, 1190n]],
    });
  });

  it('tax that no line carries stays with the order', () => {
    const order = anOrder({ lineItems: nodes(aLine({ taxLines: [] })), totalTaxSet: money('7.25') });
    expect(amounts(order)).toStrictEqual(ofOneDesk);
  });

  it.each([
    ['that no line carries', { taxLines: [] }],
    ['whose amounts were not asked for', { taxLines: [{ title: 'USt', channelLiable: false }] }],
    ['of which one could not be read', { taxLines: [aTax('1.0'), null] }],
  ])('tax inside the prices %s: held, never sent as none', (_, line) => {
    const order = anOrder({
      taxesIncluded: true,
      originalTotalPriceSet: money('105.0'),
      totalTaxSet: money('6.76'),
      lineItems: nodes(aLine(line)),
    });
    expect(exclusionOf(order)).toBe('held: incomplete record');
  });

  it('tax lines without amounts: the tax of the order counts', () => {
    const lineItems = nodes(aLine({ taxLines: [{ title: 'CA State Tax', channelLiable: false }] }));
    expect(amounts(anOrder({ lineItems, totalTaxSet: money('7.25') }))).toStrictEqual(ofOneDesk);
  });

  it('tax of a ledger sale without its sum: from its parts', () => {
    const sales = nodes(aSale({ totalTaxAmount: undefined }), aShippingSale({ totalTaxAmount: undefined }));
    expect(amounts(anOrder({ agreements: nodes(anAgreement({ sales })) }))).toStrictEqual(ofOneDesk);
  });

  it.each([
    ['amount', { totalAmount: undefined }],
    ['tax', { totalTaxAmount: undefined, taxes: undefined }],
    ['tax, but for its title', { totalTaxAmount: undefined, taxes: [{ taxLine: { title: 'CA State Tax' } }] }],
  ])('a ledger sale without its %s: held, never sent as zero', (_, differences) => {
    const sales = nodes(aSale(differences), aShippingSale());
    const order = anOrder({ originalTotalPriceSet: undefined, agreements: nodes(anAgreement({ sales })) });
    expect(exclusionOf(order)).toBe('held: incomplete record');
  });

  it('multi-currency: shop money counts, presentment money is never read', () => {
    const both = {
      shopMoney: { amount: '100.0', currencyCode: 'USD' },
      presentmentMoney: { amount: '137.5', currencyCode: 'CAD' },
    };
    const order = anOrder({ presentmentCurrencyCode: 'CAD', lineItems: nodes(aLine({ originalUnitPriceSet: both })) });
    expect(transactionOf(order)).toMatchObject({ currency: { code: 'USD' }, total: 11_225n });
  });

  it.each([
    ['JPY', '8600', 8600n],
    ['KWD', '8.6', 8600n],
    ['EUR', '86.0', 8600n],
    ['JEP', '86.0', 8600n],
  ])('counts %s in its own smallest unit', (code, amount, minor) => {
    const order = anOrder({
      currencyCode: code,
      originalTotalPriceSet: money(amount, code),
      totalTipReceivedSet: money('0', code),
      lineItems: nodes(aLine({ originalUnitPriceSet: money(amount, code), taxLines: [] })),
      shippingLines: nodes(),
    });
    expect(transactionOf(order)).toMatchObject({ currency: { code }, total: minor });
  });

  it('holds an order of a currency that is not one', () => {
    const order = anOrder({ currencyCode: 'XTS2', originalTotalPriceSet: money('1.0', 'XTS2') });
    expect(exclusionOf(order)).toBe('held: unknown currency');
  });

  it('holds an amount that is finer than its currency', () => {
    const order = anOrder({ lineItems: nodes(aLine({ originalUnitPriceSet: money('99.995') })) });
    expect(exclusionOf(order)).toBe('held: amount not exact');
  });

  it('holds an order with amounts in two currencies', () => {
    const order = anOrder({ lineItems: nodes(aLine({ originalUnitPriceSet: money('100.0', 'CAD') })) });
    expect(exclusionOf(order)).toBe('held: unreadable record');
  });

  it('a price that does not divide by its quantity is sent exactly', () => {
    const order = anOrder({
      taxesIncluded: true,
      originalTotalPriceSet: money('12.0'),
      lineItems: nodes(aLine({ quantity: 3, originalUnitPriceSet: money('4.0'), taxLines: [aTax('2.0')] })),
      shippingLines: nodes(),
    });
    expect(amounts(order)).toMatchObject({
      subtotal: 1000n,
      lines: [
        [2, 333n, 0n],
        [1, 334n, 0n],
      ],
    });
  });

  it('more than 250 lines count, each', () => {
    const lines = Array.from({ length: 251 }, (_, index) =>
      aLine({ id: `gid://shopify/LineItem/${index + 1}`, originalUnitPriceSet: money('1.0'), taxLines: [] }),
    );
    const order = anOrder({ originalTotalPriceSet: money('256.0'), lineItems: nodes(...lines) });
    expect(transactionOf(order)).toMatchObject({ total: 25_600n, lines: { length: 251 } });
  });
});
