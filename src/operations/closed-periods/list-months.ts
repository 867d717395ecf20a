/** `closedPeriods.months`: the past months, and each time that one was closed or opened again. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { monthsOf } from '../../domain/date-range.ts';
import type { PeriodChange } from '../../domain/review-store.ts';
import { daysRead } from '../days-read.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { asPage, fields, instant, list, named, oneOf, pageOf, text, yesNo } from '../shapes.ts';
import { withAccount } from '../state.ts';
import { lastToday } from './change-month.ts';
import { shownChanges } from './shown-changes.ts';

/** A past month, and each time that it was closed or opened again. */
export interface PeriodState {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly isClosed: boolean;
  /** The newest first. Who and why are empty for users of a part of the account. */
  readonly changes: readonly Omit<PeriodChange, 'month'>[];
}

export interface ListMonthsPromise {
  /** The past months since the first synced day, and each time that one was closed or opened again; newest first. */
  readonly months: (request?: OfAccount) => Promise<readonly PeriodState[]>;
}

const periodStateShape = named(
  'PeriodState',
  fields({
    month: text('YYYY-MM'),
    isClosed: yesNo(),
    changes: list(
      fields({ action: oneOf('close', 'reopen'), by: text(), at: instant, reason: text('Empty for a close') }),
      'The newest first',
    ),
  }),
);

export const listMonths = operation<ListMonthsPromise['months']>()({
  name: 'listMonths',
  summary: 'The past months since the first synced day, and each time that one was closed or opened again',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  // The months that are over in every time zone, from the first day that was read of a storefront.
  run: (ports) =>
    withAccount(ports, (state) => {
      const today = lastToday(ports.clock.now());
      return pipe(
        ports.storefronts(),
        TE.traverseSeqArray((storefront) => daysRead(state, storefront, today, { withPreviews: false })),
        TE.bindTo('read'),
        TE.bind('changes', () => shownChanges(state)),
        TE.map(({ read, changes }) => {
          const [first = today] = read.flatMap((days) => days.map(({ from }) => from)).sort();
          const past = first < today ? monthsOf({ from: first, to: today }).map(({ from }) => from.slice(0, 7)) : [];
          const months = new Set([
            ...past.filter((month) => month < today.slice(0, 7)),
            ...changes.map(({ month }) => month),
          ]);
          return [...months]
            .sort()
            .reverse()
            .map((month): PeriodState => {
              const own = changes.filter((change) => change.month === month).reverse();
              const shown = own.map(({ action, by, at, reason }) => ({ action, by, at, reason }));
              return { month, isClosed: shown[0]?.action === 'close', changes: shown };
            });
        }),
      );
    }),
  http: {
    method: 'get',
    path: '/closed-periods/months',
    given: fields({}),
    ask: asIs,
    show: asPage,
    answer: pageOf(periodStateShape),
  },
});
