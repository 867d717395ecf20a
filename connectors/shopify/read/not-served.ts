/** Holds an order that Shopify cannot serve, so that it does not keep the other orders from being read. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { held } from '../../../src/domain/exclusion.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { askFor } from '../client/ask-for.ts';
import type { Ask } from '../client/client.ts';
import { orderHead } from '../queries/index.ts';
import { idOfGid, maybe } from '../records/values.ts';

/**
 * An order is held when it has failed this often by itself and Shopify answers another request right after: then the order is the
 * cause, and not an outage.
 */
export const maxFailuresAlone = 3;

/** If more orders in a row fail, single orders are not the cause. */
export const maxPassedOver = 20;

const Head = t.intersection([t.type({ id: t.string }), t.partial({ name: maybe(t.string) })], 'OrderHead');
export type OrderHead = t.TypeOf<typeof Head>;

/** The head of an order in a list; blank where it has no readable id. */
export const headOf = (node: unknown): OrderHead => {
  const head = Head.decode(node);
  return E.isRight(head) ? head.right : { id: '' };
};

/** Holds the order; it is read again later. `cause`: codes and field names. */
export const notServed = ({ id, name }: OrderHead, cause: string): SourceResult => {
  const sourceId = idOfGid(id);
  const message = `Shopify fails whenever this order is read (${cause}), and serves the others. It is read again later; if it lasts, report the order to Shopify's support.`;
  return E.left(held({ sourceId, name: name ?? sourceId }, 'record not served', message));
};

/** How often each order failed by itself, by its global id. */
export type FailuresAlone = Map<string, number>;

/** Few orders fail by themselves; more counts than this are left from an outage that is over. */
const maxCounted = 1_000;

/** Counts the failures of one order. Right: the order is the cause, and is held. Left: the failure, for another attempt. */
export const heldIfAlone = async (
  { ask, failuresAlone }: { readonly ask: Ask; readonly failuresAlone: FailuresAlone },
  order: OrderHead,
  failure: SourceError,
): Promise<E.Either<SourceError, SourceResult>> => {
  if (failure._tag !== 'SourceUnreachable') return E.left(failure);
  const failures = (failuresAlone.get(order.id) ?? 0) + 1;
  if (failuresAlone.size >= maxCounted) failuresAlone.clear();
  failuresAlone.set(order.id, failures);
  if (failures < maxFailuresAlone) return E.left(failure);
  const head = await readHead(ask, order.id);
  if (O.isNone(head)) return E.left(failure);
  failuresAlone.delete(order.id);
  return E.right(notServed(head.value, failure.cause));
};

/** The head of an order, which shows that Shopify answers right now; none in an outage. */
const readHead = async (ask: Ask, id: string): Promise<O.Option<OrderHead>> => {
  const head = await askFor(ask)(orderHead, { id }, 'order', Head);
  return E.isLeft(head) ? O.none : O.some(head.right ?? { id });
};
