import pg from 'pg';
import { type Costs, measure, noCosts } from './costs.ts';
import type { BookRow } from './rows.ts';

const at = '2026-04-01T00:00:00Z';

const tables = `
  create table submission (id text collate "C" primary key, name text, storefront text, source_id text, status text, digest text, saved_at text);
  create table body (id text collate "C" primary key, body text);
  create table run_line (run int, place bigint, id text collate "C", storefront text, source_id text, name text, kind text,
    outcome text, reason text, message text, currency text, jurisdiction text, month text, total text, tax text,
    primary key (run, place));
  create unique index run_line_by_id on run_line (id, run);
  create table present (id text collate "C" primary key, name text collate "C", walk int);
  create index present_by_name on present (name);
  create table checkpoint (one int primary key, next text)`;

const finds = [
  'select id, status from submission where id = any($1)',
  'select id, name from present where id = any($1)',
  'select id, name from present where name = any($1)',
  'select id, outcome from run_line where run + 0 = 1 and id = any($1)',
];

const saveIntents = [
  `insert into submission select id, name, 'us-store', id, 'intent', $3, $4 from unnest($1::text[], $2::text[]) as row (id, name)`,
  'insert into body select * from unnest($1::text[], $2::text[])',
] as const;

const commitPage = [
  `insert into run_line select 1, place, id, 'us-store', id, name, 'sale', 'succeeded', null, null, 'USD', 'CA', '2026-02',
    '10725', '725' from unnest($1::bigint[], $2::text[], $3::text[]) as row (place, id, name)`,
  "update submission set status = 'confirmed' where id = any($1)",
  'delete from body where id = any($1)',
  'insert into present select id, name, 0 from unnest($1::text[], $2::text[]) as row (id, name)',
  'insert into checkpoint values (1, $1) on conflict (one) do update set next = excluded.next',
] as const;

/** The least that has to be written to a PostgreSQL database: prepared statements over lists, one commit each. */
export const barePostgres = async (url: string, pages: readonly (readonly BookRow[])[]): Promise<Costs> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(tables);
  const run = async (text: string, values: readonly unknown[]): Promise<void> => {
    await client.query({ name: text.slice(0, 60), text, values: [...values] });
  };
  const costs = noCosts();
  let place = 0;
  for (const page of pages) {
    const [ids, names] = [page.map(({ id }) => id), page.map(({ name }) => name)];
    await measure(costs['look up'], async () => {
      for (const [index, find] of finds.entries()) await run(find, [index === 2 ? names : ids]);
    });
    await measure(costs['save intents'], async () => {
      await client.query('begin');
      await run(saveIntents[0], [ids, names, 'd'.repeat(64), at]);
      await run(saveIntents[1], [ids, page.map(({ body }) => body)]);
      await client.query('commit');
    });
    await measure(costs['commit page'], async () => {
      await client.query('begin');
      await run(commitPage[0], [page.map(() => place++), ids, names]);
      await run(commitPage[1], [ids]);
      await run(commitPage[2], [ids]);
      await run(commitPage[3], [ids, names]);
      await run(commitPage[4], [ids[0]]);
      await client.query('commit');
    });
  }
  await client.end();
  return costs;
};
