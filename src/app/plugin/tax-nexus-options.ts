import type { Logger } from '../../core/environment.ts';
import type { StorefrontSource } from '../../mapping/source-connector.ts';
import type { Authorize } from '../../web/index.ts';
import type { BeforePush, Schedule } from '../../worker/index.ts';
import type { TaxNexusEvent } from './tax-nexus-event.ts';

/**
 * Where a storefront that was added by its name alone is read, with credentials of the host's keeping; null when the host
 * knows none of that name.
 */
export type Credentials = (storefront: string) => StorefrontSource | null | Promise<StorefrontSource | null>;

/** What a host writes. Nothing is opened and nothing is checked before it is used. */
export interface TaxNexusOptions<Storefronts extends Readonly<Record<string, StorefrontSource>>> {
  readonly service: {
    /** Address of the Tax Nexus Service. */
    readonly baseUrl: string | undefined;
    readonly apiKey: string | undefined;
    /** Ceiling for all requests of the key, reads included. Default: the rate is learnt. */
    readonly requestsPerMinute?: number;
    /** Most requests of the key in flight at once; how many are best is found out below it. Default 96. */
    readonly concurrency?: number;
  };
  /**
   * The record book: `sqlite:` and a path, or the address of a PostgreSQL database (`postgres://…`), which any number of
   * processes may share. Default `sqlite:./tax-nexus.db`.
   */
  readonly state?: string;
  /**
   * With the record book in PostgreSQL and graphile-worker installed, historical syncs are shared: the workers of all
   * processes do them together, go on when one dies, and each process shows how far they are. This process is such a worker
   * as well, unless this is false: then it only starts and shows them. Default true.
   */
  readonly worker?: boolean;
  /**
   * By names of the host's choosing, in order of precedence: when two storefronts know one sale, the first one owns it.
   * Those that are added at run time come after them.
   */
  readonly storefronts: Storefronts;
  /** For storefronts that are added by their name alone. */
  readonly credentials?: Credentials;
  /** Cron expressions in the storefront's own time zone; null leaves a task to the host. Default: every 15 minutes; at 4. */
  readonly schedule?: Partial<Schedule>;
  /** pino, winston and console fit. Default: JSON lines on stderr. */
  readonly logger?: Logger;
  /** Told everything that happens; what it throws changes nothing. */
  readonly onEvent?: (event: TaxNexusEvent) => unknown;
  readonly hooks?: {
    /** May change or skip a transaction before it is frozen; the report says so. */
    readonly beforePush?: BeforePush;
  };
  /**
   * Turns the screen on, below `…/screen`, and says who may open it: whoever it names. Null is answered 403. Asked for every
   * request, and again every few seconds while a page follows a run. Default: no screen.
   */
  readonly authorize?: Authorize;
  /** Origins that may show the screen in a frame, such as `https://admin.shopify.com`. Default: none. */
  readonly frameAncestors?: readonly string[];
}
