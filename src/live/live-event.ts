import type { FailureReason, Outcome, ReportLine } from '../domain/run.ts';
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { FailureCause } from '../pipeline/failures.ts';

/** What a host may want to know as it happens. Ids, outcomes and reasons; never personal data. */
export type LiveEvent = { readonly storefront: string } & (
  | ({ readonly type: 'record.settled' } & SettledRecord)
  | ({ readonly type: 'record.held' } & SettledRecord)
  | ({ readonly type: 'record.failed' } & SettledRecord)
  /** Tried too often; a person looks at it. It is read again with the next change of its record. */
  | { readonly type: 'record.parked'; readonly sourceId: string; readonly attempts: number; readonly message: string }
  /**
   * Nothing of this storefront is read or pushed for a while, because credentials are refused or the service is out of
   * order. `who` is the storefront, or `service` for the Tax Nexus Service itself. Nothing is lost, the others go on.
   */
  | {
      readonly type: 'storefront.stopped';
      readonly who: string;
      readonly cause: 'credentials' | 'address' | 'no answer' | 'refused';
      readonly message: string;
    }
  | {
      readonly type: 'catchUp.finished';
      readonly upTo: string;
      readonly counts: Readonly<Record<Outcome, number>>;
    }
  | {
      readonly type: 'reconcile.finished';
      readonly range: { readonly from: string; readonly to: string };
      readonly isComplete: boolean;
      readonly differences: number;
    }
  /** A scheduled reconciliation did not come to its end, so it proves nothing. `message` says what to do. */
  | {
      readonly type: 'reconcile.failed';
      readonly range: { readonly from: string; readonly to: string };
      readonly cause: FailureCause;
      readonly message: string;
    }
);

/** A transaction of a record, settled. */
export interface SettledRecord {
  readonly sourceId: string;
  /** Id of the transaction, or the one that it would have. */
  readonly transactionId: string;
  readonly outcome: Outcome;
  readonly reason: SkipReason | HoldReason | FailureReason | null;
  readonly message: string | null;
}

const typeOf = ({ outcome }: ReportLine): 'record.settled' | 'record.held' | 'record.failed' =>
  outcome === 'held' ? 'record.held' : outcome === 'failed' ? 'record.failed' : 'record.settled';

/** The event for the host about one line. Pure. */
export const eventOf = (line: ReportLine): LiveEvent => {
  const { storefront, sourceId, id, outcome, reason, message } = line;
  const record: SettledRecord = { sourceId, transactionId: id, outcome, reason, message };
  return { storefront, type: typeOf(line), ...record };
};
