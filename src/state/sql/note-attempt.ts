import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { RecordBook } from '../../core/record-book.ts';
import { writing } from './in-transaction.ts';
import { listStatement } from './list-statement.ts';
import { selectSendings, type SendingFound, toSending } from './sendings.ts';
import type { SqlBook } from './sql-book.ts';

export const noteAttempt = (book: SqlBook): RecordBook['noteAttempt'] => {
  // One statement compares and notes, so that of two at the same time one notes it.
  const note = listStatement<{ readonly id: string }>(
    book.engine,
    "update sending set attempted_at = nullif(?, '') where status <> 'confirmed' and coalesce(attempted_at, '') = ? and id in (",
    ') returning id',
  );
  const sendingsOf = listStatement<SendingFound>(book.engine, `${selectSendings} where sending.id in (`);

  return (id, since, at) =>
    writing(book, async (transaction) => {
      const noted = await note(transaction, [id], at ?? '', since ?? '');
      if (noted.length > 0) return E.right(O.none);
      const [row] = await sendingsOf(transaction, [id]);
      return E.right(row === undefined ? O.none : O.some(toSending(row)));
    });
};
