/** The settings of one storefront in a configuration: those of its connector, which code has as well. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { shopifyStorefront } from '../../../connectors/shopify/storefront.ts';
import { stripeStorefront, timeZoneSetting } from '../../../connectors/stripe/storefront.ts';
import { fieldOf, isRecord } from '../../domain/fields.ts';
import type { Env } from '../../domain/secret-setting.ts';
import { anyOf, mapped, oneOf, refused, type Setting, settingOf, settingsOf } from '../../domain/setting.ts';
import { isConnector, type OwnSettings, ownSettings } from '../../mapping/own-storefront.ts';
import { storefrontSettings } from '../../mapping/storefront-settings.ts';
import type { StorefrontConfiguration } from './configuration.ts';

export interface StorefrontContext {
  readonly env: Env;
  /** Names of `accounts`. */
  readonly accounts: readonly string[];
  /** Whether storefronts without an account use the key of the service. */
  readonly serviceHasKey: boolean;
}

export const storefrontSetting = (context: StorefrontContext): Setting<StorefrontConfiguration> => {
  const { env } = context;
  const taxAccount = taxAccountSetting(context);
  const shopify = mapped(
    shopifyStorefront(env, { connector: oneOf('shopify'), taxAccount }),
    (storefront): StorefrontConfiguration => ({ ...storefront, connector: 'shopify' }),
  );
  const stripe = mapped(
    stripeStorefront(env, { connector: oneOf('stripe'), taxAccount, timeZone: timeZoneSetting }),
    (storefront): StorefrontConfiguration => ({ ...storefront, connector: 'stripe' }),
  );
  const own = mapped(
    settingsOf<OwnSettings>({ ...ownSettings, taxAccount }),
    ({ connector, ...storefront }): StorefrontConfiguration => ({ ...storefront, connector: 'own', source: connector }),
  );
  const chosen = (written: unknown): Setting<StorefrontConfiguration> | undefined => {
    const connector = fieldOf(written, 'connector');
    if (connector === 'shopify') return shopify;
    if (connector === 'stripe') return stripe;
    return isRecord(written) && !isConnector(connector) ? undefined : own;
  };
  return settingOf<StorefrontConfiguration>(anyOf(shopify.schema, stripe.schema), (written, at) => {
    const setting = chosen(written);
    if (setting !== undefined) return setting.validate(written, at);
    if (typeof fieldOf(written, 'open') === 'function' || isConnector(written)) return refused(at, ...inCode);
    const problem = fieldOf(written, 'connector') === undefined ? 'it is missing' : 'there is no such connector';
    return refused(t.appendContext(at, 'connector', t.unknown), problem, connectorRemedy);
  });
};

const connectorRemedy =
  'Write "shopify" or "stripe"; a configuration in TypeScript or JavaScript may hold a SourceConnector instead';

const inCode = [
  'it is a connector, or a storefront made by a function',
  'Write { connector: … } with "shopify", "stripe" or your SourceConnector, and its settings',
] as const;

const taxAccountSetting = ({ accounts, serviceHasKey }: StorefrontContext): Setting<string | null> => {
  const remedy = accounts.length === 0 ? 'Remove it, or add accounts' : `Write one of ${accounts.join(', ')}`;
  return settingOf<string | null>(
    storefrontSettings.taxAccount.schema,
    (written, context) =>
      E.chain((account: string | null) => {
        if (account === null && !serviceHasKey)
          return refused(context, 'it is missing, and service has no apiKey', remedy);
        return account === null || accounts.includes(account)
          ? t.success(account)
          : refused(context, 'there is no such account', remedy);
      })(storefrontSettings.taxAccount.validate(written, context)),
    true,
  );
};
