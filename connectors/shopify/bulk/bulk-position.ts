/** The cursor of a bulk window: where reading the result of its operation continues after a stop or a crash. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { Cursor } from '../../../src/mapping/source-connector.ts';

/** Does not contain the URL of the result, which is a secret for seven days; it is requested again. */
const BulkPosition = t.type(
  {
    /** Null until Shopify has accepted the operation. */
    operation: t.union([t.string, t.null]),
    /** When waiting for the operation began, in milliseconds since 1970. */
    since: t.number,
    /** Polls since then. Each one is a page without orders and needs a new cursor. */
    looks: t.number,
    /** Failed operations of this window. */
    failures: t.number,
    /** Bytes read of the result; a line with an order begins there. */
    offset: t.number,
    /** Lines read of the result, and how many of them are orders. */
    lines: t.number,
    orders: t.number,
  },
  'bulk cursor',
);
export type BulkPosition = t.TypeOf<typeof BulkPosition>;

const decodePosition = decodeAs(BulkPosition);

/** The beginning of a window, after this many failed operations. */
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
