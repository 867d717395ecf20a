import type * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../../core/instant.ts';
import type { EntryAmounts, FindingKind, Movement, RunEntry } from '../../core/run.ts';
import type { Transaction } from '../../core/transaction.ts';

/** A transaction that is ready to be pushed, and what its line of the report will say. */
export interface Candidate {
  readonly kind: 'sale' | 'refund';
  /** Id of the sale's record, also for a refund: that is what is read again on a retry. */
  readonly sourceId: string;
  readonly id: string;
  readonly name: string;
  readonly transactedAt: Instant;
  /** Canonical text; frozen once an intent is saved. */
  readonly body: string;
  readonly digest: string;
  readonly amounts: EntryAmounts;
  readonly findings: readonly FindingKind[];
  /** Ids that prove which sale it tells; none for a refund, which follows its sale. */
  readonly references: readonly string[];
  /** See `likenessKey`; null for a refund. */
  readonly likeness: string | null;
}

/** A transaction to push, or the line of the report that says why it is not attempted. */
export type Prepared = E.Either<RunEntry, Candidate>;

/** A transaction before the host has had its say. */
export interface MappedTransaction {
  readonly candidate: Candidate;
  readonly transaction: Transaction;
}

export type Mapped = E.Either<RunEntry, MappedTransaction>;

interface RecordOf<A> {
  readonly sale: A;
  /** Refunds, edits and returns that are transactions of their own, by `movementKey`; none unless the policy sends them. */
  readonly refunds: readonly { readonly movementId: string; readonly prepared: A }[];
  /** What happened to the sale afterwards. */
  readonly movements: readonly Movement[];
}

/** One record of a page, mapped. */
export type MappedRecord = RecordOf<Mapped>;

/** One record of a page, as it is settled. Pages of them wait for their turn, so they hold what is needed then, and no more. */
export type PreparedRecord = RecordOf<Prepared>;
