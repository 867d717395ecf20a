import { describe, expect, it } from '@jest/globals';
import { countDays } from '../../src/reconcile/reconciliation.ts';
import { dayOf } from '../../src/reconcile/open-comparison.ts';
import type { Difference, Reconciliation } from '../../src/reconcile/reconciliation.ts';

const aDifference = (differences: Partial<Difference>): Difference => ({
  kind: 'missing at the service',
  id: 'shopify:1:1001/aa',
  transactionId: 'shopify:1:1001',
  sourceId: '1001',
  name: 'Shopify #1001 · 1001',
  message: '',
  day: '2026-03-08',
  resolution: null,
  ...differences,
});

const aProof = (differences: Partial<Reconciliation> = {}): Reconciliation => ({
  storefront: 'us-store',
  range: { from: '2026-03-07', to: '2026-03-09', timeZone: 'America/New_York' },
  isComplete: true,
  differing: 0,
  notCompared: 0,
  compared: { transactions: 0, changes: 0, followed: 0, notFollowed: [] },
  source: { transactions: 12, excluded: {} },
  service: { transactions: 10 },
  totals: [],
  days: [{ day: '2026-03-08', source: 12, service: 10 }],
  differences: [],
  changes: [],
  ...differences,
});

describe('days of a reconciliation', () => {
  it('are counted one by one, those without a sale as well; one that is not over is left out', () => {
    // Still the ninth in New York.
    expect(countDays(aProof(), '2026-03-10T03:59:00Z')).toStrictEqual([
      {
        storefront: 'us-store',
        day: '2026-03-07',
        source: 0,
        service: 0,
        missing: 0,
        differing: 0,
        countedAt: '2026-03-10T03:59:00Z',
      },
      {
        storefront: 'us-store',
        day: '2026-03-08',
        source: 12,
        service: 10,
        missing: 0,
        differing: 0,
        countedAt: '2026-03-10T03:59:00Z',
      },
    ]);
  });

  it('distinguish what is missing from what differs, and leave out resolved and undated ones', () => {
    const resolution = { note: 'agreed', by: 'Ada', at: '2026-03-20T00:00:00Z' };
    const differences = [
      aDifference({}),
      aDifference({ resolution }),
      aDifference({ kind: 'differs' }),
      aDifference({ kind: 'unclear' }),
      aDifference({ kind: 'deleted on the platform', day: null }),
    ];
    const [, day] = countDays(aProof({ differences }), '2026-04-01T00:00:00Z');
    expect(day).toMatchObject({ day: '2026-03-08', missing: 1, differing: 2 });
  });

  it.each([
    ['2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['2026-03-08T05:00:00Z', '2026-03-08'],
    // The day on which the clocks go forward has 23 hours.
    ['2026-03-09T03:59:59Z', '2026-03-08'],
    ['2026-03-09T04:00:00Z', '2026-03-09'],
    ['2026-03-08T23:30:00-05:00', '2026-03-09'],
    ['2026-05-01T03:00:00Z', '2026-04-30'],
    ['2025-12-31T12:00:00Z', '2025-12-31'],
  ])('are those of the storefront’s own calendar: %s is of %s', (instant, day) => {
    const range = { from: '2026-03-07', to: '2026-03-09' };
    expect(dayOf(range, 'America/New_York')(instant)).toBe(day);
  });
});
