import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type DateRange, inAnyTimeZone } from '../../domain/date-range.ts';
import type { ExportedThing } from '../../domain/exported.ts';
import type { AuditPage, ReviewStore, SentLine, SentLinesFilter, SentLinesPage } from '../../domain/review-store.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { type AdjustmentRow, adjustmentColumns } from './adjustments.ts';
import { auditColumns } from './audit.ts';
import { cellsOf, type Head } from './columns.ts';
import { dayReader } from './days.ts';
import { soldOf } from './sold.ts';
import { summarize, summaryColumns, type SummaryRow } from './summary.ts';
import { transactionColumns, type TransactionRow } from './transactions.ts';

export interface RowsRequest {
  readonly what: ExportedThing;
  /** Days of each storefront's own calendar; of `audit`, those of the answers, in UTC. */
  readonly range: DateRange;
  /** Default: all that there ever were. */
  readonly storefronts?: readonly string[];
}

type Cells = readonly (readonly string[])[];

/** The rows of an export, a page at a time. */
export interface ExportedRows {
  readonly head: Head;
  /** Throws an error with the message of the store when the database cannot be read; what came before is not all then. */
  readonly pages: AsyncIterable<Cells>;
}

const sentFilter = ({ range, storefronts }: Omit<RowsRequest, 'what'>): SentLinesFilter => ({
  days: inAnyTimeZone(range),
  ...(storefronts !== undefined && { storefronts }),
});

async function* sentLines(
  { sentLines: read }: Pick<ReviewStore, 'sentLines'>,
  request: RowsRequest,
): AsyncGenerator<readonly SentLine[]> {
  const filter = sentFilter(request);
  let after: O.Option<string> = O.none;
  do {
    const page: E.Either<StoreError, SentLinesPage> = await read(filter, after)();
    if (E.isLeft(page)) throw new Error(page.left.message, { cause: page.left });
    yield page.right.lines;
    after = page.right.next;
  } while (O.isSome(after));
}

/** What a line comes to within a range of days. */
const rowsIn = ({ range }: Pick<RowsRequest, 'range'>) => {
  const dayOf = dayReader();
  const localDay = (timeZone: string | null, instant: string): string =>
    timeZone === null ? instant.slice(0, 10) : dayOf(timeZone, instant);
  const isInRange = ({ date }: { readonly date: string }): boolean => date >= range.from && date <= range.to;
  const dateOf = ({ occurredAt, timeZone, amounts }: SentLine): string => {
    if (occurredAt !== undefined) return localDay(timeZone, occurredAt);
    return amounts === null ? '' : `${amounts.month}-01`;
  };
  return {
    transactions: (line: SentLine): readonly TransactionRow[] => {
      const sold = soldOf(line);
      return sold === undefined ? [] : [{ ...sold, date: dateOf(line) }].filter(isInRange);
    },
    adjustments: (line: SentLine): readonly AdjustmentRow[] =>
      line.adjustments
        .map((adjustment) => ({
          line,
          adjustment,
          saleDate: dateOf(line),
          date: localDay(line.timeZone, adjustment.occurredAt),
        }))
        .filter(isInRange),
  };
};

/** What was sent of a range of days, by month and state. */
export const summaryOf =
  (
    reviews: Pick<ReviewStore, 'sentLines'>,
    request: Omit<RowsRequest, 'what'>,
  ): TE.TaskEither<StoreError, readonly SummaryRow[]> =>
  async () => {
    const sums = summarize();
    const rows = rowsIn(request);
    let after: O.Option<string> = O.none;
    do {
      const page: E.Either<StoreError, SentLinesPage> = await reviews.sentLines(sentFilter(request), after)();
      if (E.isLeft(page)) return page;
      for (const line of page.right.lines) {
        for (const row of rows.transactions(line)) sums.addTransaction(row);
        for (const row of rows.adjustments(line)) sums.addAdjustment(row);
      }
      after = page.right.next;
    } while (O.isSome(after));
    return E.right(sums.rows());
  };

async function* summaryPages(reviews: Pick<ReviewStore, 'sentLines'>, request: RowsRequest): AsyncGenerator<Cells> {
  const rows = await summaryOf(reviews, request)();
  if (E.isLeft(rows)) throw new Error(rows.left.message, { cause: rows.left });
  yield rows.right.map(cellsOf(summaryColumns));
}

async function* pagesOf(
  reviews: Pick<ReviewStore, 'sentLines'>,
  request: RowsRequest,
  toCells: (line: SentLine) => Cells,
): AsyncGenerator<Cells> {
  for await (const lines of sentLines(reviews, request)) yield lines.flatMap(toCells);
}

async function* auditPages(
  { auditRecords }: Pick<ReviewStore, 'auditRecords'>,
  { range: days, storefronts }: RowsRequest,
): AsyncGenerator<Cells> {
  const filter = { days, ...(storefronts !== undefined && { storefronts }) };
  let after: O.Option<string> = O.none;
  do {
    const page: E.Either<StoreError, AuditPage> = await auditRecords(filter, after)();
    if (E.isLeft(page)) throw new Error(page.left.message, { cause: page.left });
    yield page.right.records.map(cellsOf(auditColumns));
    after = page.right.next;
  } while (O.isSome(after));
}

/** The rows of an export, run by run. Memory does not grow with their number. */
export const exportedRows = (
  reviews: Pick<ReviewStore, 'sentLines' | 'auditRecords'>,
  request: RowsRequest,
): ExportedRows => {
  const rows = rowsIn(request);
  switch (request.what) {
    case 'audit':
      return { head: auditColumns, pages: auditPages(reviews, request) };
    case 'summary':
      return { head: summaryColumns, pages: summaryPages(reviews, request) };
    case 'adjustments': {
      const cells = cellsOf(adjustmentColumns);
      const pages = pagesOf(reviews, request, (line) => rows.adjustments(line).map(cells));
      return { head: adjustmentColumns, pages };
    }
    case 'transactions': {
      const cells = cellsOf(transactionColumns);
      const pages = pagesOf(reviews, request, (line) => rows.transactions(line).map(cells));
      return { head: transactionColumns, pages };
    }
  }
};
