/** Removes report lines of old runs that no figure, decision or retry needs any longer. */
import { sql } from 'kysely';
import type { PrunedRecord, PruneRequest } from '../../../domain/prune-store.ts';
import { finalStatuses } from '../../../domain/run.ts';
import type { LineVersionRow } from '../../schema.ts';
import { type AccountDatabase, listStatement, type SqlTransaction } from '../database.ts';
import { prepareLineVersions } from '../line-versions.ts';
import { prepareListedOf } from '../listed-of.ts';
import { type LineRow, toNumber, toReportLine } from '../rows.ts';

export interface LinePosition {
  readonly run: number;
  readonly position: number;
}

/** `next` is null when no run is left. */
interface PrunedLines {
  readonly records: readonly PrunedRecord[];
  readonly next: LinePosition | null;
}

type LookedAt = Pick<LineRow, 'position'> & Pick<LineVersionRow, 'id'>;

/** Lines that one transaction reads. */
const linesAtATime = 500;

export const preparePruneLines = (
  database: AccountDatabase,
): ((
  transaction: SqlTransaction,
  request: Pick<PruneRequest, 'before' | 'removal'>,
  after: LinePosition,
) => Promise<PrunedLines>) => {
  const { account, engine } = database;
  const listedOf = prepareListedOf(engine);
  const { dropUnused } = prepareLineVersions(database);
  const remove = listStatement(engine, 'delete from run_line where run = ? and position in (');
  return async (transaction, { before, removal }, after) => {
    const run = await runFrom(transaction, account, before, after.run);
    if (run === undefined) return { records: [], next: null };
    const number = toNumber(run.number);
    const from = number === after.run ? after.position : -1;
    const { rows: looked } = await sql<LookedAt>`
      select run_line.position, line_version.id from run_line join line_version on line_version.version = run_line.version
      where run = ${number} and position > ${from} order by position limit ${sql.lit(linesAtATime)}`.execute(
      transaction,
    );
    const last = looked.at(-1);
    if (last === undefined) return { records: [], next: { run: number + 1, position: -1 } };
    // A commit that settles one of these records again may be about to use its version.
    const ids = looked.map(({ id }) => id);
    if (removal !== null) await engine.lock(transaction, `days ${account}`, ids);
    const positions = looked.map(({ position }) => toNumber(position));
    const { rows } = await removable(account, number, positions).execute(transaction);
    const versions = rows.map(({ version }) => toNumber(version));
    const listed = await listedOf(transaction, versions);
    const records = rows.map((row): PrunedRecord => {
      const { findings, adjustments } = listed(toNumber(row.version));
      const line = toReportLine(row, findings, adjustments);
      return { what: 'line', runId: run.id, runFinishedAt: run.finished_at, ...line };
    });
    if (removal !== null && rows.length > 0) {
      await removal.archive(records);
      await remove(
        transaction,
        rows.map(({ position }) => toNumber(position)),
        number,
      );
      await dropUnused(transaction, versions);
      await sql`update run set pruned_at = ${removal.at} where number = ${number} and pruned_at is null`.execute(
        transaction,
      );
    }
    return { records, next: { run: number, position: toNumber(last.position) } };
  };
};

/** A run that was signed off keeps its lines, and a live run never ends. */
const runFrom = async (transaction: SqlTransaction, account: string, before: string, number: number) => {
  const { rows } = await sql<{ readonly number: number; readonly id: string; readonly finished_at: string }>`
    select number, id, finished_at from run
    where account = ${account} and number >= ${number} and status in (${sql.join(finalStatuses)}) and finished_at < ${before}
      and kind = 'historical'
      and not exists (select 1 from sign_off where sign_off.account = ${account} and sign_off.run_id = run.id)
    order by number limit 1`.execute(transaction);
  return rows[0];
};

/**
 * The lines that may be removed. A line stays if it counts or waits for a person. Another line is removed if a newer line of a
 * finished run can replace it: an older line counts again when the line that counts is taken back.
 */
const removable = (account: string, run: number, positions: readonly number[]) => sql<LineRow>`
  select version.*, line.run, line.position, line.outcome, line.reason, line.message, line.reported_tax, line.reported_amount, line.older
  from run_line line join line_version version on version.version = line.version
  where line.run = ${run} and line.position in (${sql.join(positions)})
    and not exists (select 1 from present_line
      where present_line.account = ${account} and present_line.id = version.id and present_line.run = line.run)
    and not exists (select 1 from matter where matter.account = ${account}
      and matter.line = version.id and matter.run = line.run and matter.position = line.position)
    and not ${mayBeRetried(account, 'version', 'line')}
    and exists (
      select 1 from line_version newer join run_line newer_line on newer_line.version = newer.version
        join run on run.number = newer_line.run
      where newer.account = ${account} and newer.id = version.id and newer_line.run > line.run
        and newer.storefront = version.storefront
        and run.status in (${sql.join(finalStatuses)}) and run.kind = 'historical' and run.dry_run = 0
        and ((version.month is null and coalesce(line.reason, '') <> 'credit document')
          or (newer.month is not null and newer_line.outcome in ('succeeded', 'alreadyPresent'))
          or (newer_line.reason = 'credit document' and line.reason = 'credit document'))
        and not ${mayBeRetried(account, 'newer', 'newer_line')})`;

/** A retry of a run reads the records of its held and failed lines again, and writes all lines of these records. */
const mayBeRetried = (account: string, version: 'version' | 'newer', line: 'line' | 'newer_line') => sql`exists (
  select 1 from line_version other join run_line other_line on other_line.version = other.version
  where other.account = ${account} and other.storefront = ${sql.ref(`${version}.storefront`)}
    and other.source_id = ${sql.ref(`${version}.source_id`)} and other_line.run = ${sql.ref(`${line}.run`)}
    and other_line.outcome in ('held', 'failed'))`;
