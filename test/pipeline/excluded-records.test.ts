import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { ReportLine } from '../../src/domain/run.ts';
import { held } from '../../src/domain/exclusion.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { liveCalendar } from '../../src/pipeline/calendar.ts';
import { type MapContext, mapRecord } from '../../src/pipeline/map-page.ts';
import { aSale } from '../support/a-sale.ts';
import { aRefund } from '../support/a-refund.ts';

const context: MapContext = {
  storefront: 'us-store',
  platform: 'shopify',
  account: '1',
  policy: defaultPolicy,
  calendar: liveCalendar('America/New_York'),
};

const linesOf = (result: SourceResult, policy = defaultPolicy): readonly ReportLine[] =>
  mapRecord({ ...context, policy }, result, 'position').flatMap(({ sale, refunds }) =>
    [sale, ...refunds.map(({ refund }) => refund)].flatMap((mapped) => (E.isLeft(mapped) ? [mapped.left] : [])),
  );

describe('a record that is not sent', () => {
  it('keeps when it was sold, its total and its state', () => {
    const { occurredAt } = aSale();
    expect(linesOf(E.right(aSale({ isTest: true, statedTotal: 11_225n })))).toMatchObject([
      { reason: 'test order', occurredAt, stated: { currency: 'USD', total: 11_225n, jurisdiction: 'CA' } },
    ]);
  });

  it('has no state without a complete address, and no total that the platform does not state', () => {
    expect(linesOf(E.right(aSale({ payment: 'partially paid', destinations: [] })))).toMatchObject([
      { reason: 'partially paid', stated: { total: null, jurisdiction: null } },
    ]);
  });

  it('keeps them without an exchange rate, too', () => {
    expect(linesOf(E.right(aSale()), { ...defaultPolicy, reportingCurrency: 'EUR' })).toMatchObject([
      { reason: 'no exchange rate', stated: { currency: 'USD' } },
    ]);
  });

  it('has a negative total where it is a refund', () => {
    const refund = aRefund({ isUnclear: true });
    const adjustments = { ...defaultPolicy.adjustments, refunds: 'send' } as const;
    expect(linesOf(E.right(aSale({ refunds: [refund] })), { ...defaultPolicy, adjustments })).toMatchObject([
      { kind: 'refund', occurredAt: refund.occurredAt, stated: { total: -refund.total } },
    ]);
  });

  it('has none of them where the platform showed no sale', () => {
    const [line] = linesOf(E.left(held({ sourceId: '7', name: '#7' }, 'unreadable record', 'why')));
    expect(line).not.toHaveProperty('stated');
    expect(line).not.toHaveProperty('occurredAt');
  });

  it.each<[string, object]>([
    ['its reason to be held is not one of unreadable record, ', { _tag: 'Held', reason: 'Ada', message: 'why' }],
    [
      'its reason to be skipped is not one of test order, ',
      { _tag: 'Skipped', reason: 'missing address', message: '' },
    ],
    ['it is neither a sale, nor skipped, nor held', { _tag: 'Dropped', reason: 'Ada', message: 'why' }],
    ['its message must be a string', { _tag: 'Held', reason: 'missing address' }],
  ])('is held where a connector in JavaScript gives no such reason: %s', (problem, given) => {
    // As JavaScript gives it, which no type checks.
    const result = E.left({ sourceId: '7', name: '#7', ...given }) as unknown as SourceResult;
    const lines = linesOf(result);
    expect(lines).toMatchObject([{ outcome: 'held', reason: 'unreadable record', sourceId: '7', name: '#7' }]);
    expect(lines[0]?.message).toContain(problem);
    expect(lines[0]?.message).not.toContain('Ada');
  });
});
