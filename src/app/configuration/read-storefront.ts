/** Reads the settings of one storefront: its connector, credentials, first day, account and policy. */
import { isRecord } from '../../domain/fields.ts';
import { shopifySettings, shopProblem } from '../../../connectors/shopify/settings-problem.ts';
import type { TokenFunction } from '../../../connectors/shopify/settings.ts';
import { stripeSettings } from '../../../connectors/stripe/settings.ts';
import type { Secret } from '../../domain/secret.ts';
import { defaultPolicy } from '../../mapping/policy.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
import { storefrontSettings } from '../../mapping/storefront-settings.ts';
import type { AnyStorefront, ShopifyStorefront, StorefrontConfiguration, StripeStorefront } from './configuration.ts';
import type { FieldReader } from './field-reader.ts';
import { readOrigin } from './read-foundation.ts';

/** The settings that Shopify and Stripe storefronts share. */
const readPlatform = (reader: FieldReader): AnyStorefront & { readonly apiOrigin: string | null } => {
  const origin = reader.optionalText('apiOrigin', 'Write a web address, or leave it out');
  return {
    apiOrigin: origin === null ? null : readOrigin(reader, 'apiOrigin', origin),
    ...readShared(reader),
  };
};

const accessTokenRemedy = 'Give the Admin API access token (shpat_…), or clientId and clientSecret';

/** A token, or the function that returns it in a configuration written in TypeScript or JavaScript. */
const readAccessToken = (reader: FieldReader): Secret | TokenFunction => {
  const given = reader.raw('accessToken');
  return typeof given === 'function'
    ? (given as TokenFunction)
    : reader.secret('accessToken', accessTokenRemedy, 'Shopify token');
};

const readShopify = (reader: FieldReader): ShopifyStorefront => {
  const remedy = "Write the shop's own domain, such as acme.myshopify.com";
  const shop = reader.text('shop', remedy).toLowerCase();
  const problem = shop === '' ? undefined : shopProblem(shop);
  if (problem !== undefined) reader.complain('shop', problem, remedy);
  const credentials = reader.has('clientId')
    ? {
        // Not a secret, but kept next to one, so it may come from the environment as well.
        clientId: reader.secret('clientId', "Write the app's client id").reveal(),
        clientSecret: reader.secret('clientSecret', "Give the app's client secret", 'Shopify app secret'),
      }
    : { accessToken: readAccessToken(reader) };
  return {
    connector: 'shopify',
    shop,
    credentials,
    webhookSecrets: reader.secrets(
      'webhookSecrets',
      "Give the app's client secret, with which webhooks are signed",
      'Shopify app secret',
    ),
    reading: reader.setting('reading', shopifySettings.reading, 'auto'),
    ...readPlatform(reader),
  };
};

const readStripe = (reader: FieldReader): StripeStorefront => {
  const secretKey = reader.secret(
    'secretKey',
    'Give a restricted key (rk_live_…) or the secret key (sk_live_…)',
    'Stripe key',
  );
  const timeZone = reader.setting('timeZone', stripeSettings.timeZone, '');
  return {
    connector: 'stripe',
    secretKey,
    webhookSecrets: reader.secrets(
      'webhookSecrets',
      "Give the endpoint's signing secret (whsec_…)",
      'Stripe webhook secret',
    ),
    account: reader.setting('account', stripeSettings.account, undefined) ?? null,
    timeZone,
    ...readPlatform(reader),
  };
};

const isConnector = (value: unknown): value is SourceConnector =>
  isRecord(value) &&
  typeof value['platform'] === 'string' &&
  ['windows', 'changes', 'readPage', 'readRecord', 'receiveWebhook', 'check', 'account'].every(
    (step) => typeof value[step] === 'function',
  );

/** Undefined when its connector is unknown, which is a complaint. */
export const readStorefront = (reader: FieldReader): StorefrontConfiguration | undefined => {
  const connector = reader.raw('connector');
  const storefront: StorefrontConfiguration | undefined =
    connector === 'shopify'
      ? readShopify(reader)
      : connector === 'stripe'
        ? readStripe(reader)
        : isConnector(connector)
          ? {
              connector: 'own',
              source: connector,
              ...readShared(reader),
            }
          : undefined;
  if (storefront === undefined) {
    reader.complain(
      'connector',
      connector === undefined ? 'it is missing' : 'there is no such connector',
      'Write "shopify" or "stripe"; a configuration in TypeScript or JavaScript may hold a SourceConnector instead',
    );
    return undefined;
  }
  reader.refuseOthers();
  return storefront;
};

/** The caller checks that the account exists. */
const readShared = (reader: FieldReader): AnyStorefront => ({
  since: reader.setting('since', storefrontSettings.since, undefined) ?? null,
  taxAccount: reader.setting('taxAccount', storefrontSettings.taxAccount, undefined) ?? null,
  policy: reader.setting('policy', storefrontSettings.policy, defaultPolicy),
});
