import type { Outcome, RunStatus } from '../../domain/run.ts';
import type { WebEvent } from '../../web/index.ts';
import type { ServiceEvent, StorefrontEvent } from '../outages.ts';
import type { LiveEvent, TickResult } from '../../live/index.ts';
import type { InboxState } from '../../domain/inbox.ts';
import type { StorefrontSource, VerifiedDelivery } from '../../mapping/source-connector.ts';
import type { RunProgress } from '../../operations/progress.ts';
import type { AddedStorefront, RunHandle, StorefrontName } from './storefront-name.ts';
import type { RunReviews, TaxNexusOperations } from './tax-nexus-operations.ts';

/** A historical sync came to its end in this process; a piece of one, where ticks do the work, only with the whole of it. */
export interface RunEvent {
  readonly type: 'run.finished';
  readonly runId: string;
  readonly status: RunStatus;
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** `account`: whose key was used; `default` where all storefronts are of one account. */
type AccountEvent = ServiceEvent & { readonly account: string };

/** A storefront of a directory appeared or disappeared. */
export type DirectoryEvent = {
  readonly storefront: string;
  /** The shop's domain or the account's id. */
  readonly account: string;
  /** The name of the directory. */
  readonly directory: string;
} & (
  | { readonly type: 'storefront.added' }
  /** It is not read any more, and its webhooks are refused. What it sent and stored stays; added again, it continues. */
  | { readonly type: 'storefront.removed'; readonly reason: 'uninstalled' | 'not listed' }
);

/** What a host is sent as it happens. Ids, outcomes and reasons; never personal data. */
export type TaxNexusEvent = LiveEvent | WebEvent | RunEvent | AccountEvent | StorefrontEvent | DirectoryEvent;

/** The event of a type, for listeners of that type alone. */
export type TaxNexusEventOf<Type extends TaxNexusEvent['type']> = Extract<TaxNexusEvent, { readonly type: Type }>;

/** A historical sync to start: days of each storefront's own calendar, `YYYY-MM-DD`, first and last both included. */
export interface HistoricalSyncRequest<Name extends string> {
  /** Of this account. Needed where the storefronts are of several, and none is named: a sync is of one account. */
  readonly account?: string;
  /** Default: all. An empty list is refused. */
  readonly storefronts?: readonly StorefrontName<Name>[];
  /** First day, such as `2026-01-01`. */
  readonly from: string;
  /** Last day, included. */
  readonly to: string;
  /** Look, map and compare, but push nothing. Default false. */
  readonly dryRun?: boolean;
  /**
   * Send sales of closed months as well, which changes what was filed. Default false: those that the service does not hold are
   * held. It counts until the same request is made again without it.
   */
  readonly intoClosedPeriods?: boolean;
}

/** Starting, following and ending runs. */
export interface RunControls<Name extends string> {
  /**
   * Starts a run, or resumes the unfinished one of an equal request. It works in the background, or in later ticks (option
   * `worker: 'tick'`); resolves as soon as the run has an id. Later failures are reported by `watch`, the event `run.finished` and the report.
   *
   * Rejects with `RANGE` for days that cannot be parsed; with `UNKNOWN_STOREFRONT` for a name that is not configured or
   * an empty list; with `ACCOUNT` for storefronts of several accounts, or of one that gives no key; and with `RUN_ACTIVE` while an equal request with another `intoClosedPeriods` is running.
   */
  readonly start: (request: HistoricalSyncRequest<Name>) => Promise<RunHandle>;
  /**
   * How far a run has come: the state at once, then every later one until the run is over. Any number may watch, also a run
   * that is over. A run that this process neither works on nor follows gives its state once. Rejects with `UNKNOWN_RUN`.
   */
  readonly watch: (runId: string) => AsyncIterable<RunProgress>;
  /**
   * Reads the records that failed or were held again and settles them, in the background; watch it like a run. Of live sales, the
   * process that takes the webhooks does it, as after a webhook, unless closed months are to be changed. Rejects with
   * `UNKNOWN_RUN`, with `RUN_ACTIVE` while this process is at work on that run, and with `RUN_STATE` for a preview.
   *
   * @param options `entryId`: this entry alone. Default: all of them. `intoClosedPeriods`: send sales of closed months as well,
   * also those of a live run (`live:` and its storefront). Default false, whatever the run was started with
   */
  readonly retry: (
    runId: string,
    options?: { readonly entryId?: string; readonly intoClosedPeriods?: boolean },
  ) => Promise<RunHandle>;
  /**
   * Asks a run to pause; the same request goes on with it. Resolves when what was in progress is settled; at once when another
   * process is at work on the run, which then sees it within about a second. False when the run is not at work.
   * Rejects with `UNKNOWN_RUN`, and with `RUN_STATE` for live sales.
   */
  readonly pause: (runId: string) => Promise<boolean>;
  /**
   * Ends a run for good, whether it is at work or paused: what was sent stays sent, its report adds up, and the same request
   * is a new run. Resolves and rejects like `pause`. False when the run is over already.
   */
  readonly cancel: (runId: string) => Promise<boolean>;
}

/**
 * Historical syncs, as a host starts and follows them. Each method rejects with `CONFIGURATION`, `STATE` or `STOPPED` when the
 * sync database cannot be used, and with `ACCOUNT` when an account gives no key.
 *
 * @example
 * const { id } = await taxNexus.historicalSync.start({ from: '2026-01-01', to: '2026-03-31' });
 * for await (const { considered, failed } of taxNexus.historicalSync.watch(id)) console.log(considered, failed);
 * const { review } = await taxNexus.historicalSync.report(id);
 */
export interface HistoricalSyncs<Name extends string> extends RunControls<Name>, RunReviews {}

/** What listing the directories changed. */
export interface StorefrontRefresh {
  /** Names of storefronts that were added or removed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** What could not be listed or added, and what to do. */
  readonly problems: readonly string[];
}

/** Storefronts that come and go while the process runs, beside those of the options. */
export interface Storefronts<Name extends string> {
  /**
   * Adds a storefront, or gives one new credentials. Without a source, the option `credentials` is asked for it. It lasts as
   * long as the process: a host adds its merchants again when it starts.
   *
   * Rejects with `CONFIGURATION` for a name that no storefront may have (letters, digits, `-` and `_`, at most 63), and when
   * `credentials` throws; with `UNKNOWN_STOREFRONT` when `credentials` knows none of that name.
   */
  readonly add: (name: string, source?: StorefrontSource) => Promise<AddedStorefront>;
  /** No more work on it, and its webhooks are refused. What it sent stays sent. One that a directory lists comes back. */
  readonly remove: (name: StorefrontName<Name>) => void;
  /**
   * Lists the option `directories` now, such as after a shop has installed the app: by itself that happens every five minutes. It
   * never rejects: a directory that does not answer is in `problems`, and removes nothing.
   */
  readonly refresh: () => Promise<StorefrontRefresh>;
  /** All names, in order of precedence. */
  readonly list: () => readonly StorefrontName<Name>[];
  /**
   * The storefront of a name from outside, such as an address, or of a shop's domain or an account's id; undefined when there is
   * none.
   */
  readonly find: (nameOrAccount: string) => StorefrontName<Name> | undefined;
}

/** The plugin in a host's app. Every rejection is a `TaxNexusError`. */
export interface TaxNexus<Name extends string> extends TaxNexusOperations<Name> {
  /** Webhooks, health, readiness and the screen, for a standard `Request` at any mount path. Never rejects. */
  readonly handler: (request: Request) => Promise<Response>;
  /** The handler as a framework with route files wants it: `export const { GET, POST } = taxNexus.handlers`. */
  readonly handlers: {
    readonly GET: (request: Request) => Promise<Response>;
    readonly POST: (request: Request) => Promise<Response>;
  };
  /**
   * Begins to work on webhooks and schedules. Called while a `stop` is under way, it waits for the end of that first. Rejects with
   * `CONFIGURATION` when options are missing or wrong, `STATE` when the sync database cannot be opened, and `STOPPED` when a `stop`
   * gave it up.
   */
  readonly start: () => Promise<void>;
  /**
   * Accepts no new work, finishes what is in progress within `drainMs` milliseconds (default 10,000), and closes the sync
   * database. The rest continues after the next start. A second call resolves at the same end. A `start` that is still
   * pending by then rejects.
   */
  readonly stop: (options?: { readonly drainMs?: number }) => Promise<void>;
  /**
   * For hosts with a scheduler of their own, in place of `start`: does what is due, for about `budgetMs` milliseconds (default
   * 25,000), and continues historical syncs that no process is at work on. Rejects with `CONFIGURATION`, `STATE` or `STOPPED`; what was due and could not be done is in `problems`.
   */
  readonly tick: (options?: { readonly budgetMs?: number }) => Promise<TickResult>;
  /**
   * Takes a delivery that the host has verified by itself, such as Shopify's `authenticate.webhook(request)`. Resolves when
   * it is durable: answer 200 then, and 500 when it rejects.
   *
   * Rejects with `UNKNOWN_STOREFRONT`; with `DELIVERY_REFUSED` when the delivery cannot be read; and with `CONFIGURATION`,
   * `STATE` or `STOPPED` when it cannot be stored.
   *
   * @param storefront its name, or the shop's domain or account's id: then directories are asked about one that is not added yet
   */
  readonly receive: (
    storefront: StorefrontName<Name> | { readonly account: string },
    delivery: VerifiedDelivery,
  ) => Promise<void>;
  /** What waits to be read again, by storefront; those for which no record waits or is parked are left out. */
  readonly waiting: () => Promise<readonly InboxState[]>;
  /** The past: sales of a range of days. */
  readonly historicalSync: HistoricalSyncs<Name>;
  readonly storefronts: Storefronts<Name>;
  /** Listens to events of one type; returns the function that ends it. What the listener throws is logged and changes nothing. */
  readonly on: <Type extends TaxNexusEvent['type']>(
    type: Type,
    listener: (event: TaxNexusEventOf<Type>) => unknown,
  ) => () => void;
}
