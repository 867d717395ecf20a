/**
 * The interface by which the nightly proof remembers what the service listed and which days agreed, so that a night only
 * costs what changed.
 */
import type * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from './date-range.ts';
import type { FencingToken, RemoteTransaction, StoreError } from './sync-store.ts';

/** A transaction of the service's list as the nightly proof remembers it; the fields that it shows are in the remote index. */
export interface ListedTransaction {
  /** The service's. */
  readonly id: string;
  /**
   * The position in the order of creation, which never changes: highest at the head of the list. Two transactions may share
   * one.
   */
  readonly position: number;
  /** What its id or name begins with: `shopify:548380009:`, or the platform where ids are the service's. */
  readonly owner: string;
  /** Day of the sale in UTC, `YYYY-MM-DD`, as the service shows it; empty where it shows none. */
  readonly day: string;
  /** Hash of name and shown fields; below 2^28. */
  readonly hash: number;
  /** The night that last read it, from 1. */
  readonly night: number;
}

/** The digest of what the service holds of a day of an owner. */
export interface ListedDay extends Pick<ListedTransaction, 'owner' | 'day'> {
  readonly count: number;
  /** Sum of the hashes. */
  readonly sum: number;
}

/** A day of a storefront as it was last compared with its platform. */
export interface ProvedDay {
  /** `YYYY-MM-DD` in the storefront's time zone. */
  readonly day: string;
  /**
   * The digest of the service's transactions at that time; null when it is to be compared again: a difference was left open,
   * or something changed at the platform.
   */
  readonly digest: string | null;
  /** Milliseconds since 1970. */
  readonly provedAt: number;
}

/** The memory of one account's proof. Every method is atomic. */
export interface ProofStore {
  /** JSON, by a name of the proof's choosing. */
  readonly proofState: (name: string) => TE.TaskEither<StoreError, O.Option<string>>;
  readonly findListed: (ids: readonly string[]) => TE.TaskEither<StoreError, readonly ListedTransaction[]>;
  /**
   * Replaces known transactions. The same commit saves the state from which the next night goes on, unless that is null. With
   * a fencing token that is no longer valid, nothing is written, here and in `forgetListed`: Left(`taken over`).
   */
  readonly saveListed: (
    transactions: readonly ListedTransaction[],
    state: { readonly name: string; readonly json: string } | null,
    fence?: FencingToken,
  ) => TE.TaskEither<StoreError, void>;
  /** They are no longer in the list. */
  readonly forgetListed: (ids: readonly string[], fence?: FencingToken) => TE.TaskEither<StoreError, void>;
  /** From the head on, transactions at `position` or before it that no night from `night` on has read. */
  readonly notReadSince: (
    night: number,
    position: number,
    limit: number,
  ) => TE.TaskEither<StoreError, readonly ListedTransaction[]>;
  /** What the service holds of some owners on days of UTC, and of unknown days, as the remote index has it. */
  readonly listedOn: (
    owners: readonly string[],
    days: DateRange,
  ) => TE.TaskEither<StoreError, readonly (RemoteTransaction & Pick<ListedTransaction, 'night' | 'position'>)[]>;
  readonly listedDays: (owners: readonly string[]) => TE.TaskEither<StoreError, readonly ListedDay[]>;
  readonly countListed: TE.TaskEither<StoreError, number>;
  readonly provedDays: (storefront: string) => TE.TaskEither<StoreError, readonly ProvedDay[]>;
  readonly saveProvedDays: (storefront: string, days: readonly ProvedDay[]) => TE.TaskEither<StoreError, void>;
}
