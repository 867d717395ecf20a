import type { PolicyChoices } from '../../src/mapping/policy.ts';

/** A credential, or a function that gives it when it is needed: from a database, a vault, a session store. */
export type Credential = string | (() => string | Promise<string>);

/** A Stripe account as a host configures it in code. */
export interface StripeOptions {
  /** A restricted (`rk_…`) or secret key (`sk_…`). As a function it is asked again once Stripe refuses what it gave. */
  readonly secretKey: Credential | undefined;
  /**
   * Signing secrets of the endpoints (`whsec_…`), the old one beside the new one while it is rolled. Functions answer at
   * once, because a signature is checked before anything is awaited; one that throws counts as no secret. Default none:
   * every webhook is refused.
   */
  readonly webhookSecrets?: readonly (string | undefined | (() => string))[] | undefined;
  /** The connected account whose sales these are, when the key is its platform's (`acct_…`). Default the key's own. */
  readonly account?: string | undefined;
  /** Another origin to talk to, for tests and proxies. Default https://api.stripe.com. */
  readonly apiOrigin?: string | undefined;
  /** IANA time zone in which the merchant counts days. Default `UTC`; Stripe's API does not state it. */
  readonly timeZone?: string | undefined;
  /**
   * First day, `YYYY-MM-DD`: webhooks and catch-up leave out sales before it. Default: the day from which the storefront was
   * first synced or on which it first went live, whichever is earlier.
   */
  readonly since?: string | undefined;
  /** What differs from the defaults of docs/mapping.md. */
  readonly policy?: PolicyChoices | undefined;
}
