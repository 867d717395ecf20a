import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareCpu } from './compare-cpu.ts';
import { startFarSide } from './far-side/start.ts';
import { longHistory } from './long-history.ts';
import { machine } from './machine.ts';
import { mapAlone } from './map-alone.ts';
import { fullPlan, quickPlan } from './plan.ts';
import { printRows, type Row } from './row.ts';

/*
 * The benchmark: `npm run bench`, or `npm run bench -- --quick`. docs/benchmarks.md says how to read it. Every
 * measurement runs in a process of its own, against a shop and a service in yet another one.
 */

const plan = process.argv.includes('--quick') ? quickPlan : fullPlan;
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
  printRows(rows);
} finally {
  farSide.stop();
  rmSync(folder, { recursive: true, force: true });
}
