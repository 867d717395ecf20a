import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { BookError } from '../../core/record-book.ts';
import type { ReviewBook } from '../../core/review-book.ts';
import type { Run } from '../../core/run.ts';
import { countsOf } from '../fold-summary.ts';
import { outcomeTotals } from '../outcome-totals.ts';
import { liveKeyEnd } from '../request-key.ts';
import { countOf } from './count-of.ts';
import { countedDays } from './counted-days.ts';
import { firstSyncedDay } from './first-synced-day.ts';
import { reading, writing } from './in-transaction.ts';
import { withZones } from './runs.ts';
import type { SqlBook } from './sql-book.ts';
import { entryGroups, summaryOf } from './summarize.ts';
import { refundGroups } from './refund-groups.ts';

type History = Pick<ReviewBook, 'runs' | 'outcomeCounts' | 'overview'>;

const history = (book: SqlBook): History => ({
  runs: ({ before, limit }) =>
    reading(
      book,
      async (transaction): Promise<E.Either<BookError, { runs: readonly Run[]; next: O.Option<string> }>> => {
        const wanted = Math.max(1, limit);
        const end = O.isNone(before)
          ? undefined
          : await transaction.selectFrom('run').select('number').where('id', '=', before.value).executeTakeFirst();
        if (O.isSome(before) && end === undefined) return E.right({ runs: [], next: O.none });
        const rows = await transaction
          .selectFrom('run')
          .selectAll()
          .where('request', 'not like', `%${liveKeyEnd}`)
          .$if(end !== undefined, (query) => query.where('number', '<', end?.number ?? 0))
          .orderBy('number', 'desc')
          .limit(wanted + 1)
          .execute();
        const runs: Run[] = [];
        for (const row of rows.slice(0, wanted)) {
          const run = await withZones(transaction, row);
          if (E.isLeft(run)) return run;
          runs.push(run.right);
        }
        return E.right({ runs, next: rows.length > wanted ? O.fromNullable(runs.at(-1)?.id) : O.none });
      },
    ),

  outcomeCounts: (runId) =>
    reading(book, async (transaction) => {
      const rows = await transaction
        .selectFrom('entry')
        .select(({ fn }) => ['outcome', fn.countAll<number | string>().as('count')])
        .where('run', '=', (of) => of.selectFrom('run').select('number').where('id', '=', runId))
        .groupBy('outcome')
        .execute();
      return E.right(countsOf(rows.map(({ outcome, count }) => ({ outcome, count: countOf(count) }))));
    }),

  overview: (runId) =>
    reading(book, async (transaction) => {
      const entries = await entryGroups(transaction, runId);
      const summary = await summaryOf(transaction, runId, entries);
      const refunds = await refundGroups(transaction, runId);
      return E.right({ summary, totals: outcomeTotals(entries), refunds });
    }),
});

const signatures = (book: SqlBook): Pick<ReviewBook, 'signOff' | 'signOffs'> => ({
  signOff: ({ runId, by, at, note, statement }) =>
    writing(book, async (transaction) => {
      await book.engine.lock(transaction, ['sign-off']);
      const { newest } = await transaction
        .selectFrom('sign_off')
        .select(({ fn }) => fn.max<number | null>('number').as('newest'))
        .executeTakeFirstOrThrow();
      const number = countOf(newest ?? 0) + 1;
      const row = { number, run_id: runId, signed_by: by, signed_at: at, note, statement };
      await transaction.insertInto('sign_off').values(row).execute();
      return E.right(undefined);
    }),

  signOffs: (runId) =>
    reading(book, async (transaction) => {
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

/** What people decide about runs, in the record book's own database. */
export const reviews = (book: SqlBook): ReviewBook => ({
  ...history(book),
  ...signatures(book),
  ...countedDays(book),
  firstSyncedDay: firstSyncedDay(book),

  closeMonth: ({ month, by, at }) =>
    writing(book, async (transaction) => {
      const row = { month, closed_by: by, closed_at: at };
      await transaction
        .insertInto('closed_month')
        .values(row)
        .onConflict((conflict) => conflict.column('month').doNothing())
        .execute();
      return E.right(undefined);
    }),

  reopenMonth: (month) =>
    writing(book, async (transaction) => {
      await transaction.deleteFrom('closed_month').where('month', '=', month).execute();
      return E.right(undefined);
    }),

  closedMonths: reading(book, async (transaction) => {
    const rows = await transaction.selectFrom('closed_month').selectAll().orderBy('month').execute();
    return E.right(rows.map(({ month, closed_by, closed_at }) => ({ month, by: closed_by, at: closed_at })));
  }),
});
