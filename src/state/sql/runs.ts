import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { finalStatuses, isFinal } from '../../core/is-final.ts';
import type { BookError, RecordBook } from '../../core/record-book.ts';
import type { Run, RunRequest } from '../../core/run.ts';
import { liveKeyEnd, requestKey } from '../request-key.ts';
import { toRun } from '../rows.ts';
import { noSuchRun, runIdTaken, unreadableRun } from '../run-errors.ts';
import type { RunRow } from '../schema.ts';
import { countOf } from './count-of.ts';
import { reading, type Transaction, writing } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

type Runs = Pick<RecordBook, 'openRun' | 'findRun' | 'setTimeZone' | 'closeRun'>;

/** A run with the time zones that are known of it. */
export const withZones = async (transaction: Transaction, row: RunRow): Promise<E.Either<BookError, Run>> => {
  const zones = await transaction.selectFrom('run_time_zone').selectAll().where('run', '=', row.number).execute();
  const run = toRun(row, zones);
  return E.isLeft(run) ? E.left(unreadableRun(row.id)) : run;
};

const openIn = async (
  transaction: Transaction,
  request: RunRequest,
  fresh: Parameters<RecordBook['openRun']>[1],
): Promise<E.Either<BookError, Run>> => {
  const key = requestKey(request);
  const agreement = request.intoClosedPeriods === true ? 1 : 0;
  const open = await transaction
    .selectFrom('run')
    .select('number')
    .where('request', '=', key)
    .where('status', 'not in', finalStatuses)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) {
    const resumed = await transaction
      .updateTable('run')
      .set({ status: 'running', finished_at: null, into_closed_periods: agreement })
      .where('number', '=', open.number)
      .returningAll()
      .executeTakeFirstOrThrow();
    return withZones(transaction, resumed);
  }
  const taken = await transaction.selectFrom('run').select('number').where('id', '=', fresh.id).executeTakeFirst();
  if (taken !== undefined) return E.left(runIdTaken(fresh.id));
  const { newest } = await transaction
    .selectFrom('run')
    .select(({ fn }) => fn.max<number | null>('number').as('newest'))
    .executeTakeFirstOrThrow();
  const row: RunRow = {
    number: countOf(newest ?? 0) + 1,
    id: fresh.id,
    request: key,
    status: 'running',
    started_at: fresh.at,
    finished_at: null,
    next_place: 0,
    into_closed_periods: agreement,
  };
  await transaction.insertInto('run').values(row).execute();
  return withZones(transaction, row);
};

type OpenRunWith = (
  ...opening: [...Parameters<RecordBook['openRun']>, more: (transaction: Transaction, run: Run) => Promise<void>]
) => ReturnType<RecordBook['openRun']>;

/** Opens a run together with something more, or does neither of them. */
export const openRunWith =
  (book: SqlBook): OpenRunWith =>
  (request, fresh, more) =>
    writing(book, async (transaction) => {
      await book.engine.lock(transaction, ['run']);
      const opened = await openIn(transaction, request, fresh);
      if (E.isRight(opened)) await more(transaction, opened.right);
      return opened;
    });

const openRun = (book: SqlBook): RecordBook['openRun'] => {
  const open = openRunWith(book);
  return (request, fresh) => open(request, fresh, () => Promise.resolve());
};

const findRun =
  (book: SqlBook): RecordBook['findRun'] =>
  (id) =>
    reading(book, async (transaction): Promise<E.Either<BookError, O.Option<Run>>> => {
      const newestFirst = transaction.selectFrom('run').selectAll().orderBy('number', 'desc').limit(1);
      const wanted = O.isSome(id)
        ? newestFirst.where('id', '=', id.value)
        : newestFirst.where('request', 'not like', `%${liveKeyEnd}`);
      const row = await wanted.executeTakeFirst();
      if (row === undefined) return E.right(O.none);
      const run = await withZones(transaction, row);
      return E.isLeft(run) ? run : E.right(O.some(run.right));
    });

const setTimeZone =
  (book: SqlBook): RecordBook['setTimeZone'] =>
  (runId, storefront, timeZone) =>
    writing(book, async (transaction): Promise<E.Either<BookError, void>> => {
      const run = await transaction.selectFrom('run').select('number').where('id', '=', runId).executeTakeFirst();
      if (run === undefined) return E.left(noSuchRun(runId));
      await transaction
        .insertInto('run_time_zone')
        .values({ run: run.number, storefront, time_zone: timeZone })
        .onConflict((at) => at.columns(['run', 'storefront']).doUpdateSet({ time_zone: timeZone }))
        .execute();
      return E.right(undefined);
    });

const closeRun =
  (book: SqlBook): RecordBook['closeRun'] =>
  (runId, status, at) =>
  async () => {
    const done = await writing(book, async (transaction): Promise<E.Either<BookError, void>> => {
      const closed = await transaction
        .updateTable('run')
        .set({ status, finished_at: status === 'running' ? null : at })
        .where('id', '=', runId)
        .where('status', 'not in', finalStatuses)
        .returning('number')
        .executeTakeFirst();
      if (closed === undefined) {
        const over = await transaction.selectFrom('run').select('number').where('id', '=', runId).executeTakeFirst();
        return over === undefined ? E.left(noSuchRun(runId)) : E.right(undefined);
      }
      // What a dry run would tell matters to that run alone.
      if (isFinal(status)) {
        await transaction.deleteFrom('sale_reference').where('run', '=', closed.number).execute();
      }
      return E.right(undefined);
    })();
    await book.engine.afterRun();
    return done;
  };

export const runs = (book: SqlBook): Runs => ({
  openRun: openRun(book),
  findRun: findRun(book),
  setTimeZone: setTimeZone(book),
  closeRun: closeRun(book),
});
