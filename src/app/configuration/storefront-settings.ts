/** The settings of one storefront in a configuration: its connector, credentials, first day, account and policy. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { shopifySettings, shopProblem } from '../../../connectors/shopify/settings-problem.ts';
import type { TokenFunction } from '../../../connectors/shopify/settings.ts';
import { stripeSettings } from '../../../connectors/stripe/settings.ts';
import { fieldOf, isRecord } from '../../domain/fields.ts';
import type { Secret } from '../../domain/secret.ts';
import {
  anyOf,
  mapped,
  oneOf,
  orElse,
  refused,
  type Setting,
  settingOf,
  type SettingsOf,
  settingsOf,
  textSetting,
} from '../../domain/setting.ts';
import { isConnector, type OwnStorefront, ownStorefrontSettings } from '../../mapping/own-storefront.ts';
import { storefrontSettings } from '../../mapping/storefront-settings.ts';
import type { AnyStorefront, ShopifyStorefront, StorefrontConfiguration, StripeStorefront } from './configuration.ts';
import { addressSetting, type Env, secretOf, secretSetting, secretsOf } from './secret-setting.ts';

export interface StorefrontContext {
  readonly env: Env;
  /** Names of `accounts`. */
  readonly accounts: readonly string[];
  /** Whether storefronts without an account use the key of the service. */
  readonly serviceHasKey: boolean;
}

export const storefrontSetting = (context: StorefrontContext): Setting<StorefrontConfiguration> => {
  const [withToken, withClient, stripe, own] = [
    shopifyWithToken(context),
    shopifyWithClient(context),
    stripeStorefront(context),
    ownStorefront(context),
  ];
  const chosen = (written: unknown): Setting<StorefrontConfiguration> | undefined => {
    const connector = fieldOf(written, 'connector');
    if (connector === 'shopify') return fieldOf(written, 'clientId') === undefined ? withToken : withClient;
    if (connector === 'stripe') return stripe;
    return isRecord(written) && !isConnector(connector) ? undefined : own;
  };
  return settingOf<StorefrontConfiguration>(
    anyOf(withToken.schema, withClient.schema, stripe.schema),
    (written, context) => {
      const setting = chosen(written);
      if (setting !== undefined) return setting.validate(written, context);
      if (typeof fieldOf(written, 'open') === 'function' || isConnector(written)) return refused(context, ...inCode);
      const problem = fieldOf(written, 'connector') === undefined ? 'it is missing' : 'there is no such connector';
      return refused(t.appendContext(context, 'connector', t.unknown), problem, connectorRemedy);
    },
  );
};

const connectorRemedy =
  'Write "shopify" or "stripe"; a configuration in TypeScript or JavaScript may hold a SourceConnector instead';

const inCode = [
  'it is a connector, or a storefront made by a function',
  'Write { connector: … } with "shopify", "stripe" or your SourceConnector, and its settings',
] as const;

/** The settings that Shopify and Stripe storefronts share. */
const platformSettings = (context: StorefrontContext) => ({
  ...sharedSettings(context),
  apiOrigin: orElse(addressSetting('Write a web address, or leave it out'), null),
});

const sharedSettings = (context: StorefrontContext): SettingsOf<AnyStorefront> => ({
  since: mapped(storefrontSettings.since, (since) => since ?? null),
  taxAccount: taxAccountSetting(context),
  policy: storefrontSettings.policy,
});

const taxAccountSetting = ({ accounts, serviceHasKey }: StorefrontContext): Setting<string | null> => {
  const remedy = accounts.length === 0 ? 'Remove it, or add accounts' : `Write one of ${accounts.join(', ')}`;
  return settingOf<string | null>(
    storefrontSettings.taxAccount.schema,
    (written, context) =>
      E.chain((account: string | undefined) => {
        if (account !== undefined) {
          return accounts.includes(account) ? t.success(account) : refused(context, 'there is no such account', remedy);
        }
        return serviceHasKey ? t.success(null) : refused(context, 'it is missing, and service has no apiKey', remedy);
      })(storefrontSettings.taxAccount.validate(written, context)),
    true,
  );
};

const shopSettings = {
  connector: oneOf('shopify'),
  shop: mapped(
    textSetting("Write the shop's own domain, such as acme.myshopify.com", (shop) => shopProblem(shop.toLowerCase())),
    (shop) => shop.toLowerCase(),
  ),
};

const shopifyShared = (context: StorefrontContext) => ({
  webhookSecrets: secretsOf(
    context.env,
    'Shopify app secret',
    "Give the app's client secret, with which webhooks are signed",
  ),
  reading: shopifySettings.reading,
  ...platformSettings(context),
});

const shopifyWithToken = (context: StorefrontContext): Setting<ShopifyStorefront> => {
  const remedy = 'Give the Admin API access token (shpat_…), or clientId and clientSecret';
  const token = secretOf(context.env, 'Shopify token', remedy);
  return mapped(
    settingsOf<Shopify & { readonly accessToken: Secret | TokenFunction }>({
      ...shopSettings,
      // A configuration in TypeScript or JavaScript may hold a function that returns the token.
      accessToken: settingOf<Secret | TokenFunction>(token.schema, (written, at) =>
        typeof written === 'function' ? t.success(written as TokenFunction) : token.validate(written, at),
      ),
      ...shopifyShared(context),
    }),
    ({ accessToken, ...shopify }) => ({ ...shopify, credentials: { accessToken } }),
  );
};

type Shopify = Omit<ShopifyStorefront, 'credentials'>;

const shopifyWithClient = (context: StorefrontContext): Setting<ShopifyStorefront> =>
  mapped(
    settingsOf<Shopify & { readonly clientId: Secret; readonly clientSecret: Secret }>({
      ...shopSettings,
      // Not a secret, but kept next to one, so it may come from the environment as well.
      clientId: secretSetting(context.env, "Write the app's client id"),
      clientSecret: secretOf(context.env, 'Shopify app secret', "Give the app's client secret"),
      ...shopifyShared(context),
    }),
    ({ clientId, clientSecret, ...shopify }) => ({
      ...shopify,
      credentials: { clientId: clientId.reveal(), clientSecret },
    }),
  );

const stripeStorefront = (context: StorefrontContext): Setting<StripeStorefront> =>
  settingsOf<StripeStorefront>({
    connector: oneOf('stripe'),
    secretKey: secretOf(context.env, 'Stripe key', 'Give a restricted key (rk_live_…) or the secret key (sk_live_…)'),
    webhookSecrets: secretsOf(context.env, 'Stripe webhook secret', "Give the endpoint's signing secret (whsec_…)"),
    account: mapped(stripeSettings.account, (account) => account ?? null),
    timeZone: stripeSettings.timeZone,
    ...platformSettings(context),
  });

const ownStorefront = (context: StorefrontContext): Setting<StorefrontConfiguration> =>
  mapped(
    settingsOf<AnyStorefront & Pick<OwnStorefront, 'connector' | 'sharedAddress'>>({
      ...ownStorefrontSettings,
      ...sharedSettings(context),
    }),
    ({ connector, ...shared }) => ({ ...shared, connector: 'own', source: connector }),
  );
