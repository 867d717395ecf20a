import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsLines } from './counts-lines.mjs';

/**
 * Prints what the suites counted (`reportCounts`), before Jest's own summary, which is the end of what a test run prints. If you
 * name a file for the figures, they go there instead.
 */
export default class CountsReporter {
  #folder;

  onRunStart() {
    if (process.env.TAX_NEXUS_TEST_COUNTS !== undefined) return;
    this.#folder = mkdtempSync(join(tmpdir(), 'tax-nexus-counts-'));
    process.env.TAX_NEXUS_TEST_COUNTS = join(this.#folder, 'counts.jsonl');
  }

  onRunComplete() {
    if (this.#folder === undefined) return;
    const path = join(this.#folder, 'counts.jsonl');
    if (existsSync(path)) process.stderr.write(`\n${countsLines(path).join('\n')}\n`);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
