/** Writes the lines of a run as CSV a page at a time, so that a run of millions never fills the memory. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ReportLine } from '../domain/run.ts';
import type { LineFilter, LinePage, StoreError, SyncStore } from '../domain/sync-store.ts';
import { moneyIn } from '../domain/money.ts';
import { piecesInTurns } from '../domain/turns.ts';
import { csvWriter } from './csv.ts';

const columns = [
  'storefront',
  'id',
  'sourceId',
  'name',
  'kind',
  'outcome',
  'reason',
  'message',
  'currency',
  'place',
  'month',
  'total',
  'taxCollected',
  'serviceTax',
  'serviceTaxAsGiven',
  'findings',
  'adjustments',
  'occurredAt',
] as const;

const money: ReadonlySet<string | undefined> = new Set<(typeof columns)[number]>([
  'total',
  'taxCollected',
  'serviceTax',
]);

const write = csvWriter((index) => money.has(columns[index]));

export const csvHead = (): string => write([columns]);

/** One row for each line. Formulas are escaped. */
export const csvRows = (lines: readonly ReportLine[]): string => write(lines.map(row));

/** Ends after the first failure. */
export async function* csvPages(
  store: Pick<SyncStore, 'findLines'>,
  runId: string,
  filter: LineFilter = {},
): AsyncGenerator<E.Either<StoreError, string>, void> {
  yield E.right(csvHead());
  let after: O.Option<string> = O.none;
  do {
    const page: E.Either<StoreError, LinePage> = await store.findLines(runId, filter, { after, limit: 500 })();
    if (E.isLeft(page)) yield page;
    else for await (const piece of piecesInTurns(page.right.lines)) yield E.right(csvRows(piece));
    after = E.isLeft(page) ? O.none : page.right.next;
  } while (O.isSome(after));
}

const row = (line: ReportLine): readonly string[] => [
  line.storefront,
  line.id,
  line.sourceId,
  line.name,
  line.kind,
  line.outcome,
  line.reason ?? '',
  line.message ?? '',
  ...amountsOf(line),
  line.reportedTax ?? '',
  line.findings.join('; '),
  line.adjustments.map(({ kind, id }) => `${kind} ${id}`).join('; '),
  line.occurredAt ?? '',
];

const amountsOf = ({ amounts, stated }: ReportLine): readonly string[] => {
  if (amounts === null) {
    const total = typeof stated?.total === 'bigint' ? moneyIn(stated.currency)(stated.total) : '';
    return [stated?.currency ?? '', stated?.jurisdiction ?? '', '', total, '', ''];
  }
  const { currency, jurisdiction, month, total, taxCollected, reportedTax } = amounts;
  const decimal = moneyIn(currency);
  const serviceTax = reportedTax === undefined ? '' : decimal(reportedTax.reported);
  return [currency, jurisdiction, month, decimal(total), decimal(taxCollected), serviceTax];
};
