import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import { startTaxService } from '../../../sandbox/tax-service/start-tax-service.ts';
import { shopAccess, withShop } from '../../connectors/shopify/a-shop.ts';
import { tokenEndpoint, tokenPath } from '../../connectors/shopify/a-token-endpoint.ts';
import { apps, runIn } from '../../support/an-app.ts';
import { right } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const anApp = apps();
const service = await startTaxService();
afterAll(() => service.stop());

describe('an app that has installed the package', () => {
  it("gets Shopify's library and OpenTelemetry's API with it, and chooses the other peers itself", async () => {
    const { peerDependencies, peerDependenciesMeta } = (await anApp({ type: 'module' })).manifest;
    const chosen = Object.keys(peerDependenciesMeta ?? {});
    expect(Object.keys(peerDependencies ?? {}).filter((name) => !chosen.includes(name))).toStrictEqual([
      '@opentelemetry/api',
      '@shopify/shopify-api',
    ]);
  });
});

/** Packs a package that has only a name, a version and peers. */
const packed = (folder: string, name: string, version: string, rest: object = {}): string => {
  const own = join(folder, `${name.replaceAll('/', '-')}-source`);
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name, version, ...rest }));
  const shell = process.platform === 'win32';
  const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: own, shell });
  return `file:${join(folder, printed.toString().trim())}`;
};

describe('npm, in an app with older versions of stripe and of Shopify’s library', () => {
  it('refuses the package, and installs it with the overrides that the docs print', async () => {
    const { peerDependencies, peerDependenciesMeta } = (await anApp({ type: 'module' })).manifest;
    const folder = temporaryFolder();
    const dependencies = {
      stripe: packed(folder, 'stripe', '17.7.0'),
      '@shopify/shopify-api': packed(folder, '@shopify/shopify-api', '11.14.1'),
      '@opentelemetry/api': packed(folder, '@opentelemetry/api', '1.9.1'),
      'tax-nexus-sync': packed(folder, 'tax-nexus-sync', '1.0.0', { peerDependencies, peerDependenciesMeta }),
    };
    const installWith = (settings: object): string => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, ...settings }));
      const words = ['install', '--offline', '--package-lock-only', '--no-audit', '--no-fund'];
      try {
        return execFileSync('npm', words, {
          cwd: folder,
          shell: process.platform === 'win32',
          stdio: 'pipe',
        }).toString();
      } catch (error) {
        return String(error);
      }
    };
    expect(installWith({})).toContain('ERESOLVE');
    const [, printed = ''] = /```json\n([^`]*"overrides"[^`]*)```/.exec(readFileSync('docs/install.md', 'utf8')) ?? [];
    expect(installWith(right(t.UnknownRecord.decode(JSON.parse(printed))))).toContain('up to date');
  }, 120_000);
});

describe('an app without the package stripe', () => {
  it('learns from the command line how to install it, when it has a Stripe storefront', async () => {
    const app = await anApp({ type: 'module' });
    rmSync(join(app.folder, 'node_modules/stripe'));
    const configuration = {
      service: { baseUrl: service.origin, apiKey: 'sandbox-key' },
      state: 'sqlite:./book.db',
      storefronts: { billing: { connector: 'stripe', secretKey: 'rk_live_x', timeZone: 'America/New_York' } },
    };
    writeFileSync(join(app.folder, 'tax-nexus.config.json'), JSON.stringify(configuration));
    const { code, out } = await runIn(app, ['node_modules/tax-nexus-sync/dist/src/cli/main.js', 'check']);
    expect([code, out]).toStrictEqual([1, expect.stringContaining('is not installed; run npm install stripe')]);
  });
});

/** An app that names its id and secret, and uses nothing of Shopify's library itself. */
const configurationOf = (origin: string): string => `
import { tokenFromSessions } from 'tax-nexus-sync/shopify';

const reach = globalThis.fetch;
globalThis.fetch = (url, init) => reach(String(url).replace('https://acme.myshopify.com', '${origin}'), init);
let session = { accessToken: 'CANARY-access-1', refreshToken: 'CANARY-refresh-1', expires: new Date(0), isExpired: () => true };
const sessionStorage = {
  loadSession: async (id) => (id === 'offline_acme.myshopify.com' ? session : undefined),
  storeSession: async (given) => { session = given; return true; },
  deleteSession: async () => true,
};
export default {
  service: { baseUrl: '${service.origin}', apiKey: 'sandbox-key' },
  state: 'sqlite:./book.db',
  storefronts: {
    'us-store': {
      connector: 'shopify',
      shop: 'acme.myshopify.com',
      accessToken: tokenFromSessions({ clientId: 'client-1', clientSecret: 'CANARY-secret', sessionStorage }),
      apiOrigin: '${origin}',
    },
  },
};
`;

describe("an app that gives its id and secret for Shopify's library", () => {
  const checkWith = async (also: readonly string[]) => {
    const endpoint = tokenEndpoint();
    const app = await anApp({ type: 'module', also });
    let printed: Awaited<ReturnType<typeof runIn>> | undefined;
    let origin = '';
    await withShop(
      (asked) => {
        if (asked.operation === tokenPath) return endpoint.answer(asked);
        return endpoint.accepts(asked.token) ? shopAccess() : { status: 401 };
      },
      async () => {
        writeFileSync(join(app.folder, 'tax-nexus.config.mjs'), configurationOf(origin));
        printed = await runIn(app, ['node_modules/tax-nexus-sync/dist/src/cli/main.js', 'check']);
      },
      (at) => {
        origin = at;
        return {};
      },
    );
    return `${printed?.out}${printed?.err}`;
  };

  it('has it imported with its adapter for Node when a token is refreshed, and no token or secret is printed', async () => {
    const printed = await checkWith(['@shopify/shopify-api']);
    expect(printed).toContain('us-store\n  ok    account: acme.myshopify.com');
    expect(printed).not.toContain('CANARY');
  }, 120_000);

  it('learns how to install it, where it is not', async () => {
    const printed = await checkWith([]);
    expect(printed).toContain('is not installed; run npm install @shopify/shopify-api');
    expect(printed).not.toContain('CANARY');
  }, 120_000);
});
