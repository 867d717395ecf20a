import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import { refused } from '../errors.ts';
import type { PagePosition } from './page-cursor.ts';

/** Shopify's own limit is 25,000 objects for one query (shopify.dev, API limits); we begin anew well before it. */
const mostSeen = 20_000;
const platformLimit = 25_000;

/** An order as far as paging needs it. */
export interface Stop {
  readonly id: string;
  /** The time by which the window is listed. */
  readonly at: string | undefined;
}

/** What a page said about itself. */
export interface PageEnd {
  readonly stops: readonly Stop[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

const latestAfter = (before: PagePosition['latest'], stops: readonly Stop[]): PagePosition['latest'] => {
  let { at, ids } = before;
  for (const stop of stops) {
    if (stop.at === undefined) continue;
    // An order without a readable id is handed out twice sooner than it hides another one.
    const own = stop.id === '' ? [] : [stop.id];
    ids = stop.at === at ? [...ids, ...own] : own;
    at = stop.at;
  }
  return { at, ids };
};

/**
 * Where to go on after a page; none after the last one. A cursor that does not advance is refused: it would be read for
 * ever.
 */
export const nextPosition = (position: PagePosition, page: PageEnd): E.Either<SourceError, O.Option<PagePosition>> => {
  if (!page.hasNextPage) return E.right(O.none);
  if (page.endCursor === null || page.endCursor === position.after) {
    return E.left(refused('Shopify gave the same cursor twice; the rest of this window cannot be read'));
  }
  const seen = position.seen + page.stops.length;
  const latest = latestAfter(position.latest, page.stops);
  if (seen >= mostSeen && latest.at !== position.start) {
    return E.right(O.some({ start: latest.at, after: null, seen: 0, skip: latest.ids, latest }));
  }
  if (seen >= platformLimit) {
    return E.left(
      refused(`more than ${platformLimit} orders have one and the same time (${latest.at}); Shopify lists no more`),
    );
  }
  return E.right(O.some({ ...position, after: page.endCursor, seen, latest }));
};
