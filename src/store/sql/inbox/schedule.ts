/** Remembers when each scheduled task last ran for a storefront, so that among several processes only one starts it. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Inbox } from '../../../domain/inbox.ts';
import { liveRunId } from '../../../domain/run.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../../domain/instant.ts';
import { isTaskStarted } from '../../store-rules.ts';
import { parseStorefronts, toNumber } from '../rows.ts';
import { readFrom, type SqlDatabase, type SqlTransaction, writeTo } from '../database.ts';
import { sql } from 'kysely';
import { prepared } from '../prepared.ts';
import type { CatchUpRow, TaskRow } from '../../schema.ts';
import { isAtWork } from '../../tables.ts';

type Schedule = Pick<
  Inbox,
  'catchUpCursor' | 'setCatchUpCursor' | 'lastTaskStart' | 'knownStorefronts' | 'unfinishedRuns' | 'startTask'
>;

const cursorOf = prepared((transaction, { storefront }: Pick<CatchUpRow, 'storefront'>) =>
  transaction.selectFrom('catch_up').select('caught_up_to').where('storefront', '=', storefront),
);

const saveCursor = prepared((transaction, { storefront, caught_up_to }: CatchUpRow) =>
  transaction
    .insertInto('catch_up')
    .values({ storefront, caught_up_to })
    .onConflict((key) => key.column('storefront').doUpdateSet({ caught_up_to })),
);

const liveRunIdOfZone = sql<string>`${liveRunId('')} || run_time_zone.storefront`;

const unfinishedRuns = prepared((transaction) =>
  transaction
    .selectFrom('run')
    .select(['account', 'id', 'storefronts'])
    .where(sql<boolean>`${sql.raw(isAtWork)}`)
    .orderBy('number'),
);

const saveBeginning = prepared((transaction, { name, storefront, begun_at }: TaskRow) =>
  transaction
    .insertInto('task')
    .values({ name, storefront, begun_at })
    .onConflict((key) => key.columns(['name', 'storefront']).doUpdateSet({ begun_at })),
);

export const sqlSchedule = (database: SqlDatabase): Schedule => ({
  catchUpCursor: (storefront) =>
    readFrom(database, async (transaction) => {
      const [row] = await cursorOf(transaction, { storefront });
      return O.fromNullable(row?.caught_up_to);
    }),

  setCatchUpCursor: (storefront, at) =>
    writeTo(database, async (transaction) => {
      await saveCursor(transaction, { storefront, caught_up_to: at });
    }),

  lastTaskStart: (task, storefront) =>
    readFrom(database, async (transaction) =>
      O.map(instantOfMilliseconds)(O.fromNullable(await taskStartedAt(transaction, task, storefront))),
    ),

  knownStorefronts: readFrom(database, async (transaction) => {
    const rows = await transaction
      .selectFrom('run_time_zone')
      .innerJoin('run', (join) => join.onRef('run.number', '=', 'run_time_zone.run').on('run.id', '=', liveRunIdOfZone))
      .leftJoin('task', 'task.storefront', 'run_time_zone.storefront')
      .select(['run_time_zone.storefront', 'run_time_zone.time_zone', 'task.name', 'task.begun_at'])
      .execute();
    const known = new Map<string, { timeZone: string; lastStarts: Record<string, Instant> }>();
    for (const { storefront, time_zone, name, begun_at } of rows) {
      const one = known.get(storefront) ?? { timeZone: time_zone, lastStarts: {} };
      known.set(storefront, one);
      if (name !== null && begun_at !== null) one.lastStarts[name] = instantOfMilliseconds(toNumber(begun_at));
    }
    return [...known].map(([storefront, one]) => ({ storefront, ...one }));
  }),

  unfinishedRuns: readFrom(database, async (transaction) => {
    const rows = await unfinishedRuns(transaction, {});
    return rows.map(({ account, id, storefronts }) => {
      const names = parseStorefronts(storefronts);
      return { account, runId: id, storefronts: E.isRight(names) ? names.right : [] };
    });
  }),

  startTask: (task, storefront, dueAt, at) =>
    writeTo(database, async (transaction) => {
      await database.engine.lock(transaction, `task ${task} ${storefront}`);
      const startedAt = await taskStartedAt(transaction, task, storefront);
      if (startedAt !== undefined && isTaskStarted(startedAt, dueAt, at)) return false;
      await saveBeginning(transaction, { name: task, storefront, begun_at: millisecondsOf(at) });
      return true;
    }),
});

const beginningOf = prepared((transaction, { name, storefront }: Pick<TaskRow, 'name' | 'storefront'>) =>
  transaction.selectFrom('task').select('begun_at').where('name', '=', name).where('storefront', '=', storefront),
);

const taskStartedAt = async (
  transaction: SqlTransaction,
  name: string,
  storefront: string,
): Promise<number | undefined> => {
  const [row] = await beginningOf(transaction, { name, storefront });
  return row === undefined ? undefined : toNumber(row.begun_at);
};
