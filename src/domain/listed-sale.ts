/** The list of all sales and refunds of an account, each once with its present status: how it is filtered, sorted and paged. */
import type * as O from 'fp-ts/lib/Option.js';
import type { ReportLine } from './run.ts';

/**
 * Where a sale or refund stands now. `to send`: it was held, a person decided to send it, and it waits. `skipped`: it must
 * not be sent, or only a dry run has read it.
 */
export type SaleStatus = 'sent' | 'on hold' | 'failed' | 'to send' | 'left out' | 'skipped';

/** A sale or refund of any run, once, as it is now. */
export interface ListedSale extends Pick<ReportLine, 'storefront' | 'id' | 'sourceId' | 'name' | 'kind' | 'reason'> {
  /** `YYYY-MM-DD` on its storefront's calendar; null where it is not known. */
  readonly day: string | null;
  readonly jurisdiction: string | null;
  readonly currency: string | null;
  /** Minor units; null where it is not known. */
  readonly total: bigint | null;
  /** Minor units; null where it is not known. */
  readonly taxCollected: bigint | null;
  readonly status: SaleStatus;
  /** The run that has it; null where the user does not see that run. */
  readonly runId: string | null;
}

/** `open`: on hold, failed or waiting to be sent. */
export type SalesSelection = 'all' | 'sent' | 'open' | 'left out' | 'skipped';

/** Which sales. Storefronts that are not named do not exist. */
export interface SalesFilter {
  readonly storefronts: readonly string[];
  readonly selection: SalesSelection;
  /** `CA`, `CA-ON`, `DE-*`. */
  readonly jurisdiction?: string;
  /** `YYYY-MM`. */
  readonly month?: string;
  /** A whole number or id, a ZIP, a state or country, an amount, or a day. */
  readonly text?: string;
}

/**
 * By day, number, total or tax. With the newest first, sales without a day come after the oldest one. In any other order,
 * sales without the value are left out.
 */
export interface SalesOrder {
  readonly sort: 'day' | 'number' | 'total' | 'tax';
  readonly descending: boolean;
  /** `next` of the page before. */
  readonly after: O.Option<string>;
  readonly limit: number;
}

/** A page may hold fewer than its limit although others follow: only so many lines are looked at for it. */
export interface SalesPage {
  readonly sales: readonly ListedSale[];
  /** None after the last page. */
  readonly next: O.Option<string>;
}
