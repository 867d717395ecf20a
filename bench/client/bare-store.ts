import * as E from 'fp-ts/lib/Either.js';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';

/** The least that can be written down of a page so that a kill loses and doubles nothing. */
export interface BareBook {
  /** Before the page is pushed. */
  readonly intend: (page: readonly BareRow[]) => void;
  /** After it was pushed. */
  readonly settle: (page: readonly BareRow[]) => void;
  readonly close: () => void;
}

export interface BareRow {
  readonly id: string;
  readonly body: string;
}

/** Bare statements, durable like the sync database's: two transactions a page. */
export const bareBook = async (path: string): Promise<BareBook> => {
  const driver = await loadSqliteDriver();
  if (E.isLeft(driver)) throw new Error(driver.left.message);
  const database = new driver.right.DatabaseSync(path);
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -16000;
     create table submission (id text primary key, status text) without rowid;
     create table body (id text primary key, body text);
     create table run_line (place integer primary key, id text, outcome text, total text, tax text);`,
  );
  const submission = database.prepare("insert into submission values (?, 'intent')");
  const body = database.prepare('insert into body values (?, ?)');
  const confirm = database.prepare("update submission set status = 'confirmed' where id = ?");
  const drop = database.prepare('delete from body where id = ?');
  const entry = database.prepare(
    "insert into run_line (id, outcome, total, tax) values (?, 'succeeded', '10725', '725')",
  );
  const inOne = (work: () => void): void => {
    database.exec('begin immediate');
    work();
    database.exec('commit');
  };
  return {
    intend: (page) => {
      inOne(() => {
        for (const row of page) {
          submission.all(row.id);
          body.all(row.id, row.body);
        }
      });
    },
    settle: (page) => {
      inOne(() => {
        for (const { id } of page) {
          confirm.all(id);
          drop.all(id);
          entry.all(id);
        }
      });
    },
    close: () => {
      database.close();
    },
  };
};
