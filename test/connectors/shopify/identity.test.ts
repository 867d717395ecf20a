import { describe, expect, it } from '@jest/globals';
import { orderUrl } from '../../../connectors/shopify/to-sale/order-to-sale.ts';
import { orderToResult } from '../../../connectors/shopify/index.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { left } from '../../support/right.ts';
import { anOrder } from './an-order.ts';
import { account, exclusionOf, resultOf, saleOf, transactionOf } from './mapped.ts';

describe('identity of an order', () => {
  it('id and name are made of what never changes', () => {
    expect(transactionOf(anOrder())).toMatchObject({
      id: 'shopify:548380009:5012345678',
      name: 'Shopify #1001 · 5012345678',
    });
  });

  it('names that repeat make two transactions', () => {
    const other = transactionOf(anOrder({ id: 'gid://shopify/Order/5012345679' }));
    expect(other.id).not.toBe(transactionOf(anOrder()).id);
    expect(other.name).not.toBe(transactionOf(anOrder()).name);
  });

  it('ids beyond 2^53 keep every digit', () => {
    const order = anOrder({ id: 'gid://shopify/Order/820982911946154508' });
    expect(transactionOf(order).id).toBe('shopify:548380009:820982911946154508');
  });

  it('is dated when it was processed: an imported order keeps its own date', () => {
    const order = anOrder({ processedAt: '2019-05-01T10:00:00Z' });
    expect(transactionOf(order).transactedAt).toBe('2019-05-01T10:00:00Z');
  });

  it('links to the order in the admin', () => {
    expect(saleOf(anOrder()).identity.url).toBe('https://acme.myshopify.com/admin/orders/5012345678');
    expect(orderUrl('acme.myshopify.com', 'unreadable-1')).toBeNull();
    expect(orderUrl('evil.example/.myshopify.com', '5012345678')).toBeNull();
  });

  it('names the payments by which another storefront may know the sale', () => {
    const order = anOrder({
      transactions: [{ paymentId: 'pi_3PabcDEF' }, { paymentId: 'c123.1' }, { paymentId: null }],
    });
    expect(saleOf(order).references).toStrictEqual([
      'shopify:order:5012345678',
      'stripe:pi_3PabcDEF',
      'shopify:payment:c123.1',
    ]);
  });
});

describe('an order that cannot be read in full', () => {
  it('names what is missing of an answer that has only id and name', () => {
    const exclusion = left(resultOf({ id: 'gid://shopify/Order/1', name: '#1' }));
    expect(exclusion).toMatchObject({ _tag: 'Held', reason: 'incomplete record', sourceId: '1', name: '#1' });
    expect(exclusion.message).toContain('lineItems, currencyCode');
  });

  it.each(['processedAt', 'displayFinancialStatus', 'lineItems', 'shippingLines'])('holds one without %s', (field) => {
    const order = anOrder({ createdAt: undefined, originalTotalPriceSet: undefined, [field]: undefined });
    expect(left(resultOf(order))).toMatchObject({ reason: 'incomplete record' });
    expect(left(resultOf(order)).message).toContain(field);
  });

  it('holds one whose list of lines was cut short', () => {
    const lines = { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'c' } };
    expect(exclusionOf(anOrder({ lineItems: lines }))).toBe('held: incomplete record');
  });

  it('holds one with a line that may not be read', () => {
    expect(exclusionOf(anOrder({ lineItems: { nodes: [null] } }))).toBe('held: incomplete record');
  });

  it('holds one of another shape, and shows paths but no values', () => {
    const toResult = orderToResult({ account, policy: defaultPolicy, readsLocations: true });
    const exclusion = left(toResult(anOrder({ shippingAddress: { city: { CANARY_CITY: true } } })));
    expect(exclusion).toMatchObject({ reason: 'unreadable record', sourceId: '5012345678' });
    expect(exclusion.message).toContain('shippingAddress.city: expected string');
    expect(exclusion.message).not.toContain('CANARY');
  });

  it('holds one whose amount is no number, and shows the field but no value', () => {
    const exclusion = left(
      resultOf(anOrder({ originalTotalPriceSet: { shopMoney: { amount: 'CANARY', currencyCode: 'USD' } } })),
    );
    expect(exclusion.reason).toBe('unreadable record');
    expect(exclusion.message).not.toContain('CANARY');
  });
});
