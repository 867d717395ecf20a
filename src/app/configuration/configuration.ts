import type { ReadingMode } from '../../../connectors/shopify/reading/reading-mode.ts';
import type { Secret } from '../../core/secret.ts';
import type { Policy } from '../../mapping/policy.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
import type { Schedule } from '../../worker/index.ts';

/** A checked configuration: every field has its value, secrets are resolved and cannot be printed. */
export interface Configuration {
  readonly service: ServiceConfiguration;
  readonly state: StateConfiguration;
  /** In order of precedence: when two storefronts know one sale, the first one owns it. */
  readonly storefronts: Readonly<Record<string, StorefrontConfiguration>>;
  /** Of `serve` and `run-due`. */
  readonly schedule: Schedule;
}

export interface ServiceConfiguration {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** Ceiling for all requests of the key, reads included; null leaves it to the learnt rate. */
  readonly requestsPerMinute: number | null;
  /** Most pushes in flight at once. */
  readonly concurrency: number;
}

/** Where the record book is: in an SQLite file, or in a PostgreSQL database that several processes may share. */
export type StateConfiguration =
  | { readonly engine: 'sqlite'; readonly path: string }
  /** The address holds a password. */
  | { readonly engine: 'postgres'; readonly address: Secret };

export type StorefrontConfiguration =
  | ShopifyStorefront
  | StripeStorefront
  /** A connector of the host's own, in a configuration written in TypeScript or JavaScript. */
  | { readonly connector: 'own'; readonly source: SourceConnector; readonly policy: Policy };

export interface ShopifyStorefront {
  readonly connector: 'shopify';
  /** `acme.myshopify.com`. */
  readonly shop: string;
  readonly credentials: { readonly accessToken: Secret } | { readonly clientId: string; readonly clientSecret: Secret };
  readonly webhookSecrets: readonly Secret[];
  /** Another origin to talk to (tests, proxies); null for the shop's own. */
  readonly apiOrigin: string | null;
  /** How a range of days is read. */
  readonly reading: ReadingMode;
  readonly policy: Policy;
}

export interface StripeStorefront {
  readonly connector: 'stripe';
  readonly secretKey: Secret;
  readonly webhookSecrets: readonly Secret[];
  /** A connected account (`acct_…`); null for the key's own. */
  readonly account: string | null;
  readonly apiOrigin: string | null;
  /** IANA time zone in which the account's days are counted. */
  readonly timeZone: string;
  readonly policy: Policy;
}
