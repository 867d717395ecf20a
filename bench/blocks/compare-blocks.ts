import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { startPostgres } from '../../test/support/start-postgres.ts';
import type { FarSide } from '../far-side/start.ts';
import { right } from '../right.ts';
import type { Row } from '../row.ts';
import { fillStore } from '../screen/fill-store.ts';
import { type FarSide as Account, startFarSide as startAccount } from '../stripe/far-side/start.ts';

export interface BlocksPlan {
  /** Of the filled sync database. */
  readonly sales: readonly number[];
  /** That a shop and a service of their own hold, for what reads them. */
  readonly synced: readonly number[];
  /** That a Stripe account of its own holds. */
  readonly charged: readonly number[];
}

const Blocks = t.record(t.string, t.type({ first: t.number, later: t.number }), 'Blocks');
type Blocks = t.TypeOf<typeof Blocks>;
const decodeBlocks = decodeAs(Blocks);
const run = promisify(execFile);

/** In a process of its own, whose garbage is collected by the thread that made it: its CPU time is that of the loop. */
const measure = async (script: string, ...words: readonly string[]): Promise<Blocks> => {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { stdout } = await run(process.execPath, ['--single-threaded-gc', path, ...words], { timeout: 30 * 60_000 });
  return right(decodeBlocks(JSON.parse(stdout)));
};

const rowOf = (what: string, blocks: Blocks): Row => {
  const all = Object.entries(blocks).sort(([, a], [, b]) => b.first - a.first);
  return {
    what: `    longest block, ${what}`,
    ratio: `${(all[0]?.[1].first ?? Number.NaN).toFixed(0)} ms`,
    goal: '<=100 ms',
    measured: all.map(([name, { first, later }]) => `${name} ${first.toFixed(0)} / ${later.toFixed(0)}`).join(', '),
    'compared with': 'the first time / later',
  };
};

/** The longest block of the event loop of each action: CPU time between two of its turns. */
export const compareBlocks = async (
  farSide: () => Promise<FarSide>,
  folder: string,
  { sales, synced, charged }: BlocksPlan,
): Promise<readonly Row[]> => {
  const postgres = await startPostgres(true);
  const rows: Row[] = [];
  const states = async (name: string) =>
    Object.entries({ SQLite: `sqlite:${join(folder, `${name}.db`)}`, PostgreSQL: await postgres.newDatabase() });
  try {
    for (const count of sales) {
      for (const [engine, state] of await states(`blocks-${count}`)) {
        await fillStore(state, count);
        rows.push(
          rowOf(`${count.toLocaleString('en-US')} sales, ${engine}`, await measure('blocks-process.js', state)),
        );
      }
    }
    const syncAll = async (count: number, platform: string, begin: () => Promise<string>): Promise<void> => {
      for (const [engine, state] of await states(`${platform}-${count}`)) {
        const what = `${count.toLocaleString('en-US')} sales of ${platform} that are read, ${engine}`;
        rows.push(rowOf(what, await measure('sync-process.js', state.replace(/^sqlite:/, ''), await begin())));
      }
    };
    for (const count of synced) {
      const { origin, begin } = await farSide();
      await syncAll(count, 'Shopify', () => begin({ warmUp: 0, measured: count }).then(() => origin));
    }
    for (const count of charged) {
      const accounts: Account[] = [];
      const begin = async (): Promise<string> => {
        const account = await startAccount(count, 0);
        accounts.push(account);
        return JSON.stringify(account.whereabouts);
      };
      await syncAll(count, 'Stripe', begin).finally(() => accounts.forEach(({ stop }) => stop()));
    }
  } finally {
    await postgres.stop();
  }
  return rows;
};
