import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsLines } from './counts-lines.mjs';

/**
 * Prints what the suites counted (`reportCounts`) after everything else that a test run prints. If you name a file for the
 * figures, they go there instead.
 */
export default class CountsReporter {
  onRunStart() {
    if (process.env.TAX_NEXUS_TEST_COUNTS !== undefined) return;
    const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-counts-'));
    const path = join(folder, 'counts.jsonl');
    process.env.TAX_NEXUS_TEST_COUNTS = path;
    // Jest's own summary comes after all reporters.
    process.once('exit', () => {
      if (existsSync(path)) process.stderr.write(`\n${countsLines(path).join('\n')}\n`);
      rmSync(folder, { recursive: true, force: true });
    });
  }
}
