/** A person stands for a run. */
export interface SignOffRow {
  /** Counts the sign-offs from 1. */
  readonly number: number;
  readonly run_id: string;
  readonly signed_by: string;
  readonly signed_at: string;
  readonly note: string;
  /** JSON. */
  readonly statement: string;
}

export interface ClosedMonthRow {
  readonly month: string;
  readonly closed_by: string;
  readonly closed_at: string;
}

/** What the last reconciliation found of a day. */
export interface CountedDayRow {
  readonly storefront: string;
  readonly day: string;
  readonly source: number;
  readonly service: number;
  readonly missing: number;
  readonly differing: number;
  readonly counted_at: string;
}
