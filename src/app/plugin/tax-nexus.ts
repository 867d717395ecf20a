/** What a host app gets from `createTaxNexus`: its methods, its storefronts at run time, and its events. */
import type { Outcome, RunStatus } from '../../domain/run.ts';
import type { WebEvent } from '../../web/index.ts';
import type { ServiceEvent, StorefrontEvent } from '../outages.ts';
import type { LiveEvent, TickResult } from '../../live/index.ts';
import type { InboxState } from '../../domain/inbox.ts';
import type { StorefrontOption } from '../../mapping/own-storefront.ts';
import type { VerifiedDelivery } from '../../mapping/source-connector.ts';
import type { HistoricalSyncs } from '../../operations/historical-syncs.ts';
import type { AddedStorefront, StorefrontName } from '../../operations/storefront-name.ts';
import type { TaxNexusOperations } from '../../operations/table.ts';

/** What the promises give, for those who print it. */
export type { CheckedPart } from '../../operations/check.ts';
export type { ComparedTransaction } from '../../operations/corrections/find-corrections.ts';
export type { CorrectedTransaction } from '../../operations/corrections/apply-corrections.ts';
export type { CorrectionWay } from '../../operations/corrections/compare-record.ts';
export type { ExportRequest } from '../../operations/export/export.ts';
export type { RunProgress } from '../../operations/progress.ts';
export type { ChangedPeriod } from '../../operations/closed-periods/change-month.ts';
export type { Presence } from '../../operations/presence.ts';
export type { ListedRegistration } from '../../operations/registrations/known-registrations.ts';
export type { ListedRun } from '../../operations/runs/listed-run.ts';
export type { ExplainedSale } from '../../operations/explain.ts';
export type { ListedOpeningBalance, OpeningBalanceEntry } from '../../operations/opening-balances/opening-balance.ts';

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
  /** The storefront is no longer read, and its webhooks are refused. Sent and stored sales stay; added again, it continues. */
  | { readonly type: 'storefront.removed'; readonly reason: 'uninstalled' | 'not listed' }
);

/** What a host gets as it happens. Ids, outcomes and reasons; never personal data. */
export type TaxNexusEvent = LiveEvent | WebEvent | RunEvent | AccountEvent | StorefrontEvent | DirectoryEvent;

/** The event of a type, for listeners of that type alone. */
export type TaxNexusEventOf<Type extends TaxNexusEvent['type']> = Extract<TaxNexusEvent, { readonly type: Type }>;

/** What listing the directories changed. */
export interface StorefrontRefresh {
  /** Names of storefronts that were added or removed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** What could not be listed or added, and what to do. */
  readonly problems: readonly string[];
}

/** Storefronts that are added and removed while the process runs, in addition to the option `storefronts`. */
export interface Storefronts<Name extends string> {
  /**
   * Adds a storefront, or gives one new credentials. Without it, the option `credentials` is asked for it. It lasts as
   * long as the process: a host adds its merchants again when it starts.
   *
   * Rejects with `CONFIGURATION` for a name that no storefront may have (letters, digits, `-` and `_`, at most 63), and when
   * `credentials` throws; with `UNKNOWN_STOREFRONT` when `credentials` knows none of that name.
   */
  readonly add: (name: string, storefront?: StorefrontOption) => Promise<AddedStorefront>;
  /** Ends the work on a storefront and refuses its webhooks. Sent sales stay sent. A storefront that a directory lists comes back. */
  readonly remove: (name: StorefrontName<Name>) => void;
  /**
   * Lists the option `directories` now, such as after a shop has installed the app: by itself that happens every five minutes. It
   * never rejects: a directory that does not answer is in `problems`, and removes nothing.
   */
  readonly refresh: () => Promise<StorefrontRefresh>;
  /**
   * Reads and sends a storefront again whose merchant left and had everything erased (`shop/redact`), such as after the shop has
   * installed the app again. Its earlier sales stay known by their ids, and are not sent twice. False for one that had not left.
   * Rejects with `STATE`.
   *
   * @example
   * await taxNexus.storefronts.reopen('us-store');
   */
  readonly reopen: (name: string) => Promise<boolean>;
  /** All names, in order of precedence. */
  readonly list: () => readonly StorefrontName<Name>[];
  /**
   * Finds a storefront by a name from outside, such as one in an address, or by a shop's domain or an account's id; undefined if
   * no storefront has it.
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
