import type { Clock } from '../../src/domain/environment.ts';
import type { Secret } from '../../src/domain/secret.ts';
import type { Policy } from '../../src/mapping/policy.ts';
import type { ReadingMode } from './read/reading-mode.ts';

/** A secret, or where to get it: asked when it is first needed, and again once Shopify did not accept it. */
export type SecretSource = Secret | (() => Promise<Secret>);

/** How the app of one shop proves who it is. */
export type ShopifyCredentials =
  /** A token that does not expire, of an app made in the shop's own admin; or one that the host keeps and renews. */
  | { readonly accessToken: SecretSource }
  /** Key and secret of an app of the Dev Dashboard; its tokens of 24 hours are fetched and renewed by themselves. */
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
  /** Secrets of the app that signs the webhooks; the old one beside the new one while it is being changed. */
  readonly webhookSecrets: readonly Secret[];
  /** Another origin to talk to, for tests and proxies (`http://127.0.0.1:4020`); null for the shop's own. */
  readonly apiOrigin: string | null;
  /** Default `auto`: by the number of orders. */
  readonly reading?: ReadingMode | undefined;
  readonly policy: Policy;
  readonly clock: Clock;
}
