import { describe, expect, it } from '@jest/globals';
import { check, type Kept, nothingWrong, type Pushed } from './checker.ts';
import { shopTruth, type SoldOrder } from './shop-truth.ts';

const order = (differences: Partial<SoldOrder> = {}): SoldOrder => ({
  sourceId: '7001',
  orderId: '7001',
  currency: 'USD',
  pushed: { total: 10_725n, tax: 725n },
  ...differences,
});
const pushed = (differences: Partial<Pushed> = {}): Pushed => ({
  id: 'shopify:1:7001',
  name: 'Shopify #1001 · 7001',
  currency: 'USD',
  total: 10_725n,
  tax: 725n,
  ...differences,
});
const kept = (status: string): Kept => ({ id: 'shopify:1:7001', status });

describe('the checker', () => {
  it('finds nothing wrong when the service holds each sale once, as it was sold', () => {
    expect(check([order()], [pushed()], [kept('confirmed')])).toStrictEqual(nothingWrong);
  });

  it('finds an order that never arrived, and one that only the sync database believes to have arrived', () => {
    expect(check([order()], [], [])).toStrictEqual({ ...nothingWrong, lost: ['7001'] });
    expect(check([order()], [], [kept('confirmed')])).toStrictEqual({
      ...nothingWrong,
      lost: ['7001'],
      falselyConfirmed: ['shopify:1:7001'],
    });
  });

  it('finds an order that arrived twice, under its id again, under another id, or under the same name', () => {
    const seconds = [pushed(), pushed({ id: 'shopify:1:7001:2', name: 'again' }), pushed({ id: 'x' })];
    for (const second of seconds) {
      expect(check([order()], [pushed(), second], [])).toStrictEqual({ ...nothingWrong, doubled: ['7001'] });
    }
  });

  it.each([
    ['total', { total: 10_726n }],
    ['tax', { tax: 724n }],
    ['currency', { currency: 'CAD' }],
  ])('finds a %s that is not what was sold', (_, difference) => {
    expect(check([order()], [pushed(difference)], [])).toStrictEqual({ ...nothingWrong, centsOff: ['7001'] });
  });

  it('finds what must not be there: an excluded order, and a transaction of no order', () => {
    const strange = pushed({ id: 'shopify:1:9', name: 'Shopify #9 · 9' });
    expect(check([order({ pushed: null })], [pushed()], [])).toStrictEqual({
      ...nothingWrong,
      unexpected: ['shopify:1:7001'],
    });
    expect(check([order()], [pushed(), strange], [])).toStrictEqual({ ...nothingWrong, unexpected: ['shopify:1:9'] });
  });

  it('finds a transaction that is still open', () => {
    expect(check([order()], [pushed()], [kept('intent')])).toStrictEqual({ ...nothingWrong, open: ['shopify:1:7001'] });
  });

  it('distinguishes an addition from its order', () => {
    const addition = order({ sourceId: '70011' });
    const added = pushed({ id: 'shopify:1:7001:edit:70011', name: 'Shopify #1001 · 7001 · edit 70011' });
    expect(check([order(), addition], [pushed(), added], [])).toStrictEqual(nothingWrong);
    expect(check([order(), addition], [pushed()], [])).toStrictEqual({ ...nothingWrong, lost: ['70011'] });
  });

  it('distinguishes what went back for a canceled order from the order, and knows no other refund', () => {
    const canceled = order({ sourceId: '7001950' });
    const refund = pushed({ id: 'shopify:1:7001:refund:7001950', name: 'Shopify #1001 · 7001 · refund 7001950' });
    expect(check([order(), canceled], [pushed(), refund], [])).toStrictEqual(nothingWrong);
    expect(check([order()], [pushed(), refund], [])).toStrictEqual({ ...nothingWrong, unexpected: [refund.id] });
  });

  it('takes an order with the number of another one for itself', () => {
    const [first, second] = [order(), order({ sourceId: '70010' })];
    expect(check([first, second], [pushed()], [])).toStrictEqual({ ...nothingWrong, lost: ['70010'] });
  });
});

describe('the truth of a sample shop', () => {
  it('has orders to send and orders to exclude, in more than one currency', () => {
    const sold = shopTruth(400);
    expect(sold.filter(({ pushed: one }) => one === null)).toHaveLength(13);
    expect(new Set(sold.map(({ currency }) => currency))).toStrictEqual(new Set(['USD', 'JPY']));
    expect(new Set(sold.map(({ sourceId }) => sourceId)).size).toBe(sold.length);
    expect(new Set(sold.map(({ orderId }) => orderId)).size).toBe(400);
    expect(sold).toHaveLength(406);
  });
});
