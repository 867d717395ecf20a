import { describe, expect, it } from '@jest/globals';
import { alertsOf } from '../../../src/app/notifications/threshold-notices.ts';
import type { DailySales } from '../../../src/domain/review-store.ts';
import { exposureOf } from '../../../src/reconcile/thresholds/exposure.ts';
import { sold } from '../../support/sold.ts';

/** What an alert on a day is about: what was sent about the same is not sent again. */
const aboutOn = (on: string, sales: readonly DailySales[]): readonly string[] =>
  alertsOf(
    exposureOf(sales, {
      ...{ on, facilitatorLaws: {}, nexusThresholds: {}, marketplaceSales: [], registrations: {}, openingBalances: [] },
      read: [{ from: '2010-01-01', to: '2030-12-31' }],
    }),
  ).flatMap(({ about }) => about);

describe('an alert that a state is near', () => {
  it('is about one year to September in Connecticut, also after the turn of the calendar year', () => {
    const sales = [sold('CT', '2025-11-10', 95_000, { count: 190 })];
    expect(aboutOn('2025-12-15', sales)).toStrictEqual(['CT 90 2025', 'CT 75 2025']);
    expect(aboutOn('2026-02-15', sales)).toStrictEqual(aboutOn('2025-12-15', sales));
    const later = [sold('CT', '2026-11-10', 95_000, { count: 190 })];
    expect(aboutOn('2026-12-15', later)).toStrictEqual(['CT 90 2026', 'CT 75 2026']);
  });

  it.each([
    ['MN', '12 months'],
    ['TX', '12 calendar months'],
    ['IL', '12 months to a quarter’s end'],
    ['NY', 'four quarters'],
  ])('is about no year in %s, which measures %s: the period moves', (state) => {
    const sales = (day: string) => [
      sold(state, day, state === 'TX' || state === 'NY' ? 480_000 : 96_000, { count: 195 }),
    ];
    const about = [`${state} 90`, `${state} 75`];
    expect(aboutOn('2025-12-31', sales('2025-11-10'))).toStrictEqual(about);
    expect(aboutOn('2026-01-01', sales('2025-11-10'))).toStrictEqual(about);
  });

  it('is of a state whose threshold was reached in the past, too', () => {
    const sales = [sold('CA', '2021-02-10', 600_000), sold('CA', '2026-02-10', 400_000)];
    expect(aboutOn('2026-03-01', sales)).toStrictEqual(['CA 75 2026']);
    expect(aboutOn('2021-03-01', sales)).toStrictEqual(['CA reached 2021']);
  });

  it('is about each calendar year in a state that measures one', () => {
    const ofYear = (year: number) => [sold('CA', `${year}-02-10`, 400_000)];
    expect(aboutOn('2025-03-01', ofYear(2025))).toStrictEqual(['CA 75 2025']);
    expect(aboutOn('2026-03-01', ofYear(2026))).toStrictEqual(['CA 75 2026']);
  });
});
