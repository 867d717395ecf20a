/** Saves webhook deliveries and enqueues their records, many in one commit, and recognizes a delivery that arrives twice. */
import * as E from 'fp-ts/lib/Either.js';
import type { Inbox, WebhookDelivery } from '../../../domain/inbox.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../domain/instant.ts';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { areTurnsGiven } from '../../../domain/turns.ts';
import { insertRows, readFrom, type SqlDatabase, type SqlTransaction, writeTo } from '../database.ts';
import { type NewResyncRequest, prepareEnqueue } from './resync-requests.ts';
import type { StoreResult } from '../../../domain/sync-store.ts';
import type { DeliveryRow } from '../../schema.ts';
import { toNumber } from '../rows.ts';

/** Rows in one commit: each of its statements still fits in one statement. */
const maxBatchSize = 64;

export const sqlDeliveries = (
  database: SqlDatabase,
): Pick<Inbox, 'receiveDelivery' | 'newestDeliveries' | 'enqueue' | 'forgetDeliveries'> => {
  const enqueue = prepareEnqueue(database.engine);
  const receive = batchCalls(maxBatchSize, prepareReceive(database));
  return {
    receiveDelivery: (delivery) => () => receive(delivery),

    newestDeliveries: (storefront, limit) =>
      readFrom(database, async (transaction) => {
        const rows = await transaction
          .selectFrom('delivery')
          .select(['id', 'received_at'])
          .where('storefront', '=', storefront)
          .orderBy('received_at', 'desc')
          .limit(limit)
          .execute();
        return rows.map(({ id, received_at: at }) => ({
          deliveryId: id,
          receivedAt: instantOfMilliseconds(toNumber(at)),
        }));
      }),

    enqueue: (storefront, recordIds, at) =>
      writeTo(database, async (transaction) => {
        const requests = [...new Set(recordIds)].map((recordId) => ({
          storefront,
          recordId,
          isDeletion: false,
          isFromWebhook: false,
          count: 1,
          at: millisecondsOf(at),
        }));
        await enqueue(transaction, requests);
      }),

    forgetDeliveries: (before) =>
      writeTo(database, async (transaction) => {
        const forgotten = await transaction
          .deleteFrom('delivery')
          .where('received_at', '<', millisecondsOf(before))
          .returning('id')
          .execute();
        return forgotten.length;
      }),
  };
};

/**
 * Deliveries of a storefront that are kept to recognize duplicates; an older delivery that arrives again only causes one more
 * read.
 */
export const maxDeliveries = 50_000;

interface PendingCall<A, L, B> {
  readonly input: A;
  readonly resolve: (result: Promise<E.Either<L, B>>) => void;
}

/**
 * Runs calls that are made at about the same time as one batch: a commit waits for the disk, and takes as long for many. Calls
 * that arrive while a batch runs join the next one. An error of a batch is the error of all its calls.
 *
 * @param maxBatchSize calls of one batch
 * @param runAll returns a result for each call, in their order
 */
export const batchCalls = <A, L, B>(
  maxBatchSize: number,
  runAll: (all: readonly A[]) => Promise<E.Either<L, readonly B[]>>,
): ((input: A) => Promise<E.Either<L, B>>) => {
  const waiting: PendingCall<A, L, B>[] = [];
  let isRunning = false;

  const runBatch = (batch: readonly PendingCall<A, L, B>[]): Promise<E.Either<L, readonly B[]>> => {
    // Within a promise, so that a throw also becomes the error of each call.
    const results = Promise.resolve(batch.map(({ input }) => input)).then(runAll);
    batch.forEach(({ resolve }, index) => {
      resolve(
        results.then(
          E.map((all) => {
            const [result] = all.slice(index, index + 1);
            if (result === undefined) throw new Error('a result is missing');
            return result;
          }),
        ),
      );
    });
    return results;
  };

  const runPending = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Waits for calls that have already arrived: the network is read before the next turn. The second turn is for requests
      // whose body came after their headers. A commit takes longer than this delay.
      for (let turns = areTurnsGiven() ? 2 : 0; turns > 0; turns -= 1) await nextEventLoopTurn();
      // Each caller gets the result; here it only has to finish.
      await runBatch(waiting.splice(0, maxBatchSize)).catch(ignore);
    }
    isRunning = false;
  };

  return (input) =>
    new Promise((resolve) => {
      waiting.push({ input, resolve });
      if (isRunning) return;
      isRunning = true;
      runPending().catch(ignore);
    });
};

const ignore = (): void => undefined;

interface Arrival {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly delivery: WebhookDelivery;
}

/**
 * Saves deliveries in one commit, and enqueues resync requests for the new ones. Returns for each whether it is new; if two in a
 * batch have the same id, the first one is new.
 */
const prepareReceive = (
  database: SqlDatabase,
): ((deliveries: readonly WebhookDelivery[]) => StoreResult<readonly boolean[]>) => {
  const enqueue = prepareEnqueue(database.engine);
  const trim = prepareTrim();
  const insert = insertRows<DeliveryRow, Pick<DeliveryRow, 'storefront' | 'id'>>(
    database.engine,
    'delivery',
    'on conflict (storefront, id) do nothing returning storefront, id',
  );
  return (deliveries) => {
    const arrivals = deliveries.map(arrivalOf);
    // In a Map the last entry of a key remains; reversed, that is the first arrival.
    const firsts = new Map(arrivals.toReversed().map((arrival) => [arrival.key, arrival]));
    const rows = sortedByKey(firsts).map(({ at, delivery: { storefront, deliveryId } }) => ({
      storefront,
      id: deliveryId,
      received_at: at,
    }));
    return writeTo(database, async (transaction) => {
      const inserted = await insert(transaction, rows);
      const fresh = new Set(inserted.map(({ storefront, id }) => keyOf(storefront, id)));
      const isNew = (arrival: Arrival): boolean => fresh.has(arrival.key) && firsts.get(arrival.key) === arrival;
      await enqueue(transaction, resyncRequestsOf(arrivals.filter(isNew)));
      await trim(transaction, inserted);
      return arrivals.map(isNew);
    })();
  };
};

/** New deliveries of a storefront between two checks of their number. */
const trimInterval = 2_000;

/**
 * Keeps only the newest deliveries of each storefront, so that a flood of them cannot fill the disk. Called with the new ones.
 */
const prepareTrim = (): ((
  transaction: SqlTransaction,
  added: readonly Pick<DeliveryRow, 'storefront'>[],
) => Promise<void>) => {
  const sinceTrim = new Map<string, number>();
  return async (transaction, added) => {
    for (const { storefront } of added) sinceTrim.set(storefront, (sinceTrim.get(storefront) ?? 0) + 1);
    for (const [storefront, count] of sinceTrim) {
      if (count < trimInterval) continue;
      sinceTrim.set(storefront, 0);
      await trimStorefront(transaction, storefront);
    }
  };
};

const trimStorefront = async (transaction: SqlTransaction, storefront: string): Promise<void> => {
  const oldest = await transaction
    .selectFrom('delivery')
    .select('received_at')
    .where('storefront', '=', storefront)
    .orderBy('received_at', 'desc')
    .limit(1)
    .offset(maxDeliveries)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await transaction
    .deleteFrom('delivery')
    .where('storefront', '=', storefront)
    .where('received_at', '<=', oldest.received_at)
    .execute();
};

const arrivalOf = (delivery: WebhookDelivery): Arrival => ({
  key: keyOf(delivery.storefront, delivery.deliveryId),
  at: millisecondsOf(delivery.receivedAt),
  delivery,
});

const keyOf = (storefront: string, id: string): string => JSON.stringify([storefront, id]);

/** Sorted, so that two processes take the same locks in the same order. */
const sortedByKey = <A>(byKey: ReadonlyMap<string, A>): readonly A[] =>
  [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

const resyncRequestsOf = (arrivals: readonly Arrival[]): readonly NewResyncRequest[] => {
  const requests = new Map<string, NewResyncRequest>();
  for (const { at, delivery } of arrivals) {
    const { storefront, recordId, isDeletion } = delivery;
    if (recordId === null) continue;
    const key = keyOf(storefront, recordId);
    const { count, ...other } = requests.get(key) ?? {
      ...{ storefront, recordId, isDeletion, isFromWebhook: true },
      ...{ count: 0, at },
    };
    requests.set(key, { ...other, isDeletion: other.isDeletion || isDeletion, count: count + 1 });
  }
  return sortedByKey(requests);
};
