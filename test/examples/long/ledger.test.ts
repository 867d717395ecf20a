import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startTaxService } from '../../../sandbox/index.ts';
import { apps, runIn } from '../../support/an-app.ts';

const anApp = apps();
const examples = fileURLToPath(new URL('../../../docs/examples/', import.meta.url));
const folder = join(examples, 'ledger');
const taxService = await startTaxService({ apiKeys: ['ledger-key'] });
afterAll(() => taxService.stop());

const cli = 'node_modules/tax-nexus-sync/dist/src/cli/main.js';

describe('a connector of docs/examples, in an app that has installed the package,', () => {
  it.each(['ledger', 'woocommerce'])(
    'keeps every promise of a SourceConnector, by its own test: %s',
    async (name) => {
      const app = await anApp({ type: 'module' });
      // The larger one is not in the package.
      cpSync(join(examples, name), app.folder, { recursive: true });
      const printed = await runIn(app, ['--test', `${name}.test.mjs`]);
      expect(printed).toMatchObject({ code: 0, out: expect.stringMatching(/^. pass \d\d\n. fail 0$/m) });
    },
    120_000,
  );

  it('is written under another name by `tax-nexus connector new`, and keeps its promises', async () => {
    const app = await anApp({ type: 'module' });
    expect(await runIn(app, [cli, 'connector', 'new', 'acme'])).toMatchObject({ code: 0 });
    const printed = await runIn(app, ['--test', 'acme/acme.test.mjs']);
    expect(printed).toMatchObject({ code: 0, out: expect.stringMatching(/^. pass \d\d\n. fail 0$/m) });
    expect(readFileSync(join(app.folder, 'acme/acme.mjs'), 'utf8')).not.toMatch(/ledger/i);
    expect(await runIn(app, [cli, 'connector', 'new', 'acme'])).toMatchObject({ code: 2 });
  }, 120_000);

  it('pushes its sales through the command line', async () => {
    const app = await anApp({ type: 'module' });
    cpSync(join(app.package, 'docs/examples/ledger'), app.folder, { recursive: true });
    const env = { TAX_NEXUS_URL: taxService.origin, TAX_NEXUS_API_KEY: 'ledger-key' };
    const words = ['sync', '--from', '2026-01-01', '--to', '2026-03-31', '--json'];
    const printed = await runIn(app, [cli, ...words], env);
    // One of its orders is damaged: it is held.
    expect(printed).toMatchObject({ code: 1 });
    expect(JSON.parse(printed.out)).toMatchObject({
      considered: 90,
      succeeded: 80,
      skipped: { 'not paid': 9 },
      held: { 'unreadable record': 1 },
    });
    expect(printed.out + printed.err).not.toMatch(/Ada Example|Example St|good-key/);
    expect(taxService.journal()).toHaveLength(80);
  }, 120_000);
});

describe('the code of docs/write-a-connector.md', () => {
  it('is that of the example, line by line', () => {
    const shown = readFileSync('docs/write-a-connector.md', 'utf8').matchAll(/```js\n([\s\S]*?)```/g);
    const example = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const kept = new Set(example.flatMap((text) => text.split('\n')));
    const lines = [...shown].flatMap(([, code = '']) => code.split('\n'));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !kept.has(line))).toStrictEqual([]);
  });
});
