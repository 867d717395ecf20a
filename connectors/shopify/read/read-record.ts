/** Reads one order by the id or name that a webhook or a person gives, and never takes a hidden order for a deleted one. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Shop } from '../account.ts';
import type { Ask } from '../client/client.ts';
import { orderContextOf } from '../to-sale/identity.ts';
import { orderNotVisible } from './history-limit.ts';
import { type FailuresAlone, heldIfAlone } from './not-served.ts';
import { readOrder } from './read-order.ts';
import * as t from 'io-ts';
import { askFor } from '../client/ask-for.ts';
import { ordersByName } from '../queries/index.ts';
import { refused } from '../errors.ts';
import { connection } from '../records/connection.ts';
import { idOfGid, maybe, orderGid } from '../records/values.ts';
import { Money } from '../records/money.ts';
import { dayIn } from '../../../src/domain/date-range.ts';
import { parseInstant } from '../../../src/domain/instant.ts';
import { findCurrency, formatMinorUnits, parseMinorUnits } from '../../../src/domain/money.ts';
import { attempt } from '../../../src/domain/attempt.ts';

interface Ports {
  readonly ask: Ask;
  readonly shop: TE.TaskEither<SourceError, Shop>;
  /** Reads the shop again. */
  readonly fetchShop: TE.TaskEither<SourceError, Shop>;
  readonly policy: Policy;
  readonly failuresAlone: FailuresAlone;
}

/**
 * The current order by its id in digits, its global id, or the name that the merchant sees (`#1001`). None when the shop has no
 * such order or has deleted it; held when Shopify fails on this order alone, again and again; left when the token cannot read far
 * enough back to know.
 */
export const readRecord =
  (ports: Ports) =>
  (id: string): TE.TaskEither<SourceError, O.Option<SourceResult>> =>
  () =>
    attempt(async (take) => {
      const known = await take(ports.shop());
      const found = await findOrder(ports, known, id.trim());
      if (E.isLeft(found) || O.isSome(found.right) || known.access.allOrders) return take(found);
      // The scope may have been granted since the first read.
      const latest = await take(ports.fetchShop());
      return take(latest.access.allOrders ? findOrder(ports, latest, id.trim()) : E.left(orderNotVisible));
    });

type Found = E.Either<SourceError, O.Option<SourceResult>>;

const findOrder = async (ports: Ports, shop: Shop, wanted: string): Promise<Found> => {
  const { ask, policy } = ports;
  const byId = async (gid: string): Promise<Found> => {
    const order = await readOrder(ask, shop, orderContextOf(shop, policy), gid);
    if (E.isRight(order)) return order;
    return E.map(O.some<SourceResult>)(await heldIfAlone(ports, { id: gid }, order.left));
  };
  if (isGid(wanted)) return byId(wanted);
  if (/^\d+$/.test(wanted)) {
    const result = await byId(orderGid(wanted));
    if (E.isLeft(result) || O.isSome(result.right) || !mayBeNumber(wanted)) return result;
  }
  const named = await findByName(ask, shop, wanted);
  if (E.isLeft(named)) return named;
  return O.isNone(named.right) ? E.right(O.none) : byId(named.right.value);
};

const isGid = (id: string): boolean => /^gid:\/\/shopify\/Order\/\d+$/.test(id);

/** Order ids have at least nine digits; shorter numbers may be the order number that the merchant sees. */
const mayBeNumber = (id: string): boolean => !/^\d{9,}$/.test(id);

const Named = connection(
  t.intersection([
    t.type({ id: t.string }),
    t.partial({ name: maybe(t.string), processedAt: maybe(t.string), totalPriceSet: maybe(Money) }),
  ]),
);

type Hit = t.TypeOf<typeof Named>['nodes'][number];

/** A page has 100 hits. */
const maxPages = 25;

/**
 * The global id of the order with a name, if the shop has one. The search finds every name with this prefix, so it is read
 * to its end.
 *
 * Left when several orders have the name (with their ids, dates and totals), or when too many have the prefix.
 */
const findByName = async (
  ask: Ask,
  { account: { timeZone } }: Shop,
  name: string,
): Promise<E.Either<SourceError, O.Option<string>>> => {
  const hits: Hit[] = [];
  let isWhole = false;
  let after: string | null = null;
  for (let page = 0; page < maxPages && !isWhole; page += 1) {
    const found: E.Either<SourceError, t.TypeOf<typeof Named> | undefined> = await askFor(ask)(
      ordersByName,
      { query: `name:${quoted(name)}`, ...(after !== null && { after }) },
      'orders',
      Named,
    );
    if (E.isLeft(found)) return found;
    hits.push(...(found.right?.nodes ?? []));
    const next: string | null = found.right?.isCutShort === true ? found.right.endCursor : null;
    isWhole = next === null || next === after;
    after = next;
  }
  const named = [...new Map(withName(name, hits).map((hit) => [hit.id, hit])).values()];
  const [first, ...others] = named;
  if (others.length > 0) {
    const choices = named.map((hit) => describeHit(hit, timeZone)).join(', ');
    return E.left(refused(`${named.length} orders have this name; use one of their ids: ${choices}`));
  }
  return first === undefined && !isWhole
    ? E.left(refused("too many orders have names that begin like this; use the order's id"))
    : E.right(O.fromNullable(first?.id));
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Matches with or without Shopify's `#`, preferring the exact case. */
const withName = (name: string, hits: readonly Hit[]): readonly Hit[] => {
  const wanted = new Set([name, `#${name}`]);
  const exact = hits.filter((hit) => wanted.has(hit.name ?? ''));
  if (exact.length > 0) return exact;
  const anyCase = new Set([...wanted].map((one) => one.toLowerCase()));
  return hits.filter((hit) => anyCase.has(hit.name?.toLowerCase() ?? ''));
};

/** `5012345678 (2026-01-31, 18.40 USD)`: id, day in the shop and total, as far as they are known. */
const describeHit = ({ id, processedAt, totalPriceSet }: Hit, timeZone: string): string => {
  const soldAt = parseInstant(processedAt ?? '');
  const facts = [
    ...(O.isSome(soldAt) ? [dayIn(timeZone, soldAt.value)] : []),
    ...(totalPriceSet ? [describeTotal(totalPriceSet)] : []),
  ];
  return facts.length === 0 ? idOfGid(id) : `${idOfGid(id)} (${facts.join(', ')})`;
};

/** `18.40 USD` for Shopify's `18.4`. */
const describeTotal = ({ amount, currencyCode }: Money): string => {
  const currency = findCurrency(currencyCode ?? '');
  const exact = O.isNone(currency) ? E.left('unknown') : parseMinorUnits(currency.value)(amount);
  const shown = O.isSome(currency) && E.isRight(exact) ? formatMinorUnits(currency.value)(exact.right) : amount;
  return `${shown} ${currencyCode ?? ''}`.trim();
};
