import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import type { Ask } from '../api/client.ts';
import { orderGid } from '../records/gid.ts';
import { orderContextOf } from '../sale/order-context.ts';
import { findByName } from './find-by-name.ts';
import { outOfSight } from './out-of-sight.ts';
import { readOrder } from './read-order.ts';

interface Ports {
  readonly ask: Ask;
  readonly shop: TE.TaskEither<SourceError, Shop>;
  /** Asks the shop anew. */
  readonly look: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
}

type Found = E.Either<SourceError, O.Option<SourceResult>>;

const isGid = (id: string): boolean => /^gid:\/\/shopify\/Order\/\d+$/.test(id);

/** Ids of orders have ten digits and more; what is shorter may be the number that the merchant sees. */
const mayBeNumber = (id: string): boolean => !/^\d{9,}$/.test(id);

const find = async ({ ask, policy }: Ports, shop: Shop, wanted: string): Promise<Found> => {
  const byId = (gid: string): Promise<Found> => readOrder(ask, shop, orderContextOf(shop, policy), gid);
  if (isGid(wanted)) return byId(wanted);
  if (/^\d+$/.test(wanted)) {
    const entry = await byId(orderGid(wanted));
    if (E.isLeft(entry) || O.isSome(entry.right) || !mayBeNumber(wanted)) return entry;
  }
  const named = await findByName(ask, wanted);
  if (E.isLeft(named)) return named;
  return O.isNone(named.right) ? E.right(O.none) : byId(named.right.value);
};

/**
 * One order as it is now: by its id in digits, by its global id, or by the name that the merchant sees (`#1001`). None when
 * the shop has no such order, or has deleted it; left when the token does not see far enough to tell.
 */
export const readRecord =
  (ports: Ports) =>
  (id: string): TE.TaskEither<SourceError, O.Option<SourceResult>> =>
  async () => {
    const known = await ports.shop();
    if (E.isLeft(known)) return known;
    const found = await find(ports, known.right, id.trim());
    if (E.isLeft(found) || O.isSome(found.right) || known.right.access.allOrders) return found;
    // The scope may have been granted since the first look.
    const latest = await ports.look();
    if (E.isLeft(latest)) return latest;
    return latest.right.access.allOrders ? find(ports, latest.right, id.trim()) : E.left(outOfSight);
  };
