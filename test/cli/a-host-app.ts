import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Started, start } from '../support/a-process.ts';
import { builtCli } from '../support/built-cli.ts';
import type { CliWorld, cliWorlds } from '../support/cli-worlds.ts';

/** The folder of the command line as it is built. */
export const built = await builtCli();

/** What the module of an app begins with. */
export const imports = `
  import { createTaxNexus } from '${built}/src/app/create-tax-nexus.js';
  import { shopify } from '${built}/connectors/shopify/index.js';
  const { env } = process;
  const shop = (taxAccount?: string, accessToken = env.TOKEN!) =>
    shopify({ shop: env.SHOP!, accessToken, apiOrigin: env.SHOP_ORIGIN, webhookSecrets: ['s'], ...(taxAccount && { taxAccount }) });`;

export interface App extends CliWorld {
  readonly run: (words: readonly string[], env?: Readonly<Record<string, string>>) => Started['ended'];
}

/** For the tests of one file: a world whose command line works with the app that a source makes. */
export const appsOf =
  (world: ReturnType<typeof cliWorlds>) =>
  async (source: string, file = 'tax-nexus.ts'): Promise<App> => {
    const made = await world({
      shop: { orders: 6 },
      taxService: { apiKeys: ['tnx_CANARY_acme', 'tnx_CANARY_beta', 'tnx_CANARY_KEY'] },
    });
    const { folder, store, sandbox } = { ...made, sandbox: made.configuration };
    const shop = sandbox.storefronts['sample-store'];
    writeFileSync(join(folder, file), source);
    writeFileSync(join(folder, '.env'), `SERVICE=${sandbox.service.baseUrl}\n`);
    const env = { SHOP: shop.shop, SHOP_ORIGIN: shop.apiOrigin, TOKEN: made.shop.accessToken, STATE: store };
    return { ...made, run: (words, more) => start(folder, words, { ...env, ...more }).ended };
  };
