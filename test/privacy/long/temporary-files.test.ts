import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { start } from '../../support/a-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const parent = temporaryFolder();

const settings = {
  service: { baseUrl: 'http://127.0.0.1:1', apiKey: { env: 'KEY' } },
  state: 'sqlite:./book.db',
  storefronts: { shop: { connector: 'shopify', shop: 'acme.myshopify.com', accessToken: 'shpat_1' } },
};

/** Files below a folder that every user of the machine can read and write. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

describe('a configuration in TypeScript', () => {
  it.each([{}, { JITI_FS_CACHE: 'true' }])(
    'leaves nothing in the shared temporary folder, and runs nothing that lies there (%j)',
    async (env) => {
      const folder = join(parent, `${Object.keys(env).length}`);
      const shared = join(folder, 'shared');
      mkdirSync(shared, { recursive: true });
      writeFileSync(
        join(folder, 'tax-nexus.config.ts'),
        `const printed: object = ${JSON.stringify(settings)};\nexport default printed;`,
      );
      const run = () =>
        start(folder, ['report'], { KEY: 'tnx_CANARY_KEY', TMPDIR: shared, HOME: folder, ...env }).ended;
      expect((await run()).err).toContain('no run');
      const left = filesIn(shared);
      const marker = join(folder, 'marker');
      for (const path of left) {
        // A compiled file ends with a digest of its source, which every user who can read the file can copy.
        const [digest = ''] = /\/\* \S+ \*\/\s*$/.exec(readFileSync(path, 'utf8')) ?? [];
        writeFileSync(path, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); ${digest}`);
      }
      await run();
      expect({ left, isCodeOfOthersRun: existsSync(marker) }).toStrictEqual({ left: [], isCodeOfOthersRun: false });
    },
    60_000,
  );
});
