import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeOrder, orderToSale } from '../../../connectors/shopify/index.ts';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { type MappedSale, saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { left, right } from '../../support/right.ts';
import type { Json } from './an-order.ts';

export const account = { id: '548380009', name: 'acme.myshopify.com', timeZone: 'America/New_York' };

/** The sale, or why there is none, of an order as the connector completes it. */
export const entryOf = (order: Json, policy: Partial<Policy> = {}, readsLocations = true): E.Either<Exclusion, Sale> =>
  orderToSale({ account, policy: { ...defaultPolicy, ...policy }, readsLocations })(right(decodeOrder(order)));

export const saleOf = (order: Json, policy: Partial<Policy> = {}): Sale => right(entryOf(order, policy));

/** What becomes of an order all the way to the transaction; both equations hold for every Right. */
export const outcomeOf = (order: Json, policy: Partial<Policy> = {}): E.Either<Exclusion, MappedSale> =>
  pipe(entryOf(order, policy), E.flatMap(saleToTransaction({ ...defaultPolicy, ...policy })));

export const transactionOf = (order: Json, policy: Partial<Policy> = {}): MappedSale['transaction'] =>
  right(outcomeOf(order, policy)).transaction;

/** Outcome and reason of an order that is not sent, such as "skipped: test order". */
export const asideOf = (order: Json, policy: Partial<Policy> = {}): string => {
  const aside = left(outcomeOf(order, policy));
  return `${aside._tag.toLowerCase()}: ${aside.reason}`;
};
