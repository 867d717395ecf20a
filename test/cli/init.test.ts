import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { inTerminal } from '../support/a-terminal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const parent = temporaryFolder();
let folder = parent;

beforeEach(() => {
  folder = mkdtempSync(join(parent, 'init-'));
});

describe('tax-nexus init', () => {
  it('writes a commented configuration that only lacks the secrets', async () => {
    const cli = inTerminal(folder);
    expect(await cli(['init'])).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('npx tax-nexus check'),
    });

    const { code, err } = await cli(['check']);
    expect(code).toBe(2);
    const complaints = err.split('\n').filter((line) => line.startsWith('  '));
    expect(complaints.map((line) => line.trim().split(':')[0])).toStrictEqual([
      'service.apiKey',
      'storefronts.us-store.accessToken',
      'storefronts.us-store.webhookSecrets.0',
    ]);
    expect(err).toContain('the environment variable TAX_NEXUS_API_KEY is not set');
    expect(err).toContain('nothing was read and nothing was sent');
  });

  it.each(['tax-nexus.config.mjs', 'tax-nexus.config.json', 'tax-nexus.config.ts'])(
    'leaves an existing %s as it is',
    async (name) => {
      writeFileSync(join(folder, name), 'mine');
      const { code, err } = await inTerminal(folder)(['init']);
      expect(code).toBe(2);
      expect(err).toContain(`${name} is already here`);
      expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
    },
  );

  it('reports a folder that cannot be written to', async () => {
    const { code, err } = await inTerminal(join(folder, 'nowhere'))(['init']);
    expect(code).toBe(2);
    expect(err).toContain('cannot be written here');
  });
});
