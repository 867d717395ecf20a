/** The settings of a Stripe storefront, as a configuration and the options of `stripe()` hold them. */
import { isTimeZone } from '../../src/domain/date-range.ts';
import type { Secret } from '../../src/domain/secret.ts';
import { addressSetting, type Env, orFunction, secretOf, webhookSecretsOf } from '../../src/domain/secret-setting.ts';
import { orElse, type Setting, settingsOf, textSetting } from '../../src/domain/setting.ts';
import { type StorefrontSettings, storefrontSettings } from '../../src/mapping/storefront-settings.ts';
import type { KeyFunction } from './options.ts';
import type { StripeSettings } from './settings.ts';

export interface StripeStorefront
  extends StorefrontSettings, Pick<StripeSettings, 'webhookSecrets' | 'account' | 'apiOrigin' | 'timeZone'> {
  readonly secretKey: Secret | KeyFunction;
}

/** Settings that a configuration reads in another way. */
interface OfConfiguration {
  readonly connector?: Setting<'stripe'>;
  readonly taxAccount?: Setting<string | null>;
  readonly timeZone?: Setting<string>;
}

export const timeZoneSetting = textSetting('Write an IANA time zone such as America/New_York', (name) =>
  isTimeZone(name) ? undefined : 'it is not a time zone',
);

export const stripeStorefront = (env: Env, others: OfConfiguration = {}): Setting<StripeStorefront> =>
  settingsOf<StripeStorefront>({
    secretKey: orFunction<Secret, KeyFunction>(
      secretOf(env, 'Stripe key', 'Give a restricted key (rk_live_…) or the secret key (sk_live_…)'),
    ),
    webhookSecrets: webhookSecretsOf(env, 'Stripe webhook secret', "Give the endpoint's signing secret (whsec_…)"),
    account: orElse(
      textSetting('Write the connected account, such as acct_1Q…', (account) =>
        /^acct_\w+$/.test(account) ? undefined : 'it is not the id of a Stripe account',
      ),
      null,
    ),
    timeZone: orElse(timeZoneSetting, 'UTC'),
    apiOrigin: orElse(addressSetting('Write a web address, or leave it out'), null),
    ...storefrontSettings,
    ...others,
  });
