import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secret } from '../../src/domain/secret.ts';
import { postgresStore } from '../../src/store/postgres/postgres-store.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { startPostgres } from '../../test/support/start-postgres.ts';
import { median } from '../median.ts';
import { right } from '../right.ts';
import { ratioOf, type Row } from '../row.ts';
import { cpuOfTree } from '../stripe/peer/cpu-of-tree.ts';
import { barePostgres } from './bare-postgres.ts';
import { bareSqlite } from './bare-sqlite.ts';
import { type Costs, steps } from './costs.ts';
import { pagesOf } from './rows.ts';
import { withBook } from './with-store.ts';

export interface BooksPlan {
  readonly rows: number;
  readonly pageSize: number;
  readonly rounds: number;
}

type Step = (typeof steps)[number];

/** One round of a candidate, for each row: of the measured process by step, and of the database server. */
interface Round {
  readonly cpuUs: Readonly<Record<Step, number>>;
  readonly wallMs: Readonly<Record<Step, number>>;
  readonly serverUs: number;
}

const perRow = (costs: Costs, rows: number, serverUs: number): Round => {
  const each = (value: (step: Step) => number): Readonly<Record<Step, number>> => ({
    'look up': value('look up'),
    'save intents': value('save intents'),
    'commit page': value('commit page'),
  });
  return {
    cpuUs: each((step) => costs[step].cpuUs / rows),
    wallMs: each((step) => median(costs[step].wallMs)),
    serverUs: serverUs / rows,
  };
};

const rowOf = (store: string, step: Step, pageSize: number, book: readonly Round[], bare: readonly Round[]): Row => {
  const middle = (all: readonly Round[], field: 'cpuUs' | 'wallMs'): number =>
    median(all.map((one) => one[field][step]));
  const [wall, bareWall] = [middle(book, 'wallMs').toFixed(1), middle(bare, 'wallMs').toFixed(1)];
  return {
    what: `${step === 'look up' ? '(g)' : '   '} sync database on ${store}: ${step}, per row`,
    ratio: ratioOf(middle(book, 'cpuUs'), middle(bare, 'cpuUs')),
    goal: '',
    measured: `${middle(book, 'cpuUs').toFixed(1)} µs, a page of ${pageSize} ${wall} ms`,
    'compared with': `bare driver statements ${middle(bare, 'cpuUs').toFixed(1)} µs, ${bareWall} ms`,
  };
};

/**
 * What the sync database costs per row, in SQLite and in PostgreSQL, beside the same rows written with bare prepared
 * statements. Both wait for the disk at each commit; candidates take turns.
 */
export const compareBooks = async ({ rows, pageSize, rounds }: BooksPlan): Promise<readonly Row[]> => {
  const pages = pagesOf(rows, pageSize);
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-bench-'));
  const postgres = await startPostgres(true);
  const candidates = {
    'bare SQLite': (round: number) => bareSqlite(join(folder, `bare-${round}.db`), pages),
    SQLite: async (round: number) => withBook(right(await sqliteStore(join(folder, `book-${round}.db`))()), pages),
    'bare PostgreSQL': async () => barePostgres(await postgres.newDatabase(), pages),
    PostgreSQL: async () => withBook(right(await postgresStore(secret(await postgres.newDatabase()))()), pages),
  } as const;
  const measured = new Map<string, Round[]>(Object.keys(candidates).map((name) => [name, []]));
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const [name, work] of Object.entries(candidates)) {
        const before = cpuOfTree(postgres.pid);
        const costs = await work(round);
        measured.get(name)?.push(perRow(costs, rows, cpuOfTree(postgres.pid) - before));
      }
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (name: keyof typeof candidates): readonly Round[] => measured.get(name) ?? [];
  const server = (name: keyof typeof candidates): number => median(of(name).map(({ serverUs }) => serverUs));
  return [
    ...steps.map((step) => rowOf('SQLite', step, pageSize, of('SQLite'), of('bare SQLite'))),
    ...steps.map((step) => rowOf('PostgreSQL', step, pageSize, of('PostgreSQL'), of('bare PostgreSQL'))),
    {
      what: '    PostgreSQL itself, all steps, per row',
      ratio: ratioOf(server('PostgreSQL'), server('bare PostgreSQL')),
      goal: '',
      measured: `${server('PostgreSQL').toFixed(0)} µs of the server`,
      'compared with': `bare driver statements ${server('bare PostgreSQL').toFixed(0)} µs`,
    },
  ];
};
