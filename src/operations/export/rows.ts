/** Reads the rows of an export from the sync database a page at a time, so that its memory does not grow with their number. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { DateRange } from '../../domain/date-range.ts';
import type { ExportedThing } from '../../domain/exported.ts';
import type { AuditPage, ReviewStore, SentLine, SentLinesFilter, SentLinesPage } from '../../domain/review-store.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { piecesInTurns } from '../../domain/turns.ts';
import { adjustmentColumns } from './adjustments.ts';
import { auditColumns } from './audit.ts';
import { cellsOf, type Head } from './columns.ts';
import { summaryOf } from './month-summaries.ts';
import { summaryColumns } from './summary.ts';
import type { Totals } from './totals.ts';
import { transactionColumns } from './transactions.ts';
import { soldOf } from '../../mapping/sold.ts';

export interface RowsRequest {
  readonly what: Exclude<ExportedThing, 'thresholds'>;
  /** Days in each storefront's time zone; for `audit`, the days of the answers, in UTC. */
  readonly range: DateRange;
  /** Default: all storefronts, removed ones included. */
  readonly storefronts?: readonly string[];
}

type Cells = readonly (readonly string[])[];

export interface ExportedRows {
  readonly head: Head;
  /** Throws an error with the message of the store when the database cannot be read; the rows before it are then incomplete. */
  readonly pages: AsyncIterable<Cells>;
  /** Totals of a spreadsheet; left out if a sum of all rows would mean nothing. */
  readonly totals?: Totals;
}

type Reviews = Pick<ReviewStore, 'sentLines' | 'auditRecords' | 'monthFigures'>;

export const exportedRows = (reviews: Reviews, request: RowsRequest): ExportedRows => {
  const { from, to } = request.range;
  const isInRange = (day: string | null): boolean => day !== null && day >= from && day <= to;
  switch (request.what) {
    case 'audit':
      return { head: auditColumns, pages: auditPages(reviews, request) };
    case 'summary':
      return { head: summaryColumns, pages: summaryPages(reviews, request), totals: { by: ['currency'] } };
    case 'adjustments': {
      const cells = cellsOf(adjustmentColumns);
      const pages = pagesOf(reviews, request, (line) =>
        line.adjustments.filter(({ day }) => isInRange(day)).map((adjustment) => cells({ line, adjustment })),
      );
      // Kinds are summed separately, because an order may have a return and a refund of the same goods.
      return { head: adjustmentColumns, pages, totals: { by: ['kind', 'sent', 'currency'] } };
    }
    case 'transactions': {
      const cells = cellsOf(transactionColumns);
      const pages = pagesOf(reviews, request, (line) => {
        const sold = isInRange(line.day) ? soldOf(line) : undefined;
        return sold === undefined ? [] : [cells(sold)];
      });
      return { head: transactionColumns, pages, totals: { by: ['currency'] } };
    }
  }
};

async function* auditPages(
  { auditRecords }: Pick<ReviewStore, 'auditRecords'>,
  { range: days, storefronts }: RowsRequest,
): AsyncGenerator<Cells> {
  const filter = { days, ...(storefronts !== undefined && { storefronts }) };
  let after: O.Option<string> = O.none;
  do {
    const page: E.Either<StoreError, AuditPage> = await auditRecords(filter, after)();
    if (E.isLeft(page)) throw new Error(page.left.message, { cause: page.left });
    for await (const piece of piecesInTurns(page.right.records)) yield piece.map(cellsOf(auditColumns));
    after = page.right.next;
  } while (O.isSome(after));
}

async function* summaryPages(reviews: Reviews, request: RowsRequest): AsyncGenerator<Cells> {
  const rows = await summaryOf(reviews, sentFilter(request))();
  if (E.isLeft(rows)) throw new Error(rows.left.message, { cause: rows.left });
  for await (const piece of piecesInTurns(rows.right)) yield piece.map(cellsOf(summaryColumns));
}

const sentFilter = ({ range, storefronts }: Omit<RowsRequest, 'what'>): SentLinesFilter => ({
  days: range,
  ...(storefronts !== undefined && { storefronts }),
});

async function* pagesOf(
  reviews: Pick<ReviewStore, 'sentLines'>,
  request: RowsRequest,
  toCells: (line: SentLine) => Cells,
): AsyncGenerator<Cells> {
  for await (const lines of sentLines(reviews, request))
    for await (const piece of piecesInTurns(lines)) yield piece.flatMap(toCells);
}

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
