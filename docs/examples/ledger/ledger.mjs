// @ts-check
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { intervalOf, monthsOf } from 'tax-nexus-sync/connector';
import { orderToResult } from './order-to-sale.mjs';

/**
 * How the orders are reached: a database, an HTTP interface. Here `orders.mjs`.
 *
 * @typedef {object} Orders
 * @property {() => Promise<{ id: string, name: string, timeZone: string }>} shop
 * @property {(part: { by: 'placedAt' | 'changedAt', start: string, end: string, after: number, limit: number }) => Promise<readonly { readonly id: number }[]>} list in the order of their ids, those after one alone
 * @property {(id: number) => Promise<unknown>} find undefined when there is none
 */

/**
 * What went wrong, as one of the four errors. Never the thrown one itself: it may carry a token or a buyer's data.
 *
 * @param {unknown} thrown
 * @returns {import('tax-nexus-sync/connector').SourceError}
 */
const toSourceError = (thrown) =>
  thrown instanceof Error && thrown.message === 'refused'
    ? { _tag: 'SourceCredentialsRefused', message: 'The ledger does not know the key. Make a new one in its settings.' }
    : { _tag: 'SourceUnreachable', message: 'The ledger does not answer.', cause: 'no answer' };

const pageSize = 20;
const changed = 'changed ';

/**
 * The connector. It opens nothing, and every step of it may be called again.
 *
 * @param {Orders} orders
 * @returns {import('tax-nexus-sync/connector').SourceConnector}
 */
export const ledger = (orders) => {
  const account = TE.tryCatch(() => orders.shop(), toSourceError);
  return {
    platform: 'ledger',
    account,
    check: TE.map(
      /** @param {import('tax-nexus-sync/connector').Account} shop */
      (shop) => ({ account: shop, findings: [], records: O.none }),
    )(account),

    windows: (range) =>
      TE.map(
        /** @param {import('tax-nexus-sync/connector').Account} shop */
        ({ timeZone }) =>
          monthsOf(range).map((month) => ({ key: `${month.from}..${month.to}`, ...intervalOf(month, timeZone) })),
      )(account),
    changes: (interval) => TE.right([{ key: `${changed}${interval.start}..${interval.end}`, ...interval }]),

    readPage: ({ key, start, end }, cursor) =>
      TE.tryCatch(async () => {
        const { id } = await orders.shop();
        const by = key.startsWith(changed) ? 'changedAt' : 'placedAt';
        const after = O.isSome(cursor) ? Number(cursor.value) : 0;
        const rows = await orders.list({ by, start, end, after, limit: pageSize });
        const last = rows.length < pageSize ? undefined : rows.at(-1);
        return {
          results: rows.map((row) => orderToResult(id, row)),
          next: last === undefined ? O.none : O.some(String(last.id)),
        };
      }, toSourceError),

    readRecord: (id) =>
      TE.tryCatch(async () => {
        const shop = await orders.shop();
        const row = await orders.find(Number(id));
        return row === undefined ? O.none : O.some(orderToResult(shop.id, row));
      }, toSourceError),

    // Nothing comes over the network. Your own code rings: taxNexus.receive('ledger', { topic, deliveryId, payload }).
    receiveWebhook: () => E.left({ _tag: 'Unverified', message: 'the ledger sends no webhooks' }),
    receiveVerified: ({ deliveryId, payload }) =>
      typeof payload === 'object' && payload !== null && 'id' in payload
        ? E.right({ _tag: 'RecordChanged', deliveryId, recordId: String(payload.id) })
        : E.left({ _tag: 'Unreadable', message: 'the payload names no order' }),
    subscriptions: O.none,
  };
};
