import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PresencePage, PresenceState, RecordBook } from '../../core/record-book.ts';
import type { PresenceStateRow, ServiceTransactionRow } from '../schema.ts';
import { reading, type Transaction, writing } from './in-transaction.ts';
import { insertRows } from './insert-rows.ts';
import { listStatement } from './list-statement.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { SqlBook } from './sql-book.ts';

const before: PresenceStateRow = { one: 1, latest_walk: 0, complete_walk: 0, next_cursor: null };

const stateOf = async (transaction: Transaction): Promise<PresenceStateRow> =>
  (await transaction.selectFrom('presence_state').selectAll().executeTakeFirst()) ?? before;

const toState = ({ latest_walk, complete_walk, next_cursor }: PresenceStateRow): PresenceState => ({
  walk: latest_walk,
  complete: complete_walk > 0,
  cursor: O.fromNullable(next_cursor),
});

/** A page of a walk that is over, or that a later one has overtaken, moves no cursor. */
const after = (state: PresenceStateRow, { walk, next, completes }: PresencePage): PresenceStateRow => {
  const isAtWork = walk >= state.latest_walk && walk > state.complete_walk;
  return {
    one: 1,
    latest_walk: Math.max(state.latest_walk, walk),
    complete_walk: completes ? Math.max(state.complete_walk, walk) : state.complete_walk,
    next_cursor: isAtWork ? O.toNullable(next) : state.next_cursor,
  };
};

/** Within a page, too, the last name that is known counts. */
const toRows = ({ transactions, walk }: PresencePage): readonly ServiceTransactionRow[] => {
  const rows = new Map<string, ServiceTransactionRow>();
  for (const { id, name, shown } of transactions) {
    const key = name === null ? (rows.get(id)?.name ?? null) : textKey(name);
    rows.set(id, { id, name: key, walk, shown: shown === null ? null : JSON.stringify(shown) });
  }
  return [...rows.values()];
};

/** The first walk that saw it stays; what is newer replaces what is older. Rows that would not change are left alone. */
const unlessKnown =
  'on conflict (id) do update set name = coalesce(excluded.name, service_transaction.name), ' +
  'shown = coalesce(excluded.shown, service_transaction.shown), ' +
  'walk = case when service_transaction.walk = 0 then excluded.walk else service_transaction.walk end ' +
  'where (service_transaction.walk = 0 and excluded.walk > 0) or (excluded.name is not null and ' +
  '(service_transaction.name is null or service_transaction.name <> excluded.name)) or ' +
  '(excluded.shown is not null and (service_transaction.shown is null or service_transaction.shown <> excluded.shown))';

const savePresence = (book: SqlBook): RecordBook['savePresence'] => {
  const insertSeen = insertRows<ServiceTransactionRow>(book.engine, {
    into: 'service_transaction',
    columns: ['id', 'name', 'walk', 'shown'],
    tail: unlessKnown,
  });
  const oldOnes = listStatement<{ readonly id: string }>(
    book.engine,
    'select id from service_transaction where walk between 1 and ? and id in (',
  );
  return (page) =>
    writing(book, async (transaction) => {
      await book.engine.lock(transaction, ['presence']);
      const state = await stateOf(transaction);
      const rows = toRows(page);
      const ids = rows.map(({ id }) => id);
      const old = new Set((await oldOnes(transaction, ids, state.complete_walk)).map(({ id }) => id));
      await insertSeen(transaction, rows);
      const next = after(state, page);
      await transaction
        .insertInto('presence_state')
        .values(next)
        .onConflict((key) => key.column('one').doUpdateSet(next))
        .execute();
      return E.right(page.transactions.filter(({ id }) => old.has(id)).length);
    });
};

export const presence = (book: SqlBook): Pick<RecordBook, 'presence' | 'savePresence'> => ({
  presence: reading(book, async (transaction) => E.right(toState(await stateOf(transaction)))),
  savePresence: savePresence(book),
});
