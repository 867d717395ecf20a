import { describe, expect, it } from '@jest/globals';
import { situationOf } from '../../../sandbox/index.ts';
import { askShop } from '../support/ask-shop.ts';

const ask = askShop();

const query = `query ($id: ID!) { order(id: $id) {
  originalTotalPriceSet { ...M } totalPriceSet { ...M } currentTotalPriceSet { ...M } totalRefundedSet { ...M }
  totalOutstandingSet { ...M }
} }
fragment M on MoneyBag { shopMoney { amount } }`;

/** Original, displayed and current total, money refunded, and what is still owed, in cents. */
const totalsOf = (situation: string): Readonly<Record<string, number>> => {
  const index = Array.from({ length: 400 }, (_, place) => place).find((place) => situationOf(place) === situation);
  if (index === undefined) throw new Error(`no order is "${situation}"`);
  const { at } = ask(query, { id: `gid://shopify/Order/${5_400_000_000_000n + 32_768n * BigInt(index)}` });
  const cents = (field: string): number => Math.round(Number(at(`order.${field}.shopMoney.amount`)) * 100);
  return {
    original: cents('originalTotalPriceSet'),
    displayed: cents('totalPriceSet'),
    current: cents('currentTotalPriceSet'),
    refunded: cents('totalRefundedSet'),
    owed: cents('totalOutstandingSet'),
  };
};

describe('what happens to an order after it was sold', () => {
  it.each(['refund of everything', 'cancelled after payment'])('leaves nothing of it: %s', (situation) => {
    const { original, current, refunded, owed } = totalsOf(situation);

    expect({ current, refunded, owed }).toStrictEqual({ current: 0, refunded: original, owed: 0 });
  });

  it('reverses an order that was canceled before payment, without any money', () => {
    const { original, current, refunded } = totalsOf('canceled before payment');

    expect({ current, refunded }).toStrictEqual({ current: 0, refunded: 0 });
    expect(original).toBeGreaterThan(0);
  });

  it.each(['refund of one unit', 'refund of shipping only', 'two refunds', 'refund where prices include tax'])(
    'lowers the current total by what went back, and no other total: %s',
    (situation) => {
      const { original = 0, displayed, current, refunded = 0 } = totalsOf(situation);

      expect(refunded).toBeGreaterThan(0);
      expect({ displayed, current }).toStrictEqual({ displayed: original, current: original - refunded });
    },
  );

  it.each(['refund of money only', 'refund without restocking, whose lines have quantity 0'])(
    'moves money and not the order: %s',
    (situation) => {
      const { original, displayed, current, refunded } = totalsOf(situation);

      expect(refunded).toBeGreaterThan(0);
      expect([displayed, current]).toStrictEqual([original, original]);
    },
  );

  it('shows no money for a refund that is still pending', () => {
    expect(totalsOf('refund still pending')['refunded']).toBe(0);
  });

  it('lowers only the current total when an edit takes units off', () => {
    const { original = 0, displayed, current } = totalsOf('edited: quantity lowered');

    expect(displayed).toBe(original);
    expect(current).toBeLessThan(original);
  });

  it('lowers the displayed total as well when an edit gives a discount', () => {
    const { original = 0, displayed = 0, current } = totalsOf('edited: discount added');

    expect(original - displayed).toBeGreaterThanOrEqual(1500);
    expect(current).toBe(displayed);
  });

  it('raises both by the price alone when an edit adds a line, because nothing calculated tax for it', () => {
    const { original = 0, displayed, current } = totalsOf('edited: line added');

    expect([displayed, current]).toStrictEqual([original + 11_900, original + 11_900]);
  });

  it('changes nothing when goods are exchanged for others of the same price', () => {
    const { original, current, refunded, owed } = totalsOf('exchange for the same price');

    expect({ current, refunded, owed }).toStrictEqual({ current: original, refunded: 0, owed: 0 });
  });
});
