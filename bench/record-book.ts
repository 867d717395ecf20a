import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { digestOf } from '../src/core/digest.ts';
import { type RunEntry } from '../src/core/run.ts';
import { loadDriver } from '../src/state/sqlite/load-driver.ts';
import { sqliteRecordBook } from '../src/state/sqlite/sqlite-record-book.ts';

/*
 * What the record book costs per row, beside the same rows written with bare prepared statements:
 *   npx tsc && node dist/bench/record-book.js [rows] [rows per page]
 */

const rows = Number(process.argv[2] ?? 50_000);
const pageSize = Number(process.argv[3] ?? 100);
const at = '2026-04-01T00:00:00Z';

const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

interface Row {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  /** Two that prove the sale, and a likeness. */
  readonly references: readonly string[];
  readonly entry: RunEntry;
}

/** Ids rise, with gaps, as they do when a history is read. */
const rowOf = (index: number): Row => {
  const sourceId = String(5_000_000_000_000 + index * 32_768 + ((index * 7919) % 32_768));
  const [id, name] = [`shopify:548380009:${sourceId}`, `Shopify #${index} · ${sourceId}`];
  const amounts = { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 10_725n, taxCollected: 725n };
  return {
    id,
    name,
    body: JSON.stringify({ id, name, filling: 'x'.repeat(900) }),
    references: [`shopify:order:${sourceId}`, `stripe:pi_${sourceId}`, `like:${digestOf(sourceId).slice(0, 32)}`],
    entry: {
      ...{ storefront: 'us-store', id, sourceId, name, kind: 'sale', outcome: 'succeeded', reason: null },
      ...{ message: null, amounts, findings: [], movements: [] },
    },
  };
};

const pages = Array.from({ length: Math.ceil(rows / pageSize) }, (_, page) =>
  Array.from({ length: Math.min(pageSize, rows - page * pageSize) }, (_row, index) => rowOf(page * pageSize + index)),
);

interface Cost {
  cpuUs: number;
  wallMs: number[];
}

const measure = async (cost: Cost, work: () => void | Promise<void>): Promise<void> => {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await work();
  const used = process.cpuUsage(cpu);
  cost.cpuUs += used.user + used.system;
  cost.wallMs.push(performance.now() - wall);
};

const steps = ['look up', 'save intents', 'commit page'] as const;
type Costs = Record<(typeof steps)[number], Cost>;
const noCosts = (): Costs => ({
  'look up': { cpuUs: 0, wallMs: [] },
  'save intents': { cpuUs: 0, wallMs: [] },
  'commit page': { cpuUs: 0, wallMs: [] },
});

const withBook = async (path: string): Promise<Costs> => {
  const book = right(await sqliteRecordBook(path)());
  const request = { storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-03-31' }, dryRun: false };
  right(await book.openRun(request, { id: 'run-1', at })());
  const costs = noCosts();
  for (const page of pages) {
    await measure(costs['look up'], async () => void right(await book.lookUp('run-1', page)()));
    const intents = page.map(({ id, name, body, entry, references }) => ({
      ...{ id, name, body, storefront: entry.storefront, sourceId: entry.sourceId, digest: 'd'.repeat(64) },
      references: references.slice(0, 2),
    }));
    await measure(costs['save intents'], async () => void right(await book.saveIntents(intents, at)()));
    const commit = {
      ...{ runId: 'run-1', storefront: 'us-store', checkpoint: { window: '2026-01', next: O.some(page[0]?.id ?? '') } },
      entries: page.map(({ entry }) => entry),
      references: page.flatMap(({ id, references }) =>
        references.slice(2).map((reference) => ({ reference, id, isTold: true })),
      ),
      settled: page.map(({ id }) => ({ id, status: 'confirmed' as const })),
    };
    await measure(costs['commit page'], async () => right(await book.commitPage(commit, at)()));
  }
  const summary: Cost = { cpuUs: 0, wallMs: [] };
  await measure(summary, async () => void right(await book.summarize('run-1')()));
  console.log(`summarize ${rows} entries: ${summary.wallMs[0]?.toFixed(0) ?? ''} ms`);
  right(await book.close());
  return costs;
};

/** The least that has to be written, with nothing around it. */
const withBareStatements = async (path: string): Promise<Costs> => {
  const database = new (right(await loadDriver()).DatabaseSync)(path);
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -16000;
     create table sending (id text primary key, name text, storefront text, source_id text, status text, digest text, saved_at text) without rowid;
     create table body (id text primary key, body text);
     create table entry (run, place, id, storefront, source_id, name, kind, outcome, reason, message, currency,
       jurisdiction, month, total, tax, primary key (run, place)) without rowid;
     create unique index entry_by_id on entry (id, run);
     create table present (id text primary key, name text, walk) without rowid;
     create index present_by_name on present (name);
     create table checkpoint (one primary key, next);`,
  );
  const list = Array.from({ length: pageSize }, () => '?').join(', ');
  const finds = [
    database.prepare(`select id, status from sending where id in (${list})`),
    database.prepare(`select id, name from present where id in (${list})`),
    database.prepare(`select id, name from present where name in (${list})`),
    database.prepare(`select id, outcome from entry where run + 0 = 1 and id in (${list})`),
  ];
  const sending = database.prepare('insert into sending values (?, ?, ?, ?, ?, ?, ?)');
  const body = database.prepare('insert into body values (?, ?)');
  const insert = database.prepare('insert into entry values (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const update = database.prepare("update sending set status = 'confirmed' where id = ?");
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
        sending.all(id, name, entry.storefront, entry.sourceId, 'intent', 'd'.repeat(64), at);
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

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-bench-'));
const bare = await withBareStatements(join(folder, 'bare.db'));
const book = await withBook(join(folder, 'book.db'));
rmSync(folder, { recursive: true, force: true });

console.table(
  Object.fromEntries(
    steps.map((step) => [
      step,
      {
        'CPU ratio to bare': (book[step].cpuUs / bare[step].cpuUs).toFixed(2),
        'CPU µs per row': (book[step].cpuUs / rows).toFixed(1),
        'bare µs per row': (bare[step].cpuUs / rows).toFixed(1),
        [`ms per page of ${pageSize}, median`]: median(book[step].wallMs).toFixed(2),
        'bare ms per page': median(bare[step].wallMs).toFixed(2),
      },
    ]),
  ),
);
