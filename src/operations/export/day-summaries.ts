import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type DateRange, inAnyTimeZone } from '../../domain/date-range.ts';
import type { ReviewStore, SentLine, SentLinesPage, SummedDay, SummedDaysPage } from '../../domain/review-store.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { yieldWhenLong } from '../../domain/turns.ts';
import { correctionWithin } from '../../mapping/identity.ts';
import { type AdjustmentRow, jurisdictionOfLine } from './adjustments.ts';
import { datedRows } from './days.ts';
import {
  amountFields,
  countFields,
  type DaySummary,
  type Figures,
  noCounts,
  noMoney,
  type SummaryRow,
} from './figures.ts';
import { exemptionTypeOf, type ExemptionType, shownMoney, taxedOf } from './sold.ts';
import type { TransactionRow } from './transactions.ts';

/*
 * Sums of transactions by day are kept in the sync database: a period of millions of sales reads a few thousand sums. Who asks
 * counts those days again that were changed since.
 */

/** What was kept by other rules than those of `summarize` is counted again. Raise this with each change of them. */
const rules = 2;

/** An offset counts in the groups in which the transaction counted that it takes back. */
type Times = 1 | -1;

const addRefund = (
  sums: Figures,
  amount: bigint,
  tax: bigint,
  taxed: bigint | null,
  exemption: ExemptionType,
  times: Times = 1,
): void => {
  sums.refunds += times;
  sums.refunded += amount;
  if (exemption !== 'non_exempt') sums.refundedExempt += amount;
  else if (taxed === null) sums.refundedUnknownIfTaxed += amount;
  else sums.refundedTaxed += taxed;
  if (exemption === 'marketplace') sums.refundedOfMarketplaces += amount;
  // The tax of a marketplace was never the seller's, neither collected nor given back.
  else sums.refundedTax += tax;
};

interface Summarizer {
  readonly addTransaction: (row: TransactionRow) => void;
  readonly addAdjustment: (row: AdjustmentRow) => void;
  readonly rows: () => readonly DaySummary[];
}

/** Adds up transactions and adjustments by the day of each and by jurisdiction. As large as these are many. */
const summarize = (): Summarizer => {
  const byKey = new Map<string, DaySummary & Figures>();
  const sumsOf = ({ date, line }: Pick<TransactionRow, 'date' | 'line'>, jurisdiction: string, currency: string) => {
    const { storefront } = line;
    const key = `${storefront} ${date} ${jurisdiction} ${currency}`;
    const known = byKey.get(key) ?? { storefront, date, jurisdiction, currency, ...noCounts, ...noMoney };
    byKey.set(key, known);
    return known;
  };
  return {
    addTransaction: (row: TransactionRow): void => {
      const { line, amounts, detail, gross, exempt, taxed, exemption } = row;
      const sums = sumsOf(row, amounts.jurisdiction, amounts.currency);
      if (line.shown !== null) sums.inService += 1;
      sums.serviceTotal += shownMoney(row, 'total') ?? 0n;
      sums.serviceTax += shownMoney(row, 'taxCollected') ?? 0n;
      sums.serviceReportedTax += amounts.reportedTax?.reported ?? 0n;
      const times: Times = correctionWithin(line.id)?.kind === 'undone' ? -1 : 1;
      // What was added to an order later is a sale of its own month.
      if (line.kind === 'refund' && amounts.total * BigInt(times) < 0n) {
        addRefund(sums, gross, amounts.taxCollected, taxed, exemption, times);
        return;
      }
      sums.sales += times;
      sums.gross += gross;
      sums.exempt += exempt;
      sums.taxed += taxed ?? 0n;
      if (taxed === null) sums.unknownIfTaxed += gross - exempt;
      if (exemption === 'marketplace') sums.grossOfMarketplaces += gross;
      sums.discount += detail?.discount ?? 0n;
      sums.shipping += detail?.shipping ?? 0n;
      sums.tax += amounts.taxCollected;
    },
    addAdjustment: (row: AdjustmentRow): void => {
      const { line, adjustment } = row;
      // It is a transaction of its own.
      if (adjustment.sent) return;
      const { kind, amount, tax, currency } = adjustment;
      const sums = sumsOf(row, jurisdictionOfLine(line) ?? '', currency);
      if (kind !== 'refund') {
        sums.others += 1;
        sums.otherAmount += amount;
        return;
      }
      if (tax === null) sums.refundsWithoutTax += 1;
      const exemption = exemptionTypeOf(line);
      const taxed = taxedOf(exemption, tax, adjustment.taxed);
      addRefund(sums, amount - (tax ?? 0n), tax ?? 0n, taxed, exemption);
    },
    rows: () => [...byKey.values()],
  };
};

/** Figures in the order of `countFields` and `amountFields`: as numbers where these are exact, else as texts. */
type KeptSums = readonly [
  ...[storefront: string, date: string, jurisdiction: string, currency: string],
  figures: readonly (number | string)[],
];

const exactly = (amount: bigint): number | string => {
  const number = Number(amount);
  return Number.isSafeInteger(number) ? number : amount.toString();
};

const toKept = (day: DaySummary): KeptSums => [
  ...([day.storefront, day.date, day.jurisdiction, day.currency] as const),
  [...countFields.map((field) => day[field]), ...amountFields.map((field) => exactly(day[field]))],
];

const keptText = (sums: readonly KeptSums[]): string => JSON.stringify({ rules, sums });

/** None where it was counted by other rules. */
const parseKept = (text: string): O.Option<readonly KeptSums[]> => {
  const kept = JSON.parse(text) as { readonly rules: number; readonly sums: readonly KeptSums[] };
  return kept.rules === rules ? O.some(kept.sums) : O.none;
};

type Reviews = Pick<ReviewStore, 'sentLines' | 'summedDays' | 'keepSummedDays'>;

/** The first day of a month of which no more is known. */
const firstDayOf = (day: string): string => (day.length === 'YYYY-MM'.length ? `${day}-01` : day);

const dayOf = (instant: string): string => instant.slice(0, 10);

/** Counts days of which each follows the one before: none that has lines is between them. */
const countDays =
  (reviews: Reviews, days: readonly SummedDay[]): TE.TaskEither<StoreError, readonly KeptSums[]> =>
  async () => {
    const [first = '', last = first] = [days[0]?.day, days.at(-1)?.day];
    const range = { from: firstDayOf(first), to: firstDayOf(last) };
    const sums = new Map(days.map(({ day }) => [day, summarize()]));
    /** Their time zone will be known. */
    const passing = new Set<string>();
    const rows = datedRows();
    const add = (line: SentLine): void => {
      const day = line.occurredAt === undefined ? (line.amounts?.month ?? '') : dayOf(line.occurredAt);
      for (const row of rows.transactions(line)) sums.get(day)?.addTransaction(row);
      for (const row of rows.adjustments(line)) sums.get(dayOf(row.adjustment.occurredAt))?.addAdjustment(row);
      if (line.timeZone === null)
        for (const one of [day, ...line.adjustments.map(({ occurredAt }) => dayOf(occurredAt))]) passing.add(one);
    };
    let after: O.Option<string> = O.none;
    do {
      const page: E.Either<StoreError, SentLinesPage> = await reviews.sentLines({ days: range }, after)();
      if (E.isLeft(page)) return page;
      for (const line of page.right.lines) add(line);
      after = page.right.next;
    } while (O.isSome(after));
    const counted = days.map(({ day, changes }) => ({ day, changes, kept: (sums.get(day)?.rows() ?? []).map(toKept) }));
    // What cannot be kept is counted again the next time.
    await reviews.keepSummedDays(
      counted
        .filter(({ day }) => !passing.has(day))
        .map(({ day, changes, kept }) => ({ day, changes, sums: keptText(kept) })),
    )();
    return E.right(counted.flatMap(({ kept }) => kept));
  };

/** As they are kept, or counted where they changed. */
const sumsOfDays =
  (reviews: Reviews, days: readonly SummedDay[]): TE.TaskEither<StoreError, readonly KeptSums[]> =>
  async () => {
    const all: KeptSums[] = [];
    const changed: SummedDay[][] = [];
    let followsChanged = false;
    for (const day of days) {
      await yieldWhenLong();
      const kept = O.flatMap(parseKept)(O.fromNullable(day.sums));
      if (O.isSome(kept)) all.push(...kept.value);
      else if (followsChanged) changed.at(-1)?.push(day);
      else changed.push([day]);
      followsChanged = O.isNone(kept);
    }
    for (const neighbors of changed) {
      const counted = await countDays(reviews, neighbors)();
      if (E.isLeft(counted)) return counted;
      all.push(...counted.right);
    }
    return E.right(all);
  };

interface SummaryRequest {
  /** Days of each storefront's own calendar. */
  readonly range: DateRange;
  /** Default: all that there ever were. */
  readonly storefronts?: readonly string[];
}

interface MonthSums extends Pick<SummaryRow, 'month' | 'jurisdiction' | 'currency'> {
  /** In the order of `countFields` and `amountFields`. */
  readonly figures: bigint[];
}

const addDay = (months: Map<string, MonthSums>, [, date, jurisdiction, currency, figures]: KeptSums): void => {
  const month = date.slice(0, 7);
  const key = `${month} ${jurisdiction} ${currency}`;
  const sums = months.get(key) ?? { month, jurisdiction, currency, figures: figures.map(() => 0n) };
  months.set(key, sums);
  // Most are 0, and there is one of these for each state of each day.
  for (let n = 0; n < figures.length; n += 1)
    if (figures[n] !== 0) sums.figures[n] = (sums.figures[n] ?? 0n) + BigInt(figures[n] ?? 0);
};

const noSums = { month: '', jurisdiction: '', currency: '', ...noCounts, ...noMoney };

const toRow = ({ month, jurisdiction, currency, figures }: MonthSums): SummaryRow => {
  const row = { ...noSums, month, jurisdiction, currency };
  for (const [n, field] of countFields.entries()) row[field] = Number(figures[n]);
  for (const [n, field] of amountFields.entries()) row[field] = figures[countFields.length + n] ?? 0n;
  return row;
};

/** What was sent of a range of days, by month, state and currency. */
export const summaryOf =
  (reviews: Reviews, { range, storefronts }: SummaryRequest): TE.TaskEither<StoreError, readonly SummaryRow[]> =>
  async () => {
    const months = new Map<string, MonthSums>();
    let after: O.Option<string> = O.none;
    do {
      const page: E.Either<StoreError, SummedDaysPage> = await reviews.summedDays(inAnyTimeZone(range), after)();
      if (E.isLeft(page)) return page;
      const sums = await sumsOfDays(reviews, page.right.days)();
      if (E.isLeft(sums)) return sums;
      for (const day of sums.right) {
        await yieldWhenLong();
        const [storefront, date] = day;
        const isWanted = date >= range.from && date <= range.to && (storefronts?.includes(storefront) ?? true);
        if (isWanted) addDay(months, day);
      }
      after = page.right.next;
    } while (O.isSome(after));
    return E.right([...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => toRow(sums)));
  };
