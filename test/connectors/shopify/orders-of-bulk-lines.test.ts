import { describe, expect, it } from '@jest/globals';
import { ordersOfBulkLines } from '../../../connectors/shopify/index.ts';
import { aLine, anOrder, aSale, aShippingLine, aShippingSale, isJson } from './an-order.ts';
import { transactionOf } from './mapped.ts';

describe('orders of a bulk result', () => {
  it('are put together from lines that name their parent, slashes escaped', () => {
    const order = { ...anOrder(), lineItems: undefined, agreements: undefined, shippingLines: undefined };
    const id = 'gid://shopify/Order/5012345678';
    const agreement = { id: 'gid://shopify/OrderAgreement/31', reason: 'ORDER', __parentId: id };
    const lines = [
      { ...order, shippingLine: aShippingLine() },
      { ...aLine(), __parentId: id },
      agreement,
      { ...aSale(), __parentId: agreement.id },
      { ...aShippingSale(), __parentId: agreement.id },
      { id: 'gid://shopify/Metafield/1', __parentId: id },
    ].map((line) => JSON.stringify(line).replaceAll('/', '\\/'));
    const [whole, ...others] = ordersOfBulkLines([...lines, '']).filter(isJson);
    expect(others).toStrictEqual([]);
    expect(transactionOf(whole ?? {})).toStrictEqual(transactionOf(anOrder()));
  });

  it('take their shipping lines, and children that come before their parent', () => {
    const order = { ...anOrder(), lineItems: undefined, shippingLines: undefined };
    const id = 'gid://shopify/Order/5012345678';
    const lines = [{ ...aLine(), __parentId: id }, order, { ...aShippingLine(), __parentId: id }];
    const [whole] = ordersOfBulkLines(lines.map((line) => JSON.stringify(line))).filter(isJson);
    expect(transactionOf(whole ?? {})).toStrictEqual(transactionOf(anOrder()));
  });

  it('of other roots are no orders', () => {
    expect(ordersOfBulkLines(['{"id":"gid://shopify/Product/1"}'])).toStrictEqual([]);
  });
});
