import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.ts';
import { type App, apps, runIn } from '../../support/an-app.ts';

const sandbox = await startSandbox({ shop: { orders: 3 } });
afterAll(() => sandbox.stop());
const anApp = apps();

const { service, storefronts } = sandbox.configuration;
const { shop, apiOrigin } = storefronts['sample-store'];
const variables = {
  TAX_NEXUS_API_KEY: service.apiKey,
  SHOPIFY_TOKEN: sandbox.shop.accessToken,
  SHOPIFY_SECRET: 'shpss_0123456789abcdef0123456789abcdef',
};

/** An app that depends on a framework, after `init` ran in it; and what `init` printed. */
const initialized = async (name: string): Promise<readonly [App, string]> => {
  const app = await anApp({ type: 'module', also: ['express'] });
  const manifest = { type: 'module', dependencies: { [name]: '1.0.0' } };
  writeFileSync(join(app.folder, 'package.json'), JSON.stringify(manifest));
  const words = ['--yes', '--service', service.baseUrl, '--shop', shop, '--api-origin', apiOrigin];
  const cli = join(app.package, 'dist/src/cli/main.js');
  const { code, err } = await runIn(app, [cli, 'init', ...words], variables);
  expect([code, err]).toStrictEqual([0, expect.stringContaining('Wrote tax-nexus.mjs.')]);
  return [app, err];
};

it('what init writes into an app of Next.js starts the plugin, and answers', async () => {
  const [app] = await initialized('next');
  // Next.js takes the files as modules, whatever their ending.
  const program = `
const { register } = await import('./instrumentation.js');
await register();
const { GET } = await import('./app/tax-nexus/[[...path]]/route.js');
const { status } = await GET(new Request('http://host.example/tax-nexus/ready'));
const { taxNexus } = await import('./lib/tax-nexus.mjs');
await taxNexus.stop();
console.log(status);`;
  writeFileSync(join(app.folder, 'program.mjs'), program);
  expect(readFileSync(join(app.folder, 'next.config.mjs'), 'utf8')).toContain('serverExternalPackages');
  const { out } = await runIn(app, ['program.mjs'], { ...variables, NEXT_RUNTIME: 'nodejs' });
  expect(out).toBe('200\n');
}, 300_000);

it('what init prints for an app of Express is a server that starts the plugin, and answers', async () => {
  const [app, printed] = await initialized('express');
  const [, code = ''] = /what this code has of tax-nexus:\n\n(.*?)\n\nThen/s.exec(printed) ?? [];
  writeFileSync(join(app.folder, 'server.mjs'), code.replaceAll(/^ {2}/gm, ''));
  const env = { ...process.env, ...variables, PORT: '0' };
  const child = spawn(process.execPath, ['server.mjs'], { cwd: app.folder, env });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const port = await new Promise<string>((resolve, reject) => {
    let shown = '';
    child.stdout.on('data', (text: Buffer) => {
      shown += text.toString();
      const found = /port: (\d+)/.exec(shown)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(shown)));
  });
  expect((await fetch(`http://127.0.0.1:${port}/tax-nexus/ready`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 300_000);
