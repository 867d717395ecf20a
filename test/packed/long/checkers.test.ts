import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { apps, runIn } from '../../support/an-app.ts';
import { packedPackage } from '../../support/packed-package.ts';

const tool = (path: string): string => join(fileURLToPath(new URL('../../../node_modules', import.meta.url)), path);
const app = await apps()({ type: 'module' });
const tarball = await packedPackage();

describe('the tarball', () => {
  it('pleases publint, with its suggestions taken as errors', async () => {
    const printed = await runIn(app, [tool('publint/src/cli.js'), 'run', tarball, '--strict']);
    expect(printed).toMatchObject({ code: 0 });
  }, 120_000);

  it('pleases attw: every entry has the types that it is', async () => {
    const printed = await runIn(app, [
      tool('@arethetypeswrong/cli/dist/index.js'),
      ...[tarball, '--profile', 'esm-only', '--no-emoji', '--no-color'],
    ]);
    expect(printed).toMatchObject({ code: 0, out: expect.stringContaining('"tax-nexus-sync/testing"') });
  }, 120_000);
});
