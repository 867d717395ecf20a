import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FarSide, startFarSide } from './far-side/start.ts';
import { machine } from './machine.ts';
import { parts } from './parts.ts';
import { fullPlan, longPlan, quickPlan } from './plan.ts';
import { plotOf } from './plot-of.ts';
import { printRows } from './print-rows.ts';
import type { Row } from './row.ts';

/*
 * The benchmark: `npm run bench`; `-- --quick` for a look, `-- --long` for the largest sizes, `-- --only cpu,books` for some
 * of its parts, `-- --plot <file>` to draw the ratios as an SVG. docs/benchmarks.md says how to read it. Every measurement
 * runs in a process of its own, against a shop and a service in yet another one.
 */

const { quick, long, only, plot } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
    plot: { type: 'string' },
  },
}).values;
const wanted = only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(', ')}"; there is ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const plan = long ? longPlan : quick ? quickPlan : fullPlan;
const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-bench-'));
console.log(machine());
let running: Promise<FarSide> | undefined;
const farSide = (): Promise<FarSide> => (running ??= startFarSide());
const rows: Row[] = [];
try {
  for (const [name, part] of Object.entries(parts)) {
    if (!wanted.includes(name)) continue;
    console.log(`measuring ${name} ...`);
    rows.push(...(await part({ farSide, folder, plan })));
  }
} finally {
  (await running)?.stop();
  rmSync(folder, { recursive: true, force: true });
  if (rows.length > 0) printRows(rows);
}
if (plot !== undefined) writeFileSync(plot, plotOf(rows));
