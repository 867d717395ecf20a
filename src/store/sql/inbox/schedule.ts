import * as O from 'fp-ts/lib/Option.js';
import type { Inbox } from '../../../domain/inbox.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../domain/instant.ts';
import { isTaskStarted } from '../../store-rules.ts';
import { toNumber } from '../rows.ts';
import { readFrom, type SqlDatabase, type SqlTransaction, writeTo } from '../database.ts';

type Schedule = Pick<Inbox, 'catchUpCursor' | 'setCatchUpCursor' | 'lastTaskStart' | 'startTask'>;

const taskStartedAt = async (
  transaction: SqlTransaction,
  name: string,
  storefront: string,
): Promise<number | undefined> => {
  const row = await transaction
    .selectFrom('task')
    .select('begun_at')
    .where('name', '=', name)
    .where('storefront', '=', storefront)
    .executeTakeFirst();
  return row === undefined ? undefined : toNumber(row.begun_at);
};

export const sqlSchedule = (database: SqlDatabase): Schedule => ({
  catchUpCursor: (storefront) =>
    readFrom(database, async (transaction) => {
      const row = await transaction
        .selectFrom('catch_up')
        .select('caught_up_to')
        .where('storefront', '=', storefront)
        .executeTakeFirst();
      return O.fromNullable(row?.caught_up_to);
    }),

  setCatchUpCursor: (storefront, at) =>
    writeTo(database, async (transaction) => {
      await transaction
        .insertInto('catch_up')
        .values({ storefront, caught_up_to: at })
        .onConflict((key) => key.column('storefront').doUpdateSet({ caught_up_to: at }))
        .execute();
    }),

  lastTaskStart: (task, storefront) =>
    readFrom(database, async (transaction) =>
      O.map(instantOfMilliseconds)(O.fromNullable(await taskStartedAt(transaction, task, storefront))),
    ),

  startTask: (task, storefront, dueAt, at) =>
    writeTo(database, async (transaction) => {
      await database.engine.lock(transaction, [`task ${task} ${storefront}`]);
      const startedAt = await taskStartedAt(transaction, task, storefront);
      if (startedAt !== undefined && isTaskStarted(startedAt, dueAt, at)) return false;
      const begun_at = millisecondsOf(at);
      await transaction
        .insertInto('task')
        .values({ name: task, storefront, begun_at })
        .onConflict((key) => key.columns(['name', 'storefront']).doUpdateSet({ begun_at }))
        .execute();
      return true;
    }),
});
