/** What the connector needs to know about one Stripe account, after the app's options were validated. */
import type { Clock } from '../../src/domain/environment.ts';
import type { Secret } from '../../src/domain/secret.ts';
import type { Policy } from '../../src/mapping/policy.ts';

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
