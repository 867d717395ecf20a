import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, daysOf, monthsOf, wholeMonth } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { ClosedPeriod, PeriodChange } from '../domain/review-store.ts';
import { daysRead } from './days-read.ts';
import { fail, type OperationFailure } from './failure.ts';
import { confirmed, type OpenConfirmed } from './open-matters.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, whoSeesAll, withAccount } from './state.ts';

/** A month after it was closed or opened. */
export interface ChangedPeriod {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly isClosed: boolean;
  /** False when it was so before: nothing was changed. */
  readonly hasChanged: boolean;
  /** Who closed it first; null for an open one. */
  readonly closed: Pick<ClosedPeriod, 'by' | 'at'> | null;
}

/** A past month, and each time that it was closed or opened again. */
export interface PeriodState {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly isClosed: boolean;
  /** The newest first. Who and why are empty for users of a part of the account. */
  readonly changes: readonly Omit<PeriodChange, 'month'>[];
}

/** Characters of a reason. */
const maxReason = 2_000;

/** Those who see a part of the account are not shown who closed or opened its months, and why. */
const withoutWho = <A extends { readonly by: string; readonly reason?: string }>(change: A): A => ({
  ...{ ...change, by: '' },
  ...(change.reason !== undefined && { reason: '' }),
});

/** The closed months, in the order of the calendar. Who closed them is left out (an empty `by`) for users of a part of the account. */
export const listClosedPeriods = (ports: OperationPorts): Operation<readonly ClosedPeriod[]> =>
  withAccount(ports, ({ reviews, seesAll }) =>
    pipe(
      fromStore(reviews.closedPeriods),
      TE.bindTo('closed'),
      TE.bind('sees', () => fromStore(seesAll)),
      TE.map(({ closed, sees }) => (sees ? closed : closed.map(withoutWho))),
    ),
  );

/** Each time that a month was closed or opened again, in order; without who and why for users of a part of the account. */
export const shownChanges = ({
  reviews,
  seesAll,
}: Pick<AccountState, 'reviews' | 'seesAll'>): Operation<readonly PeriodChange[]> =>
  pipe(
    fromStore(reviews.periodChanges),
    TE.bindTo('changes'),
    TE.bind('sees', () => fromStore(seesAll)),
    TE.map(({ changes, sees }) => (sees ? changes : changes.map(withoutWho))),
  );

/** Hours by which the last place on earth is behind UTC. */
const lastZone = 12;

/** Today in the last place on earth. */
const lastToday = (now: number): string => instantOfMilliseconds(now - lastZone * 3_600_000).slice(0, 10);

/** The months that are over in every time zone, from the first day that was read of a storefront, and what became of each; newest first. */
export const listMonths = (ports: OperationPorts): Operation<readonly PeriodState[]> =>
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
  });

const monthOf = (month: string): E.Either<OperationFailure, string> =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
    ? E.right(month)
    : fail('INVALID', 'Enter the month as YYYY-MM, such as 2026-01.');

/** Left with `INVALID` for a month that is not over in every time zone. */
const overMonth = (month: string, now: number): E.Either<OperationFailure, void> =>
  month < lastToday(now).slice(0, 7)
    ? E.right(undefined)
    : fail('INVALID', `${month} is not over yet, so more sales will follow. Close it once its taxes are filed.`);

interface NotRead {
  readonly storefront: string;
  readonly days: DateRange;
}

/** From the first to the last day of a range that no other range has; none where they cover it. */
const notCovered = (range: DateRange, others: readonly DateRange[]): O.Option<DateRange> => {
  const missing = daysOf(range).filter((day) => !others.some(({ from, to }) => from <= day && day <= to));
  const [from] = missing;
  const to = missing.at(-1);
  return from === undefined || to === undefined ? O.none : O.some({ from, to });
};

/** A message names not more storefronts than these. */
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
  // Without a storefront, it reads all of them, which doubles nothing.
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

/** Changes a month for all storefronts of the account. */
const changeMonth = (
  ports: OperationPorts,
  month: string,
  change: (state: AccountState) => Operation<ChangedPeriod>,
): Operation<ChangedPeriod> =>
  withAccount(ports, (state) =>
    pipe(
      whoSeesAll(state, 'Months are closed for all storefronts together, by someone who may see all of them.'),
      TE.flatMap(() => TE.fromEither(monthOf(month))),
      TE.flatMap(() => change(state)),
    ),
  );

/**
 * Closes a month whose taxes are filed, and keeps its totals; no effect when it is closed. Left with `INVALID` for a text that is no
 * month and for a month that is not over, and with `RUN_STATE` when days of it were not read, and when matters of it are open and as
 * many were not confirmed.
 */
export const closePeriod = (
  ports: OperationPorts,
  month: string,
  { by, ...seen }: { readonly by: string } & OpenConfirmed,
): Operation<ChangedPeriod> =>
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
  });

/**
 * Opens a month again, and keeps who did it and why; no effect when it is open. Left with `INVALID` for a text that is no month and
 * without a reason.
 */
export const reopenPeriod = (
  ports: OperationPorts,
  month: string,
  { by, reason }: Pick<PeriodChange, 'by' | 'reason'>,
): Operation<ChangedPeriod> =>
  changeMonth(ports, month, ({ reviews }) => {
    const words = reason.trim().slice(0, maxReason);
    if (words === '')
      return TE.fromEither(
        fail('INVALID', `${month} was not reopened: the reason is missing. Say why; it is kept with the month.`),
      );
    return pipe(
      fromStore(reviews.reopenPeriod({ month, by, at: instantOfMilliseconds(ports.clock.now()), reason: words })),
      TE.map((before) => ({ month, isClosed: false, hasChanged: O.isSome(before), closed: null })),
    );
  });
