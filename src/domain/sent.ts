/** What is known of the transactions that were sent for a record, from the sync database or from the service's list. */
import type { Instant } from './instant.ts';

/** A transaction that was sent, or may have been: a row of the sync database, or one that the service's list shows under our id. */
export interface SentTransaction {
  readonly id: string;
  /** Null where neither the row nor the list shows it. */
  readonly name: string | null;
  /** See `Submission`. `listed`: the service's list shows it, and this database has not sent it. */
  readonly status: 'intent' | 'confirmed' | 'refused' | 'listed';
  /** When it was first about to be sent; null where this database has not sent it. */
  readonly savedAt: Instant | null;
  /** What the service's list or its answer showed of it; null when nothing so far. */
  readonly shown: Readonly<Record<string, string | undefined>> | null;
}

/** A transaction that the service confirmed. */
export interface ConfirmedTransaction {
  readonly id: string;
  readonly name: string;
  readonly remoteId: string | null;
}
