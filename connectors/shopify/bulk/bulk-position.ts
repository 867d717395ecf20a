import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { Cursor } from '../../../src/mapping/source-connector.ts';

/**
 * Where the reading of a bulk result stands. The address of the result is not part of it: it is a secret for seven days,
 * and is asked for again.
 */
const BulkPosition = t.type(
  {
    /** Null as long as Shopify has not taken the operation. */
    operation: t.union([t.string, t.null]),
    /** When the operation was first waited for, in milliseconds since 1970. */
    since: t.number,
    /** Pages without orders since then. A cursor never comes twice, and every look at the operation is one. */
    looks: t.number,
    /** Operations of this window that came to nothing. */
    failures: t.number,
    /** Bytes of the result that are read; a line begins there that names an order. */
    offset: t.number,
    /** Lines of the result that are read, and how many of them are orders. */
    lines: t.number,
    orders: t.number,
  },
  'bulk cursor',
);
export type BulkPosition = t.TypeOf<typeof BulkPosition>;

const decodePosition = decodeAs(BulkPosition);

/** The beginning of a window, after some operations that came to nothing. */
export const bulkStart = (failures: number): BulkPosition => ({
  operation: null,
  since: 0,
  looks: 0,
  failures,
  offset: 0,
  lines: 0,
  orders: 0,
});

/** None for a cursor of a window that is read in pages. */
export const bulkPositionOf = (cursor: O.Option<Cursor>): O.Option<BulkPosition> =>
  pipe(
    cursor,
    O.match(
      () => O.some(bulkStart(0)),
      (text) =>
        pipe(
          E.tryCatch(
            (): unknown => JSON.parse(text),
            () => undefined,
          ),
          E.flatMap(decodePosition),
          O.fromEither,
        ),
    ),
  );

export const bulkCursorOf = (position: BulkPosition): Cursor => JSON.stringify(position);
