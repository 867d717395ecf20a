import type { DecisionAction } from '../domain/decision.ts';

/** See `Matter`; one row for each. */
export interface MatterRow {
  readonly account: string;
  readonly line: string;
  readonly id: string;
  readonly what: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly sent: number;
  /** With `place`, the line in its run. */
  readonly run: number;
  readonly place: number;
  readonly currency: string | null;
  readonly total: string | null;
}

/** See `Decision`: the newest on each matter. */
export interface DecisionRow {
  readonly account: string;
  readonly line: string;
  readonly id: string;
  readonly what: string;
  readonly storefront: string;
  readonly source_id: string;
  readonly action: DecisionAction;
  readonly note: string;
  readonly decided_by: string;
  readonly decided_at: string;
  readonly until_at: string | null;
  readonly batch: string;
}

/** A person signed off a run. */
export interface SignOffRow {
  readonly account: string;
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
  readonly account: string;
  readonly month: string;
  readonly closed_by: string;
  readonly closed_at: string;
}
