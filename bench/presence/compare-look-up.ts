import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { right } from '../right.ts';
import { ratioOf, type Row } from '../row.ts';
import { decodeLookedUp, type LookedUp } from './looked-up.ts';

const execute = promisify(execFile);

const few = 10_000;

const lookUp = async (folder: string, names: number): Promise<LookedUp> => {
  const file = join(folder, `names-${names}.db`);
  const script = fileURLToPath(new URL('look-up.js', import.meta.url));
  const { stdout } = await execute(process.execPath, [script, file, String(names)]);
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  return right(decodeLookedUp(JSON.parse(stdout)));
};

/** What it costs to know whether the service holds a sale already, where its list is long. */
export const compareLookUp = async (folder: string, names: number): Promise<readonly Row[]> => {
  const [small, large] = [await lookUp(folder, few), await lookUp(folder, names)];
  return [
    {
      what: `(e) already present? ${names} names known, per sale`,
      ratio: ratioOf(large.cpuUs, small.cpuUs),
      goal: '<= 15 B a name in memory',
      measured: `${large.cpuUs.toFixed(1)} µs, ${large.bytesAName.toFixed(1)} B a name in memory`,
      'compared with': `${small.cpuUs.toFixed(1)} µs at ${few} names; the truth is in the sync database, on disk`,
    },
  ];
};
