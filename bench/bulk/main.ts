import { keepHeapLean } from '../../src/cli/process.ts';
import type { Measured } from './measured.ts';
import { virtualResult } from './virtual-result.ts';
import { isWay, ways } from './ways.ts';

/* A measured process: `node main.js "parse alone"|"by hand"|ours <orders>`. Reports on one line. */

const [way = '', orders = ''] = process.argv.slice(2);
if (!isWay(way)) throw new Error(`there is no way "${way}"`);
// As `tax-nexus sync` does.
keepHeapLean();
const result = virtualResult(Number(orders));
await ways[way](virtualResult(2_000));
const start = process.cpuUsage();
const made = await ways[way](result);
const { user, system } = process.cpuUsage(start);
const measured: Measured = {
  ...made,
  megabytes: result.file.bytes / 1e6,
  cpuSeconds: (user + system) / 1e6,
  peakRssMb: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(measured));
