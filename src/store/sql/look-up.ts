import * as E from 'fp-ts/lib/Either.js';
import type { RemoteTransaction, SyncStore, ShownFields } from '../../domain/sync-store.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { EntryRow, ServiceTransactionRow } from '../schema.ts';
import { inReadTransaction } from './transaction.ts';
import { listStatement } from './statements.ts';
import { prepareOwnersOf } from './references.ts';
import { selectSubmissions, type SubmissionRow, toSubmission } from './submissions.ts';
import type { SqlDatabase } from './engine.ts';

type RemoteRow = Pick<ServiceTransactionRow, 'id' | 'name' | 'shown'>;

const toRemoteTransaction = ({ id, name, shown }: RemoteRow): RemoteTransaction => ({
  id,
  name,
  // Our own JSON, of a flat record of texts.
  shown: shown === null ? null : (JSON.parse(shown) as ShownFields),
});

export const sqlLookUp = (database: SqlDatabase): SyncStore['lookUpTransactions'] => {
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
