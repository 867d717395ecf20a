import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { sampleRange, type Sandbox } from '../../sandbox/index.ts';
import { type App, apps } from '../support/an-app.ts';
import { adminClientId } from '../support/an-id-token.ts';
import { shopifySecret, stripeSecret } from '../support/signed-webhook.ts';

const hosts = fileURLToPath(new URL('hosts.mjs', import.meta.url));

/** An example app at work, in a separate process. */
export interface Example {
  readonly app: App;
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
  SHOPIFY_CLIENT_ID: adminClientId,
  SHOPIFY_API_ORIGIN: sandbox.shop.origin,
  STRIPE_KEY: sandbox.stripeAccount.secretKey,
  STRIPE_WEBHOOK_SECRET: stripeSecret,
  STRIPE_API_ORIGIN: sandbox.stripeAccount.origin,
  TAX_NEXUS_SINCE: sampleRange.from,
});

const start = async (
  app: App,
  sandbox: Sandbox,
  words: readonly string[],
  { variables = {}, port = 0 }: ExampleOptions,
): Promise<Example> => {
  cpSync(join(app.package, 'docs/examples'), app.folder, { recursive: true });
  cpSync(hosts, join(app.folder, 'hosts.mjs'));
  const env = { ...environment(sandbox, app.folder, port), ...variables };
  const child = spawn(process.execPath, [...words], { cwd: app.folder, env });
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
  return { app, origin, end, printed: () => printed };
};

interface ExampleOptions {
  /** Further packages that the app has installed. */
  readonly also?: readonly string[];
  /** Of its environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Default: any free one. */
  readonly port?: number;
  /** Starts in the folder of this one, which has ended. */
  readonly before?: Example;
}

/**
 * Installs the package from its tarball, takes the examples out of it, and starts one of them, for the tests of one file.
 *
 * @returns takes the sandbox that the example works on and the words for Node; rejects with what the example printed when it
 *   ends before it listens
 */
export const examples = (): ((
  sandbox: Sandbox,
  words: readonly string[],
  options?: ExampleOptions,
) => Promise<Example>) => {
  const anApp = apps();
  const running: Example[] = [];
  afterAll(async () => {
    await Promise.all(running.map(({ end }) => end()));
  });
  return async (sandbox, words, options = {}) => {
    const { also = [], before } = options;
    const app = before?.app ?? (await anApp({ type: 'module', also: ['express', 'fastify', ...also] }));
    const example = await start(app, sandbox, words, options);
    running.push(example);
    return example;
  };
};
