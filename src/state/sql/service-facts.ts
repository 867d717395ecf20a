import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { RecordBook } from '../../core/record-book.ts';
import { reading, writing } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

export const serviceFacts = (book: SqlBook): Pick<RecordBook, 'serviceFacts' | 'saveServiceFacts'> => ({
  serviceFacts: (service) =>
    reading(book, async (transaction) => {
      const row = await transaction
        .selectFrom('service_facts')
        .select('facts')
        .where('service_key', '=', service)
        .executeTakeFirst();
      return E.right(O.fromNullable(row?.facts));
    }),

  saveServiceFacts: (service, facts, at) =>
    writing(book, async (transaction) => {
      const row = { service_key: service, facts, noted_at: at };
      await transaction
        .insertInto('service_facts')
        .values(row)
        .onConflict((key) => key.column('service_key').doUpdateSet(row))
        .execute();
      return E.right(undefined);
    }),
});
