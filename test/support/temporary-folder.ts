import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** A folder of this test file's own, removed at its end. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
