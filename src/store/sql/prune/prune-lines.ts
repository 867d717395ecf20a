import { sql } from 'kysely';
import type { PrunedRecord, PruneRequest } from '../../../domain/prune-store.ts';
import { finalStatuses } from '../../../domain/run.ts';
import { liveKeySuffix } from '../../store-rules.ts';
import type { AdjustmentRow, FindingRow, ReportLineRow } from '../../schema.ts';
import { type AccountDatabase, listStatement, type SqlTransaction } from '../database.ts';
import { groupByLine, toNumber, toReportLine } from '../rows.ts';

/** Lines that one transaction looks at. */
const linesAtATime = 500;

export interface LinePosition {
  readonly run: number;
  readonly place: number;
}

/** Null `next`: no run is left. */
interface PrunedLines {
  readonly records: readonly PrunedRecord[];
  readonly next: LinePosition | null;
}

/** A run that was signed off keeps its lines, and a live run never ends. */
const runFrom = async (transaction: SqlTransaction, account: string, before: string, number: number) => {
  const { rows } = await sql<{ readonly number: number; readonly id: string; readonly finished_at: string }>`
    select number, id, finished_at from run
    where account = ${account} and number >= ${number} and status in (${sql.join(finalStatuses)}) and finished_at < ${before}
      and request not like ${`%${liveKeySuffix}`}
      and not exists (select 1 from sign_off where sign_off.run_id = run.id)
    order by number limit 1`.execute(transaction);
  return rows[0];
};

/** A retry of a run reads the records of its held and failed lines again, and writes all lines of these. */
const mayBeRetried = (line: 'line' | 'newer') => sql`exists (
  select 1 from report_line other where other.storefront = ${sql.ref(`${line}.storefront`)}
    and other.source_id = ${sql.ref(`${line}.source_id`)} and other.run = ${sql.ref(`${line}.run`)}
    and other.outcome in ('held', 'failed'))`;

/**
 * The lines that nothing needs: neither the one that counts nor one that waits for a person, and there is another one of a
 * finished run that takes its part. Where the line that counts is taken back later, that one counts again.
 */
const removable = ({ account, engine }: AccountDatabase, run: number, places: readonly number[]) => sql<ReportLineRow>`
  select line.* from report_line line
  where line.run = ${run} and line.place in (${sql.join(places)})
    and not exists (select 1 from present_line
      where present_line.account = ${account} and present_line.id = line.id and present_line.run = line.run)
    and not exists (select 1 from matter
      where matter.account = ${account} and matter.line = line.id and matter.run = line.run and matter.place = line.place)
    and not ${mayBeRetried('line')}
    and exists (
      select 1 from report_line newer ${sql.raw(engine.byIndex('report_line_by_id'))} join run on run.number = newer.run
      where newer.id = line.id and newer.run > line.run and newer.storefront = line.storefront
        and run.account = ${account} and run.status in (${sql.join(finalStatuses)}) and run.request like '%,false]'
        and ((line.month is null and coalesce(line.reason, '') <> 'credit document')
          or (newer.month is not null and newer.outcome in ('succeeded', 'alreadyPresent'))
          or (newer.reason = 'credit document' and line.reason = 'credit document'))
        and not ${mayBeRetried('newer')})`;

export const preparePruneLines = (
  database: AccountDatabase,
): ((
  transaction: SqlTransaction,
  request: Pick<PruneRequest, 'before' | 'removal'>,
  after: LinePosition,
) => Promise<PrunedLines>) => {
  const { account, engine } = database;
  const findingsOf = listStatement<FindingRow>(engine, 'select * from finding where run = ? and place in (');
  const adjustmentsOf = listStatement<AdjustmentRow>(engine, 'select * from adjustment where run = ? and place in (');
  // Findings and adjustments are deleted with their line (on delete cascade).
  const remove = listStatement(engine, 'delete from report_line where run = ? and place in (');
  return async (transaction, { before, removal }, after) => {
    const run = await runFrom(transaction, account, before, after.run);
    if (run === undefined) return { records: [], next: null };
    const number = toNumber(run.number);
    const from = number === after.run ? after.place : -1;
    const looked = await sql<{ readonly place: number }>`
      select place from report_line where run = ${number} and place > ${from} order by place limit ${sql.lit(linesAtATime)}`.execute(
      transaction,
    );
    const places = looked.rows.map(({ place }) => toNumber(place));
    const last = places.at(-1);
    if (last === undefined) return { records: [], next: { run: number + 1, place: -1 } };
    const { rows } = await removable(database, number, places).execute(transaction);
    const found = rows.map(({ place }) => toNumber(place));
    const findings = groupByLine(await findingsOf(transaction, found, number));
    const adjustments = groupByLine(await adjustmentsOf(transaction, found, number));
    const records = rows.map((row): PrunedRecord => {
      const place = toNumber(row.place);
      const line = toReportLine(row, findings.get(place) ?? [], adjustments.get(place) ?? []);
      return { what: 'line', runId: run.id, runFinishedAt: run.finished_at, ...line };
    });
    if (removal !== null && found.length > 0) {
      await removal.archive(records);
      await remove(transaction, found, number);
      await sql`update run set pruned_at = ${removal.at} where number = ${number} and pruned_at is null`.execute(
        transaction,
      );
    }
    return { records, next: { run: number, place: last } };
  };
};
