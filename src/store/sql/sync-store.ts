import type { RemoteTransaction, ShownFields, SyncStore } from '../../domain/sync-store.ts';
import type { ReviewStore } from '../../domain/review-store.ts';
import {
  selectSubmissions,
  sqlNewestConfirmed,
  sqlRecordAttempt,
  sqlSaveIntents,
  type SubmissionRow,
  toSubmission,
} from './submissions.ts';
import { sqlLeases } from './coordination.ts';
import { findLines } from './report-lines.ts';
import { sqlPages } from './pages.ts';
import { sqlRemoteIndex, sqlServiceFacts } from './remote-index.ts';
import { prepareOwnersOf, sqlHasSalesWithoutReferences } from './references.ts';
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
import * as E from 'fp-ts/lib/Either.js';
import { textKey } from '../../mapping/comparison.ts';
import type { EntryRow, ServiceTransactionRow } from '../schema.ts';
import { inReadTransaction, listStatement } from './statements.ts';

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

type RemoteRow = Pick<ServiceTransactionRow, 'id' | 'name' | 'shown'>;

const toRemoteTransaction = ({ id, name, shown }: RemoteRow): RemoteTransaction => ({
  id,
  name,
  // Our own JSON, of a flat record of texts.
  shown: shown === null ? null : (JSON.parse(shown) as ShownFields),
});

const sqlLookUp = (database: SqlDatabase): SyncStore['lookUpTransactions'] => {
  const submissionsOf = listStatement<SubmissionRow>(database.engine, `${selectSubmissions} where sending.id in (`);
  const remoteOf = listStatement<RemoteRow>(
    database.engine,
    'select id, name, shown from service_transaction where id in (',
  );
  const namedOf = listStatement<RemoteRow>(
    database.engine,
    'select id, name, shown from service_transaction where name in (',
    // Of several with the name, the first one counts of which something is shown.
    ') order by case when shown is null then 1 else 0 end desc, id desc',
  );
  // `+ 0` keeps the planner from reading the whole run: it does not know how many entries a run has.
  const settledOf = listStatement<Pick<EntryRow, 'id' | 'outcome'>>(
    database.engine,
    'select id, outcome from entry where run + 0 = (select number from run where id = ?) and id in (',
  );
  const owners = prepareOwnersOf(database.engine);

  return (runId, wanted) => {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const namesByKey = new Map<string, string[]>();
    for (const { name } of wanted) namesByKey.set(textKey(name), [...(namesByKey.get(textKey(name)) ?? []), name]);
    // Rows of before 0012 hold names as the service wrote them.
    const names = [...new Set([...namesByKey].flat(2))];
    const references = wanted.flatMap((one) => one.references ?? []);
    return inReadTransaction(database, async (transaction) => {
      const submissions = await submissionsOf(transaction, ids);
      const ownIds = new Map(submissions.flatMap(({ id, remote_id }) => (remote_id === null ? [] : [[remote_id, id]])));
      const remote = await remoteOf(transaction, [...new Set([...ids, ...ownIds.keys()])]);
      const named = await namedOf(transaction, names);
      const settled = await settledOf(transaction, ids, runId);
      return E.right({
        submissions: new Map(submissions.map((row) => [row.id, toSubmission(row)])),
        remoteById: new Map([
          ...remote.map((row): [string, RemoteTransaction] => [row.id, toRemoteTransaction(row)]),
          // Under its own id, too, it stands as the service has it under another one.
          ...remote.map((row): [string, RemoteTransaction] => [ownIds.get(row.id) ?? row.id, toRemoteTransaction(row)]),
        ]),
        remoteByName: new Map(
          named.flatMap((row) =>
            (namesByKey.get(textKey(row.name ?? '')) ?? []).map((name): [string, RemoteTransaction] => [
              name,
              toRemoteTransaction(row),
            ]),
          ),
        ),
        settledInRun: new Map(settled.map(({ id, outcome }) => [id, outcome])),
        owners: await owners(transaction, references, runId),
      });
    });
  };
};
