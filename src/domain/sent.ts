import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ShownFields, StoreError, Submission } from './sync-store.ts';

/** A transaction that was sent, or may have been: a row of the sync database, or one that the service's list shows under our id. */
export interface SentTransaction {
  readonly id: string;
  /** Null where neither shows it. */
  readonly name: string | null;
  /** `listed`: the service's list shows it, and this database has not sent it. */
  readonly status: Submission['status'] | 'listed';
  /** What the service's list or its answer showed of it; null when nothing so far. */
  readonly shown: ShownFields | null;
}

/** What the sync database knows of everything that was sent of a sale. */
export interface SentLookup {
  /**
   * Refunds, other later changes and corrections that were sent of these sales, by the id of the sale. Sales without any are left out.
   * At most a few hundred sales.
   */
  readonly findSentUnder: (
    saleIds: readonly string[],
  ) => TE.TaskEither<StoreError, ReadonlyMap<string, readonly SentTransaction[]>>;
}
