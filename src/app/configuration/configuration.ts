/** A configuration after it was read and checked: every field has its value, and secrets cannot be printed. */
import type { HostDatabase } from '../../domain/host-database.ts';
import type { ReadingMode } from '../../../connectors/shopify/read/reading-mode.ts';
import type { TokenFunction } from '../../../connectors/shopify/settings.ts';
import type { Registrations } from '../../domain/registration.ts';
import type { Secret } from '../../domain/secret.ts';
import type { ServiceWire } from '../../domain/wire-settings.ts';
import type { Policy } from '../../mapping/policy.ts';
import type { SharedAddress, SourceConnector } from '../../mapping/source-connector.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import type { Schedule } from '../../live/index.ts';
import type { NotificationTarget } from '../notifications/deliver.ts';

/** The part that a configuration file and a host's options share. */
export interface Foundation {
  /** `apiKey`: null if each account has its own. */
  readonly service: Omit<ServiceConfiguration, 'apiKey'> & { readonly apiKey: Secret | null };
  readonly state: StateConfiguration;
  /** The public address of the handler, without a trailing slash; null if it is not set. */
  readonly publicUrl: string | null;
  /** Only `serve` and `run-due` use it. */
  readonly schedule: Schedule;
  /** How long details of old runs are kept; null: forever. */
  readonly retention: { readonly months: number } | null;
  /** By name. Only `serve` and `run-due` use them. */
  readonly notifications: Readonly<Record<string, NotificationTarget>>;
}

export interface Configuration extends Foundation {
  /** The accounts of several businesses, by name; empty for one business. */
  readonly accounts: Readonly<Record<string, ServiceConfiguration>>;
  /** In order of precedence: when two storefronts know one sale, the first one owns it. */
  readonly storefronts: Readonly<Record<string, StorefrontConfiguration>>;
}

export interface ServiceConfiguration {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** Ceiling for all requests of the key, reads included; null leaves it to the learned rate. */
  readonly requestsPerMinute: number | null;
  /** Most pushes in progress at once. */
  readonly concurrency: number;
  /** How the service differs on the wire. */
  readonly wire: ServiceWire;
  /** Where people review transactions, with placeholders: see `reviewLink`; null if the service has no such page. */
  readonly reviewUrl: ReviewUrl;
  /** Registrations of this business only: an account does not inherit those of `service`. */
  readonly registrations: Registrations;
}

/** Where the sync database is: in an SQLite file, or in a PostgreSQL database that several processes may share. */
export type StateConfiguration =
  | { readonly engine: 'sqlite'; readonly path: string }
  /** The address holds a password. */
  | { readonly engine: 'postgres'; readonly address: Secret }
  | { readonly engine: 'host'; readonly database: HostDatabase };

export type StorefrontConfiguration =
  | ShopifyStorefront
  | StripeStorefront
  /** A connector of the host's own, in a configuration written in TypeScript or JavaScript. */
  | (AnyStorefront & {
      readonly connector: 'own';
      readonly source: SourceConnector;
      readonly sharedAddress?: SharedAddress;
    });

/** What every storefront has, whatever its platform. */
export interface AnyStorefront {
  readonly policy: Policy;
  /** Live work leaves out sales before this day, `YYYY-MM-DD`; null: see `liveFirstDay` of live work. */
  readonly since: string | null;
  /** One of `accounts`; null for that of `service.apiKey`. */
  readonly taxAccount: string | null;
}

export interface ShopifyStorefront extends AnyStorefront {
  readonly connector: 'shopify';
  /** `acme.myshopify.com`. */
  readonly shop: string;
  readonly credentials:
    | { readonly accessToken: Secret | TokenFunction }
    | { readonly clientId: string; readonly clientSecret: Secret };
  readonly webhookSecrets: readonly Secret[];
  /** Another origin to talk to (tests, proxies); null for the shop's own. */
  readonly apiOrigin: string | null;
  /** How a range of days is read. */
  readonly reading: ReadingMode;
}

export interface StripeStorefront extends AnyStorefront {
  readonly connector: 'stripe';
  readonly secretKey: Secret;
  readonly webhookSecrets: readonly Secret[];
  /** A connected account (`acct_…`); null for the key's own. */
  readonly account: string | null;
  readonly apiOrigin: string | null;
  /** IANA time zone in which the account's days are counted. */
  readonly timeZone: string;
}

/** The names of a configuration file, in the order in which they are tried. */
export const configurationFiles: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map(
  (extension) => `tax-nexus.config.${extension}`,
);

/**
 * Storefronts in the configuration's order, which is their precedence. Unknown names stay, so that the caller can report them.
 */
export const inPrecedence = (configured: readonly string[], wanted: readonly string[] | undefined): readonly string[] =>
  wanted === undefined
    ? configured
    : [...configured.filter((name) => wanted.includes(name)), ...wanted.filter((name) => !configured.includes(name))];
