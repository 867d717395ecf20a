import * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../../../core/inbox.ts';
import { millisecondsOf } from '../../../core/instant.ts';
import { writing } from '../in-transaction.ts';
import type { SqlBook } from '../sql-book.ts';
import { receiveDeliveries } from './receive-deliveries.ts';
import { ringBells } from './ring-bells.ts';
import { together } from './together.ts';

/** Rows of one commit: each of its statements stays one statement. */
const mostTogether = 64;

export const deliveries = (book: SqlBook): Pick<Inbox, 'receive' | 'ring' | 'forgetDeliveries'> => {
  const ring = ringBells(book.engine);
  const receive = together(mostTogether, receiveDeliveries(book));
  return {
    receive: (delivery) => () => receive(delivery),

    ring: (storefront, recordIds, at) =>
      writing(book, async (transaction) => {
        const rings = [...new Set(recordIds)].map((recordId) => ({
          storefront,
          recordId,
          isDeletion: false,
          times: 1,
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
