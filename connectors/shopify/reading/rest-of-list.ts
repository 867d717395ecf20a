import * as E from 'fp-ts/lib/Either.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Connection } from '../records/connection.ts';

/** Reads the page of a list after the cursor; `undefined` when the order that it belongs to is gone, or is not readable. */
export type ReadMore<A> = (after: string) => Promise<E.Either<SourceError, Connection<A> | undefined>>;

/**
 * Reads a nested list to its end. What cannot be completed stays cut short, so that its order is held and not told with a
 * part missing: a list without a cursor, a cursor that does not advance, an order deleted meanwhile.
 */
export const restOfList = async <A>(
  list: Connection<A>,
  readMore: ReadMore<A>,
): Promise<E.Either<SourceError, Connection<A>>> => {
  let whole = list;
  while (whole.isCutShort && whole.endCursor !== null) {
    const more = await readMore(whole.endCursor);
    if (E.isLeft(more)) return more;
    if (more.right === undefined || more.right.endCursor === whole.endCursor) break;
    const { nodes, isCutShort, endCursor } = more.right;
    whole = { nodes: [...whole.nodes, ...nodes], isCutShort, endCursor };
  }
  return E.right(whole);
};
