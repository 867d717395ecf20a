import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as t from 'io-ts';
import { decodeAs } from '../../src/core/decode.ts';
import { machine } from '../machine.ts';
import { median } from '../median.ts';
import { right } from '../right.ts';
import { printRows } from '../print-rows.ts';
import { ratioOf } from '../row.ts';
import { isWay, type Way, ways } from './ways.ts';
import { virtualResult } from './virtual-result.ts';

/*
 * From the bytes of a Shopify bulk result to the texts that are pushed, beside parsing alone and beside a mapping written by
 * hand, in turns; and what the process occupies at different sizes. `--long` measures the memory at 2 million orders, too.
 */

const execute = promisify(execFile);

const Measured = t.type(
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
type Measured = t.TypeOf<typeof Measured>;
const decodeMeasured = decodeAs(Measured);

const rounds = 5;
const compared = 20_000;

const measure = async (way: Way, orders: number): Promise<Measured> => {
  const result = virtualResult(orders);
  await ways[way](virtualResult(2_000));
  const start = process.cpuUsage();
  const made = await ways[way](result);
  const { user, system } = process.cpuUsage(start);
  return {
    ...made,
    megabytes: result.file.bytes / 1e6,
    cpuSeconds: (user + system) / 1e6,
    peakRssMb: process.resourceUsage().maxRSS / 1024,
  };
};

/** In a process of its own, so that no measurement inherits another one's heap or compiled code. */
const run = async (way: Way, orders: number): Promise<Measured> => {
  const { stdout } = await execute(process.execPath, [fileURLToPath(import.meta.url), way, String(orders)]);
  return right(decodeMeasured(JSON.parse(stdout)));
};

const perSecond = ({ megabytes, cpuSeconds }: Measured): number => megabytes / cpuSeconds;

const shown = (all: readonly Measured[]): string => {
  const rates = all.map(perSecond);
  return `${median(rates).toFixed(1)} MB/CPU s (${Math.min(...rates).toFixed(1)}-${Math.max(...rates).toFixed(1)})`;
};

const compare = async (): Promise<void> => {
  const all: Readonly<Record<Way, Measured[]>> = { 'parse alone': [], 'by hand': [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['parse alone', 'by hand', 'ours'] as const) all[way].push(await run(way, compared));
  }
  const rateOf = (way: Way): number => median(all[way].map(perSecond));
  const [one] = all.ours;
  console.log(
    `${one?.orders ?? 0} orders, ${one?.megabytes.toFixed(0) ?? ''} MB; ${one?.transactions ?? 0} transactions, ` +
      `${one?.again ?? 0} orders that the connector reads again`,
  );
  printRows([
    {
      what: 'bulk JSONL to transactions',
      ratio: ratioOf(rateOf('ours'), rateOf('parse alone')),
      goal: '',
      measured: shown(all.ours),
      'compared with': `JSON.parse alone ${shown(all['parse alone'])}`,
    },
    {
      what: '    beside a mapping by hand',
      ratio: ratioOf(rateOf('ours'), rateOf('by hand')),
      goal: '',
      measured: shown(all.ours),
      'compared with': `by hand ${shown(all['by hand'])}`,
    },
  ]);
};

const memory = async (sizes: readonly number[]): Promise<void> => {
  const all: Measured[] = [];
  for (const orders of sizes) all.push(await run('ours', orders));
  const first = all[0]?.peakRssMb ?? Number.NaN;
  printRows(
    all.map(({ orders, megabytes, peakRssMb }) => ({
      what: `memory at ${orders} orders`,
      ratio: ratioOf(peakRssMb, first),
      goal: '',
      measured: `${peakRssMb.toFixed(0)} MB`,
      'compared with': `a result of ${megabytes.toFixed(0)} MB`,
    })),
  );
};

const [way = '', orders = ''] = process.argv.slice(2);
if (isWay(way)) {
  process.stdout.write(JSON.stringify(await measure(way, Number(orders))));
} else {
  console.log(machine());
  await compare();
  await memory([10_000, 200_000, ...(way === '--long' ? [2_000_000] : [])]);
}
