import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { Page, Window } from '../../../src/mapping/source-connector.ts';
import { cursorOf, startOf } from '../reading/page-cursor.ts';
import { bulkCursorOf, type BulkPosition, bulkStart } from './bulk-position.ts';

const mostFailures = 2;

/** Nothing is handed out, and reading goes on from a position. */
export const goOnFrom = (position: BulkPosition): E.Either<SourceError, Page> =>
  E.right({ results: [], next: O.some(bulkCursorOf(position)) });

/** Reads the window in pages, from its beginning. Orders that were handed out come again, and are known. */
export const inPages = (window: Window): E.Either<SourceError, Page> =>
  E.right({ results: [], next: O.some(cursorOf(startOf(window.start))) });

/**
 * An operation that came to nothing is started anew once; then the window is read in pages. What it left behind is never
 * used: nobody can tell which orders are missing from it.
 */
export const startAnew = (window: Window, { failures }: BulkPosition): E.Either<SourceError, Page> =>
  failures + 1 < mostFailures ? goOnFrom(bulkStart(failures + 1)) : inPages(window);
