/** Answers the questions of people who review a sync: its runs and totals, synced days, sign-offs and notes. */
import { sqlPrune } from './prune/prune.ts';
import { yieldWhenLong } from '../../domain/turns.ts';
import { sql } from 'kysely';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { Inbox } from '../../domain/inbox.ts';
import type { StoreResult } from '../../domain/sync-store.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { Run, RunRequest } from '../../domain/run.ts';
import { outcomeTotals, sumRefunds } from '../summary.ts';
import { findReadDays, findSyncedDays, mayClose } from '../store-rules.ts';
import { parseStorefronts, toRunRequest } from './rows.ts';
import {
  type AccountDatabase,
  inReadTransaction,
  nextNumber,
  readFrom,
  type SqlDatabase,
  type SqlTransaction,
  toChunks,
  toPlain,
  writeTo,
} from './database.ts';
import { insertResolution, sqlAudit } from './audit.ts';
import { sqlClosedPeriods } from './closed-periods.ts';
import { sqlDayFigures } from './day-figures.ts';
import { sqlCheckSums } from './keep-figures.ts';
import { countOpenOfRun, sqlDecisions } from './decisions.ts';
import { lockMatters } from './matters.ts';
import { sqlDecided } from './decided.ts';
import { sqlFindSales, sqlSalesPlaces } from './find-sales.ts';
import { sqlNotSent } from './not-sent.ts';
import { sqlOpeningBalances } from './opening-balances.ts';
import { sqlRegistrations } from './registrations.ts';
import { withTimeZones } from './runs.ts';
import { sqlHeldDays } from './held-days.ts';
import { sqlUndo } from './undo-decisions.ts';
import { sqlSentLines } from './sent-lines.ts';
import { readOutcomeCounts, readTotals, summaryOf } from './summaries.ts';

export const sqlReviews = (database: AccountDatabase): ReviewStore => ({
  ...sqlAudit(database),
  ...sqlDecisions(database),
  findSales: sqlFindSales(database),
  salesPlaces: sqlSalesPlaces(database),
  ...sqlUndo(database),
  ...sqlHeldDays(database),
  ...sqlDecided(database),
  ...sqlClosedPeriods(database),
  ...sqlNotSent(database),
  listRuns: ({ before, limit }) =>
    inReadTransaction(database, async (transaction): StoreResult<{ runs: readonly Run[]; next: O.Option<string> }> => {
      const wanted = Math.max(1, limit);
      const end = O.isNone(before)
        ? undefined
        : await transaction
            .selectFrom('run')
            .select('number')
            .where('account', '=', database.account)
            .where('id', '=', before.value)
            .executeTakeFirst();
      if (O.isSome(before) && end === undefined) return E.right({ runs: [], next: O.none });
      const rows = await transaction
        .selectFrom('run')
        .selectAll()
        .where('account', '=', database.account)
        .where('kind', '=', 'historical')
        .$if(end !== undefined, (query) => query.where('number', '<', end?.number ?? 0))
        .orderBy('number', 'desc')
        .limit(wanted + 1)
        .execute();
      const runs: Run[] = [];
      for (const row of rows.slice(0, wanted)) {
        const run = await withTimeZones(transaction, row);
        if (E.isLeft(run)) return run;
        runs.push(run.right);
      }
      return E.right({ runs, next: rows.length > wanted ? O.fromNullable(runs.at(-1)?.id) : O.none });
    }),

  outcomeCounts: (runId) =>
    readFrom(database, (transaction) => readOutcomeCounts(transaction, { account: database.account, runId })),

  overview: (runId) =>
    readFrom(database, async (transaction) => {
      const totals = await readTotals(transaction, { account: database.account, runId });
      const summary = summaryOf(totals);
      await yieldWhenLong();
      const sums = outcomeTotals(totals.lines);
      await yieldWhenLong();
      return { summary, totals: sums, refunds: sumRefunds(totals.refunds) };
    }),

  sentLines: sqlSentLines(database),

  ...sqlDayFigures(database),
  ...sqlRegistrations(database),
  ...sqlOpeningBalances(database),

  ...sqlCheckSums(database),

  prune: sqlPrune(database),

  storefronts: readFrom(database, async (transaction) => {
    const runs = transaction.selectFrom('run').select('storefronts').distinct();
    const rows = await runs.where('account', '=', database.account).execute();
    const lists = RA.rights(rows.map(({ storefronts }) => parseStorefronts(storefronts)));
    return [...new Set(lists.flat())].sort();
  }),

  knows: (storefront, ids) =>
    readFrom(database, async (transaction) => {
      const { account } = database;
      const { rows } = await sql`
        select 1 from line_version ${sql.raw(database.engine.byIndex('line_version_by_id'))}
          where account = ${account} and storefront = ${storefront} and id in (${sql.join(ids)})
        union all select 1 from submission where account = ${account} and storefront = ${storefront} and id in (${sql.join(ids)})
        union all select 1 from service_transaction where account = ${account} and id in (${sql.join(ids)})
        limit 1`.execute(transaction);
      return rows.length > 0;
    }),

  syncedDays: (storefront) =>
    readFrom(database, async (transaction) =>
      findSyncedDays(await historicalRequests(transaction, database), storefront),
    ),
  readDays: (storefront, { withPreviews = true } = {}) =>
    readFrom(database, async (transaction) => {
      const finished = await historicalRequests(transaction, database, true);
      const counted = withPreviews ? finished : finished.filter(({ dryRun }) => !dryRun);
      return findReadDays(counted, storefront);
    }),

  saveSignOff: ({ runId, by, at, note, statement: statementOf }, expected) =>
    writeTo(database, async (transaction) => {
      const { account, engine } = database;
      // A commit takes the row of the run before the lock of matters, and so does this: what is counted and summed is from one
      // moment.
      await transaction
        .selectFrom('run')
        .select('number')
        .where('account', '=', account)
        .where('id', '=', runId)
        .$if(engine.supportsRowLocks, (query) => query.forUpdate())
        .execute();
      await lockMatters(database, transaction);
      const open = await countOpenOfRun(database, transaction, { runId, at });
      if (!mayClose(open, expected)) return { open, statement: null };
      const statement = statementOf(summaryOf(await readTotals(transaction, { account, runId })));
      await engine.lock(transaction, 'sign-off');
      const number = await nextNumber(transaction, 'sign_off');
      const row = { number, run_id: runId, signed_by: by, signed_at: at, note, statement, account };
      await transaction.insertInto('sign_off').values(row).execute();
      return { open, statement };
    }),

  signOffs: (runId) =>
    readFrom(database, async (transaction) =>
      toPlain(
        await transaction
          .selectFrom('sign_off')
          .select(['run_id as runId', 'signed_by as by', 'signed_at as at', 'note', 'statement'])
          .where('account', '=', database.account)
          .where('run_id', '=', runId)
          .orderBy('number')
          .execute(),
      ),
    ),

  saveDailyCounts: (days) =>
    writeTo(database, async (transaction) => {
      for (const chunk of toChunks(days)) {
        await transaction
          .insertInto('counted_day')
          .values(
            chunk.map(({ countedAt, ...rest }) => ({ ...rest, account: database.account, counted_at: countedAt })),
          )
          .onConflict((conflict) =>
            conflict.columns(['account', 'storefront', 'day']).doUpdateSet((row) => ({
              source: row.ref('excluded.source'),
              service: row.ref('excluded.service'),
              missing: row.ref('excluded.missing'),
              differing: row.ref('excluded.differing'),
              counted_at: row.ref('excluded.counted_at'),
            })),
          )
          .execute();
      }
    }),

  // Every number here is an integer in both databases, and is returned as one.
  dailyCounts: (storefront, { from, to }) =>
    readFrom(database, async (transaction) =>
      toPlain(
        await transaction
          .selectFrom('counted_day')
          .select(['storefront', 'day', 'source', 'service', 'missing', 'differing', 'counted_at as countedAt'])
          .where('account', '=', database.account)
          .where('storefront', '=', storefront)
          .where('day', '>=', from)
          .where('day', '<=', to)
          .orderBy('day')
          .execute(),
      ),
    ),
});

export const sqlResolutions = (database: SqlDatabase): Pick<Inbox, 'saveResolution' | 'resolutions'> => ({
  saveResolution: (resolution) =>
    writeTo(database, (transaction) => insertResolution(database, transaction, resolution)),

  resolutions: (storefront) =>
    readFrom(database, async (transaction) =>
      toPlain(
        await transaction
          .selectFrom('resolution')
          .select(['storefront', 'id', 'note', 'resolved_by as by', 'resolved_at as at'])
          .where('storefront', '=', storefront)
          .orderBy('number')
          .execute(),
      ),
    ),
});

/** Equal requests count once, no matter how often they were made. */
const historicalRequests = async (
  transaction: SqlTransaction,
  { account }: Pick<AccountDatabase, 'account'>,
  onlyFinished = false,
): Promise<readonly RunRequest[]> => {
  const rows = await transaction
    .selectFrom('run')
    .select(['kind', 'dry_run', 'storefronts', 'from_day', 'to_day'])
    .distinct()
    .where('account', '=', account)
    .$if(onlyFinished, (query) => query.where('status', '=', 'finished'))
    .where('kind', '=', 'historical')
    .execute();
  return RA.rights(rows.map(toRunRequest));
};
