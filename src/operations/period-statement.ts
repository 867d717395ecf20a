/** `statement`: what was sent of a period by state and month, and what is on hold. Its answer, types and shape, takes a third of the file. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, inAnyTimeZone, wholeMonth } from '../domain/date-range.ts';
import type { DecisionAction, LeftOut, ListedMatter } from '../domain/decision.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { moneyIn } from '../domain/money.ts';
import type { Run } from '../domain/run.ts';
import type { ClosedPeriod, PeriodChange, ReviewStore } from '../domain/review-store.ts';
import { type OpenTotal, openTotals } from './decisions/matters.ts';
import { summaryOf, summaryRows } from './export/month-summaries.ts';
import { negated, sumBy, type SummaryRow } from './export/figures.ts';
import { notTaxedOf } from './export/summary.ts';
import { failureOf } from './failure.ts';
import { shownChanges, shownClosedPeriods } from './closed-periods/shown-changes.ts';
import { asIs, ofAccount, operation } from './operation.ts';
import type { OfAccount } from './requests.ts';
import { count, day, fields, instant, list, localDay, named, oneOf, orNull, text, whole } from './shapes.ts';
import { fromStore, type Operation, rangeOf, withAccount } from './state.ts';

/** Figures of a month of a state, or of a whole period. Money as decimals in major units. */
export interface StatementFigures {
  readonly currency: string;
  /** From your shops: what the platforms state of the transactions that were sent, and of refunds. */
  readonly shops: {
    readonly sales: number;
    /** Without tax. */
    readonly gross: string;
    /** Sent as exempt, or of a marketplace that remits the tax. */
    readonly exempt: string;
    /** The part of the remaining `gross` that the platforms taxed. */
    readonly taxed: string;
    readonly notTaxed: string;
    /** With tax on an unknown part. With the three above, `gross`. */
    readonly unknownIfTaxed: string;
    readonly tax: string;
    readonly refunds: number;
    readonly refunded: string;
    /** Parts of `refunded`. */
    readonly refundedTaxed: string;
    readonly refundedUnknownIfTaxed: string;
    readonly refundedTax: string;
  };
  /** From the service: what it showed when its list was last read. */
  readonly service: {
    /** Transactions that it showed. */
    readonly transactions: number;
    /** With tax. */
    readonly total: string;
    readonly tax: string;
    readonly reportedTax: string;
  };
}

/** The figures of a state in a month. */
export interface StatementLine extends StatementFigures {
  /** `YYYY-MM`. */
  readonly month: string;
  /** `CA`, `CA-ON`, `DE-*`. */
  readonly state: string;
}

/** How the figures of a state have changed since its month was closed. */
export type StatementChange = Pick<StatementLine, 'month' | 'state' | 'currency' | 'shops'>;

/** A sale of the period that is held or failed, and what was decided of it, if anything. */
export type StatementHold = Pick<
  ListedMatter,
  'storefront' | 'name' | 'occurredAt' | 'jurisdiction' | 'currency' | 'timeZone'
> & {
  readonly reason: string;
  readonly decision: DecisionAction | null;
  readonly total: string | null;
};

/** A sale of the period that a person left out: who, when and why. */
export interface StatementLeftOut extends Omit<LeftOut, 'what' | 'total'> {
  /** For which it was on hold. */
  readonly reason: string;
  readonly total: string | null;
}

/** A person's approval of a run. */
export interface StatementSignOff extends Pick<Run, 'range' | 'storefronts'> {
  readonly runId: string;
  readonly by: string;
  readonly at: string;
}

/** The sales of a period that an account sent, and the work that is left. */
export interface PeriodStatement {
  readonly range: DateRange;
  readonly storefronts: readonly string[];
  /** When it was made. */
  readonly at: string;
  /** By state, then by month. */
  readonly lines: readonly StatementLine[];
  /** By state, then by currency. */
  readonly states: readonly (StatementFigures & Pick<StatementLine, 'state'>)[];
  /** By currency. */
  readonly totals: readonly StatementFigures[];
  /** Undecided ones first, the largest first, and not more than 500. */
  readonly held: readonly StatementHold[];
  /** The totals of all held or failed sales, by currency. */
  readonly heldTotals: readonly OpenTotal[];
  /** The largest first, and not more than 500. They stay on each statement, whatever is read later. */
  readonly leftOut: readonly StatementLeftOut[];
  /** The totals of all sales that are left out, by currency. */
  readonly leftOutTotals: readonly OpenTotal[];
  /** The sign-offs of runs whose days are in the period, the newest run first. */
  readonly signOffs: readonly StatementSignOff[];
  /** Months of the period that are closed. */
  readonly closed: readonly ClosedPeriod[];
  /**
   * What the shops' figures of closed months have changed by since each was closed, by state and month. Only of months that are
   * whole in the period, and for users who see all storefronts.
   */
  readonly afterClosing: readonly StatementChange[];
  /** Each time that a month of the period was opened again, and why. */
  readonly reopened: readonly Omit<PeriodChange, 'action'>[];
}

const figuresOf = (row: SummaryRow): StatementFigures => {
  const decimal = moneyIn(row.currency);
  return {
    currency: row.currency,
    shops: {
      ...{ sales: row.sales, gross: decimal(row.gross), exempt: decimal(row.exempt), taxed: decimal(row.taxed) },
      ...{ notTaxed: decimal(notTaxedOf(row)), unknownIfTaxed: decimal(row.unknownIfTaxed), tax: decimal(row.tax) },
      ...{ refunds: row.refunds, refunded: decimal(row.refunded), refundedTaxed: decimal(row.refundedTaxed) },
      ...{ refundedUnknownIfTaxed: decimal(row.refundedUnknownIfTaxed), refundedTax: decimal(row.refundedTax) },
    },
    service: {
      ...{ transactions: row.inService, total: decimal(row.serviceTotal) },
      ...{ tax: decimal(row.serviceTax), reportedTax: decimal(row.serviceReportedTax) },
    },
  };
};

const decimalOf = (currency: string | null, total: bigint): string =>
  currency === null ? total.toString() : moneyIn(currency)(total);

const toHold = (matter: ListedMatter): StatementHold => {
  const { storefront, name, occurredAt, jurisdiction, currency, timeZone, what, total, decision } = matter;
  const decimal = total === null ? null : decimalOf(currency, total);
  return {
    storefront,
    name,
    occurredAt,
    jurisdiction,
    currency,
    timeZone,
    reason: what,
    decision: decision?.action ?? null,
    total: decimal,
  };
};

/** A statement is printed: it does not name more than these. */
const maxHolds = 500;

/** Sales that may belong to the period: also those of an unknown day, and those whose day in UTC is one day outside. */
const heldIn = (
  { findMatters, matterGroups }: Pick<ReviewStore, 'findMatters' | 'matterGroups'>,
  storefronts: readonly string[],
  range: DateRange,
  now: string,
): Operation<Pick<PeriodStatement, 'held' | 'heldTotals'>> => {
  const held = { storefronts, isSent: false, days: inAnyTimeZone(range), now };
  const bySize = { sort: 'money', offset: 0, limit: maxHolds } as const;
  return pipe(
    [{ state: 'open' }, { state: 'decided', actions: ['send', 'accept', 'later'] }] as const,
    TE.traverseSeqArray((which) =>
      pipe(
        TE.Do,
        TE.bind('groups', () => fromStore(matterGroups({ ...held, ...which }))),
        TE.bind('largest', () => fromStore(findMatters({ ...held, ...which }, bySize))),
      ),
    ),
    TE.map((states) => ({
      held: states
        .flatMap(({ largest }) => largest.matters)
        .slice(0, maxHolds)
        .map(toHold),
      heldTotals: openTotals(states.flatMap(({ groups }) => groups)),
    })),
  );
};

const leftOutIn = (
  { leftOut }: Pick<ReviewStore, 'leftOut'>,
  storefronts: readonly string[],
  days: DateRange,
): Operation<Pick<PeriodStatement, 'leftOut' | 'leftOutTotals'>> =>
  pipe(
    fromStore(leftOut({ storefronts, days }, maxHolds)),
    TE.map(({ largest, sums }) => ({
      leftOut: largest.map(({ what, total, ...sale }) => ({
        ...{ ...sale, reason: what },
        total: total === null ? null : decimalOf(sale.currency, total),
      })),
      leftOutTotals: openTotals(sums),
    })),
  );

/** The figures of a statement's shops that are not zero. */
const hasChanged = ({ shops }: StatementFigures): boolean =>
  Object.values(shops).some((figure) => Number(figure) !== 0);

/** How much the sums of whole closed months changed since each was closed. */
const changedSince = (
  { figuresWhenClosed }: Pick<ReviewStore, 'figuresWhenClosed'>,
  { from, to }: DateRange,
  now: readonly SummaryRow[],
  closed: readonly ClosedPeriod[],
): Operation<readonly StatementChange[]> => {
  const isWhole = (month: string): boolean => wholeMonth(month).from >= from && wholeMonth(month).to <= to;
  const months = new Set(closed.map(({ month }) => month).filter(isWhole));
  if (months.size === 0) return TE.right([]);
  return pipe(
    fromStore(figuresWhenClosed({ from: from.slice(0, 7), to: to.slice(0, 7) })),
    TE.map((then) =>
      sumBy(
        [...now, ...summaryRows(then).map(negated)].filter(({ month }) => months.has(month)),
        ({ jurisdiction, currency, month }) => `${jurisdiction} ${currency} ${month}`,
      )
        .map((row) => ({ ...figuresOf(row), state: row.jurisdiction, month: row.month }))
        .filter(hasChanged)
        .map(({ month, state, currency, shops }) => ({ month, state, currency, shops })),
    ),
  );
};

const runsAtATime = 200;

/** Runs that may be signed off, whose days are in the period. */
const runsIn =
  ({ listRuns }: Pick<ReviewStore, 'listRuns'>, { from, to }: DateRange): Operation<readonly Run[]> =>
  async () => {
    const runs: Run[] = [];
    for (let before = O.some<string | undefined>(undefined); O.isSome(before);) {
      const page = await listRuns({ before: O.fromNullable(before.value), limit: runsAtATime })();
      if (E.isLeft(page)) return E.left(failureOf(page.left));
      runs.push(...page.right.runs.filter(({ dryRun, range }) => !dryRun && range.from <= to && range.to >= from));
      before = page.right.next;
    }
    return E.right(runs);
  };

const signOffsIn = (
  reviews: Pick<ReviewStore, 'listRuns' | 'signOffs'>,
  days: DateRange,
): Operation<readonly StatementSignOff[]> =>
  pipe(
    runsIn(reviews, days),
    TE.flatMap(
      TE.traverseSeqArray(({ id, range, storefronts }: Run) =>
        pipe(
          fromStore(reviews.signOffs(id)),
          TE.map((signed) => signed.map(({ by, at }) => ({ runId: id, range, storefronts, by, at }))),
        ),
      ),
    ),
    TE.map((all) => all.flat()),
  );

export interface StatementPromise {
  /**
   * One statement of an account and a period: what was sent by state and month, which figures are of the shops and which of the
   * service, and what is on hold. Asks no platform and not the service. Rejects with `RANGE`, and with `ACCOUNT` for several accounts.
   */
  readonly statement: (request: OfAccount & { readonly from: string; readonly to: string }) => Promise<PeriodStatement>;
}

const decimals = text('Decimals');

const shopsWith = (number: typeof count) =>
  fields({
    ...{ sales: number, gross: text('Decimals, without tax'), exempt: text('Sent as exempt, or of a marketplace') },
    ...{ taxed: text('The part of the rest that the platform taxed'), notTaxed: decimals },
    ...{ unknownIfTaxed: text('With tax on an unknown part'), tax: decimals },
    ...{ refunds: number, refunded: decimals, refundedTaxed: decimals, refundedUnknownIfTaxed: decimals },
    refundedTax: decimals,
  });

const figures = {
  currency: text(),
  shops: shopsWith(count),
  service: fields({ transactions: count, total: decimals, tax: decimals, reportedTax: decimals }),
};

const periodStatementShape = named(
  'PeriodStatement',
  fields({
    range: fields({ from: day, to: day }),
    storefronts: list(text()),
    at: instant,
    lines: list(fields({ ...figures, month: text('YYYY-MM'), state: text() })),
    states: list(fields({ ...figures, state: text() })),
    totals: list(fields(figures)),
    held: list(
      fields({
        ...{ storefront: text(), name: text(), reason: text(), occurredAt: orNull(text()) },
        ...{ jurisdiction: orNull(text()), currency: orNull(text()), total: orNull(decimals) },
        timeZone: orNull(text('IANA, of its storefront')),
        decision: orNull(oneOf('send', 'leave out', 'accept', 'later')),
      }),
    ),
    heldTotals: list(fields({ currency: orNull(text()), count, total: decimals })),
    leftOut: list(
      fields({
        ...{ storefront: text(), name: text(), reason: text(), day: orNull(day) },
        ...{ jurisdiction: orNull(text()), currency: orNull(text()), total: orNull(decimals) },
        ...{ by: text(), at: instant, note: text() },
      }),
      'The largest first, at most 500',
    ),
    leftOutTotals: list(fields({ currency: orNull(text()), count, total: decimals })),
    signOffs: list(
      fields({
        ...{ runId: text(), by: text(), at: instant },
        ...{ range: fields({ from: day, to: day }), storefronts: list(text()) },
      }),
    ),
    closed: list(fields({ month: text('YYYY-MM'), by: text(), at: instant })),
    afterClosing: list(
      fields({ month: text('YYYY-MM'), state: text(), currency: text(), shops: shopsWith(whole('May be negative')) }),
      'How the figures of closed months have changed since each was closed',
    ),
    reopened: list(fields({ month: text('YYYY-MM'), by: text(), at: instant, reason: text() })),
  }),
);

export const statement = operation<StatementPromise['statement']>()({
  name: 'statement',
  summary: 'What was sent in a period by state and month, which figures the service states, and what is on hold',
  right: 'view',
  about: ofAccount,
  ask: asIs,
  run: (ports, { from, to }) =>
    pipe(
      TE.fromEither(rangeOf(from, to)),
      TE.flatMap((range) =>
        withAccount(ports, (state) => {
          const { reviews, seesAll } = state;
          const isOfPeriod = ({ month }: Pick<ClosedPeriod, 'month'>): boolean =>
            month >= range.from.slice(0, 7) && month <= range.to.slice(0, 7);
          const now = instantOfMilliseconds(ports.clock.now());
          const own = ports.storefronts();
          return pipe(
            TE.Do,
            TE.bind('sees', () => fromStore(seesAll)),
            // Includes storefronts that were removed since, because the sums include their sales.
            TE.bind('storefronts', ({ sees }) =>
              sees
                ? pipe(
                    fromStore(reviews.storefronts),
                    TE.map((all) => [...new Set([...own, ...all])]),
                  )
                : TE.right(own),
            ),
            TE.bind('rows', ({ sees, storefronts }) =>
              fromStore(summaryOf(reviews, { days: range, ...(!sees && { storefronts }) })),
            ),
            TE.bind('holds', ({ storefronts }) => heldIn(reviews, storefronts, range, now)),
            TE.bind('left', ({ storefronts }) => leftOutIn(reviews, storefronts, range)),
            TE.bind('closed', () => pipe(shownClosedPeriods(ports), TE.map(RA.filter(isOfPeriod)))),
            TE.bind('afterClosing', ({ sees, rows, closed }) =>
              sees ? changedSince(reviews, range, rows, closed) : TE.right([]),
            ),
            TE.bind('changes', () => shownChanges(state)),
            TE.bind('signOffs', () => signOffsIn(reviews, range)),
            TE.map(({ storefronts, rows, holds, left, closed, afterClosing, changes, signOffs }) => ({
              ...{ range, storefronts, at: now, ...holds, ...left, signOffs },
              lines: sumBy(rows, ({ jurisdiction, currency, month }) => `${jurisdiction} ${currency} ${month}`).map(
                (row) => ({ ...figuresOf(row), state: row.jurisdiction, month: row.month }),
              ),
              states: sumBy(rows, ({ jurisdiction, currency }) => `${jurisdiction} ${currency}`).map((row) => ({
                ...figuresOf(row),
                state: row.jurisdiction,
              })),
              totals: sumBy(rows, ({ currency }) => currency).map(figuresOf),
              ...{ closed, afterClosing },
              reopened: changes.flatMap(({ action, ...change }) =>
                action === 'reopen' && isOfPeriod(change) ? [change] : [],
              ),
            })),
          );
        }),
      ),
    ),
  http: {
    method: 'get',
    path: '/statement',
    given: fields({ from: localDay, to: localDay }),
    ask: asIs,
    show: asIs,
    answer: periodStatementShape,
  },
});
