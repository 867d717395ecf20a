/** Notes which of a transaction's lines from several runs counts in the figures. */
import type { PresentLineRow, RunRow } from '../schema.ts';
import { type AccountDatabase, insertRows, listStatement, type SqlTransaction } from './database.ts';
import { type LineRow, stateOfLine, toNumber } from './rows.ts';

/**
 * The newest settled line that shows the transaction in the service counts. A later run that holds, fails or skips the record
 * removes nothing from the service; only if its line replaces the line that counted, the next newest line counts again. If the
 * service does not hold the transaction, the newest line counts, also from a preview.
 */

type FoundRow = Pick<LineRow, 'id' | 'run' | 'position' | 'outcome' | 'reason' | 'month'> & Pick<RunRow, 'dry_run'>;

/** A line that is not in the service never replaces one that is. */
const onKnown = `on conflict (account, id) do update set state = excluded.state, run = excluded.run, position = excluded.position
  where excluded.state = 'in service' or present_line.state <> 'in service'`;

/** Runs after lines of a run were written. The caller holds the lock of their days. */
export const preparePresentLines = (
  database: AccountDatabase,
): ((transaction: SqlTransaction, run: number, isPreview: boolean, lines: readonly LineRow[]) => Promise<void>) => {
  const { engine, account } = database;
  const save = insertRows<PresentLineRow>(engine, 'present_line', onKnown);
  const forget = listStatement<Pick<PresentLineRow, 'id'>>(
    engine,
    'delete from present_line where account = ? and run = ? and id in (',
    ') returning id',
  );
  const rowsOf = listStatement<FoundRow>(
    engine,
    `select line_version.id, run_line.run, run_line.position, run_line.outcome, run_line.reason, line_version.month, run.dry_run
     from line_version cross join run_line cross join run
     where run_line.version = line_version.version and run.number = run_line.run and line_version.account = ? and line_version.id in (`,
    ') order by run_line.run',
  );
  return async (transaction, run, isPreview, lines) => {
    const present: PresentLineRow[] = [];
    const replaced: string[] = [];
    for (const line of lines) {
      const state = stateOfLine(line, isPreview);
      if (state === undefined || state === 'not sent') replaced.push(line.id);
      if (state !== undefined) present.push({ account, id: line.id, state, run, position: line.position });
    }
    const forgotten = await forget(transaction, replaced, account, run);
    const others = await rowsOf(
      transaction,
      forgotten.map(({ id }) => id),
      account,
    );
    // Saved one by one in the order of their runs: the last of several lines of a transaction stays.
    for (const { id, run: number, position, dry_run, ...other } of others) {
      const state = stateOfLine(other, dry_run === 1);
      if (state !== undefined)
        await save(transaction, [{ account, id, state, run: toNumber(number), position: toNumber(position) }]);
    }
    await save(transaction, present);
  };
};
