/** What the page of state thresholds shows in the demo, on days of every month. */
import { describe, expect, it } from '@jest/globals';
import { daysOfSales } from '../../sandbox/commands/demo.ts';
import { historyOf } from '../../sandbox/shopify/orders/history-of.ts';
import { totalsOf } from '../../sandbox/shopify/orders/history.ts';
import { recipeOf } from '../../sandbox/shopify/orders/recipe-of.ts';
import { calendarOf, type SampleSize } from '../../sandbox/shopify/orders/sample-size.ts';
import type { DailySales } from '../../src/domain/review-store.ts';
import { exposureOf } from '../../src/reconcile/thresholds/exposure.ts';
import { addDays, addMonths } from '../../src/reconcile/thresholds/tested-periods.ts';

const ofOrder = (size: SampleSize, index: number): readonly DailySales[] => {
  const recipe = recipeOf(size, index);
  if (recipe.currency !== 'USD' || recipe.payment.status !== 'PAID') return [];
  const { subtotal, shipping } = totalsOf(historyOf(recipe)).original;
  const none = { isMarketplace: false, isExempt: false, isResale: false, notTaxableCount: 0, notTaxableSales: 0n };
  const taxes = { untaxedSales: 0n, taxed: 0n, tax: 0n };
  const sales = subtotal + shipping;
  const day = new Date(recipe.soldAt).toISOString().slice(0, 10);
  const jurisdiction = recipe.shipTo?.provinceCode ?? '';
  return [{ ...none, ...taxes, day, jurisdiction, currency: 'USD', count: 1, sales, net: sales }];
};

const shownOn = (on: string) => {
  const days = daysOfSales(on, '/no/such/file');
  const size = { seed: 1, orders: 400, calendar: calendarOf(days), hasWholesale: true };
  const sales = Array.from({ length: size.orders }, (_, index) => ofOrder(size, index)).flat();
  const settings = { facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: ['send'], registrations: {} } as const;
  const { states } = exposureOf(sales, { ...settings, on, read: [{ from: days.from, to: on }] });
  return new Map(states.map((one) => [one.state, one]));
};

const days = Array.from({ length: 12 }, (_, month) => addMonths('2026-12-01', month)).flatMap((first) => [
  first,
  addDays(first, 14),
  addDays(addMonths(first, 1), -1),
]);

describe('the demo', () => {
  it.each(days)('has on %s a state that is crossed, one that is near, and others that are not known', (on) => {
    const states = shownOn(on);
    const known = { TX: states.get('TX'), IL: states.get('IL'), WA: states.get('WA'), MA: states.get('MA') };
    expect(known.IL).toMatchObject({ status: 'reached', notRead: [] });
    expect(known.WA).toMatchObject({ status: 'reached' });
    expect(known.TX).toMatchObject({ status: 'below', notRead: [] });
    expect(known.TX?.percent).toBeGreaterThanOrEqual(75);
    expect(known.MA?.status).toBe('below');
    expect(known.MA?.notRead).not.toStrictEqual([]);
  });
});
