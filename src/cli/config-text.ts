/** The texts that `init` writes: a configuration, and the plugin of an app. */
/** A storefront, as it is written into a configuration: secrets by the names of their variables. */
export type WrittenStorefront = {
  readonly name: string;
  readonly apiOrigin?: string;
} & (
  | {
      readonly connector: 'shopify';
      readonly shop: string;
      readonly credentials:
        | { readonly accessToken: { readonly env: string } }
        | Readonly<Record<'clientId' | 'clientSecret', { readonly env: string }>>;
    }
  | { readonly connector: 'stripe'; readonly secretKey: { readonly env: string }; readonly timeZone: string }
);

/** What `init` writes. */
export interface WrittenConfiguration {
  readonly baseUrl: string;
  readonly storefronts: readonly WrittenStorefront[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** A commented configuration in JavaScript. No secret is in it: their variables are named. */
export const configText = (
  { baseUrl, storefronts }: WrittenConfiguration,
  env: Env,
): string => `// Configuration of tax-nexus. Every setting: docs/configuration.md in the repository of the package.
// Secrets come from environment variables (or from a .env file next to this file); never commit them.
/** @type {import('tax-nexus-sync').TaxNexusConfig} */
export default {
  service: {
    // The address of the Tax Nexus Service.
    baseUrl: ${quoted(baseUrl)},
    apiKey: { env: 'TAX_NEXUS_API_KEY' },
    // A ceiling for all requests of this key, reads included. Without it, the pace is learned.
    // requestsPerMinute: 500,
  },

  // The sync database: one file next to the app. If it is lost, nothing is sent twice.
  state: 'sqlite:./tax-nexus.db',

  // In order of precedence: when two storefronts know one sale (a Shopify order that was paid through Stripe), the
  // first one sends it and the other one skips it.
  storefronts: {
${storefronts.map((one) => storefrontText(env, one)).join('\n')}  },
};
`;

/** The plugin of an app, which takes its settings from that configuration. */
export const pluginText = ({ storefronts }: WrittenConfiguration): string => {
  const connectors = [...new Set(storefronts.map(({ connector }) => connector))].sort();
  return `// The plugin of this app, with the storefronts and settings of tax-nexus.config.mjs.
import { existsSync } from 'node:fs';
import { createTaxNexus } from 'tax-nexus-sync';
${connectors.map((name) => `import { ${name} } from 'tax-nexus-sync/${name}';\n`).join('')}import configuration from './tax-nexus.config.mjs';

// Keys come from the environment, and from .env if that file is here.
if (existsSync('.env')) process.loadEnvFile();

const connectors = { ${connectors.join(', ')} };

export const taxNexus = createTaxNexus({
  ...configuration,
  storefronts: Object.fromEntries(
    Object.entries(configuration.storefronts).map(([name, { connector, ...settings }]) => [
      name,
      connectors[connector](settings),
    ]),
  ),
});
`;
};

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const variable = ({ env }: { readonly env: string }): string => `{ env: ${quoted(env)} }`;

/** The secret of webhooks; a comment until its variable is set. */
const webhookSecret = (env: Env, name: string): string =>
  `${(env[name] ?? '') === '' ? '// ' : ''}webhookSecrets: [${variable({ env: name })}],`;

const settingsOf = (storefront: WrittenStorefront, env: Env): readonly string[] => {
  if (storefront.connector === 'stripe') {
    return [
      `secretKey: ${variable(storefront.secretKey)},`,
      '// The signing secret of the webhook endpoint:',
      webhookSecret(env, 'STRIPE_WEBHOOK_SECRET'),
      `timeZone: ${quoted(storefront.timeZone)},`,
    ];
  }
  const { shop, credentials } = storefront;
  return [
    `shop: ${quoted(shop)},`,
    ...Object.entries(credentials).map(([name, secret]) => `${name}: ${variable(secret)},`),
    "// The app's client secret, with which webhooks are signed:",
    webhookSecret(env, 'clientSecret' in credentials ? credentials.clientSecret.env : 'SHOPIFY_SECRET'),
  ];
};

const storefrontText = (env: Env, storefront: WrittenStorefront): string => {
  const { name, connector, apiOrigin } = storefront;
  const lines = [
    `connector: ${quoted(connector)},`,
    ...settingsOf(storefront, env),
    ...(apiOrigin === undefined ? [] : [`apiOrigin: ${quoted(apiOrigin)},`]),
    'policy: {',
    "  // 'report' lists refunds; 'send' sends each as a transaction with its own date.",
    "  // What was sent and the platform took back or changed since: 'send' corrects it by opposite amounts.",
    "  adjustments: { refunds: 'report', undoneAdjustments: 'send', undoneSales: 'report' },",
    ...(connector === 'shopify'
      ? ['  // Tags of customers or orders that mean "bought for resale".', '  resaleTags: [],']
      : [
          '  // If your shop writes the tax into metadata: its key, and the unit of "8": 8.00 (major) or 0.08 (minor).',
          "  // metadata: { tax: { key: 'tax', unit: 'major' } },",
        ]),
    '},',
  ];
  return `    ${quoted(name)}: {\n${lines.map((line) => `      ${line}\n`).join('')}    },\n`;
};
