import type * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../../domain/instant.ts';
import type { LineAmounts, FindingKind, Adjustment, ReportLine } from '../../domain/run.ts';
import type { Transaction } from '../../domain/transaction.ts';

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
  readonly amounts: LineAmounts;
  readonly findings: readonly FindingKind[];
  /** Ids that prove which sale it tells; none for a refund, which follows its sale. */
  readonly references: readonly string[];
  /** See `likenessKey`; null for a refund. */
  readonly likeness: string | null;
  /** What `beforePush` is given; none where the app has no such hook: pages wait for their turn, and it is the largest part. */
  readonly transaction?: Transaction;
}

/** A transaction to push, or the line of the report that says why it is not attempted. */
export type Prepared = E.Either<ReportLine, Candidate>;

/** One record of a page: its sale, and what happened to it. */
export interface MappedRecord {
  readonly sale: Prepared;
  /** Refunds, edits and returns that are transactions of their own, by `movementKey`; none unless the policy sends them. */
  readonly refunds: readonly { readonly movementId: string; readonly prepared: Prepared }[];
  /** What happened to the sale afterwards. */
  readonly movements: readonly Adjustment[];
}
