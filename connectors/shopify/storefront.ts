/** The settings of a Shopify storefront, as a configuration and the options of `shopify()` hold them. */
import * as t from 'io-ts';
import { fieldOf } from '../../src/domain/fields.ts';
import { type Secret, secret as toSecret } from '../../src/domain/secret.ts';
import {
  addressSetting,
  type Env,
  orFunction,
  secretOf,
  secretSetting,
  webhookSecretsOf,
} from '../../src/domain/secret-setting.ts';
import {
  anyOf,
  checkedElsewhere,
  mapped,
  oneOf,
  orElse,
  refused,
  type Setting,
  settingOf,
  type SettingsOf,
  settingsOf,
  textSetting,
  withDefault,
} from '../../src/domain/setting.ts';
import { type StorefrontSettings, storefrontSettings } from '../../src/mapping/storefront-settings.ts';
import { type ReadingMode, readingModes } from './read/reading-mode.ts';
import { shopProblem } from './settings-problem.ts';
import type { SecretSource, ShopifySettings, TokenFunction } from './settings.ts';

export interface ShopifyStorefront
  extends StorefrontSettings, Pick<ShopifySettings, 'shop' | 'credentials' | 'webhookSecrets' | 'apiOrigin'> {
  readonly reading: ReadingMode;
}

/** Settings that a configuration reads in another way. */
interface OfConfiguration {
  readonly connector?: Setting<'shopify'>;
  readonly taxAccount?: Setting<string | null>;
}

export const shopifyStorefront = (env: Env, others: OfConfiguration = {}): Setting<ShopifyStorefront> => {
  const [withToken, withClient] = [tokenStorefront(env, others), clientStorefront(env, others)];
  const hasClient = (written: unknown): boolean =>
    fieldOf(written, 'clientId') !== undefined || fieldOf(written, 'clientSecret') !== undefined;
  return settingOf(anyOf(withToken.schema, withClient.schema), (written, context) =>
    (hasClient(written) ? withClient : withToken).validate(written, context),
  );
};

type Shared = Omit<ShopifyStorefront, 'credentials'>;

const sharedSettings = (env: Env, others: OfConfiguration): SettingsOf<Omit<Shared, 'shop'>> => ({
  webhookSecrets: webhookSecretsOf(
    env,
    'Shopify app secret',
    "Give the app's client secret, with which webhooks are signed",
  ),
  reading: withDefault(oneOf(...readingModes), 'auto'),
  apiOrigin: orElse(
    addressSetting('Write a web address, or leave it out', ({ pathname }) =>
      pathname === '/' ? undefined : 'it has a path',
    ),
    null,
  ),
  ...storefrontSettings,
  ...others,
});

const shopSetting = mapped(
  textSetting("Write the shop's own domain, such as acme.myshopify.com", (shop) => shopProblem(shop.toLowerCase())),
  (shop) => shop.toLowerCase(),
);

const tokenStorefront = (env: Env, others: OfConfiguration): Setting<ShopifyStorefront> => {
  const remedy = 'Give the Admin API access token (shpat_…), or clientId and clientSecret';
  return mapped(
    settingsOf<Shared & { readonly accessToken: Secret | TokenFunction }>({
      shop: shopSetting,
      accessToken: orFunction<Secret, TokenFunction>(secretOf(env, 'Shopify token', remedy)),
      ...withoutClient,
      ...sharedSettings(env, others),
    }),
    ({ accessToken, ...shared }) => ({ ...shared, credentials: { accessToken } }),
  );
};

/** These are undefined next to a token: see `hasClient`. */
const withoutClient = { clientId: checkedElsewhere, clientSecret: checkedElsewhere };

interface Client {
  readonly clientId: Secret;
  readonly clientSecret: Secret | (() => string | Promise<string>);
  readonly accessToken?: undefined;
}

const clientStorefront = (env: Env, others: OfConfiguration): Setting<ShopifyStorefront> =>
  mapped(
    settingsOf<Shared & Client>({
      shop: shopSetting,
      // Not a secret, but kept next to one, so it may come from the environment as well.
      clientId: secretSetting(env, "Write the app's client id"),
      clientSecret: orFunction<Secret, () => string | Promise<string>>(
        secretOf(env, 'Shopify app secret', "Give the app's client secret (shpss_…)"),
      ),
      accessToken: notBesideClient,
      ...sharedSettings(env, others),
    }),
    ({ clientId, clientSecret, ...shared }) => ({
      ...shared,
      credentials: { clientId: clientId.reveal(), clientSecret: sourceOf(clientSecret) },
    }),
  );

const notBesideClient = settingOf<undefined>(
  null,
  (written, context) =>
    written === undefined
      ? t.success(undefined)
      : refused(
          context,
          'it stands next to clientId or clientSecret',
          'Give accessToken, or clientId and clientSecret, not both',
        ),
  true,
);

const sourceOf = (secret: Client['clientSecret']): SecretSource =>
  typeof secret === 'function' ? async () => toSecret(await secret()) : secret;
