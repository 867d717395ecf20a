import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { right } from '../right.ts';
import { type Costs, measure, noCosts } from './costs.ts';
import type { BookRow } from './rows.ts';

const at = '2026-04-01T00:00:00Z';

/** The least that has to be written to an SQLite file, with nothing around it. */
export const bareSqlite = async (path: string, pages: readonly (readonly BookRow[])[]): Promise<Costs> => {
  const pageSize = pages[0]?.length ?? 1;
  const database = new (right(await loadSqliteDriver()).DatabaseSync)(path);
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -16000;
     create table submission (id text primary key, name text, storefront text, source_id text, status text, digest text, saved_at text) without rowid;
     create table body (id text primary key, body text);
     create table run_line (run, place, id, storefront, source_id, name, kind, outcome, reason, message, currency,
       jurisdiction, month, total, tax, primary key (run, place)) without rowid;
     create unique index run_line_by_id on run_line (id, run);
     create table present (id text primary key, name text, walk) without rowid;
     create index present_by_name on present (name);
     create table checkpoint (one primary key, next);`,
  );
  const list = Array.from({ length: pageSize }, () => '?').join(', ');
  const finds = [
    database.prepare(`select id, status from submission where id in (${list})`),
    database.prepare(`select id, name from present where id in (${list})`),
    database.prepare(`select id, name from present where name in (${list})`),
    database.prepare(`select id, outcome from run_line where run + 0 = 1 and id in (${list})`),
  ];
  const submission = database.prepare('insert into submission values (?, ?, ?, ?, ?, ?, ?)');
  const body = database.prepare('insert into body values (?, ?)');
  const insert = database.prepare('insert into run_line values (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const update = database.prepare("update submission set status = 'confirmed' where id = ?");
  const drop = database.prepare('delete from body where id = ?');
  const present = database.prepare('insert into present values (?, ?, 0)');
  const checkpoint = database.prepare('insert or replace into checkpoint values (1, ?)');
  const costs = noCosts();
  let place = 0;
  for (const page of pages) {
    await measure(costs['look up'], () => {
      for (const find of finds) find.all(...Array.from({ length: pageSize }, (_, index) => page[index]?.id ?? ''));
    });
    await measure(costs['save intents'], () => {
      database.exec('begin immediate');
      for (const { id, name, body: text, entry } of page) {
        submission.all(id, name, entry.storefront, entry.sourceId, 'intent', 'd'.repeat(64), at);
        body.all(id, text);
      }
      database.exec('commit');
    });
    await measure(costs['commit page'], () => {
      database.exec('begin immediate');
      for (const { id, name, entry } of page) {
        const { storefront, sourceId, kind, outcome } = entry;
        insert.all(
          place++,
          id,
          storefront,
          sourceId,
          name,
          kind,
          outcome,
          null,
          null,
          'USD',
          'CA',
          '2026-02',
          '10725',
          '725',
        );
        update.all(id);
        drop.all(id);
        present.all(id, name);
      }
      checkpoint.all(page[0]?.id ?? '');
      database.exec('commit');
    });
  }
  database.close();
  return costs;
};
