import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { BookError } from '../core/record-book.ts';
import { noSuchPlace } from './run-errors.ts';

/** The place of an entry in its run, counted from 0, as it stands in an `EntryPage.next`; -1 before the first entry. */
export const parsePlace = (after: O.Option<string>): E.Either<BookError, number> => {
  if (O.isNone(after)) return E.right(-1);
  return /^\d{1,15}$/.test(after.value) ? E.right(Number(after.value)) : E.left(noSuchPlace(after.value));
};
