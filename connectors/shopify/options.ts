import type { PolicyChoices } from '../../src/mapping/policy.ts';
import type { ReadingMode } from './read/reading-mode.ts';

/** A credential, or a function that gives it when it is needed: from a database, a vault, a session store. */
export type Credential = string | (() => string | Promise<string>);

/** A Shopify shop as a host configures it in code. */
export interface ShopifyOptions {
  /** The permanent domain, `acme.myshopify.com`. */
  readonly shop: string;
  /** The Admin API access token. As a function it is asked again once Shopify refuses what it gave. */
  readonly accessToken?: Credential | undefined;
  /** Instead of a token: key and secret of an app of the Dev Dashboard, whose tokens are fetched and renewed. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: Credential | undefined;
  /**
   * Secrets of the app that signs the webhooks, the old one beside the new one while it is changed. Functions answer at
   * once, because a signature is checked before anything is awaited; one that throws counts as no secret. Default none:
   * every webhook is refused.
   */
  readonly webhookSecrets?: readonly (string | (() => string))[] | undefined;
  /** Another origin to talk to, for tests and proxies. Default the shop's own. */
  readonly apiOrigin?: string | undefined;
  /** How a range is read: in pages, by bulk operations, or whichever is faster. Default `auto`. */
  readonly reading?: ReadingMode | undefined;
  /**
   * First day, `YYYY-MM-DD`: webhooks and catch-up leave out sales before it. Default: the day from which the storefront was
   * first synced or on which it first went live, whichever is earlier.
   */
  readonly since?: string | undefined;
  /** What differs from the defaults of docs/mapping.md. */
  readonly policy?: PolicyChoices | undefined;
}
