/** A configuration after it was read and checked: every field has its value, and secrets cannot be printed. */
import type { HostPool } from '../../domain/host-pool.ts';
import type { ShopifyStorefront } from '../../../connectors/shopify/storefront.ts';
import type { StripeStorefront } from '../../../connectors/stripe/storefront.ts';
import type { Registrations } from '../../domain/registration.ts';
import type { Secret } from '../../domain/secret.ts';
import type { ServiceWire } from '../../domain/wire-settings.ts';
import type { OwnSettings } from '../../mapping/own-storefront.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
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
  /** The names of the settings that are set; see `settingNames`. */
  readonly written: readonly string[];
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
  | { readonly engine: 'host'; readonly database: HostPool };

export type ShopifyConfiguration = ShopifyStorefront & { readonly connector: 'shopify' };
export type StripeConfiguration = StripeStorefront & { readonly connector: 'stripe' };
export type StorefrontConfiguration =
  | ShopifyConfiguration
  | StripeConfiguration
  /** A connector of the host's own, in a configuration written in TypeScript or JavaScript. */
  | (Omit<OwnSettings, 'connector'> & { readonly connector: 'own'; readonly source: SourceConnector });

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
