/**
 * The type of a configuration file as people write it. The schema for editors has the settings that `configurationSettings` reads,
 * with the sentences of this type.
 */
import type { ReadingMode } from '../../../connectors/shopify/read/reading-mode.ts';
import type { TokenFunction } from '../../../connectors/shopify/settings.ts';
import type { RegistrationStatus } from '../../domain/registration.ts';
import type { ServiceWire } from '../../domain/wire-settings.ts';
import type { Schedule } from '../../live/index.ts';
import type { OwnStorefront } from '../../mapping/own-storefront.ts';
import type { StorefrontOptions } from '../../mapping/storefront-settings.ts';
import type { Notification, NotificationKind } from '../notifications/notification.ts';

/** The text itself, or the name of the environment variable that holds it. */
export type ConfigSecret = string | { readonly env: string };

/** What a configuration file of the command line holds. */
export interface TaxNexusConfig {
  /** Path of the schema, for editors: `./node_modules/tax-nexus-sync/docs/tax-nexus.config.schema.json`. */
  readonly $schema?: string;
  /** The Tax Nexus Service, and how fast it may be asked. */
  readonly service: ServiceConfig;
  /**
   * The sync database: `sqlite:` and a path relative to this file, or the address of a PostgreSQL database, which is a secret.
   * Default `sqlite:./tax-nexus.db`.
   */
  readonly state?: ConfigSecret;
  /**
   * Address of the handler as the internet sees it, https: `https://app.example.com/tax-nexus`. Webhooks are subscribed below it.
   */
  readonly publicUrl?: string;
  /** When catch-up and reconciliation run: cron expressions in the storefront's time zone; null for never. */
  readonly schedule?: Partial<Schedule>;
  /**
   * Each night, details of old runs that nothing needs any more are removed, as `tax-nexus prune` does: those of runs that finished
   * more than so many whole months ago. Default: they are kept.
   */
  readonly retention?: Retention;
  /** Who is informed of what happens, by names of your choosing. */
  readonly notifications?: Readonly<Record<string, NotificationConfig>>;
  /**
   * For several businesses, each with its own key at the service: by the names that storefronts give as `taxAccount`. What one
   * leaves out is that of `service`.
   */
  readonly accounts?: Readonly<Record<string, AccountConfig>>;
  /** By names of your choosing, in order of precedence: when two know one sale, the first one sends it. */
  readonly storefronts: Readonly<Record<string, StorefrontConfig>>;
}

/** How long details of old runs are kept. */
export interface Retention {
  readonly months: number;
}

/** What the service and each account may have, in a file and in code. */
export interface SharedServiceOptions {
  /** Ceiling for all requests of the key, reads included, 1 to 1,000,000. Default: the rate is learned. */
  readonly requestsPerMinute?: number;
  /** Most requests of the key in progress at once, 1 to 512; how many are best is found out below it. Default 96. */
  readonly concurrency?: number;
  /** How the service differs on the wire: docs/service.md. Default: in nothing. */
  readonly wire?: ServiceWire;
  /**
   * Address of the page where people review transactions in the service: https, or plain http to this very machine. It may
   * hold `{id}`, `{from}`, `{to}` and `{state}`, and the report and the screen link to it. Default: they name the service.
   */
  readonly reviewUrl?: string;
  /**
   * Where the business is registered, by the two letters of a state: docs/thresholds.md. Registrations of `service` do not apply
   * to `accounts`, which are other businesses.
   */
  readonly registrations?: Readonly<Record<string, RegistrationConfig>>;
}

export interface ServiceConfig extends SharedServiceOptions {
  /** Address of the service: https, or http to this machine. */
  readonly baseUrl: string;
  /** Its API key. Needed, unless each storefront names one of `accounts`. */
  readonly apiKey?: ConfigSecret;
}

export interface AccountConfig extends SharedServiceOptions {
  /** The business's own API key. */
  readonly apiKey: ConfigSecret;
}

/** A registration of a state; see docs/thresholds.md. */
export interface RegistrationConfig {
  /** `managed elsewhere`: another service or preparer files there. Default `registered`. */
  readonly status?: RegistrationStatus;
  /** The first day, `YYYY-MM-DD`. Needed, unless it is managed elsewhere. */
  readonly since?: string | null;
  /** Who registered or files there, such as `our accountant`. */
  readonly by?: string | null;
}

export interface NotificationConfig {
  /** The https address to post to, which is a secret. */
  readonly url?: ConfigSecret;
  /** `slack` for an incoming webhook of Slack. Default `json`. */
  readonly format?: 'json' | 'slack';
  /** `whsec_` and 24 to 64 bytes in base64: signs what is posted. */
  readonly secret?: ConfigSecret;
  /** Only these. Default: all kinds. */
  readonly only?: readonly NotificationKind[];
  /** In place of `url`, in code. */
  readonly send?: (notification: Notification) => unknown;
}

export type StorefrontConfig = ShopifyConfig | StripeConfig | OwnStorefront;

export interface ShopifyConfig extends StorefrontOptions {
  readonly connector: 'shopify';
  /** The shop's permanent domain: `acme.myshopify.com`. */
  readonly shop: string;
  /** Admin API access token, or, in code, a function that returns it. */
  readonly accessToken?: ConfigSecret | TokenFunction;
  /** In place of `accessToken`: client id of a Dev Dashboard app. */
  readonly clientId?: ConfigSecret;
  /** Client secret of that app. */
  readonly clientSecret?: ConfigSecret;
  /** The app's client secret, with which webhooks are signed; several while it is changed. */
  readonly webhookSecrets?: ConfigSecret | readonly ConfigSecret[];
  /** Another origin, for tests and proxies. Default: the shop's own. */
  readonly apiOrigin?: string;
  /** How orders are read. Default `auto`. */
  readonly reading?: ReadingMode;
}

export interface StripeConfig extends StorefrontOptions {
  readonly connector: 'stripe';
  /** A restricted key (`rk_live_…`), or the secret key. */
  readonly secretKey: ConfigSecret;
  /** IANA time zone of the account's days: `America/New_York`. */
  readonly timeZone: string;
  /** Signing secrets of the endpoint; several while they are changed. */
  readonly webhookSecrets?: ConfigSecret | readonly ConfigSecret[];
  /** A connected account, `acct_…`. Default: the key's own. */
  readonly account?: string;
  /** Another origin, for tests and proxies. Default: Stripe's own. */
  readonly apiOrigin?: string;
}

/**
 * Types a configuration in TypeScript or JavaScript; returns it as it is.
 *
 * @example
 * export default defineConfig({
 *   service: { baseUrl: 'https://api.example.com', apiKey: { env: 'TAX_NEXUS_API_KEY' } },
 *   storefronts: { billing: { connector: 'stripe', secretKey: { env: 'STRIPE_KEY' }, timeZone: 'America/New_York' } },
 * });
 */
export const defineConfig = (config: TaxNexusConfig): TaxNexusConfig => config;
