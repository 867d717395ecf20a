import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Block, complaintsAbout, examplesOfDoors, type Given } from '../../support/compile-blocks.ts';

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
/** Options of the plugin by themselves become part of a whole one. */
const whole = (code: string): string =>
  /^ +\w+: /.test(code) ? `createTaxNexus({ service: { baseUrl, apiKey }, storefronts: {},\n${code}});` : code;

/** JavaScript as a reader writes it in TypeScript, with what docs/hosts.md says that this needs besides. */
const additions = [/declare global \{.*?\}/, /\(\{ request \}: .*? \}\)/].map(
  (addition) => addition.exec(readFileSync('docs/hosts.md', 'utf8'))?.[0] ?? '',
);
const asTypeScript = (code: string): string => {
  const [globals = '', parameter = ''] = additions;
  return `${code.includes('globalThis.') ? `${globals}\n` : ''}${code.replaceAll('({ request })', parameter)}`;
};

const shown: readonly Block[] = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^ *```(?:[jt]sx?|mjs)\n([\s\S]*?)```/gm)].map(([, code = ''], at) => ({
    where: `${page}, block ${at + 1}`,
    code: asTypeScript(whole(code)),
  })),
);
const checked = readdirSync('docs/examples', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => join('docs/examples', name))
  .filter((path) => readFileSync(path, 'utf8').startsWith('// @ts-check'));

/** What a host has around the code that is shown. */
const given: Given = {
  E: `import * as E from 'fp-ts/lib/Either.js';`,
  O: `import * as O from 'fp-ts/lib/Option.js';`,
  TE: `import type * as TE from 'fp-ts/lib/TaskEither.js';`,
  pipe: `import { pipe } from 'fp-ts/lib/function.js';`,
  createServer: `import { createServer } from 'node:http';`,
  writeFileSync: `import { writeFileSync } from 'node:fs';`,
  it: `import { it } from 'node:test';`,

  app: `declare const app: import('express').Express & import('fastify').FastifyInstance;`,
  express: `import express from 'express';`,
  taxNexus: `declare const taxNexus: import('tax-nexus-sync').TaxNexus<'us-store'>;`,
  userOf: `declare const userOf: (request: Request) => { readonly name: string } | null;`,
  api: `declare const api: ReturnType<typeof import('@shopify/shopify-api').shopifyApi>;`,
  sessionStorage: `declare const sessionStorage: import('@shopify/shopify-app-session-storage-memory').MemorySessionStorage;`,
  prisma: `declare const prisma: { readonly session: { readonly findMany: (query: object) => Promise<readonly { readonly shop: string }[]> } };`,
  tenants: `declare const tenants: { readonly find: (id: string) => Promise<{ readonly keyName: string; readonly policy: import('tax-nexus-sync').PolicyChoices } | null> };`,
  vault: `declare const vault: { readonly read: (name: string) => Promise<string> };`,
  sessions: `declare const sessions: { readonly tokenOf: (shop: string) => Promise<string> };`,
  clock: `declare const clock: import('tax-nexus-sync/connector').Clock;`,
  usd: `declare const usd: import('tax-nexus-sync/connector').Currency;`,
  soldSale: `declare const soldSale: import('tax-nexus-sync/connector').Sale;`,
  request: `declare const request: import('tax-nexus-sync/engine').RunRequest;`,
  ports: `declare const ports: import('tax-nexus-sync/engine').SyncPorts;`,
  pool: `declare const pool: import('pg').Pool;`,
  store: `declare const store: import('tax-nexus-sync/engine').SyncStore;`,
  under: `declare const under: import('tax-nexus-sync/testing').ConnectorUnderTest;`,
  ledger: `declare const ledger: (orders: unknown) => import('tax-nexus-sync/connector').SourceConnector;`,
  orders: `declare const orders: unknown;`,
  order: `declare const order: import('tax-nexus-sync/shopify').Order;`,
  context: `declare const context: import('tax-nexus-sync/shopify').OrderContext;`,
  Ports: `type Ports = { readonly readPage: (from: import('fp-ts/lib/Option.js').Option<string>) => import('fp-ts/lib/TaskEither.js').TaskEither<import('tax-nexus-sync/connector').SourceError, import('tax-nexus-sync/connector').Page> };`,
  ...Object.fromEntries(
    ['shop', 'accessToken', 'baseUrl', 'apiKey', 'appSecret', 'endpointSecret', 'clientId', 'clientSecret'].map(
      (name) => [name, `declare const ${name}: string;`],
    ),
  ),
  ...Object.fromEntries(
    ['secretKey', 'runId', 'key', 'body', 'text'].map((name) => [name, `declare const ${name}: string;`]),
  ),
  webhookSecrets: `declare const webhookSecrets: readonly string[];`,
};

/** What JavaScript takes for granted besides. */
const givenUntyped: Given = {
  ...Object.fromEntries(
    ['name', 'topic', 'deliveryId', 'rawBody', 'signature'].map((name) => [name, `declare const ${name}: string;`]),
  ),
  payload: `declare const payload: unknown;`,
  env: `declare const env: NodeJS.ProcessEnv;`,
  merchants: `declare const merchants: { readonly get: (name: string) => { readonly shop: string; readonly token: string } };`,
  unauthenticated: `declare const unauthenticated: { readonly admin: (shop: string) => Promise<{ readonly session: import('@shopify/shopify-api').Session }> };`,
  readTokens: `declare const readTokens: () => Promise<import('tax-nexus-sync/stripe').OAuthKeys | undefined>;`,
  writeTokens: `declare const writeTokens: (keys: import('tax-nexus-sync/stripe').OAuthKeys) => Promise<void>;`,
  authenticate: `import { authenticate } from '../shopify.server.mjs';`,
  userOfSession: `declare const userOfSession: (cookie: string | null) => Promise<{ readonly name: string; readonly mayDoTaxes: boolean } | null>;`,
  fromWebHandler: `declare const fromWebHandler: (handler: (request: Request) => Promise<Response>) => unknown;`,
  defineNitroPlugin: `declare const defineNitroPlugin: (plugin: (nitro: { readonly hooks: { readonly hook: (name: 'close', then: () => unknown) => void } }) => void) => unknown;`,
  toExpress: `import { toExpress } from 'tax-nexus-sync/express';`,
  stripeClient: `declare const stripeClient: import('stripe').Stripe;`,
};

/** What the blocks import from the files next to them. */
const neighbors = `
declare module 'koa' {
  interface Context { readonly path: string; respond?: boolean; readonly req: import('node:http').IncomingMessage; readonly res: import('node:http').ServerResponse }
  export default class { use(middleware: (context: Context, next: () => Promise<unknown>) => unknown): this }
}
declare module '*/tax-nexus.mjs' { export const taxNexus: import('tax-nexus-sync').TaxNexus<'us-store' | 'billing'>; }
declare module '*/dist/server/entry.mjs' { export const handler: import('node:http').RequestListener; }
declare module '*/tax-nexus.server.mjs' { export const taxNexus: import('tax-nexus-sync').TaxNexus<'us-store'>; }
declare module '*/shopify.server.mjs' {
  export const authenticate: { readonly webhook: (request: Request) => Promise<{ readonly shop: string; readonly topic: string; readonly webhookId: string; readonly payload: unknown }> };
}
declare module '*/ledger.mjs' { export const ledger: (orders: unknown) => import('tax-nexus-sync/connector').SourceConnector; }
declare module '*/orders.mjs' { export const ordersFor: (key: string, before?: () => Promise<void>) => unknown; export const expected: readonly import('tax-nexus-sync/testing').ExpectedRecord[]; }
`;

const wrong: readonly Block[] = [
  { where: 'a wrong option', code: `shopify({ shop: 'acme.myshopify.com', token: 'x' });` },
  { where: 'a misspelt name', code: `await taxNexuss.start();` },
  { where: 'a misspelt call', code: `await taxNexus.storefront.add('acme');` },
];

const examples = examplesOfDoors();
const complaints = complaintsAbout(
  [...examples, ...shown, ...wrong],
  { ...givenUntyped, ...given },
  checked,
  neighbors,
);
const isRight = ([where]: readonly [string, unknown]): boolean => !wrong.some((block) => block.where === where);

describe('code that the docs show', () => {
  it('is shown', () => {
    expect(examples.length).toBeGreaterThan(15);
    expect(shown.length).toBeGreaterThan(25);
    expect(checked.length).toBeGreaterThan(3);
  });

  it.each([...complaints].filter(isRight))('compiles: %s', (_, printed) => {
    expect(printed).toStrictEqual([]);
  });
});

describe('the compiler of the docs', () => {
  it('complains about a wrong option, and about an undeclared name', () => {
    expect(complaints.get('a wrong option')).toStrictEqual([expect.stringContaining(`'token' does not exist`)]);
    expect(complaints.get('a misspelt name')).toStrictEqual([expect.stringContaining('taxNexuss')]);
    expect(complaints.get('a misspelt call')).toStrictEqual([expect.stringContaining(`'storefront'`)]);
  });
});
