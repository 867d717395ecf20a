import * as E from 'fp-ts/lib/Either.js';
import { type Intent, type RecordBook } from '../../core/record-book.ts';
import { type SendingBodyRow, type SendingRow } from '../schema.ts';
import { writing } from './in-transaction.ts';
import { insertRows } from './insert-rows.ts';
import { type SqlBook } from './sql-book.ts';

/** A body that may have been sent is frozen; only one that the service refused for good makes room for another. */
const unlessFrozen =
  'on conflict (id) do update set name = excluded.name, storefront = excluded.storefront, ' +
  'source_id = excluded.source_id, status = excluded.status, digest = excluded.digest, saved_at = excluded.saved_at, ' +
  'settled_at = excluded.settled_at ' +
  "where sending.status = 'refused' returning id";

const toRow =
  (at: string) =>
  ({ id, name, storefront, sourceId, digest }: Intent): SendingRow => ({
    id,
    name,
    storefront,
    source_id: sourceId,
    status: 'intent',
    digest,
    saved_at: at,
    settled_at: null,
  });

export const saveIntents = (book: SqlBook): RecordBook['saveIntents'] => {
  const insertSendings = insertRows<SendingRow, { readonly id: string }>(book.engine, {
    into: 'sending',
    columns: ['id', 'name', 'storefront', 'source_id', 'status', 'digest', 'saved_at', 'settled_at'],
    tail: unlessFrozen,
  });
  const insertBodies = insertRows<SendingBodyRow>(book.engine, {
    into: 'sending_body',
    columns: ['id', 'body'],
    tail: 'on conflict (id) do update set body = excluded.body',
  });

  return (intents, at) => {
    // Reversed, so that the first of equal ids stays: it is the one that counts as tried.
    const byId = new Map([...intents].reverse().map((intent) => [intent.id, intent]));
    return writing(book, async (transaction) => {
      const saved = await insertSendings(transaction, [...byId.values()].map(toRow(at)));
      const savedIds = new Set(saved.map(({ id }) => id));
      await insertBodies(
        transaction,
        [...byId.values()].filter(({ id }) => savedIds.has(id)).map(({ id, body }) => ({ id, body })),
      );
      return E.right(undefined);
    });
  };
};
