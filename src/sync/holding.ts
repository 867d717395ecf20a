import * as E from 'fp-ts/lib/Either.js';
import type { FencingToken, SyncStore } from '../domain/sync-store.ts';
import { storefrontTakenOver, type SyncFailure } from './sync-failure.ts';

/** The record book, with every intent and every page resting on a hold: see `Hold`. */
export const holding = (book: SyncStore, hold: FencingToken): SyncStore => ({
  ...book,
  saveIntents: (intents, at) => book.saveIntents(intents, at, hold),
  commitPage: (page, at) => book.commitPage(page, at, hold),
});

/** A storefront that another process took over is no failure of the record book. */
export const asTakenOver =
  (storefront: string) =>
  <A>(result: E.Either<SyncFailure, A>): E.Either<SyncFailure, A> =>
    E.isLeft(result) && result.left._tag === 'BookError' && result.left.problem === 'taken over'
      ? E.left(storefrontTakenOver(storefront))
      : result;
