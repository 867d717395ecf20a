import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeOrder, orderToSale } from '../../../connectors/shopify/index.ts';
import type { Exclusion } from '../../../src/domain/exclusion.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { toSentSale } from '../../../src/mapping/sent-sale.ts';
import { type MappedSale, saleToTransaction } from '../../../src/mapping/sale-to-transaction.ts';
import { left, right } from '../../support/right.ts';
import type { Json } from './an-order.ts';

export const account = { id: '548380009', name: 'acme.myshopify.com', timeZone: 'America/New_York' };

/** The sale of a completed order, or the reason why there is none. */
export const resultOf = (order: Json, policy: Partial<Policy> = {}, readsLocations = true): E.Either<Exclusion, Sale> =>
  orderToSale({ account, policy: { ...defaultPolicy, ...policy }, readsLocations })(right(decodeOrder(order)));

export const saleOf = (order: Json, policy: Partial<Policy> = {}): Sale => right(resultOf(order, policy));

/** The transaction of an order, whose totals add up, or the reason why there is none. */
export const outcomeOf = (order: Json, policy: Partial<Policy> = {}): E.Either<Exclusion, MappedSale> => {
  const given = { ...defaultPolicy, ...policy };
  return pipe(
    resultOf(order, policy),
    E.flatMap((one: Sale) => toSentSale(given, one)),
    E.flatMap(saleToTransaction(given)),
  );
};

export const transactionOf = (order: Json, policy: Partial<Policy> = {}): MappedSale['transaction'] =>
  right(outcomeOf(order, policy)).transaction;

/** Outcome and reason of an order that is not sent: "skipped: test order". */
export const exclusionOf = (order: Json, policy: Partial<Policy> = {}): string => {
  const exclusion = left(outcomeOf(order, policy));
  return `${exclusion._tag.toLowerCase()}: ${exclusion.reason}`;
};
