import * as E from 'fp-ts/lib/Either.js';
import { type RawBuilder, sql } from 'kysely';
import type { RecordBook } from '../../core/record-book.ts';
import type { EntryAmounts, MovementTotal, RunSummary } from '../../core/run.ts';
import { type EntryGroup, type FindingCount, foldSummary } from '../fold-summary.ts';
import type { EntryRow, FindingRow, MovementRow } from '../schema.ts';
import { countOf } from './count-of.ts';
import { collectedBeside, long, runOf, short, sumOf } from './exact-sums.ts';
import { reading, type Transaction } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

interface EntrySum extends Pick<EntryRow, 'outcome' | 'reason' | 'currency' | 'jurisdiction' | 'month'> {
  readonly count: number;
  readonly total: string;
  readonly long_total: string | null;
  readonly tax: string;
  readonly long_tax: string | null;
  readonly reported_count: number;
  readonly reported: string;
  readonly collected: string;
}

const entrySums = (runId: string): RawBuilder<EntrySum> => sql`
  select outcome, reason, currency, jurisdiction, month, count(*) as count,
    ${short('total')} as total, ${long('total')} as long_total,
    ${short('tax_collected')} as tax, ${long('tax_collected')} as long_tax,
    count(reported_amount) as reported_count, ${short('reported_amount')} as reported, ${collectedBeside} as collected
  from entry where run = ${runOf(runId)}
  group by outcome, reason, currency, jurisdiction, month, ${long('total')}, ${long('tax_collected')}`;

const findingCounts = (runId: string): RawBuilder<Pick<FindingRow, 'kind'> & { readonly count: number }> =>
  sql`select kind, count(*) as count from finding where run = ${runOf(runId)} group by kind`;

interface MovementSum extends Pick<MovementRow, 'kind' | 'currency' | 'sent'> {
  readonly count: number;
  readonly amount: string;
  readonly long_amount: string | null;
}

const movementSums = (runId: string): RawBuilder<MovementSum> => sql`
  select kind, currency, sent, count(*) as count, ${short('amount')} as amount, ${long('amount')} as long_amount
  from movement where run = ${runOf(runId)}
  group by kind, currency, sent, ${long('amount')}`;

const reportedOf = (row: EntrySum): Pick<EntryAmounts, 'reportedTax'> => {
  const count = countOf(row.reported_count);
  return count === 0
    ? {}
    : { reportedTax: { count, reported: BigInt(row.reported), collected: BigInt(row.collected) } };
};

const amountsOf = (row: EntrySum, count: number): EntryAmounts | null =>
  row.currency === null || row.jurisdiction === null || row.month === null
    ? null
    : {
        currency: row.currency,
        jurisdiction: row.jurisdiction,
        month: row.month,
        total: sumOf(count, row.total, row.long_total),
        taxCollected: sumOf(count, row.tax, row.long_tax),
        ...reportedOf(row),
      };

const toGroup = (row: EntrySum): EntryGroup => {
  const count = countOf(row.count);
  return { outcome: row.outcome, reason: row.reason, count, amounts: amountsOf(row, count) };
};

/** The entries of a run, summed by the database. */
export const entryGroups = async (transaction: Transaction, runId: string): Promise<readonly EntryGroup[]> => {
  const { rows } = await entrySums(runId).execute(transaction);
  return rows.map(toGroup);
};

const toFinding = ({ kind, count }: { readonly kind: FindingRow['kind']; readonly count: number }): FindingCount => ({
  kind,
  count: countOf(count),
});

const toMovement = (row: MovementSum): MovementTotal => {
  const count = countOf(row.count);
  const { kind, currency } = row;
  return { kind, currency, count, amount: sumOf(count, row.amount, row.long_amount), sent: row.sent === 1 };
};

/** The summary of a run whose entries were summed before. */
export const summaryOf = async (
  transaction: Transaction,
  runId: string,
  entries: readonly EntryGroup[],
): Promise<RunSummary> => {
  const findings = await findingCounts(runId).execute(transaction);
  const movements = await movementSums(runId).execute(transaction);
  return foldSummary(entries, findings.rows.map(toFinding), movements.rows.map(toMovement));
};

export const summarize =
  (book: SqlBook): RecordBook['summarize'] =>
  (runId) =>
    reading(book, async (transaction) =>
      E.right(await summaryOf(transaction, runId, await entryGroups(transaction, runId))),
    );
