/** What an app writes to add a Stripe account as a storefront; `stripe()` turns it into validated settings. */
import type { Lock } from '../../src/domain/async.ts';
import type { StorefrontOptions } from '../../src/mapping/storefront-settings.ts';

/** A credential, or a function that gives it when it is needed: from a database, a vault, a session store. */
export type Credential = string | (() => string | Promise<string>);

/** A key that may expire, such as the access token of a Stripe App. */
export interface ExpiringKey {
  readonly key?: string | undefined;
  /** The function is called again five minutes before. Default: it does not expire. */
  readonly expires?: Date | null | undefined;
}

/** The argument of a function that returns the key of an account. */
export interface KeyRequest {
  /** The key that Stripe has just refused (401, 403): return another one, if there is one. */
  readonly refused?: string;
  /** Runs the renewal of a key one at a time, across all processes that share the sync database. */
  readonly exclusively: Lock;
}

/** Returns the key of an account: called when first needed, before the key expires, and once after Stripe refuses it. */
export type KeyFunction = (request: KeyRequest) => string | ExpiringKey | Promise<string | ExpiringKey>;

/** A Stripe account as a host configures it in code. */
export interface StripeOptions extends StorefrontOptions {
  /** A restricted (`rk_…`), secret (`sk_…`) or organization key (`sk_org_…`, with `account`), or a function that returns it. */
  readonly secretKey: string | KeyFunction | undefined;
  /**
   * Signing secrets of the endpoints (`whsec_…`), the old one and the new one while you roll it. Functions answer at
   * once, because a signature is checked before anything is awaited; one that throws counts as no secret. Default none:
   * every webhook is refused.
   */
  readonly webhookSecrets?: readonly (string | undefined | (() => string))[] | undefined;
  /** The account whose sales these are (`acct_…`), when the key is its platform's or organization's. Default: the key's own. */
  readonly account?: string | undefined;
  /** Another origin to talk to, for tests and proxies. Default https://api.stripe.com. */
  readonly apiOrigin?: string | undefined;
  /** IANA time zone in which the merchant counts days. Default `UTC`; Stripe's API does not state it. */
  readonly timeZone?: string | undefined;
}
