import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationFiles } from '../../app/configuration/configuration.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';

const template = `// Configuration of tax-nexus. Every setting is described in docs/configuration.md of the package.
// Secrets come from environment variables (or from a .env file beside this one); never commit them.
export default {
  service: {
    // The address of the Tax Nexus Service.
    baseUrl: 'https://api.example.com',
    apiKey: { env: 'TAX_NEXUS_API_KEY' },
    // A ceiling for all requests of this key, reads included. Leave it out to let the pace be learned.
    requestsPerMinute: 500,
  },

  // The sync database: one file beside the app. It may be lost; nothing is doubled then.
  state: 'sqlite:./tax-nexus.db',

  // In order of precedence: when two storefronts know one sale (a Shopify order that was paid through Stripe), the
  // first one sends it and the other one skips it.
  storefronts: {
    'us-store': {
      connector: 'shopify',
      shop: 'acme.myshopify.com',
      accessToken: { env: 'SHOPIFY_TOKEN' },
      // Or, for an app of the Dev Dashboard, whose tokens live for 24 hours:
      // clientId: { env: 'SHOPIFY_CLIENT_ID' },
      // clientSecret: { env: 'SHOPIFY_CLIENT_SECRET' },
      webhookSecrets: [{ env: 'SHOPIFY_SECRET' }],
      policy: {
        // 'report' lists refunds; 'send' sends each as a transaction with its own date.
        adjustments: { refunds: 'report' },
        // Tags of customers or orders that mean "bought for resale".
        resaleTags: [],
      },
    },

    // billing: {
    //   connector: 'stripe',
    //   secretKey: { env: 'STRIPE_KEY' },
    //   webhookSecrets: [{ env: 'STRIPE_WEBHOOK_SECRET' }],
    //   timeZone: 'America/New_York',
    // },
  },
};
`;

const file = 'tax-nexus.config.mjs';

/** Writes a commented configuration into the folder; never over an existing one. */
export const init = (io: CliIo): ExitCode => {
  const existing = configurationFiles.find((name) => existsSync(join(io.folder, name)));
  if (existing !== undefined) {
    io.err(`${existing} is already here and was left as it is.\n`);
    return exitCode.usage;
  }
  try {
    writeFileSync(join(io.folder, file), template, { flag: 'wx' });
  } catch {
    io.err(`${file} cannot be written here. Check the permissions of the folder.\n`);
    return exitCode.usage;
  }
  io.err(`Wrote ${file}. Fill it in, then run: npx tax-nexus check\n`);
  return exitCode.settled;
};
