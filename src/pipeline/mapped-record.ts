/**
 * A record between mapping and push: its sale and later changes as transactions or report lines, and what is true of it at
 * the platform.
 */
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
  /** The input of `beforePush`; absent without that hook, to save memory while pages wait for their turn. */
  readonly transaction?: Transaction;
}

/** A transaction to push, or the report line with the reason why it is not attempted. */
export type MappedTransaction = E.Either<ReportLine, PushCandidate>;

/** What the platform shows of a record now, whatever the policy sends. Sent transactions are compared with it. */
export interface RecordTruth {
  readonly saleId: string;
  /** The readable name of the sale; null where the record does not show its parts. */
  readonly saleName: string | null;
  readonly sourceId: string;
  /** The event that made it no longer a sale; null while it is one. */
  readonly saleUndoneBy: PlatformEvent | null;
  /** The ids of later changes that count at the platform. */
  readonly inForce: ReadonlySet<string>;
  /** The platform does not show its disputes, so one that was sent may still count. */
  readonly hidesDisputes: boolean;
  /** By the id of a later change: the events that undid it, in order. */
  readonly undone: ReadonlyMap<string, readonly PlatformEvent[]>;
  /** By the id of a later change that counts again after it was undone: the event that restored it. */
  readonly again: ReadonlyMap<string, PlatformEvent>;
  /** Null where the platform shows no date at all. */
  readonly lastChangedAt: Instant | null;
  /** When the record last changed, as the platform states it in this reading; null where it does not. */
  readonly readAsOf: Instant | null;
  readonly offsets: Pick<Policy['adjustments'], 'undoneAdjustments' | 'undoneSales'>;
  /** Makes the body of a correction. No hook of the host changes it, because an offset must be exact. */
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
  /** Left out where the record does not show what is true. */
  readonly truth?: RecordTruth;
  /** See `ReportLine`. */
  readonly isOlder?: true;
  /** Where a setting holds the sale: the record without that setting, for the case that a person decides to send it. */
  readonly ifSent?: MappedRecord;
}

/** The id of a transaction, also of one that is not attempted. */
export const transactionIdOf = (mapped: MappedTransaction): string =>
  E.isLeft(mapped) ? mapped.left.id : mapped.right.id;
