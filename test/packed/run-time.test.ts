import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isRecord } from '../../src/domain/fields.ts';
import { type App, apps, runIn } from '../support/an-app.ts';

const anApp = apps();

/** The doors of the package as a host names them: `tax-nexus-sync/shopify`. */
const doorsOf = ({ manifest }: App): readonly string[] =>
  isRecord(manifest['exports']) ? Object.keys(manifest['exports']).map((door) => `tax-nexus-sync${door.slice(1)}`) : [];

/** What both apps do once they have the package: open every door, make the plugin, and ask it how it is. */
const body = `
const opened = Object.fromEntries(await Promise.all(doors.map(async (door) => [door, Object.keys(await open(door)).length])));
const { createTaxNexus } = await open('tax-nexus-sync');
const { shopify } = await open('tax-nexus-sync/shopify');
const { stripe } = await open('tax-nexus-sync/stripe');
const taxNexus = createTaxNexus({
  service: { baseUrl: 'https://api.example.com', apiKey: 'key' },
  storefronts: {
    'us-store': shopify({ shop: 'acme.myshopify.com', accessToken: 'token', webhookSecrets: ['secret'] }),
    billing: stripe({ secretKey: 'sk_live_1', webhookSecrets: ['whsec_1'] }),
  },
});
const { status } = await taxNexus.handler(new Request('https://host.example/tax-nexus/health'));
console.log(JSON.stringify({ opened, status, storefronts: taxNexus.storefronts.list() }));
`;

const opensEveryDoor = (app: App): unknown => ({
  opened: Object.fromEntries(doorsOf(app).map((door) => [door, expect.any(Number)])),
  status: 200,
  storefronts: ['us-store', 'billing'],
});

describe('the installed package', () => {
  it('opens every door in an app of ES modules, and writes nothing anywhere', async () => {
    const app = await anApp({ type: 'module' });
    const open = `const open = (door) => import(door, door.endsWith('.json') ? { with: { type: 'json' } } : {});`;
    writeFileSync(join(app.folder, 'app.js'), `const doors = ${JSON.stringify(doorsOf(app))};\n${open}${body}`);
    const printed = await runIn(app, ['--disable-warning=ExperimentalWarning', 'app.js']);
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(printed.out)).toStrictEqual(opensEveryDoor(app));
    expect(readdirSync(app.folder).sort()).toStrictEqual(['app.js', 'node_modules', 'package.json']);
  }, 300_000);

  it('opens every door by require() in a CommonJS app, without a warning', async () => {
    const app = await anApp({ type: 'commonjs' });
    const open = `const open = require;\n(async () => {`;
    writeFileSync(join(app.folder, 'app.js'), `const doors = ${JSON.stringify(doorsOf(app))};\n${open}${body}})();`);
    const printed = await runIn(app, ['app.js']);
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(printed.out)).toStrictEqual(opensEveryDoor(app));
  }, 300_000);

  it('passes its smoke test: a small historical sync from the command line against its own sandbox', async () => {
    const app = await anApp({ type: 'module' });
    copyFileSync('test/smoke.mjs', join(app.folder, 'smoke.mjs'));
    const printed = await runIn(app, ['smoke.mjs']);
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect(printed.out).toMatch(/tax-nexus sync: \d+ considered, [1-9]\d* succeeded/);
  }, 300_000);
});
