import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secret } from '../src/core/secret.ts';
import { postgresRecordBook } from '../src/state/postgres/postgres-record-book.ts';
import { sqliteRecordBook } from '../src/state/sqlite/sqlite-record-book.ts';
import { startPostgres } from '../test/support/start-postgres.ts';
import { machine } from './machine.ts';
import { median } from './median.ts';
import { barePostgres } from './record-book/bare-postgres.ts';
import { bareSqlite } from './record-book/bare-sqlite.ts';
import { type Costs, steps } from './record-book/costs.ts';
import { pagesOf } from './record-book/rows.ts';
import { withBook } from './record-book/with-book.ts';
import { right } from './right.ts';
import { cpuOfTree } from './stripe/peer/cpu-of-tree.ts';

/*
 * What the record book costs per row, in SQLite and in PostgreSQL, beside the same rows written with bare prepared
 * statements. Both wait for the disk at each commit; the rounds take turns, and medians count.
 *   npm run build && node dist/bench/record-book.js [rows] [rows per page] [rounds]
 */

const [rows = 20_000, pageSize = 100, rounds = 3] = process.argv.slice(2).map(Number);
const pages = pagesOf(rows, pageSize);
const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-bench-'));
const postgres = await startPostgres(true);

/** Of one round, per row. */
interface Figures {
  readonly cpuUs: number;
  readonly wallMs: number;
}

const figuresOf = (costs: Costs, step: (typeof steps)[number]): Figures => ({
  cpuUs: costs[step].cpuUs / rows,
  wallMs: median(costs[step].wallMs),
});

const candidates = {
  'SQLite, bare': (round: number) => bareSqlite(join(folder, `bare-${round}.db`), pages),
  'SQLite, the book': async (round: number) =>
    withBook(right(await sqliteRecordBook(join(folder, `book-${round}.db`))()), pages),
  'PostgreSQL, bare': async () => barePostgres(await postgres.newDatabase(), pages),
  'PostgreSQL, the book': async () =>
    withBook(right(await postgresRecordBook(secret(await postgres.newDatabase()))()), pages),
} as const;

console.log(machine());
const measured = new Map<string, Figures[]>();
const server = new Map<string, number[]>();
for (let round = 1; round <= rounds; round += 1) {
  for (const [name, work] of Object.entries(candidates)) {
    const before = cpuOfTree(postgres.pid);
    const costs = await work(round);
    const serverUs = cpuOfTree(postgres.pid) - before;
    server.set(name, [...(server.get(name) ?? []), serverUs / rows]);
    for (const step of steps) {
      const key = `${step}: ${name}`;
      measured.set(key, [...(measured.get(key) ?? []), figuresOf(costs, step)]);
    }
  }
}
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

const middle = (key: string, field: keyof Figures): number =>
  median((measured.get(key) ?? []).map((figures) => figures[field]));

for (const store of ['SQLite', 'PostgreSQL']) {
  const table = steps.map((step) => {
    const [book, bare] = [`${step}: ${store}, the book`, `${step}: ${store}, bare`];
    return [
      `${store}: ${step}`,
      {
        'ratio of CPU': (middle(book, 'cpuUs') / middle(bare, 'cpuUs')).toFixed(2),
        'ratio of time': (middle(book, 'wallMs') / middle(bare, 'wallMs')).toFixed(2),
        'CPU µs per row': middle(book, 'cpuUs').toFixed(1),
        'bare CPU µs per row': middle(bare, 'cpuUs').toFixed(1),
        [`ms per page of ${pageSize}`]: middle(book, 'wallMs').toFixed(2),
        'bare ms per page': middle(bare, 'wallMs').toFixed(2),
      },
    ];
  });
  console.table(Object.fromEntries(table));
}
for (const name of ['PostgreSQL, bare', 'PostgreSQL, the book']) {
  console.log(
    `${name}: ${median(server.get(name) ?? []).toFixed(0)} µs of the server's CPU per row, all steps together`,
  );
}
