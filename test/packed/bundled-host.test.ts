import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { type App, apps, runIn } from '../support/an-app.ts';
import { itInAll } from '../support/it-in-all.ts';

const anApp = apps();

/** A host that lets live work go on for two seconds and counts its own turns, with a service and a platform that nothing answers for. */
const host = `
import { createTaxNexus } from 'tax-nexus-sync';
import * as engine from 'tax-nexus-sync/engine';
import * as connector from 'tax-nexus-sync/connector';
import * as express from 'tax-nexus-sync/express';
import * as fastify from 'tax-nexus-sync/fastify';
import * as node from 'tax-nexus-sync/node';
import { shopify } from 'tax-nexus-sync/shopify';
import { stripe } from 'tax-nexus-sync/stripe';

// Kept, so that a bundler keeps them.
globalThis.doors = [engine, connector, express, fastify, node];
const logged = [];
const note = (message) => logged.push(message);
const taxNexus = createTaxNexus({
  service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' },
  state: 'sqlite::memory:',
  storefronts: {
    shop: shopify({ shop: 'acme.myshopify.com', accessToken: 'shpat_1', webhookSecrets: ['secret'], apiOrigin: 'http://127.0.0.1:9' }),
    billing: stripe({ secretKey: 'rk_live_1', webhookSecrets: ['whsec_1'], apiOrigin: 'http://127.0.0.1:9' }),
  },
  logger: { debug: note, info: note, warn: note, error: note },
});
let turns = 0;
const counting = setInterval(() => (turns += 1), 20);
const work = async () => {
  await taxNexus.start();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { isDone } = await taxNexus.tick({ budgetMs: 1_000 });
  await taxNexus.stop({ drainMs: 1_000 });
  clearInterval(counting);
  console.log(JSON.stringify({ turns, isDone, defects: logged.filter((message) => message.includes('internal error')) }));
};
work();
`;

/** As docs/hosts.md prints it. */
const bannerOfDocs = (): string =>
  /^const banner = "(.*)";$/m.exec(readFileSync('docs/hosts.md', 'utf8'))?.[1] ?? 'no banner';

/** The app has neither pg nor graphile-worker, and a binary cannot be bundled. */
const bundled = async ({ folder }: App, format: 'cjs' | 'esm') => {
  const [entry, outfile] = [join(folder, 'host.mjs'), join(folder, `bundle.${format === 'cjs' ? 'cjs' : 'mjs'}`)];
  writeFileSync(entry, host);
  const { warnings } = await build({
    ...{ entryPoints: [entry], outfile, bundle: true, external: ['@photostructure/sqlite'] },
    ...{ platform: 'node', format, logLevel: 'silent' },
    ...(format === 'esm' && { banner: { js: bannerOfDocs() } }),
  });
  return { outfile, warnings: warnings.map(({ text }) => text) };
};

const bundlesAs = async (format: 'cjs' | 'esm'): Promise<void> => {
  const app = await anApp({ type: 'module' });
  const { outfile, warnings } = await bundled(app, format);
  expect(warnings).toStrictEqual([]);
  const { code, out, err } = await runIn(app, ['--disable-warning=ExperimentalWarning', outfile]);
  expect({ code, err }).toStrictEqual({ code: 0, err: '' });
  const printed = JSON.parse(out) as { readonly turns: number };
  expect(printed).toMatchObject({ isDone: expect.any(Boolean), defects: [] });
  expect(printed.turns).toBeGreaterThan(10);
};

describe('a host that bundles the package', () => {
  it('as CommonJS gets no warning from its bundler, and keeps its event loop and its process', async () => {
    await bundlesAs('cjs');
  }, 300_000);

  itInAll(
    'as ES modules does so as well, with the banner of the docs',
    async () => {
      await bundlesAs('esm');
    },
    300_000,
  );
});
