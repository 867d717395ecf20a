/** The validated settings of one Shopify shop, and the ways in which its app gets an access token. */
import type { Clock } from '../../src/domain/environment.ts';
import type { Lock } from '../../src/domain/async.ts';
import type { Secret } from '../../src/domain/secret.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import type { ReadingMode } from './read/reading-mode.ts';

/** A secret, or a function that reads it when it is needed. */
export type SecretSource = Secret | (() => Promise<Secret>);

/** An access token. A `Session` of Shopify's library is one. */
export interface AccessToken {
  readonly accessToken?: string | undefined;
  /** The function is called again five minutes before. Default: it does not expire. */
  readonly expires?: Date | null | undefined;
}

/** The argument of a function that returns the access token of a shop. */
export interface TokenRequest {
  /** `acme.myshopify.com`. */
  readonly shop: string;
  /** The token that Shopify has just refused (401, 403, access denied): return another one, if there is one. */
  readonly refused?: string;
  /** Runs the renewal of a token one at a time, across all processes that share the sync database. */
  readonly exclusively: Lock;
}

/** Returns the access token of a shop: called when first needed, before the token expires, and once after Shopify refuses it. */
export type TokenFunction = (request: TokenRequest) => string | AccessToken | Promise<string | AccessToken>;

/** How the app of one shop authenticates. */
export type ShopifyCredentials =
  /** A permanent token of an app made in the shop's admin, or a function that returns the current one. */
  | { readonly accessToken: Secret | TokenFunction }
  /** Id and secret of a Dev Dashboard app. Its 24-hour tokens are fetched and renewed automatically. */
  | { readonly clientId: string; readonly clientSecret: SecretSource };

/**
 * One Shopify shop as a storefront.
 *
 * @example
 * const settings: ShopifySettings = {
 *   shop: 'acme.myshopify.com',
 *   credentials: { accessToken: secret(accessToken) },
 *   webhookSecrets: [secret(appSecret)],
 *   apiOrigin: null,
 *   policy: defaultPolicy,
 *   clock,
 * };
 */
export interface ShopifySettings {
  /** The permanent domain, `acme.myshopify.com`; not another domain of the shop. */
  readonly shop: string;
  readonly credentials: ShopifyCredentials;
  /** Secrets of the app that signs the webhooks; the old and the new one while they rotate. */
  readonly webhookSecrets: readonly Secret[];
  /** Another origin for requests, for tests and proxies (`http://127.0.0.1:4020`); null for the shop's own. */
  readonly apiOrigin: string | null;
  /** Default: `auto`, by the number of orders. */
  readonly reading?: ReadingMode | undefined;
  readonly policy: Policy;
  readonly clock: Clock;
  /** Default: within this process. */
  readonly exclusively?: Lock | undefined;
}
