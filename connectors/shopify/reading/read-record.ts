import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/core/source-error.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Entry } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import { connection } from '../records/connection.ts';
import { ordersByName } from '../documents/index.ts';
import { refused } from '../errors.ts';
import { idOfGid, orderGid } from '../records/gid.ts';
import { maybe } from '../records/maybe.ts';
import { orderContextOf } from '../sale/order-context.ts';
import { readOrder } from './read-order.ts';

interface Ports {
  readonly ask: Ask;
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
}

const Named = connection(t.intersection([t.type({ id: t.string }), t.partial({ name: maybe(t.string) })]));

const isGid = (id: string): boolean => /^gid:\/\/shopify\/Order\/\d+$/.test(id);

/** Ids of orders have ten digits and more; what is shorter may be the number that the merchant sees. */
const mayBeNumber = (id: string): boolean => !/^\d{9,}$/.test(id);

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const readById = async ({ ask, shop, policy }: Ports, gid: string): Promise<E.Either<SourceError, O.Option<Entry>>> => {
  const known = await shop();
  if (E.isLeft(known)) return known;
  return readOrder(ask, known.right, orderContextOf(known.right, policy), gid);
};

const findByName = async (ask: Ask, name: string): Promise<E.Either<SourceError, O.Option<string>>> => {
  const found = await askFor(ask)(ordersByName, { query: `name:${quoted(name)}` }, 'orders', Named);
  if (E.isLeft(found)) return found;
  const wanted = new Set([name, `#${name}`]);
  // The search finds parts of names as well.
  const ids = (found.right?.nodes ?? []).filter((order) => wanted.has(order.name ?? '')).map(({ id }) => id);
  const [id, ...others] = ids;
  return others.length > 0
    ? E.left(refused(`${ids.length} orders have this name; name one of them by its id: ${ids.map(idOfGid).join(', ')}`))
    : E.right(O.fromNullable(id));
};

/**
 * One order as it is now: by its id in digits, by its global id, or by the name that the merchant sees (`#1001`). None when
 * the shop has no such order, or has deleted it.
 */
export const readRecord =
  (ports: Ports) =>
  (id: string): TE.TaskEither<SourceError, O.Option<Entry>> =>
  async () => {
    const wanted = id.trim();
    if (isGid(wanted)) return readById(ports, wanted);
    if (/^\d+$/.test(wanted)) {
      const entry = await readById(ports, orderGid(wanted));
      if (E.isLeft(entry) || O.isSome(entry.right) || !mayBeNumber(wanted)) return entry;
    }
    const named = await findByName(ports.ask, wanted);
    return pipe(
      named,
      E.match(
        (error) => Promise.resolve(E.left(error)),
        O.match(
          () => Promise.resolve(E.right(O.none)),
          (gid) => readById(ports, gid),
        ),
      ),
    );
  };
