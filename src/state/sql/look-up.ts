import * as E from 'fp-ts/lib/Either.js';
import type { Presence, RecordBook, Sending } from '../../core/record-book.ts';
import type { EntryRow } from '../schema.ts';
import { reading } from './in-transaction.ts';
import { listStatement } from './list-statement.ts';
import { ownersOf } from './references.ts';
import type { SqlBook } from './sql-book.ts';

export const lookUp = (book: SqlBook): RecordBook['lookUp'] => {
  const sendingsOf = listStatement<Sending>(
    book.engine,
    'select sending.id, status, digest, body from sending left join sending_body on sending_body.id = sending.id ' +
      'where sending.id in (',
  );
  const presentOf = listStatement<Presence>(book.engine, 'select id, name from service_transaction where id in (');
  const namedOf = listStatement<{ readonly id: string; readonly name: string }>(
    book.engine,
    'select min(id) as id, name from service_transaction where name in (',
    ') group by name',
  );
  // `+ 0` keeps the planner from reading the whole run: it does not know how many entries a run has.
  const settledOf = listStatement<Pick<EntryRow, 'id' | 'outcome'>>(
    book.engine,
    'select id, outcome from entry where run + 0 = (select number from run where id = ?) and id in (',
  );
  const owners = ownersOf(book.engine);

  return (runId, wanted) => {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const names = [...new Set(wanted.map(({ name }) => name))];
    const references = wanted.flatMap((one) => one.references ?? []);
    return reading(book, async (transaction) => {
      const sendings = await sendingsOf(transaction, ids);
      const present = await presentOf(transaction, ids);
      const named = await namedOf(transaction, names);
      const settled = await settledOf(transaction, ids, runId);
      return E.right({
        sendings: new Map(sendings.map(({ id, status, digest, body }) => [id, { id, status, digest, body }])),
        presentIds: new Map(present.map(({ id, name }) => [id, { id, name }])),
        presentNames: new Map(named.map(({ id, name }) => [name, { id, name }])),
        settledInRun: new Map(settled.map(({ id, outcome }) => [id, outcome])),
        owners: await owners(transaction, references, runId),
      });
    });
  };
};
