import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { askFor } from '../api/ask-for.ts';
import type { Ask } from '../api/client.ts';
import { ordersByName } from '../documents/index.ts';
import { refused } from '../errors.ts';
import { connection } from '../records/connection.ts';
import { idOfGid } from '../records/gid.ts';
import { maybe } from '../records/maybe.ts';

const Named = connection(t.intersection([t.type({ id: t.string }), t.partial({ name: maybe(t.string) })]));
type Hit = t.TypeOf<typeof Named>['nodes'][number];

/** Of 100 hits each. A shop in which more orders have a name that begins like this is better asked by an id. */
const mostPages = 25;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** With or without the sign that Shopify puts before a number; in the merchant's own letters before any others. */
const bearing = (name: string, hits: readonly Hit[]): readonly Hit[] => {
  const wanted = new Set([name, `#${name}`]);
  const exact = hits.filter((hit) => wanted.has(hit.name ?? ''));
  if (exact.length > 0) return exact;
  const anyCase = new Set([...wanted].map((one) => one.toLowerCase()));
  return hits.filter((hit) => anyCase.has(hit.name?.toLowerCase() ?? ''));
};

/**
 * The global id of the one order of a name; none when no order has it. The search finds every name that begins like it, so
 * it is read to its end.
 *
 * Left when several orders have the name, with their ids, or when too many begin like it.
 */
export const findByName = async (ask: Ask, name: string): Promise<E.Either<SourceError, O.Option<string>>> => {
  const hits: Hit[] = [];
  let isWhole = false;
  let after: string | null = null;
  for (let page = 0; page < mostPages && !isWhole; page += 1) {
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
  const ids = [...new Set(bearing(name, hits).map(({ id }) => id))];
  const [id, ...others] = ids;
  if (others.length > 0) {
    return E.left(
      refused(`${ids.length} orders have this name; name one of them by its id: ${ids.map(idOfGid).join(', ')}`),
    );
  }
  return id === undefined && !isWhole
    ? E.left(refused('too many orders have a name that begins like this one; name the order by its id'))
    : E.right(O.fromNullable(id));
};
