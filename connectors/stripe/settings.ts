/** What the connector needs to know about one Stripe account, after the app's options were validated. */
import { isTimeZone } from '../../src/domain/date-range.ts';
import type { Clock } from '../../src/domain/environment.ts';
import type { Secret } from '../../src/domain/secret.ts';
import { optional, textSetting } from '../../src/domain/setting.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import { storefrontSettings } from '../../src/mapping/storefront-settings.ts';

/** One Stripe account as a storefront. docs/stripe.md shows where to find each value. */
export interface StripeSettings {
  /** A secret or restricted key (`sk_…`, `rk_…`). A test key makes a storefront of the account's test data. */
  readonly secretKey: Secret;
  /** Signing secrets of the webhook endpoints (`whsec_…`), old and new ones alike while one is being rolled. */
  readonly webhookSecrets: readonly Secret[];
  /** The connected account whose sales these are, when the key is its platform's (`acct_…`); null for the key's own. */
  readonly account: string | null;
  /** Another origin than https://api.stripe.com, such as `http://127.0.0.1:4030`; plain http for loopback only. */
  readonly apiOrigin: string | null;
  /** IANA time zone in which the merchant counts days. Stripe's API does not state the one of its dashboard. */
  readonly timeZone: string;
  readonly policy: Policy;
  readonly clock: Clock;
}

/** The settings besides secrets and the origin, as a file and code hold them. */
export const stripeSettings = {
  ...storefrontSettings,
  account: optional(
    textSetting('Write the connected account, such as acct_1Q…', (account) =>
      /^acct_\w+$/.test(account) ? undefined : 'it is not the id of a Stripe account',
    ),
  ),
  timeZone: textSetting('Write an IANA time zone such as America/New_York', (name) =>
    isTimeZone(name) ? undefined : 'it is not a time zone',
  ),
};
