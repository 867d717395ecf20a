import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type Clock, type Random } from '../core/environment.ts';
import { type BookError, type RecordBook } from '../core/record-book.ts';
import { type BackoffShape, fullJitter } from './backoff.ts';

const shape: BackoffShape = { base: 50, cap: 2_000 };
const attempts = 6;

/**
 * The record book, asked again for a while when another process holds it. Every method is atomic, so that a second
 * attempt doubles nothing; the push that it belongs to is not repeated.
 */
export const patientBook = (book: RecordBook, { clock, random }: { clock: Clock; random: Random }): RecordBook => {
  const patiently =
    <A>(task: TE.TaskEither<BookError, A>): TE.TaskEither<BookError, A> =>
    async () => {
      for (let attempt = 1; ; attempt += 1) {
        const result = await task();
        if (E.isRight(result) || result.left.problem !== 'busy' || attempt === attempts) return result;
        await clock.sleep(fullJitter(shape)(attempt, random.next()))();
      }
    };
  return {
    openRun: (request, fresh) => patiently(book.openRun(request, fresh)),
    findRun: (id) => patiently(book.findRun(id)),
    setTimeZone: (runId, storefront, timeZone) => patiently(book.setTimeZone(runId, storefront, timeZone)),
    closeRun: (runId, status, at) => patiently(book.closeRun(runId, status, at)),
    lease: (storefront, owner, times, isGone) => patiently(book.lease(storefront, owner, times, isGone)),
    release: (storefront, owner) => patiently(book.release(storefront, owner)),
    checkpoint: (runId, storefront, window) => patiently(book.checkpoint(runId, storefront, window)),
    lookUp: (runId, wanted) => patiently(book.lookUp(runId, wanted)),
    saveIntents: (intents, at) => patiently(book.saveIntents(intents, at)),
    commitPage: (page, at) => patiently(book.commitPage(page, at)),
    presence: patiently(book.presence),
    savePresence: (page) => patiently(book.savePresence(page)),
    summarize: (runId) => patiently(book.summarize(runId)),
    entries: (runId, filter, page) => patiently(book.entries(runId, filter, page)),
    close: book.close,
  };
};
