import type { SyncStore } from '../../domain/sync-store.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import { sqlNewestConfirmed, sqlRecordAttempt, sqlSaveIntents } from './submissions.ts';
import { sqlLeases } from './coordination.ts';
import { findLines } from './report-lines.ts';
import { sqlLookUp } from './look-up.ts';
import { sqlPages } from './pages.ts';
import { sqlRemoteIndex, sqlServiceFacts } from './remote-index.ts';
import { sqlHasSalesWithoutReferences } from './references.ts';
import { sqlReviews } from './reviews.ts';
import { sqlRuns } from './runs.ts';
import type { SqlDatabase } from './engine.ts';
import { sqlSummarize } from './summaries.ts';
import type { Inbox } from '../../domain/inbox.ts';
import { sqlClaim, sqlInboxState, sqlRecordOutcome } from './inbox/resync-requests.ts';
import { sqlSchedule } from './inbox/schedule.ts';
import { sqlDeliveries } from './inbox/deliveries.ts';
import { sqlErasure } from './inbox/erase.ts';
import { sqlResolutions } from './inbox/resolutions.ts';

/** The store over an SQL database whose tables are up to date (`migrate`); the caller adds `close`. */
export const createSqlStore = (
  database: SqlDatabase,
): Omit<SyncStore, 'close'> & { readonly reviews: ReviewStore } => ({
  ...sqlRuns(database),
  ...sqlLeases(database),
  ...sqlPages(database),
  ...sqlRemoteIndex(database),
  lookUpTransactions: sqlLookUp(database),
  saveIntents: sqlSaveIntents(database),
  recordAttempt: sqlRecordAttempt(database),
  summarizeRun: sqlSummarize(database),
  findLines: findLines(database),
  hasSalesWithoutReferences: sqlHasSalesWithoutReferences(database),
  findNewestConfirmed: sqlNewestConfirmed(database),
  ...sqlServiceFacts(database),
  reviews: sqlReviews(database),
});

/** The inbox, in the same database as the runs. */
export const createSqlInbox = (database: SqlDatabase): Inbox => ({
  ...sqlDeliveries(database),
  claim: sqlClaim(database),
  recordOutcome: sqlRecordOutcome(database),
  state: sqlInboxState(database),
  ...sqlSchedule(database),
  ...sqlResolutions(database),
  ...sqlErasure(database),
});
