import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { right } from '../right.ts';
import type { Way } from './ways.ts';

const execute = promisify(execFile);

/** What a process that went one way reports of itself. */
export const Measured = t.type(
  {
    megabytes: t.number,
    cpuSeconds: t.number,
    peakRssMb: t.number,
    orders: t.number,
    transactions: t.number,
    again: t.number,
  },
  'Measured',
);
export type Measured = t.TypeOf<typeof Measured>;

const decodeMeasured = decodeAs(Measured);

/** In a process of its own, so that no measurement inherits another one's heap or compiled code. */
export const runBulk = async (way: Way, orders: number): Promise<Measured> => {
  const script = fileURLToPath(new URL('main.js', import.meta.url));
  const { stdout } = await execute(process.execPath, [script, way, String(orders)]);
  return right(decodeMeasured(JSON.parse(stdout)));
};
