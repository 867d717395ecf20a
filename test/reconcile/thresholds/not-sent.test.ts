import { describe, expect, it } from '@jest/globals';
import type { NotSentSales } from '../../../src/domain/review-store.ts';
import { notSentOfStates } from '../../../src/reconcile/thresholds/not-sent.ts';

const notSent = (
  jurisdiction: string | null,
  reason: string,
  differences: Partial<NotSentSales> = {},
): NotSentSales => ({
  ...{ month: '2026-03', jurisdiction, currency: 'USD', reason, count: 1, total: 1_000n },
  ...differences,
});

const shown = (...all: readonly NotSentSales[]): readonly string[] =>
  notSentOfStates(all).map(
    ({ state, status, reason, count, total, currency }) => `${state} ${status} ${reason} ${count} ${total} ${currency}`,
  );

describe('what is not sent', () => {
  it('is added up by state, reason and currency, what waits for a person first, and what is not known last', () => {
    expect(
      shown(
        notSent(null, 'missing address'),
        notSent('US', 'missing address', { currency: null, total: 0n }),
        notSent('TX', 'not paid', { month: '2026-01', count: 2, total: 5n }),
        notSent('TX', 'not paid'),
        notSent('TX', 'not paid', { currency: 'JPY' }),
        notSent('TX', 'refused'),
        notSent('CA', 'marketplace sale'),
      ),
    ).toStrictEqual([
      'CA skipped marketplace sale 1 10.00 USD',
      'TX waiting refused 1 10.00 USD',
      'TX skipped not paid 1 1000 JPY',
      'TX skipped not paid 3 10.05 USD',
      'null waiting missing address 1 10.00 USD',
      'null waiting missing address 1 0.00 null',
    ]);
  });

  it('has nothing of places without a threshold, and of records of which another one is the sale', () => {
    expect(
      shown(
        ...['OR', 'CA-ON', 'DE-*', 'GU'].map((place) => notSent(place, 'not paid')),
        ...['belongs to another storefront', 'payment of another account', 'deleted on the platform'].map((reason) =>
          notSent('TX', reason),
        ),
      ),
    ).toStrictEqual([]);
  });
});
