/** The last twelve months of an account, for the first page of the screen. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { MonthSales } from '../domain/day-figures.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { MattersTotal } from './decisions/open-groups.ts';
import { openTotals } from './decisions/matters.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, type Operation, shownStorefronts, withAccount } from './state.ts';

export interface LastMonths {
  /** `YYYY-MM`, the oldest first, the present one last. */
  readonly months: readonly string[];
  /** As statements add them up; months without sales are left out. */
  readonly sums: readonly MonthSales[];
  /** Sales of these months that people left out. */
  readonly leftOut: MattersTotal;
}

/** Reads the sync database only. */
export const readLastMonths = (ports: OperationPorts): Operation<LastMonths> =>
  withAccount(ports, (state) => {
    const today = instantOfMilliseconds(ports.clock.now()).slice(0, 10);
    const months = monthsUntil(today);
    const days = { from: `${months[0] ?? ''}-01`, to: `${months.at(-1) ?? ''}-31` };
    return pipe(
      shownStorefronts(ports, state),
      TE.bindTo('storefronts'),
      TE.bind('sums', ({ storefronts }) => fromStore(state.reviews.monthSales({ storefronts, days }))),
      TE.bind('leftOut', ({ storefronts }) => fromStore(state.reviews.leftOut({ storefronts, days }, 1))),
      TE.map(({ sums, leftOut }) => ({
        ...{ months, sums },
        leftOut: { count: leftOut.sums.reduce((all, { count }) => all + count, 0), totals: openTotals(leftOut.sums) },
      })),
    );
  });

const shown = 12;

const monthsUntil = (today: string): readonly string[] => {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return Array.from({ length: shown }, (_, index) => {
    const number = year * 12 + month - shown + index;
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
  });
};
