/** `closedPeriods.close`: closes a month whose taxes are filed, and keeps its totals. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, daysOf, wholeMonth } from '../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { ClosedPeriod } from '../../domain/review-store.ts';
import { daysRead } from '../days-read.ts';
import { fail, type OperationFailure } from '../failure.ts';
import { confirmed, type OpenConfirmed } from '../open-matters.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import type { OfAccount } from '../requests.ts';
import { fields, openMatters, text } from '../shapes.ts';
import { fromStore, type Operation } from '../state.ts';
import { type ChangedPeriod, changedPeriodShape, changeMonth, lastToday } from './change-month.ts';

export interface ClosePeriodPromise {
  /**
   * Closes a month and keeps its totals; a closed one stays as it is, with `hasChanged: false`. Rejects with `INVALID` for a text that is
   * no month or a month that is not over, and with `RUN_STATE` when days of it were not read, or matters of it are open, unless `open` is as many.
   *
   * @param request `month`: `YYYY-MM`; `by`: the person, in your words
   */
  readonly close: (
    request: { readonly month: string; readonly by: string } & OpenConfirmed & OfAccount,
  ) => Promise<ChangedPeriod>;
}

/** Left with `INVALID` for a month that is not over in every time zone. */
const overMonth = (month: string, now: number): E.Either<OperationFailure, void> =>
  month < lastToday(now).slice(0, 7)
    ? E.right(undefined)
    : fail('INVALID', `${month} is not over yet, so more sales will follow. Close it once its taxes are filed.`);

interface NotRead {
  readonly storefront: string;
  readonly days: DateRange;
}

/** The span of the days of a range that no other range covers; none when all are covered. */
const notCovered = (range: DateRange, others: readonly DateRange[]): O.Option<DateRange> => {
  const missing = daysOf(range).filter((day) => !others.some(({ from, to }) => from <= day && day <= to));
  const [from] = missing;
  const to = missing.at(-1);
  return from === undefined || to === undefined ? O.none : O.some({ from, to });
};

/** The most storefronts that a message names. */
const maxNamed = 3;

const describeNotRead = (month: string, notRead: readonly NotRead[]): string => {
  const named = notRead.slice(0, maxNamed).map(({ storefront, days }) => `${storefront} (${days.from} to ${days.to})`);
  const more = notRead.length - named.length;
  const from = notRead.map(({ days }) => days.from).sort()[0] ?? '';
  const to =
    notRead
      .map(({ days }) => days.to)
      .sort()
      .at(-1) ?? '';
  // Without a storefront, the command reads all of them, which sends nothing twice.
  const storefronts = more > 0 ? '' : notRead.map(({ storefront }) => ` --storefront ${storefront}`).join('');
  return (
    `Sales of ${month} were not read from ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ` +
    `Run tax-nexus sync${storefronts} --from ${from} --to ${to}, then close it.`
  );
};

/** Left with `RUN_STATE` where neither a sync nor live work has read all days of the month, of each configured storefront. */
const readWholly = (ports: OperationPorts, state: AccountState, month: string): Operation<void> => {
  const today = instantOfMilliseconds(ports.clock.now()).slice(0, 10);
  return pipe(
    ports.storefronts(),
    TE.traverseSeqArray((storefront) =>
      pipe(
        daysRead(state, storefront, today, { withPreviews: false }),
        TE.map((days) => ({ storefront, days: notCovered(wholeMonth(month), days) })),
      ),
    ),
    TE.flatMap((all) => {
      const notRead = all.flatMap(({ storefront, days }) => (O.isNone(days) ? [] : [{ storefront, days: days.value }]));
      return notRead.length === 0
        ? TE.right(undefined)
        : TE.fromEither(fail('RUN_STATE', describeNotRead(month, notRead)));
    }),
  );
};

export const closePeriod = operation<ClosePeriodPromise['close']>()({
  name: 'closePeriod',
  summary: 'Closes a month, for all storefronts of the account',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  run: (ports, { month, by, ...seen }) =>
    changeMonth(ports, month, (state) => {
      const wanted = { month, by, at: instantOfMilliseconds(ports.clock.now()) };
      return pipe(
        TE.fromEither(overMonth(month, ports.clock.now())),
        TE.flatMap(() => fromStore(state.reviews.closedPeriods)),
        TE.flatMap((closed) =>
          closed.some((one) => one.month === month) ? TE.right(undefined) : readWholly(ports, state, month),
        ),
        TE.flatMap(() => fromStore(state.reviews.closePeriod(wanted, seen.open ?? 0))),
        TE.tap(({ open, reasons }) => TE.fromEither(confirmed(open, seen, reasons))),
        TE.map(({ before }) => {
          const closed = O.getOrElse((): ClosedPeriod => wanted)(before);
          return {
            ...{ month, isClosed: true, hasChanged: O.isNone(before) },
            closed: { by: closed.by, at: closed.at },
          };
        }),
      );
    }),
  http: {
    method: 'post',
    path: '/closed-periods',
    given: fields({ month: text('YYYY-MM', { maxLength: 7 }) }, { open: openMatters }),
    ask: (given, { by }) => ({ ...given, by }),
    show: asIs,
    answer: changedPeriodShape,
  },
});
