/** `closedPeriods.list`: months whose taxes are filed. */
import type { ClosedPeriod } from '../../domain/review-store.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { asPage, fields, instant, named, pageOf, text } from '../shapes.ts';
import { shownClosedPeriods } from './shown-changes.ts';

export interface ListClosedPeriodsPromise {
  /** In the order of the calendar. */
  readonly list: (request?: OfAccount) => Promise<readonly ClosedPeriod[]>;
}

export const listClosedPeriods = operation<ListClosedPeriodsPromise['list']>()({
  name: 'listClosedPeriods',
  summary: 'Months whose taxes are filed',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: shownClosedPeriods,
  http: {
    method: 'get',
    path: '/closed-periods',
    given: fields({}),
    ask: asIs,
    show: asPage,
    answer: pageOf(named('ClosedPeriod', fields({ month: text('YYYY-MM'), by: text(), at: instant }))),
  },
});
