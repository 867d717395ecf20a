import * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../domain/instant.ts';
import type { Adjustment, Finding, LineAmounts, LineDetail, ReportLine } from '../domain/run.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { PlatformEvent } from '../domain/platform-event.ts';
import type { Policy } from '../mapping/policy.ts';

/** A transaction that is ready to be pushed, with the content of its report line. */
export interface PushCandidate {
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
  readonly detail?: LineDetail;
  readonly findings: readonly Finding[];
  /** Ids that prove which sale it is; none for a refund, which follows its sale. */
  readonly references: readonly string[];
  /** See `duplicateKeyOf`; null for a refund. */
  readonly duplicateKey: string | null;
  /** The input of `beforePush`; absent without that hook: pages wait for their turn, and it is the largest part. */
  readonly transaction?: Transaction;
}

/** A transaction to push, or the report line with the reason why it is not attempted. */
export type MappedTransaction = E.Either<ReportLine, PushCandidate>;

/**
 * What the platform shows of a record now, whatever the policy sends of it: what was sent of the record before is compared with
 * this.
 */
export interface RecordTruth {
  readonly saleId: string;
  /** The readable name of the sale; null where the record does not show its parts. */
  readonly saleName: string | null;
  readonly sourceId: string;
  /** What made the sale untrue; null while it is one. */
  readonly saleUndoneBy: PlatformEvent | null;
  /** The ids of later changes that count at the platform. */
  readonly inForce: ReadonlySet<string>;
  /** Its disputes are not shown: one that was sent may still count. */
  readonly hidesDisputes: boolean;
  /** By the id of a later change: what took it back, in the order in which that happened. */
  readonly undone: ReadonlyMap<string, readonly PlatformEvent[]>;
  /** By the id of a later change that counts again after it was taken back: what made it so. */
  readonly again: ReadonlyMap<string, PlatformEvent>;
  /** Null where the platform shows no date at all. */
  readonly lastChangedAt: Instant | null;
  /** The last change that this reading of the record shows, by the platform's own word; null where it has none. */
  readonly readAsOf: Instant | null;
  readonly offsets: Pick<Policy['adjustments'], 'undoneAdjustments' | 'undoneSales'>;
  /** The text that is sent of a correction. No hook of the host changes it: an offset is exact. */
  readonly freeze: (transaction: Transaction) => MappedTransaction;
}

/** One record of a page: its sale and its later changes. */
export interface MappedRecord {
  readonly sale: MappedTransaction;
  /** Later changes that are pushed as transactions, by `adjustmentKey`: refunds, edits, returns and lost disputes, as the policy asks. */
  readonly refunds: readonly {
    readonly adjustmentId: string;
    readonly refund: MappedTransaction;
    /** See `MappedRecord.ifSent`. */
    readonly ifSent?: MappedTransaction;
  }[];
  /** Later changes of the sale. */
  readonly adjustments: readonly Adjustment[];
  /** Left out where the record does not show what is true of it. */
  readonly truth?: RecordTruth;
  /** See `ReportLine`. */
  readonly isOlder?: true;
  /** Where a setting holds the sale: the record without that setting, for the case that a person decides to send it. */
  readonly ifSent?: MappedRecord;
}

/** The id of a transaction, also of one that is not attempted. */
export const transactionIdOf = (mapped: MappedTransaction): string =>
  E.isLeft(mapped) ? mapped.left.id : mapped.right.id;
