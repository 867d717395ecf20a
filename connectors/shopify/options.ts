/** What an app writes to add a Shopify shop as a storefront; `shopify()` turns it into validated settings. */
import type { StorefrontOptions } from '../../src/mapping/storefront-settings.ts';
import type { ReadingMode } from './read/reading-mode.ts';
import type { TokenFunction } from './settings.ts';

/** A credential, or a function that reads it when needed: from a database, a vault or a session store. */
export type Credential = string | (() => string | Promise<string>);

/** Options of a Shopify storefront. */
export interface ShopifyOptions extends StorefrontOptions {
  /** The permanent domain, `acme.myshopify.com`. Undefined, such as an unset variable, is a problem at the first use. */
  readonly shop: string | undefined;
  /** The Admin API access token, or a function that returns it: your own, `tokenFromSessions`, `tokenByClientCredentials`. */
  readonly accessToken?: string | TokenFunction | undefined;
  /** Instead of a token: id and secret of a Dev Dashboard app. The connector fetches and renews its tokens. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: Credential | undefined;
  /**
   * Secrets of the app that signs the webhooks; while you rotate a secret, list the old and the new one. Functions are
   * synchronous, because the signature is checked before anything is awaited; one that throws counts as no secret.
   * Default: none, so every webhook is refused.
   */
  readonly webhookSecrets?: readonly (string | undefined | (() => string))[] | undefined;
  /** Another origin for requests, for tests and proxies. Default: the shop's own. */
  readonly apiOrigin?: string | undefined;
  /** Read a range in pages, by bulk operations, or by whichever is faster. Default: `auto`. */
  readonly reading?: ReadingMode | undefined;
}
