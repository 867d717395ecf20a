/**
 * Connects an order with its shop's settings and with other storefronts that may know the same sale, even if it is unreadable.
 */
import { idOfGid } from '../records/values.ts';
import type { Order } from '../records/order.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Account, SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { Undecodable } from '../../../src/domain/decode.ts';
import { held } from '../../../src/domain/exclusion.ts';
import { isRecord } from '../../../src/domain/fields.ts';

const ofStripe = /^(pi|ch|py)_[A-Za-z0-9]+$/;

/** Ids under which another platform may know the same sale: the order's and its payments'. */
export const referencesOf = ({ id, transactions }: Order): readonly string[] => {
  const payments = (transactions?.nodes ?? []).flatMap(({ paymentId }) => {
    if (paymentId === null || paymentId === undefined || paymentId.trim() === '') return [];
    return [ofStripe.test(paymentId) ? `stripe:${paymentId}` : `shopify:payment:${paymentId}`];
  });
  return [`shopify:order:${idOfGid(id)}`, ...new Set(payments)];
};

/** What the mapping needs to know about the shop of an order. */
export interface OrderContext {
  readonly account: Account;
  readonly policy: Policy;
  /** Whether the addresses of stores may be read. */
  readonly readsLocations: boolean;
}

export const orderContextOf = ({ account, access }: Shop, policy: Policy): OrderContext => ({
  account,
  policy,
  readsLocations: access.locations,
});

/**
 * An order with an undocumented shape: held, with the paths of the problems. Its id is blank when it cannot
 * be read.
 */
export const undecodableOrder = (node: unknown, { problems }: Undecodable): SourceResult => {
  const order = isRecord(node) ? node : {};
  const sourceId = idOfGid(textOf(order['id']));
  const message = `Shopify's response has an unexpected shape: ${problems.join('; ')}`;
  return E.left(held({ sourceId, name: textOf(order['name']) || sourceId }, 'unreadable record', message));
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
