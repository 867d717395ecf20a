import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { startPostgres } from '../../test/support/start-postgres.ts';
import { right } from '../right.ts';
import type { Row } from '../row.ts';
import { fillStore } from './fill-store.ts';

const Screen = t.type(
  {
    /** Milliseconds, by page. */
    measured: t.record(t.string, t.number),
    csvLines: t.number,
    csvMs: t.number,
    rssMb: t.number,
    peakMb: t.number,
  },
  'Screen',
);
const decodeScreen = decodeAs(Screen);
const script = fileURLToPath(new URL('screen-process.js', import.meta.url));
const run = promisify(execFile);

const rowsOf = (
  database: string,
  sales: number,
  { measured, csvLines, csvMs, rssMb, peakMb }: t.TypeOf<typeof Screen>,
): readonly Row[] => {
  const slowest = Object.entries(measured).sort(([, a], [, b]) => b - a);
  const size = sales.toLocaleString('en-US');
  return [
    {
      what: `    slowest page of the screen, ${size} sales, on ${database}`,
      ratio: `${(slowest[0]?.[1] ?? Number.NaN).toFixed(0)} ms`,
      goal: '<=100 ms',
      measured: slowest.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', '),
      'compared with': '',
    },
    {
      what: `    lines as CSV, ${size} sales, on ${database}`,
      ratio: `${(peakMb / rssMb).toFixed(2)} x`,
      goal: '<=1.25',
      measured: `${csvLines.toLocaleString('en-US')} lines in ${(csvMs / 1_000).toFixed(1)} s, peak ${peakMb.toFixed(0)} MB`,
      'compared with': `${rssMb.toFixed(0)} MB before`,
    },
  ];
};

/** What the screen and its exports cost over one account with many sales, in a process of its own. */
export const compareScreen = async (folder: string, sales: number): Promise<readonly Row[]> => {
  const postgres = await startPostgres(true);
  const states = { SQLite: `sqlite:${join(folder, 'screen.db')}`, PostgreSQL: await postgres.newDatabase() };
  const rows: Row[] = [];
  try {
    for (const [database, state] of Object.entries(states)) {
      await fillStore(state, sales);
      const { stdout } = await run(process.execPath, [script, state, String(sales)], { timeout: 15 * 60_000 });
      rows.push(...rowsOf(database, sales, right(decodeScreen(JSON.parse(stdout)))));
    }
  } finally {
    await postgres.stop();
  }
  return rows;
};
