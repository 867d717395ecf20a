import type { FailureReason, FindingKind, MovementKind, Outcome, RunEntry, RunStatus } from '../core/run.ts';
import type { HoldReason, SkipReason } from '../core/set-aside.ts';
import type { Sending } from '../core/record-book.ts';
import type { LaneRow } from './lane-schema.ts';
import type { WorkerRow } from './worker-schema.ts';
import type { ClosedMonthRow, CountedDayRow, SignOffRow } from './review-schema.ts';
import type { BellRow, CatchUpRow, DeliveryRow, ResolutionRow, TaskRow } from './inbox-schema.ts';

/*
 * One layout for every SQL database: ids, instants and JSON are TEXT; money is TEXT too, decimal digits of minor units,
 * because no integer column is as wide as a bigint; numbers are small whole numbers (PostgreSQL hands out its BIGINT as
 * text: `count-of.ts` reads both); there are no booleans. migrations/ makes these tables.
 */

export interface BookTables {
  readonly run: RunRow;
  readonly run_time_zone: RunTimeZoneRow;
  readonly lease: LeaseRow;
  readonly lane: LaneRow;
  readonly worker: WorkerRow;
  readonly checkpoint: CheckpointRow;
  readonly entry: EntryRow;
  readonly finding: FindingRow;
  readonly movement: MovementRow;
  readonly sending: SendingRow;
  readonly sending_body: SendingBodyRow;
  readonly service_transaction: ServiceTransactionRow;
  readonly presence_state: PresenceStateRow;
  readonly service_facts: ServiceFactsRow;
  readonly sale_reference: SaleReferenceRow;
  readonly delivery: DeliveryRow;
  readonly bell: BellRow;
  readonly catch_up: CatchUpRow;
  readonly task: TaskRow;
  readonly resolution: ResolutionRow;
  readonly sign_off: SignOffRow;
  readonly closed_month: ClosedMonthRow;
  readonly counted_day: CountedDayRow;
}

export interface RunRow {
  /** Counts the runs from 1; the other tables point to it, because an id is long. */
  readonly number: number;
  readonly id: string;
  /** See `requestKey`. */
  readonly request: string;
  readonly status: RunStatus;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** The place of the next new entry. */
  readonly next_place: number;
  /** 0 or 1. */
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

export interface EntryRow {
  readonly run: number;
  /** Counts the run's entries from 0 in the order in which they were first settled; gaps mean nothing. */
  readonly place: number;
  readonly id: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly name: string;
  readonly kind: RunEntry['kind'];
  readonly outcome: Outcome;
  readonly reason: SkipReason | HoldReason | FailureReason | null;
  readonly message: string | null;
  /** Null like the four below when the record did not become a transaction. */
  readonly currency: string | null;
  readonly jurisdiction: string | null;
  readonly month: string | null;
  readonly total: string | null;
  readonly tax_collected: string | null;
  /** The tax information of the service, as it gave it. */
  readonly reported_tax: string | null;
  /** Its amount in minor units, of twelve characters at most; null where it is none. */
  readonly reported_amount: string | null;
}

export interface FindingRow {
  readonly run: number;
  readonly place: number;
  readonly position: number;
  readonly kind: FindingKind;
}

export interface MovementRow {
  readonly run: number;
  readonly place: number;
  readonly position: number;
  readonly kind: MovementKind;
  readonly id: string;
  readonly occurred_at: string;
  readonly currency: string;
  readonly amount: string;
  readonly tax: string | null;
  /** 0 or 1. */
  readonly sent: number;
  readonly message: string;
}

/** Narrow, because its status changes; the body stands apart. */
export interface SendingRow {
  readonly id: string;
  readonly name: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly status: Sending['status'];
  readonly digest: string;
  readonly saved_at: string;
  /** See `Sending`. */
  readonly attempted_at: string | null;
  /** When the status was last settled; null while it is an intent. */
  readonly settled_at: string | null;
  /** The id that the service assigned; null where it keeps ours. */
  readonly remote_id: string | null;
}

/** Holds an address: a row lives from the intent to its confirmation. */
export interface SendingBodyRow {
  readonly id: string;
  readonly body: string;
}

export interface ServiceTransactionRow {
  /** The service's, which may be ours. */
  readonly id: string;
  /** By `textKey`; rows of before 0012 hold it as the service wrote it. */
  readonly name: string | null;
  /** JSON of what the list showed (see `Shown`); null when it was our own push that noted the row. */
  readonly shown: string | null;
  /** The first walk that saw it; 0 when it was our own push that told us. */
  readonly walk: number;
}

/** See `ServiceFacts`, of which `facts` is the JSON. */
export interface ServiceFactsRow {
  /** Digest of address, API key and wire settings. */
  readonly service_key: string;
  readonly facts: string;
  readonly noted_at: string;
}

/** One row. */
export interface PresenceStateRow {
  readonly one: number;
  readonly latest_walk: number;
  /** The last walk that came to its end; 0 before the first one. */
  readonly complete_walk: number;
  readonly next_cursor: string | null;
}

/** By what another storefront may know the sale of a transaction. */
export interface SaleReferenceRow {
  /** Of the dry run that would tell it; 0 when it was told or is about to be. */
  readonly run: number;
  readonly reference: string;
  readonly id: string;
  readonly storefront: string;
  /** Says who was the first; a later commit of the same row changes nothing. */
  readonly noted_at: string;
}
