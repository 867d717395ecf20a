import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareCpu } from './compare-cpu.ts';
import { startFarSide } from './far-side/start.ts';
import { hiddenLimits } from './hidden-limits/hidden-limits.ts';
import { longHistory } from './long-history.ts';
import { machine } from './machine.ts';
import { mapAlone } from './map-alone.ts';
import { fullPlan, quickPlan } from './plan.ts';
import { plotOf } from './plot-of.ts';
import { printRows } from './print-rows.ts';
import type { Row } from './row.ts';
import { compareIntake } from './webhooks/compare-intake.ts';
import { fullIntake, quickIntake } from './webhooks/intake-plans.ts';

/*
 * The benchmark: `npm run bench`, or `npm run bench -- --quick`; `--plot <file>` draws the ratios as an SVG.
 * docs/benchmarks.md says how to read it. Every measurement runs in a process of its own, against a shop and a service
 * in yet another one.
 */

const { quick: isQuick, plot } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, plot: { type: 'string' } },
}).values;
const plan = isQuick ? quickPlan : fullPlan;
const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-bench-'));
console.log(machine());
const farSide = await startFarSide();
try {
  const rows: Row[] = [];
  const measure = async (what: string, work: () => Promise<readonly Row[]>): Promise<void> => {
    console.log(`measuring ${what} ...`);
    rows.push(...(await work()));
  };
  await measure('CPU', () => compareCpu(farSide, folder, plan));
  await measure('long histories', () => longHistory(farSide, folder, plan));
  await measure('the mapping', () => mapAlone(farSide, plan));
  await measure('hidden limits', hiddenLimits);
  await measure('webhook intake', () => compareIntake(folder, isQuick ? quickIntake : fullIntake));
  printRows(rows);
  if (plot !== undefined) writeFileSync(plot, plotOf(rows));
} finally {
  farSide.stop();
  rmSync(folder, { recursive: true, force: true });
}
