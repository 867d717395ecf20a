/** Takes back a batch of decisions, and puts sales that were left out by it on hold again. */
import * as E from 'fp-ts/lib/Either.js';
import { type RawBuilder, sql } from 'kysely';
import type { DecisionStore } from '../../domain/review-store.ts';
import type { FailureReason, ReportLine } from '../../domain/run.ts';
import type { DecisionRow } from '../review-schema.ts';
import type { RunRow } from '../schema.ts';
import { type AccountDatabase, inWriteTransaction, type SqlTransaction, toSlices } from './database.ts';
import { countAgain } from './decisions.ts';
import { prepareErasedAmong } from './erased-records.ts';
import { dropEmptySums, hiddenByDecision, lockMatters, moveMatterSums, notHidden, sameMatter } from './matters.ts';
import { prepareKeepFigures } from './keep-figures.ts';
import { prepareLineVersions } from './line-versions.ts';
import { toNumber, toReportLine } from './rows.ts';
import { saveLines } from './save-lines.ts';

type RemovedRow = Pick<DecisionRow, 'line' | 'what' | 'storefront' | 'source_id' | 'action' | 'message'>;

export const sqlUndo = (database: AccountDatabase): Pick<DecisionStore, 'undo'> => {
  const { account } = database;
  const erasedAmong = prepareErasedAmong(database);
  const holdAgain = prepareHoldAgain(database);
  const figures = prepareKeepFigures(database);
  return {
    undo: (batch, storefronts, lineId) =>
      inWriteTransaction(database, async (transaction) => {
        if (storefronts.length === 0) return E.right({ count: 0, records: [], kept: 0 });
        const ofBatch = sql`decision.account = ${account} and decision.batch = ${batch}
          and decision.storefront in (${sql.join(storefronts)})
          ${lineId === undefined ? sql`` : sql`and decision.line = ${lineId}`}`;
        const about = await sql<Pick<DecisionRow, 'line' | 'storefront' | 'source_id'>>`
          select line, storefront, source_id from decision where ${ofBatch}`.execute(transaction);
        // Takes the locks of a commit in the same order, so that erased names are not written again and the lines stay as they
        // were read.
        await erasedAmong.rows(
          transaction,
          about.rows.map(({ line: id, storefront, source_id: sourceId }) => ({ id, storefront, sourceId })),
        );
        const runs = await lockRunsOfLeftOut(database, transaction, ofBatch);
        const locked = await figures.lock(transaction, { lines: about.rows.map(({ line }) => line), shown: [] });
        await lockMatters(database, transaction);
        const isOpen = sql`exists (select 1 from matter where ${sameMatter} and matter.sent = 0)
          and not exists (select 1 from submission where submission.account = decision.account and submission.id = decision.line
            and submission.status in ('intent', 'confirmed'))`;
        const decided = sql`from decision join matter on ${sameMatter} where ${ofBatch}`;
        await moveMatterSums(transaction, decided, { from: hiddenByDecision, to: notHidden });
        const { rows: removed } = await sql<RemovedRow>`
          delete from decision where ${ofBatch} and (decision.action <> 'send' or (${isOpen}))
          returning line, what, storefront, source_id, action, message`.execute(transaction);
        const kept = await sql<{ readonly count: number | string }>`
          select count(*) as count from decision where ${ofBatch}`.execute(transaction);
        await moveMatterSums(transaction, decided, { from: notHidden, to: hiddenByDecision });
        const leftOut = removed.filter(({ action }) => action === 'leave out');
        await figures.keep(transaction, locked, () => holdAgain(transaction, runs, leftOut));
        await dropEmptySums(transaction, account);
        await countAgain(database, transaction, removed.length);
        return E.right({
          count: removed.length,
          records: leftOut.map(({ storefront, source_id }) => ({ storefront, sourceId: source_id })),
          kept: toNumber(kept.rows[0]?.count ?? 0),
        });
      }),
  };
};

const linesAtATime = 500;

/** Puts sales on hold again, in the newest run that reports them as left out. */
const prepareHoldAgain = (
  database: AccountDatabase,
): ((
  transaction: SqlTransaction,
  runs: Awaited<ReturnType<typeof lockRunsOfLeftOut>>,
  decisions: readonly RemovedRow[],
) => Promise<void>) => {
  const { knownOf } = prepareLineVersions(database);
  const save = saveLines(database);
  return async (transaction, runs, decisions) => {
    const open = new Map(decisions.map((decision) => [decision.line, decision]));
    for (const run of runs)
      for (const ids of toSlices([...open.keys()], linesAtATime)) {
        const found = await knownOf(transaction, run.number, ids);
        const lines = found.flatMap(({ before, listed: { findings, adjustments } }) => {
          if (before === null) return [];
          const decision = open.get(before.id);
          open.delete(before.id);
          if (decision === undefined || before.reason !== 'left out by decision') return [];
          return [heldAgain(toReportLine(before, findings, adjustments), decision)];
        });
        await save(transaction, run, toNumber(run.next_position), lines);
      }
  };
};

/** Runs in which a line says that a decision of the batch left the sale out. Their rows stay locked. */
const lockRunsOfLeftOut = async (
  { engine, account }: AccountDatabase,
  transaction: SqlTransaction,
  ofBatch: RawBuilder<unknown>,
): Promise<readonly Pick<RunRow, 'number' | 'dry_run' | 'next_position'>[]> => {
  const { rows } = await sql<Pick<RunRow, 'number' | 'dry_run' | 'next_position'>>`
    select number, dry_run, next_position from run where dry_run = 0 and account = ${account} and number in (
      select run_line.run from decision cross join line_version ${sql.raw(engine.byIndex('line_version_by_id'))} cross join run_line
      where ${ofBatch} and decision.action = 'leave out' and line_version.account = ${account}
        and line_version.id = decision.line and run_line.version = line_version.version
        and run_line.reason = 'left out by decision')
    order by number desc ${engine.supportsRowLocks ? sql`for update` : sql``}`.execute(transaction);
  return rows;
};

const failures: readonly string[] = ['refused', 'no definitive response'] satisfies readonly FailureReason[];

const heldAgain = (line: ReportLine, { what, message }: Pick<RemovedRow, 'what' | 'message'>): ReportLine => ({
  ...line,
  outcome: failures.includes(what) ? 'failed' : 'held',
  // A decision about a sale that is not in the service has the reason of its line.
  reason: what as ReportLine['reason'],
  message,
});
