import type { ListedTransaction } from '../domain/proof-store.ts';

/** Rows of what reconciliations remember; schema.ts has the others. */

interface OfAccount {
  readonly account: string;
}

/** What the last reconciliation found of a day. */
export interface CountedDayRow extends OfAccount {
  readonly storefront: string;
  readonly day: string;
  readonly source: number;
  readonly service: number;
  readonly missing: number;
  readonly differing: number;
  readonly counted_at: string;
}

/** A transaction of the service's list, as the nightly proof remembers it. */
export type ListedRow = ListedTransaction & OfAccount;

/** JSON by which the nightly proof of an account goes on. */
export interface ProofStateRow extends OfAccount {
  readonly name: string;
  readonly state: string;
}

/** See `ProvedDay`. */
export interface ProvedDayRow extends OfAccount {
  readonly storefront: string;
  readonly day: string;
  readonly digest: string | null;
  /** Milliseconds since 1970. */
  readonly seen_at: number;
}
