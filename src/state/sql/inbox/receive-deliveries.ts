import * as E from 'fp-ts/lib/Either.js';
import type { Delivery } from '../../../core/inbox.ts';
import { millisecondsOf } from '../../../core/instant.ts';
import type { BookError } from '../../../core/record-book.ts';
import type { DeliveryRow } from '../../inbox-schema.ts';
import { writing } from '../in-transaction.ts';
import { insertRows } from '../insert-rows.ts';
import type { SqlBook } from '../sql-book.ts';
import { type Ring, ringBells } from './ring-bells.ts';
import { trimDeliveries } from './trim-deliveries.ts';

interface Arrival {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly delivery: Delivery;
}

const keyOf = (storefront: string, id: string): string => JSON.stringify([storefront, id]);

const arrivalOf = (delivery: Delivery): Arrival => ({
  key: keyOf(delivery.storefront, delivery.deliveryId),
  at: millisecondsOf(delivery.receivedAt),
  delivery,
});

/** Two processes that take the same locks take them in the same order. */
const inOrder = <A>(byKey: ReadonlyMap<string, A>): readonly A[] =>
  [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

const ringsOf = (arrivals: readonly Arrival[]): readonly Ring[] => {
  const rings = new Map<string, Ring>();
  for (const { at, delivery } of arrivals) {
    const { storefront, recordId, isDeletion } = delivery;
    if (recordId === null) continue;
    const key = keyOf(storefront, recordId);
    const { times, ...other } = rings.get(key) ?? { storefront, recordId, isDeletion, times: 0, at };
    rings.set(key, { ...other, isDeletion: other.isDeletion || isDeletion, times: times + 1 });
  }
  return inOrder(rings);
};

/**
 * Makes deliveries durable in one commit, and rings for those that are new. Says of each whether it is; of two that come
 * together under one id, the first one is.
 */
export const receiveDeliveries = (
  book: SqlBook,
): ((deliveries: readonly Delivery[]) => Promise<E.Either<BookError, readonly boolean[]>>) => {
  const ring = ringBells(book.engine);
  const trim = trimDeliveries();
  const insert = insertRows<DeliveryRow, Pick<DeliveryRow, 'storefront' | 'id'>>(book.engine, {
    into: 'delivery',
    columns: ['storefront', 'id', 'received_at'],
    tail: 'on conflict (storefront, id) do nothing returning storefront, id',
  });
  return (deliveries) => {
    const arrivals = deliveries.map(arrivalOf);
    // Set last is what stays, and the first of each is to stay.
    const firsts = new Map(arrivals.toReversed().map((arrival) => [arrival.key, arrival]));
    const rows = inOrder(firsts).map(({ at, delivery: { storefront, deliveryId } }) => ({
      storefront,
      id: deliveryId,
      received_at: at,
    }));
    return writing(book, async (transaction) => {
      const inserted = await insert(transaction, rows);
      const fresh = new Set(inserted.map(({ storefront, id }) => keyOf(storefront, id)));
      const isNew = (arrival: Arrival): boolean => fresh.has(arrival.key) && firsts.get(arrival.key) === arrival;
      await ring(transaction, ringsOf(arrivals.filter(isNew)));
      await trim(transaction, inserted);
      return E.right(arrivals.map(isNew));
    })();
  };
};
