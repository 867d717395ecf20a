import * as E from 'fp-ts/lib/Either.js';
import { type Inbox } from '../../../core/inbox.ts';
import { millisecondsOf } from '../../../core/instant.ts';
import { writing } from '../in-transaction.ts';
import { type SqlBook } from '../sql-book.ts';
import { ringBells } from './ring-bells.ts';

export const deliveries = (book: SqlBook): Pick<Inbox, 'receive' | 'ring' | 'forgetDeliveries'> => {
  const ring = ringBells(book.engine);
  return {
    receive: ({ storefront, deliveryId, recordId, isDeletion, receivedAt }) =>
      writing(book, async (transaction) => {
        const at = millisecondsOf(receivedAt);
        const inserted = await transaction
          .insertInto('delivery')
          .values({ storefront, id: deliveryId, received_at: at })
          .onConflict((key) => key.columns(['storefront', 'id']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (inserted === undefined) return E.right(false);
        if (recordId !== null) await ring(transaction, [{ storefront, recordId, isDeletion, at }]);
        return E.right(true);
      }),

    ring: (storefront, recordIds, at) =>
      writing(book, async (transaction) => {
        const rings = [...new Set(recordIds)].map((recordId) => ({
          storefront,
          recordId,
          isDeletion: false,
          at: millisecondsOf(at),
        }));
        await ring(transaction, rings);
        return E.right(undefined);
      }),

    forgetDeliveries: (before) =>
      writing(book, async (transaction) => {
        const forgotten = await transaction
          .deleteFrom('delivery')
          .where('received_at', '<', millisecondsOf(before))
          .returning('id')
          .execute();
        return E.right(forgotten.length);
      }),
  };
};
