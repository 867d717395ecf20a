/** The only loop over the pages of a window, which stops when a platform repeats a cursor and reading would never end. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../domain/errors.ts';
import type { Cursor, Page } from './source-connector.ts';

export const repeatedCursor: SourceError = {
  _tag: 'SourceRefused',
  message:
    'The platform returned the same cursor twice, so reading would never end. Try again; if it happens again, report it.',
};

/**
 * The pages from a cursor on; each is read when the caller asks for it. The last one is Left if it could not be read, or if
 * it repeats a cursor.
 *
 * @param read reads the page at a cursor; may add what the caller needs to know about it
 * @example
 * for await (const page of pagesOf((from) => connector.readPage(window, from)())) …
 */
export const pagesOf = async function* <L, P extends Pick<Page, 'next'>>(
  read: (from: O.Option<Cursor>) => Promise<E.Either<L, P>>,
  first: O.Option<Cursor> = O.none,
): AsyncGenerator<E.Either<L | SourceError, P>, void, undefined> {
  const seen = new Set<Cursor>();
  for (let from = first, isLast = false; !isLast;) {
    const page = await read(from);
    from = E.isRight(page) ? page.right.next : O.none;
    const isRepeated = O.isSome(from) && seen.has(from.value);
    isLast = isRepeated || O.isNone(from);
    if (O.isSome(from)) seen.add(from.value);
    yield isRepeated ? E.left(repeatedCursor) : page;
  }
};
