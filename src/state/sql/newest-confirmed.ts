import * as E from 'fp-ts/lib/Either.js';
import type { RecordBook } from '../../core/record-book.ts';
import { reading } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

/** Asked once for a run, so that it needs no index of its own. */
export const newestConfirmed =
  (book: SqlBook): RecordBook['newestConfirmed'] =>
  (limit) =>
    reading(book, async (transaction) => {
      const rows = await transaction
        .selectFrom('sending')
        .select(['id', 'name', 'remote_id'])
        .where('status', '=', 'confirmed')
        .orderBy('settled_at', 'desc')
        .limit(limit)
        .execute();
      return E.right(rows.map(({ id, name, remote_id }) => ({ id, name, remoteId: remote_id })));
    });
