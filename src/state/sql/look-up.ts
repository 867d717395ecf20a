import * as E from 'fp-ts/lib/Either.js';
import type { Presence, RecordBook, Shown } from '../../core/record-book.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { EntryRow, ServiceTransactionRow } from '../schema.ts';
import { reading } from './in-transaction.ts';
import { listStatement } from './list-statement.ts';
import { ownersOf } from './references.ts';
import { selectSendings, type SendingFound, toSending } from './sendings.ts';
import type { SqlBook } from './sql-book.ts';

type PresentFound = Pick<ServiceTransactionRow, 'id' | 'name' | 'shown'>;

const toPresence = ({ id, name, shown }: PresentFound): Presence => ({
  id,
  name,
  // Our own JSON, of a flat record of texts.
  shown: shown === null ? null : (JSON.parse(shown) as Shown),
});

export const lookUp = (book: SqlBook): RecordBook['lookUp'] => {
  const sendingsOf = listStatement<SendingFound>(book.engine, `${selectSendings} where sending.id in (`);
  const presentOf = listStatement<PresentFound>(
    book.engine,
    'select id, name, shown from service_transaction where id in (',
  );
  const namedOf = listStatement<PresentFound>(
    book.engine,
    'select id, name, shown from service_transaction where name in (',
    // Of several with the name, the first one counts of which something is shown.
    ') order by case when shown is null then 1 else 0 end desc, id desc',
  );
  // `+ 0` keeps the planner from reading the whole run: it does not know how many entries a run has.
  const settledOf = listStatement<Pick<EntryRow, 'id' | 'outcome'>>(
    book.engine,
    'select id, outcome from entry where run + 0 = (select number from run where id = ?) and id in (',
  );
  const owners = ownersOf(book.engine);

  return (runId, wanted) => {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const namesByKey = new Map<string, string[]>();
    for (const { name } of wanted) namesByKey.set(textKey(name), [...(namesByKey.get(textKey(name)) ?? []), name]);
    // Rows of before 0012 hold names as the service wrote them.
    const names = [...new Set([...namesByKey].flat(2))];
    const references = wanted.flatMap((one) => one.references ?? []);
    return reading(book, async (transaction) => {
      const sendings = await sendingsOf(transaction, ids);
      const ownIds = new Map(sendings.flatMap(({ id, remote_id }) => (remote_id === null ? [] : [[remote_id, id]])));
      const present = await presentOf(transaction, [...new Set([...ids, ...ownIds.keys()])]);
      const named = await namedOf(transaction, names);
      const settled = await settledOf(transaction, ids, runId);
      return E.right({
        sendings: new Map(sendings.map((row) => [row.id, toSending(row)])),
        presentIds: new Map([
          ...present.map((row): [string, Presence] => [row.id, toPresence(row)]),
          // Under its own id, too, it stands as the service has it under another one.
          ...present.map((row): [string, Presence] => [ownIds.get(row.id) ?? row.id, toPresence(row)]),
        ]),
        presentNames: new Map(
          named.flatMap((row) =>
            (namesByKey.get(textKey(row.name ?? '')) ?? []).map((name): [string, Presence] => [name, toPresence(row)]),
          ),
        ),
        settledInRun: new Map(settled.map(({ id, outcome }) => [id, outcome])),
        owners: await owners(transaction, references, runId),
      });
    });
  };
};
