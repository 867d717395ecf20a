/* The tables of the inbox: see schema.ts for how they are laid out. */

/** Times in milliseconds since 1970, here and below. */
export interface DeliveryRow {
  readonly storefront: string;
  readonly id: string;
  readonly received_at: number;
}

/** One per record that has to be read again. It is gone when it is settled. */
export interface BellRow {
  readonly storefront: string;
  readonly record_id: string;
  /** 0 or 1. */
  readonly is_deletion: number;
  readonly rings: number;
  readonly attempts: number;
  /** 0 or 1: tried too often. */
  readonly parked: number;
  readonly first_rung_at: number;
  readonly due_at: number;
  /** Empty when nobody has claimed it. */
  readonly claim_owner: string;
  /** 0 when nobody has claimed it. */
  readonly claim_until: number;
  /** Why it was put off or parked. */
  readonly reason: string | null;
}

export interface CatchUpRow {
  readonly storefront: string;
  readonly caught_up_to: string;
}

export interface TaskRow {
  readonly name: string;
  readonly storefront: string;
  readonly begun_at: number;
}

export interface ResolutionRow {
  /** In the order in which they were noted, from 1. */
  readonly number: number;
  readonly storefront: string;
  readonly id: string;
  readonly note: string;
  readonly resolved_by: string;
  readonly resolved_at: string;
}
