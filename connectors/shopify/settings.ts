import type { Clock } from '../../src/domain/environment.ts';
import type { Secret } from '../../src/domain/secret.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import type { ReadingMode } from './read/reading-mode.ts';

/** A secret, or a function that reads it: called when first needed, and again after Shopify rejects the secret. */
export type SecretSource = Secret | (() => Promise<Secret>);

/** How the app of one shop authenticates. */
export type ShopifyCredentials =
  /** A permanent token of an app made in the shop's admin, or a token that the host stores and renews. */
  | { readonly accessToken: SecretSource }
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
  /** The permanent domain, `acme.myshopify.com`; no other domain of the shop. */
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
}
