import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine } from '../machine.ts';
import { printRows } from '../print-rows.ts';
import { compareIntake } from './compare-intake.ts';
import { fullIntake, quickIntake } from './intake-plans.ts';

/* Webhook intake alone: `npm run build && node dist/bench/webhooks/main.js [--quick]`. */

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-bench-'));
console.log(machine());
try {
  printRows(await compareIntake(folder, process.argv.includes('--quick') ? quickIntake : fullIntake));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
