/** The columns of the tables for runs, lines, submissions and live work, and what each column means. */
import type { Generated } from 'kysely';
import type { AdjustmentKind, FailureReason, Finding, Outcome, ReportLine, RunKind, RunStatus } from '../domain/run.ts';
import type { FigureGroup } from '../domain/day-figures.ts';
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { Submission } from '../domain/sync-store.ts';
import type { Minor, ReviewTables } from './review-schema.ts';

/**
 * Both databases have the same layout, which tables.ts creates. Ids, instants and JSON are TEXT; numbers are whole numbers
 * (PostgreSQL returns its BIGINT as text: `toNumber` reads both), 0 or 1 where the code has a boolean. `position` counts
 * a line in its run.
 */

export interface StoreTables extends ReviewTables {
  readonly run: RunRow;
  readonly storefront_account: StorefrontAccountRow;
  readonly run_time_zone: RunTimeZoneRow;
  readonly lease: LeaseRow;
  readonly rate_limit: RateLimitRow;
  readonly worker: WorkerRow;
  readonly checkpoint: CheckpointRow;
  readonly line_version: LineVersionRow & { readonly version: Generated<number> };
  readonly run_line: RunLineRow;
  readonly present_line: PresentLineRow;
  readonly line_total: LineTotalRow;
  readonly finding: FindingRow;
  readonly adjustment: AdjustmentRow;
  readonly submission: SubmissionRow;
  readonly submission_body: SubmissionBodyRow;
  readonly service_transaction: ServiceTransactionRow;
  readonly list_scan: ListScanRow;
  readonly service_facts: ServiceFactsRow;
  readonly sale_reference: SaleReferenceRow;
  readonly delivery: DeliveryRow;
  readonly resync_request: ResyncRequestRow;
  readonly catch_up: CatchUpRow;
  readonly changes_read: ChangesReadRow;
  readonly task: TaskRow;
  readonly resolution: ResolutionRow;
  readonly erased: ErasedRow;
  readonly left_storefront: LeftStorefrontRow;
}

/** The account at the service that a row belongs to; `default` if the host has one API key. */
interface OfAccount {
  readonly account: string;
}

/** The account to which the sales of a storefront are sent. It never changes. */
export interface StorefrontAccountRow extends OfAccount {
  readonly storefront: string;
}

export interface RunRow extends OfAccount {
  /** Counts the runs from 1; the other tables point to it, because an id is long. */
  readonly number: number;
  readonly id: string;
  /** What was asked for: equal requests are equal in this column and the next four. See `RunRequest`. */
  readonly kind: RunKind;
  readonly dry_run: number;
  /** JSON: the names in their order, which is their precedence. */
  readonly storefronts: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly status: RunStatus;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** When the first of its lines was removed by `tax-nexus prune`; null while all are there. */
  readonly pruned_at: string | null;
  /** The `position` of the next new line. */
  readonly next_position: number;
  readonly into_closed_periods: number;
}

export interface RunTimeZoneRow {
  readonly run: number;
  readonly storefront: string;
  readonly time_zone: string;
}

export interface LeaseRow {
  readonly storefront: string;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface CheckpointRow {
  readonly run: number;
  readonly storefront: string;
  readonly window_key: string;
  /** Null when the window is read to its end. */
  readonly next_cursor: string | null;
}

/**
 * The result of a record, as one or more runs settled it. Only an erasure changes a row. A run that finds the record changed
 * writes a new row, so that earlier reports stay as they were. A row that no run points to is deleted.
 */
export interface LineVersionRow extends OfAccount {
  readonly id: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly name: string;
  readonly kind: ReportLine['kind'];
  /**
   * For a record that did not become a transaction: `currency`, `jurisdiction` and `total` come from the platform (`StatedSale`),
   * or are null.
   */
  readonly currency: string | null;
  readonly jurisdiction: string | null;
  /** Null like `tax_collected` when the record did not become a transaction. */
  readonly month: string | null;
  /** `YYYY-MM-DD`: see `SentLine`. */
  readonly day: string | null;
  readonly occurred_at: string | null;
  readonly total: Minor | null;
  readonly tax_collected: Minor | null;
  readonly taxed: Minor | null;
  readonly not_taxable: Minor | null;
  /** Null if there is no `LineDetail`; `shipping` too. */
  readonly discount: Minor | null;
  readonly shipping: Minor | null;
  /** The marketplace that remits the tax. */
  readonly remitted_by: string | null;
  readonly exemption: string | null;
  readonly parent_id: string | null;
  readonly zip: string | null;
}

/** What a run reports of a record. The row is narrow, because each run over the same sales adds one per sale. */
export interface RunLineRow {
  readonly run: number;
  /** Counts the run's lines from 0 in the order in which they were first settled; gaps mean nothing. */
  readonly position: number;
  readonly version: number;
  readonly outcome: Outcome;
  readonly reason: SkipReason | HoldReason | FailureReason | null;
  readonly message: string | null;
  /**
   * The tax information of the service, unchanged. It can be missing after a push and known to a later run that finds the
   * transaction.
   */
  readonly reported_tax: string | null;
  /** The amount in `reported_tax`; null if that is not an amount. */
  readonly reported_amount: Minor | null;
  /** 1 for a line of a sale outside of the run's range. */
  readonly older: number;
}

/** The line that counts for a transaction: the last settled one that the service holds, or else the last settled one. */
export interface PresentLineRow extends OfAccount {
  readonly id: string;
  readonly state: FigureGroup['state'];
  /** `run` and `position` identify the line. */
  readonly run: number;
  readonly position: number;
}

/** The sum of a run's lines that have something in common: see `changeTotals`. */
export interface LineTotalRow {
  readonly run: number;
  /** JSON: what is summed (`line`, `outcome`, `finding`, `channel`, `adjustment`, `refund`, `older`), then what the lines have in common. */
  readonly key: string;
  readonly count: number;
  /** JSON: minor units, as texts. */
  readonly amounts: string;
}

/** A row that belongs to one version of a line; `position` gives the order. */
interface OfVersion extends OfAccount {
  readonly version: number;
  readonly position: number;
}

export interface FindingRow extends OfVersion {
  readonly kind: Finding;
}

export interface AdjustmentRow extends OfVersion {
  readonly kind: AdjustmentKind;
  readonly id: string;
  readonly occurred_at: string;
  /** In the calendar of the storefront, `YYYY-MM-DD`. */
  readonly day: string;
  readonly currency: string;
  readonly amount: Minor;
  readonly tax: Minor | null;
  readonly taxed: Minor | null;
  readonly sent: number;
  readonly message: string;
}

/** The row is narrow, because its status changes; `submission_body` holds the body. */
export interface SubmissionRow extends OfAccount {
  readonly id: string;
  readonly name: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly status: Submission['status'];
  readonly digest: string;
  readonly saved_at: string;
  /** See `Submission`. */
  readonly attempted_at: string | null;
  /** When the status was last settled, in milliseconds since 1970; null while it is an intent. */
  readonly settled_at: number | null;
  /** The id that the service assigned; null where it keeps ours. */
  readonly remote_id: string | null;
}

/** Holds an address: a row lives from the intent to its confirmation. */
export interface SubmissionBodyRow extends OfAccount {
  readonly id: string;
  readonly body: string;
}

export interface ServiceTransactionRow extends OfAccount {
  /** The id at the service, which may be the id that we sent. */
  readonly id: string;
  /** By `textKey`, or `erasedNameOf`. */
  readonly name: string | null;
  /** JSON of `ShownFields`; null when the row comes from our own push. */
  readonly shown: string | null;
  /** The first scan that saw it; 0 when it is known from our own push. */
  readonly scan: number;
}

/** `facts` is the JSON of `ServiceFacts`. */
export interface ServiceFactsRow extends OfAccount {
  /** Digest of address, API key and wire settings. */
  readonly service_key: string;
  readonly facts: string;
  readonly noted_at: string;
}

/** One row for each account. */
export interface ListScanRow extends OfAccount {
  readonly latest_scan: number;
  /** The last complete scan; 0 before the first one. */
  readonly complete_scan: number;
  readonly next_cursor: string | null;
}

/** A reference by which another storefront may know the sale of a transaction. */
export interface SaleReferenceRow extends OfAccount {
  /** The dry run that it belongs to; 0 when it was pushed or is about to be. */
  readonly run: number;
  readonly reference: string;
  readonly id: string;
  readonly storefront: string;
  /** In milliseconds since 1970. Decides which was the first; a later commit of the same row changes nothing. */
  readonly claimed_at: number;
}

/** Times in milliseconds since 1970, here and below. */
export interface DeliveryRow {
  readonly storefront: string;
  readonly id: string;
  readonly received_at: number;
}

/** A resync request: one per record, deleted when it is settled. */
export interface ResyncRequestRow {
  readonly storefront: string;
  readonly record_id: string;
  readonly is_deletion: number;
  readonly request_count: number;
  readonly attempts: number;
  /** 1 after too many attempts. */
  readonly parked: number;
  readonly first_requested_at: number;
  readonly due_at: number;
  /** Empty when unclaimed. */
  readonly claim_owner: string;
  /** 0 when unclaimed. */
  readonly claim_until: number;
  /** Why it was postponed or parked. */
  readonly reason: string | null;
  /** Whether a webhook requested it. */
  readonly from_webhook: number;
}

export interface CatchUpRow {
  readonly storefront: string;
  readonly caught_up_to: string;
}

/** See `ChangesRead`. */
export interface ChangesReadRow extends OfAccount {
  readonly storefront: string;
  readonly up_to: string;
}

export interface TaskRow {
  readonly name: string;
  readonly storefront: string;
  readonly begun_at: number;
}

interface ResolutionRow {
  /** Counts the resolutions from 1. */
  readonly number: number;
  readonly storefront: string;
  readonly id: string;
  readonly note: string;
  readonly resolved_by: string;
  readonly resolved_at: string;
}

/** One row for each account: the rate limit that its processes share. Times in milliseconds since 1970. */
export interface RateLimitRow extends OfAccount {
  readonly paused_until: number;
  /** When the next unreserved request may start. */
  readonly next_start: number;
}

/** See `ErasedRecord`. */
export interface ErasedRow {
  readonly source_id: string;
  readonly storefront: string;
}

/** See `ErasedOf.isLeft`. */
interface LeftStorefrontRow {
  readonly storefront: string;
}

/** The latest heartbeat of a worker. */
interface WorkerRow {
  /** The name in the job queue. */
  readonly id: string;
  /** The process, by the name that it uses in claims. */
  readonly owner: string;
  /** Milliseconds since 1970, by the clock of the database. */
  readonly seen_at: number;
}
