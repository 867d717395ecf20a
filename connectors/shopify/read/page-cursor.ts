/** The cursor of a window that is read in pages: where reading continues, and which orders it must not return twice. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Cursor } from '../../../src/mapping/source-connector.ts';
import { refused } from '../errors.ts';
import { maybe } from '../records/values.ts';

/**
 * Shopify returns at most 25,000 objects per query, so a long query is restarted at the time of its last order. That time becomes
 * `start`, and its orders are returned only once.
 */
const PagePosition = t.type(
  {
    start: t.string,
    after: maybe(t.string),
    /** Orders returned since `start`. */
    seen: t.number,
    /** Orders of the time `start` that were returned before the restart. */
    skip: t.readonlyArray(t.string),
    /** The latest time so far, and its orders. */
    latest: t.type({ at: t.string, ids: t.readonlyArray(t.string) }, 'latest'),
  },
  'page cursor',
);
export type PagePosition = t.TypeOf<typeof PagePosition>;

const decodePosition = decodeAs(PagePosition);

/** The beginning of a window. */
export const startOf = (start: Instant): PagePosition => ({
  start,
  after: null,
  seen: 0,
  skip: [],
  latest: { at: start, ids: [] },
});

export const positionOf = (start: Instant, cursor: O.Option<Cursor>): E.Either<SourceError, PagePosition> =>
  pipe(
    cursor,
    O.match(
      (): E.Either<SourceError, PagePosition> => E.right(startOf(start)),
      (text) =>
        pipe(
          E.tryCatch(
            (): unknown => JSON.parse(text),
            () => undefined,
          ),
          E.flatMap(decodePosition),
          E.mapLeft(() => refused('the stored cursor is not from this connector; start a new run for the same days')),
        ),
    ),
  );

export const cursorOf = (position: PagePosition): Cursor => JSON.stringify(position);
