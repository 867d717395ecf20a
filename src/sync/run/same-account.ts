import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Session } from '../session.ts';
import { otherAccount, type SyncFailure } from '../sync-failure.ts';

const asked = 3;

/**
 * Whether the service still holds what this record book knows to be confirmed last. A key of another account would
 * otherwise find everything "already present" in the book and nothing at the service: a silent loss. One transaction that
 * is there is proof enough; a rotated key of the same account passes. An unclear answer proves nothing and
 * stops nothing; nor do one or two that vanished.
 */
export const sameAccount = async ({
  book,
  lane,
}: Pick<Session, 'book' | 'lane'>): Promise<E.Either<SyncFailure, void>> => {
  const newest = await book.newestConfirmed(asked)();
  if (E.isLeft(newest)) return newest;
  let absent = 0;
  for (const id of newest.right) {
    const found = await lane.find(id);
    if (E.isLeft(found) || O.isSome(found.right)) return E.right(undefined);
    absent += 1;
  }
  return absent < asked ? E.right(undefined) : E.left(otherAccount());
};
