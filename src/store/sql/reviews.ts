import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError } from '../../domain/sync-store.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import type { Run } from '../../domain/run.ts';
import { countByOutcome, outcomeTotals } from '../summary.ts';
import { findFirstDay, liveKeySuffix } from '../run-request-key.ts';
import { parseRunRequest, toNumber } from './rows.ts';
import { inReadTransaction, inWriteTransaction, toChunks } from './statements.ts';
import { withTimeZones } from './runs.ts';
import type { SqlDatabase } from './engine.ts';
import { readLineGroups, readRefundTotals, readSummary } from './summaries.ts';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';

type History = Pick<ReviewStore, 'listRuns' | 'outcomeCounts' | 'overview'>;

const sqlHistory = (database: SqlDatabase): History => ({
  listRuns: ({ before, limit }) =>
    inReadTransaction(
      database,
      async (transaction): Promise<E.Either<StoreError, { runs: readonly Run[]; next: O.Option<string> }>> => {
        const wanted = Math.max(1, limit);
        const end = O.isNone(before)
          ? undefined
          : await transaction.selectFrom('run').select('number').where('id', '=', before.value).executeTakeFirst();
        if (O.isSome(before) && end === undefined) return E.right({ runs: [], next: O.none });
        const rows = await transaction
          .selectFrom('run')
          .selectAll()
          .where('request', 'not like', `%${liveKeySuffix}`)
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
      },
    ),

  outcomeCounts: (runId) =>
    inReadTransaction(database, async (transaction) => {
      const rows = await transaction
        .selectFrom('entry')
        .select(({ fn }) => ['outcome', fn.countAll<number | string>().as('count')])
        .where('run', '=', (of) => of.selectFrom('run').select('number').where('id', '=', runId))
        .groupBy('outcome')
        .execute();
      return E.right(countByOutcome(rows.map(({ outcome, count }) => ({ outcome, count: toNumber(count) }))));
    }),

  overview: (runId) =>
    inReadTransaction(database, async (transaction) => {
      const lines = await readLineGroups(transaction, runId);
      const summary = await readSummary(transaction, runId, lines);
      const refunds = await readRefundTotals(transaction, runId);
      return E.right({ summary, totals: outcomeTotals(lines), refunds });
    }),
});

const sqlSignOffs = (database: SqlDatabase): Pick<ReviewStore, 'saveSignOff' | 'signOffs'> => ({
  saveSignOff: ({ runId, by, at, note, statement }) =>
    inWriteTransaction(database, async (transaction) => {
      await database.engine.lock(transaction, ['sign-off']);
      const { newest } = await transaction
        .selectFrom('sign_off')
        .select(({ fn }) => fn.max<number | null>('number').as('newest'))
        .executeTakeFirstOrThrow();
      const number = toNumber(newest ?? 0) + 1;
      const row = { number, run_id: runId, signed_by: by, signed_at: at, note, statement };
      await transaction.insertInto('sign_off').values(row).execute();
      return E.right(undefined);
    }),

  signOffs: (runId) =>
    inReadTransaction(database, async (transaction) => {
      const rows = await transaction
        .selectFrom('sign_off')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('number')
        .execute();
      return E.right(
        rows.map(({ signed_by, signed_at, note, statement }) => ({
          runId,
          by: signed_by,
          at: signed_at,
          note,
          statement,
        })),
      );
    }),
});

/** What people decide about runs, in the sync database's own database. */
export const sqlReviews = (database: SqlDatabase): ReviewStore => ({
  ...sqlHistory(database),
  ...sqlSignOffs(database),
  ...sqlDailyCounts(database),
  firstSyncedDay: findFirstSyncedDay(database),

  closePeriod: ({ month, by, at }) =>
    inWriteTransaction(database, async (transaction) => {
      const row = { month, closed_by: by, closed_at: at };
      await transaction
        .insertInto('closed_month')
        .values(row)
        .onConflict((conflict) => conflict.column('month').doNothing())
        .execute();
      return E.right(undefined);
    }),

  reopenPeriod: (month) =>
    inWriteTransaction(database, async (transaction) => {
      await transaction.deleteFrom('closed_month').where('month', '=', month).execute();
      return E.right(undefined);
    }),

  closedPeriods: inReadTransaction(database, async (transaction) => {
    const rows = await transaction.selectFrom('closed_month').selectAll().orderBy('month').execute();
    return E.right(rows.map(({ month, closed_by, closed_at }) => ({ month, by: closed_by, at: closed_at })));
  }),
});

/** See `ReviewStore.findFirstSyncedDay`. Equal requests count once, however often they were made. */
const findFirstSyncedDay =
  (database: SqlDatabase): ReviewStore['firstSyncedDay'] =>
  (storefront) =>
    inReadTransaction(database, async (transaction) => {
      const rows = await transaction
        .selectFrom('run')
        .select('request')
        .distinct()
        .where('request', 'not like', `%${liveKeySuffix}`)
        .execute();
      return E.right(findFirstDay(RA.rights(rows.map(({ request }) => parseRunRequest(request))), storefront));
    });

/** What reconciliations found of single days. */
const sqlDailyCounts = (database: SqlDatabase): Pick<ReviewStore, 'saveDailyCounts' | 'dailyCounts'> => ({
  saveDailyCounts: (days) =>
    inWriteTransaction(database, async (transaction) => {
      for (const chunk of toChunks(days)) {
        await transaction
          .insertInto('counted_day')
          .values(chunk.map(({ countedAt, ...rest }) => ({ ...rest, counted_at: countedAt })))
          .onConflict((conflict) =>
            conflict.columns(['storefront', 'day']).doUpdateSet((row) => ({
              source: row.ref('excluded.source'),
              service: row.ref('excluded.service'),
              missing: row.ref('excluded.missing'),
              differing: row.ref('excluded.differing'),
              counted_at: row.ref('excluded.counted_at'),
            })),
          )
          .execute();
      }
      return E.right(undefined);
    }),

  dailyCounts: (storefront, { from, to }) =>
    inReadTransaction(database, async (transaction) => {
      const rows = await transaction
        .selectFrom('counted_day')
        .selectAll()
        .where('storefront', '=', storefront)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute();
      return E.right(
        rows.map(({ source, service, missing, differing, counted_at, ...rest }) => ({
          ...rest,
          source: toNumber(source),
          service: toNumber(service),
          missing: toNumber(missing),
          differing: toNumber(differing),
          countedAt: counted_at,
        })),
      );
    }),
});
