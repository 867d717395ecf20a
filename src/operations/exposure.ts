import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, dayProblem } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { DailySales } from '../domain/review-store.ts';
import { type SalesBasis, salesBases } from '../reconcile/thresholds/counted-sales.ts';
import { type Exposure, exposureInTurns, type Question } from '../reconcile/thresholds/exposure.ts';
import { daysRead } from './days-read.ts';
import { fail } from './failure.ts';
import { knownRegistrations } from './registrations.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, shownStorefronts, whoSeesAll, withAccount } from './state.ts';

const inBoth = (some: readonly DateRange[], others: readonly DateRange[]): readonly DateRange[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const from = one.from > other.from ? one.from : other.from;
      const to = one.to < other.to ? one.to : other.to;
      return from <= to ? [{ from, to }] : [];
    }),
  );

const byFirstDay = (a: DateRange, b: DateRange): number => a.from.localeCompare(b.from);

/** The days that were read of all storefronts, in order. */
const daysReadOfAll = (ports: OperationPorts, state: AccountState, today: string): Operation<readonly DateRange[]> =>
  pipe(
    shownStorefronts(ports, state),
    TE.flatMap(TE.traverseSeqArray((storefront) => daysRead(state, storefront, today))),
    TE.map(([first = [], ...others]) => [...others.reduce(inBoth, first)].sort(byFirstDay)),
  );

/** What the sync database knows for a question about thresholds. */
export interface KnownForThresholds {
  readonly sales: readonly DailySales[];
  readonly question: Question;
}

/** Days, and whether refunds are subtracted. */
export interface ExposureQuestion {
  /** `YYYY-MM-DD`. Default: today in UTC. */
  readonly on?: string;
  /** Default `gross`. */
  readonly basis?: SalesBasis;
}

/** Left with `FORBIDDEN` for a user who does not see all storefronts. */
export const knownForThresholds = (
  ports: OperationPorts,
  state: AccountState,
  { on, basis = 'gross' }: ExposureQuestion = {},
): Operation<KnownForThresholds> => {
  const today = instantOfMilliseconds(ports.clock.now()).slice(0, 10);
  return pipe(
    whoSeesAll(state, 'Thresholds are counted for all storefronts together; you do not see all of them.'),
    TE.flatMap(() => daysReadOfAll(ports, state, today)),
    TE.bindTo('read'),
    TE.bind('sales', () => fromStore(state.reviews.dailySales)),
    TE.bind('registrations', () => fromStore(knownRegistrations(state))),
    TE.bind('openingBalances', () => fromStore(state.reviews.openingBalances)),
    TE.bind('held', () => fromStore(state.reviews.heldByPlace)),
    TE.map(({ sales, ...known }) => ({
      sales,
      question: { basis, on: on ?? today, ...state.stateSettings(), ...known },
    })),
  );
};

/**
 * How near the thresholds of states an account's known sales are. Left with `RANGE` for a day that is not in the calendar, and with `FORBIDDEN`
 * for a user who does not see all storefronts.
 */
export const exposure = (ports: OperationPorts, question: ExposureQuestion = {}): Operation<Exposure> => {
  const { on, basis = 'gross' } = question;
  // A host in JavaScript may ask for anything.
  if (!salesBases.includes(basis))
    return TE.fromEither(fail('INVALID', `"basis" must be one of ${salesBases.join(', ')}.`));
  const problem = on === undefined ? undefined : dayProblem(on);
  if (problem !== undefined) return TE.fromEither(fail('RANGE', problem));
  return withAccount(ports, (state) =>
    pipe(
      knownForThresholds(ports, state, question),
      TE.flatMapTask(
        ({ sales, question }) =>
          () =>
            exposureInTurns(sales, question),
      ),
    ),
  );
};
