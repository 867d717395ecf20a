/** The options of `createTaxNexus` as a host app writes them in TypeScript, with the meaning and default of each. */
import type { Retention, SharedServiceOptions } from '../configuration/config-file.ts';
import type { HostPool } from '../../domain/host-pool.ts';
import type { Logger } from '../../domain/environment.ts';
import type { PolicyChoices } from '../../mapping/policy.ts';
import type { StorefrontOption } from '../../mapping/own-storefront.ts';
import type { StorefrontDirectory } from '../../mapping/storefront-directory.ts';
import type { BeforePush } from '../../pipeline/ports.ts';
import type { Authorize } from '../../web/index.ts';
import type { Schedule } from '../../live/index.ts';
import type { Notification, NotificationKind } from '../notifications/notification.ts';
import type { TaxNexusEvent } from './tax-nexus.ts';

/**
 * Returns a storefront that was added only by name, with the credentials that the host keeps for it; null when
 * the host knows no storefront of that name. An error that it throws is reported only by its kind.
 */
export type Credentials = (storefront: string) => StorefrontOption | null | Promise<StorefrontOption | null>;

/** Where notifications go. */
export type NotificationOptions = {
  /** Only these. Default: all kinds. */
  readonly only?: readonly NotificationKind[];
} & (
  | {
      /** https, or plain http to this very machine. Undefined is a complaint at the first use. */
      readonly url: string | undefined;
      /** `json`: the `Notification`. `slack`: what Slack and services like it take at an incoming webhook. Default `json`. */
      readonly format?: 'json' | 'slack';
      /** `whsec_` and 24 to 64 bytes in base64: signs the body by the Standard Webhooks specification. Default: not signed. */
      readonly secret?: string | undefined;
    }
  | {
      /** Such as an e-mail of the host's. Of an error that it throws, only the code is logged. */
      readonly send: (notification: Notification) => unknown;
    }
);
/** The settings of one account: a business with its own key at the service. `service` has the defaults. */
export interface AccountSettings extends SharedServiceOptions {
  readonly apiKey: string | undefined;
  /** The policy of all storefronts of the account; settings of a storefront take precedence. */
  readonly policy?: PolicyChoices;
}

/**
 * Returns the settings of an account; null for an account that the host does not have. It is called when they are needed; the
 * result is kept in memory for a minute, or until the service refuses the key. An error that it throws is reported only by its
 * kind.
 */
export type AccountsOption = (account: string) => AccountSettings | null | Promise<AccountSettings | null>;

/** The options of `createTaxNexus`. Nothing is opened and nothing is checked before the first use. */
export interface TaxNexusOptions<Storefronts extends Readonly<Record<string, StorefrontOption>>> {
  /** The Tax Nexus Service, and how fast it may be asked. */
  readonly service: SharedServiceOptions & {
    /** Address of the service: https, or plain http to this very machine. Undefined is a complaint at the first use. */
    readonly baseUrl: string | undefined;
    /**
     * The API key of the one account of all storefronts; with `accounts`, that of storefronts without `taxAccount`. Undefined is
     * a complaint at the first use, unless there are `accounts`.
     */
    readonly apiKey?: string | undefined;
  };
  /**
   * The sync database: `sqlite:` and a path, or the address of a PostgreSQL database (`postgres://…`), which any number of
   * processes may share. Default `sqlite:./tax-nexus.db`.
   *
   * Or the app's own pool of `pg` or of a package like it, which is used and never ended. The tables are then in the schema
   * `tax_nexus`. Workers need a pool of at least four connections. With IAM tokens, `password` of the pool is a function.
   *
   * @example
   * new Pool({ host, user, database, password: () => signer.getAuthToken() })
   */
  readonly state?: string | HostPool;
  /**
   * With the sync database in PostgreSQL and graphile-worker installed, historical syncs are shared: the workers of all
   * processes do them together, go on when one dies, and each process shows how far they are. This process is such a worker
   * as well, unless this is false: then it only starts and shows them. Default true.
   *
   * `tick`: for processes that live for seconds. `historicalSync.start` only records a run, and each later `tick` of any process
   * continues it, with every kind of sync database.
   */
  readonly worker?: boolean | 'tick';
  /**
   * By names of the host's choosing, in order of precedence: when two storefronts know one sale, the first one owns it.
   * Storefronts that are added at run time come after them.
   */
  readonly storefronts: Storefronts;
  /**
   * What lists storefronts that appear and disappear by themselves, such as the shops of an app: added and removed at `start`,
   * every five minutes, and by `storefronts.refresh()`. Default: none.
   */
  readonly directories?: readonly StorefrontDirectory[];
  /**
   * For an app of many businesses, each with its own key: the settings of the account that a storefront names as `taxAccount`. A
   * storefront stays with its account for good. Default: all storefronts are of one account.
   */
  readonly accounts?: AccountsOption;
  /** For storefronts that are added by their name alone. */
  readonly credentials?: Credentials;
  /**
   * Address of the handler as the internet sees it, with its mount path: https, or plain http to this very machine. Webhooks are
   * subscribed below it, and users of the HTTP API can subscribe no other address. Default: they can subscribe none.
   *
   * @example
   * 'https://app.example.com/tax-nexus'
   */
  readonly publicUrl?: string;
  /**
   * Cron expressions in the storefront's own time zone; null leaves a task to the host. Default: `catchUp` every 15 minutes,
   * `reconcile` at four at night.
   */
  readonly schedule?: Partial<Schedule>;
  /**
   * Each night, details of old runs that nothing needs any more are removed, as `tax-nexus prune` does: those of runs that finished
   * more than so many whole months ago. Default: they are kept.
   */
  readonly retention?: Retention;
  /** pino, winston and console fit. Default: JSON lines on stderr. */
  readonly logger?: Logger;
  /** Called with everything that happens. An error that it throws changes nothing. */
  readonly onEvent?: (event: TaxNexusEvent) => unknown;
  /**
   * Who is informed when a historical sync ends, credentials are refused, a reconciliation finds differences, or a month with
   * held sales is about to be filed: by names of the host's choosing. Default: none. See docs/operating.md.
   *
   * @example
   * { slack: { url: process.env.SLACK_URL, format: 'slack' }, mail: { send: ({ title, text }) => sendMail(title, text) } }
   */
  readonly notifications?: Readonly<Record<string, NotificationOptions>>;
  /** The host's own rules. */
  readonly hooks?: {
    /**
     * May change or skip a transaction before it is frozen; the report shows it. Amounts are bigint, in the smallest unit of the
     * transaction's currency: 10725n is 107.25 USD.
     */
    readonly beforePush?: BeforePush;
  };
  /**
   * Enables the screen below `…/screen`, and returns the user who may open it; null is answered 403. Called for every
   * request, and every few seconds while a page follows a run. Default: no screen.
   */
  readonly authorize?: Authorize;
  /** Origins that may show the screen in a frame, such as `https://admin.shopify.com`. Default: none. */
  readonly frameAncestors?: readonly string[];
}
