import { median } from '../median.ts';
import { ratioOf, type Row } from '../row.ts';
import { type Measured, runBulk } from './measured.ts';
import type { Way } from './ways.ts';

const all: readonly Way[] = ['parse alone', 'by hand', 'ours'];

const perSecond = ({ megabytes, cpuSeconds }: Measured): number => megabytes / cpuSeconds;

const shown = (rates: readonly number[]): string =>
  `${median(rates).toFixed(1)} MB/CPU s (${Math.min(...rates).toFixed(1)}-${Math.max(...rates).toFixed(1)})`;

/**
 * From the bytes of a Shopify bulk result to the texts that are pushed, beside parsing alone and beside a mapping written by
 * hand, in turns.
 */
export const compareBulk = async (orders: number, rounds: number): Promise<readonly Row[]> => {
  const rates: Readonly<Record<Way, number[]>> = { 'parse alone': [], 'by hand': [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of all) rates[way].push(perSecond(await runBulk(way, orders)));
  }
  const beside = (what: string, other: Way): Row => ({
    what,
    ratio: ratioOf(median(rates.ours), median(rates[other])),
    goal: '',
    measured: shown(rates.ours),
    'compared with': `${other} ${shown(rates[other])}`,
  });
  return [
    beside('(i) bulk JSONL to transactions, MB a CPU second', 'parse alone'),
    beside('    beside a mapping by hand', 'by hand'),
  ];
};

/** What a process occupies at its most, at different sizes of a bulk result. */
export const bulkMemory = async (sizes: readonly number[]): Promise<readonly Row[]> => {
  const measured: Measured[] = [];
  for (const orders of sizes) measured.push(await runBulk('ours', orders));
  const [first] = measured;
  return measured.map(({ orders, megabytes, peakRssMb }, index) => ({
    what: `${index === 0 ? '(b)' : '   '} memory at ${orders} orders, bulk JSONL`,
    ratio: ratioOf(peakRssMb, first?.peakRssMb ?? Number.NaN),
    goal: index === 0 ? '' : '<= 1.10 x, 200 MB',
    measured: `${peakRssMb.toFixed(0)} MB`,
    'compared with': `${first?.peakRssMb.toFixed(0) ?? ''} MB at ${first?.orders ?? 0}; a result of ${megabytes.toFixed(0)} MB`,
  }));
};
