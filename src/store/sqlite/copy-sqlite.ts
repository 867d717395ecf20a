/** Opens an SQLite file for a copy of the sync database, and keeps all other processes out of it. */
import * as E from 'fp-ts/lib/Either.js';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { fieldOf } from '../../domain/fields.ts';
import type { StoreError, StoreResult } from '../../domain/sync-store.ts';
import { type CopyEnd, inUse } from '../copy-state.ts';
import { groupShapes, type ShapeRow } from '../table-shapes.ts';
import { loadSqliteDriver, openDatabaseFile, type SqliteDatabase } from './driver.ts';
import { sqliteError, toSqliteError } from './errors.ts';
import { databaseOverSqlite } from './store-over-sqlite.ts';

/**
 * In this mode, the first statement locks the whole file until it is closed, and fails while another process has it open. SQLite
 * ends the lock of a process that is killed.
 */
const alone = 'pragma locking_mode = exclusive; pragma busy_timeout = 1000; begin immediate; commit';

const ofAnotherProgram: StoreError = {
  _tag: 'StoreError',
  problem: 'other',
  message:
    'The file that --to names is not empty: it belongs to another program. Name a new file. Nothing was changed.',
};

/** Gives the lock back also where the driver keeps a closed file open for a while. The next store that opens it sets the mode again. */
const noLongerAlone = 'pragma journal_mode = delete; pragma locking_mode = normal; select 1 from sqlite_master limit 1';

/** A missing source is a failure; a missing target is created. */
export const sqliteCopyEnd = async (path: string, which: 'source' | 'target'): StoreResult<CopyEnd> => {
  if (which === 'source' && !existsSync(path)) return E.left(sqliteError(path, 'cannot open'));
  const driver = await loadSqliteDriver();
  if (E.isLeft(driver)) return driver;
  const file = openDatabaseFile(driver.right, path);
  if (E.isLeft(file)) return file;
  const { database } = file.right;
  const locked = E.tryCatch(() => database.exec(alone), toSqliteError(path));
  if (E.isLeft(locked)) {
    database.close();
    return E.left(locked.left.problem === 'busy' ? inUse(which) : locked.left);
  }
  if (which === 'target' && isOfAnotherProgram(database)) {
    database.close();
    return E.left(ofAnotherProgram);
  }
  const opened = await databaseOverSqlite(database, path);
  if (E.isLeft(opened)) return opened;
  return E.right({
    ...opened.right,
    close: () => {
      // A failure changes nothing: the lock ends with the process.
      E.tryCatch(() => database.exec(noLongerAlone), toSqliteError(path));
      return opened.right.close();
    },
    shapesOf: async (transaction) => {
      const { rows } = await sql<ShapeRow>`
        select tables.name as "table", columns.name as "column", columns.pk as position,
          case when columns.type like '%int%' then 1 else 0 end as "isNumber"
        from sqlite_master as tables join pragma_table_info(tables.name) as columns
        where tables.type = 'table' and substr(tables.name, 1, 7) <> 'sqlite_' order by tables.rowid, columns.cid`.execute(
        transaction,
      );
      return groupShapes(rows);
    },
    keepOthersOut: () => Promise.resolve(true),
    beforeRows: () => Promise.resolve(),
    // The next number follows the highest one.
    afterRows: () => Promise.resolve(),
  });
};

const tableNames = "select name from sqlite_master where type = 'table'";

/** Whether a file has tables, but none of a sync database. */
const isOfAnotherProgram = (database: SqliteDatabase): boolean => {
  const names = database
    .prepare(tableNames)
    .all()
    .map((row) => fieldOf(row, 'name'));
  return names.length > 0 && !names.includes('kysely_migration');
};
