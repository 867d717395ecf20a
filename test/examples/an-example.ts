import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { sampleRange, type Sandbox } from '../../src/sandbox/index.ts';
import { type App, apps } from '../support/an-app.ts';
import { shopifySecret, stripeSecret } from '../support/signed-webhook.ts';

const hosts = fileURLToPath(new URL('hosts.mjs', import.meta.url));

/** An example app at work, in a process of its own. */
export interface Example {
  readonly origin: string;
  /** Asks it to end; resolves with its exit code, null when the signal itself ended it. */
  readonly end: () => Promise<number | null>;
  /** What it has written so far. */
  readonly printed: () => string;
}

const environment = (sandbox: Sandbox, folder: string, port: number): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '',
  PORT: String(port),
  CRON_SECRET: 'cron-secret',
  TAX_NEXUS_URL: sandbox.taxService.origin,
  TAX_NEXUS_API_KEY: sandbox.configuration.service.apiKey,
  TAX_NEXUS_STATE: `sqlite:${join(folder, 'tax-nexus.db')}`,
  SHOPIFY_SHOP: sandbox.shop.domain,
  SHOPIFY_TOKEN: sandbox.shop.accessToken,
  SHOPIFY_SECRET: shopifySecret,
  SHOPIFY_API_ORIGIN: sandbox.shop.origin,
  STRIPE_KEY: sandbox.stripeAccount.secretKey,
  STRIPE_WEBHOOK_SECRET: stripeSecret,
  STRIPE_API_ORIGIN: sandbox.stripeAccount.origin,
  TAX_NEXUS_SINCE: sampleRange.from,
});

const start = async (app: App, sandbox: Sandbox, words: readonly string[], port: number): Promise<Example> => {
  cpSync(join(app.package, 'docs/examples'), app.folder, { recursive: true });
  cpSync(hosts, join(app.folder, 'hosts.mjs'));
  const child = spawn(process.execPath, [...words], { cwd: app.folder, env: environment(sandbox, app.folder, port) });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const end = async (): Promise<number | null> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    return ended;
  };
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (text: Buffer): void => {
      printed += text.toString();
      const [, address, listened] = /listening on (?:(http:\S+)|\{.*port: (\d+))/.exec(printed) ?? [];
      if (address !== undefined || listened !== undefined) resolve(address ?? `http://127.0.0.1:${listened}`);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then((code) => reject(new Error(`the example ended with ${code ?? 'a signal'}: ${printed}`)));
  });
  return { origin, end, printed: () => printed };
};

/**
 * Installs the package from its tarball, takes the examples out of it, and starts one of them, for the tests of one file.
 *
 * @returns takes the sandbox that the example works on, the words for Node, and a port (default: any free one); rejects with
 *   what the example printed when it ends before it listens
 */
export const examples = (): ((sandbox: Sandbox, words: readonly string[], port?: number) => Promise<Example>) => {
  const anApp = apps();
  const running: Example[] = [];
  afterAll(async () => {
    await Promise.all(running.map(({ end }) => end()));
  });
  return async (sandbox, words, port = 0) => {
    const app = await anApp({ type: 'module', also: ['express', 'fastify'] });
    const example = await start(app, sandbox, words, port);
    running.push(example);
    return example;
  };
};
