import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const run = promisify(execFile);

interface Written {
  readonly size: number;
}

const writeRows = async (format: string, what: string, count: number): Promise<Written> => {
  const program = fileURLToPath(new URL('../many-rows.mjs', import.meta.url));
  const loader = new URL('../../../sim/run/register.mjs', import.meta.url).href;
  const words = ['--max-old-space-size=64', '--import', loader, program, format, what, String(count)];
  const { stdout } = await run(process.execPath, words);
  return JSON.parse(stdout) as Written;
};

describe('an export of 60,000 rows', () => {
  // Held in memory, the rows would take more than 100 MB.
  it.each([
    ['csv', 'transactions', 10_000_000],
    ['xlsx', 'transactions', 1_000_000],
  ])(
    'fits in a heap of 64 MB: %s of %s',
    async (format, what, leastBytes) => {
      const { size } = await writeRows(format, what, 60_000);
      expect(size).toBeGreaterThan(leastBytes);
    },
    180_000,
  );
});
