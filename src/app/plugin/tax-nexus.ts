import type { InboxState } from '../../core/inbox.ts';
import type { StorefrontSource, VerifiedDelivery } from '../../mapping/source-connector.ts';
import type { Report } from '../../sync/report/report.ts';
import type { TickResult } from '../../worker/index.ts';
import type { RunProgress } from './run-progress.ts';
import type { AddedStorefront, StorefrontName } from './storefront-name.ts';
import type { TaxNexusEvent, TaxNexusEventOf } from './tax-nexus-event.ts';

/** A historical sync to start: days of each storefront's own calendar, `YYYY-MM-DD`, first and last both included. */
export interface HistoricalSyncRequest<Name extends string> {
  /** Default: all. An empty list is refused. */
  readonly storefronts?: readonly StorefrontName<Name>[];
  readonly from: string;
  readonly to: string;
  /** Look, map and compare, but push nothing. Default false. */
  readonly dryRun?: boolean;
}

export interface RunHandle {
  /** For `watch`, `report`, `retry`, `pause` and `cancel`. */
  readonly id: string;
}

export interface HistoricalSyncs<Name extends string> {
  /**
   * Starts a run, or goes on with the unfinished one of an equal request. It works in the background; resolves as soon as
   * the run has an id.
   */
  readonly start: (request: HistoricalSyncRequest<Name>) => Promise<RunHandle>;
  /**
   * How far it has come, until it is over: the state at once, and every later one. Any number may watch, also after the
   * fact. A run that this process is not at work on gives its state once.
   */
  readonly watch: (runId: string) => AsyncIterable<RunProgress>;
  /** The report of a run, or of the newest one; of a run under way, as far as it is. */
  readonly report: (runId?: string) => Promise<Report>;
  /**
   * Reads what failed or was held again and settles it, in the background; to be watched like a run.
   *
   * @param options `entryId`: this one alone. Default: all of them
   */
  readonly retry: (runId: string, options?: { readonly entryId?: string }) => Promise<RunHandle>;
  /**
   * Asks a run to pause; the same request goes on with it. Resolves when what was in flight is settled, or at once when it is
   * not this process that is at work on it: then that one sees it within about a second. False when the run is not at work.
   */
  readonly pause: (runId: string) => Promise<boolean>;
  /**
   * Ends a run for good, whether it is at work or paused: what was told stays told, its report adds up, and the same request
   * is a new run. Resolves like `pause`. False when it is over already.
   */
  readonly cancel: (runId: string) => Promise<boolean>;
}

export interface Storefronts<Name extends string> {
  /**
   * Adds a storefront, or gives one new credentials. Without a source, the option `credentials` is asked for it. It lasts as
   * long as the process: a host adds its merchants again when it starts.
   */
  readonly add: (name: string, source?: StorefrontSource) => Promise<AddedStorefront>;
  /** No more work on it, and its webhooks are refused. What it told stays told. */
  readonly remove: (name: StorefrontName<Name>) => void;
  readonly list: () => readonly StorefrontName<Name>[];
  /** The storefront of a name from elsewhere, such as an address; undefined when there is none. */
  readonly find: (name: string) => StorefrontName<Name> | undefined;
}

/** The plugin in a host's app. Every rejection is a `TaxNexusError`. */
export interface TaxNexus<Name extends string> {
  /** Webhooks, health, readiness and the screen, for a standard `Request` at any mount path. Never rejects. */
  readonly handler: (request: Request) => Promise<Response>;
  /** The handler as a framework with route files wants it: `export const { GET, POST } = taxNexus.handlers`. */
  readonly handlers: {
    readonly GET: (request: Request) => Promise<Response>;
    readonly POST: (request: Request) => Promise<Response>;
  };
  /** Webhooks are worked on and schedules flow. Called while a `stop` is under way, it waits for its end first. */
  readonly start: () => Promise<void>;
  /**
   * Takes nothing new, finishes what is in flight within `drainMs` milliseconds (default 10,000), and closes the record
   * book. What is left goes on after the next start. Called again meanwhile, it resolves at the same end. A `start`
   * that has no end by then is given up, and rejects.
   */
  readonly stop: (options?: { readonly drainMs?: number }) => Promise<void>;
  /** For hosts with a scheduler of their own, in place of `start`: what is due, for about `budgetMs` (default 25,000). */
  readonly tick: (options?: { readonly budgetMs?: number }) => Promise<TickResult>;
  /**
   * Takes a delivery that the host has verified by itself, such as Shopify's `authenticate.webhook(request)`. Resolves when
   * it is durable: answer 200 then, and 500 when it rejects.
   */
  readonly receive: (storefront: StorefrontName<Name>, delivery: VerifiedDelivery) => Promise<void>;
  /** What waits to be read again, by storefront. */
  readonly waiting: () => Promise<readonly InboxState[]>;
  readonly historicalSync: HistoricalSyncs<Name>;
  readonly storefronts: Storefronts<Name>;
  /** Listens to events of one type; gives back what ends it. */
  readonly on: <Type extends TaxNexusEvent['type']>(
    type: Type,
    listener: (event: TaxNexusEventOf<Type>) => unknown,
  ) => () => void;
}
