import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { situationOf } from '../../../sandbox/index.ts';
import { allSituations } from '../../../sandbox/shopify/orders/situation-at.ts';
import {
  amountsQuery,
  hundredths,
  type OrderAmounts,
  readAmounts,
  sumOfParts,
  sumsOfLedger,
} from '../support/amounts-of-order.ts';
import { askShop } from '../support/ask-shop.ts';

const readAll = (count: number, seed: number, lines: number): readonly OrderAmounts[] => {
  const ask = askShop({ orders: count, seed });
  const found: OrderAmounts[] = [];
  for (let after: string | null = null, more = true; more;) {
    const answered = ask(amountsQuery, { first: 50, after, lines });
    expect(answered.errors).toStrictEqual([]);
    const { orders } = readAmounts({ orders: answered.at('orders') });
    found.push(...orders.nodes);
    more = orders.pageInfo.hasNextPage;
    after = orders.pageInfo.endCursor;
  }
  return found;
};

const laterChanged = /^(edited|exchange)/;
const neverAddUp = new Set(['totals that do not add up']);

describe('the sample orders', () => {
  const orders = readAll(2300, 1, 250);

  it('come once each', () => {
    expect(orders).toHaveLength(2300);
  });

  it('add up to the cent from their parts, unless a later change moved the parts', () => {
    const wrong = orders.flatMap((order, index) => {
      const situation = situationOf(index);
      if (laterChanged.test(situation) || neverAddUp.has(situation) || situation === 'more than 250 lines') return [];
      return sumOfParts(order) === hundredths(order.originalTotalPriceSet) ? [] : [`${index}: ${situation}`];
    });

    expect(wrong).toStrictEqual([]);
  });

  it('have a ledger that adds up to the original total, and to the current total', () => {
    const wrong = orders.flatMap((order, index) => {
      const situation = situationOf(index);
      if (neverAddUp.has(situation) || situation === 'more than 250 lines' || order.agreements.nodes.length === 0)
        return [];
      const { sold, now } = sumsOfLedger(order);
      const isRight =
        sold === hundredths(order.originalTotalPriceSet) && now === hundredths(order.currentTotalPriceSet);
      return isRight ? [] : [`${index}: ${situation}`];
    });

    expect(wrong).toStrictEqual([]);
  });

  it('hold exactly one order whose stated total is wrong, by 1.37', () => {
    const differences = orders.flatMap((order, index) => {
      const situation = situationOf(index);
      if (laterChanged.test(situation) || situation === 'more than 250 lines') return [];
      const difference = hundredths(order.originalTotalPriceSet) - sumOfParts(order);
      return difference === 0n ? [] : [difference];
    });

    expect(differences).toStrictEqual([137n]);
  });

  it('are the same, byte for byte, for the same seed, and others for another', () => {
    const digest = (seed: number): string => {
      const ask = askShop({ orders: 400, seed });
      const { text } = ask(amountsQuery, { first: 60, lines: 20 });
      return createHash('sha256').update(text).digest('hex');
    };

    expect(digest(3)).toBe(digest(3));
    expect(digest(4)).not.toBe(digest(3));
  });

  it('hold every situation once within the 400 of the default, and most of many are ordinary', () => {
    const situations = Array.from({ length: 400 }, (_, index) => situationOf(index));
    const special = situations.filter((situation) => situation !== 'ordinary');

    expect(new Set(special).size).toBe(allSituations.length);
    expect(special).toHaveLength(allSituations.length);
    expect(situationOf(150_000)).toBe('ordinary');
  });

  it('are spread over fifteen months of the shop, the last on its last day', () => {
    const ask = askShop({ orders: 400 });
    const first = ask('{ orders(first: 1) { nodes { processedAt } } }').at('orders.nodes.0.processedAt');
    const last = ask('{ orders(first: 1, reverse: true) { nodes { processedAt } } }').at('orders.nodes.0.processedAt');

    expect(String(first)).toMatch(/^2025-01-0[12]/);
    expect(String(last)).toMatch(/^2026-0(3-3[01]|4-01T0[0-3])/);
  });
});
