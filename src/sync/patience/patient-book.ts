import type { RecordBook } from '../../core/record-book.ts';
import { type Patient, patientlyOn } from './patiently.ts';

/**
 * The record book, asked again for a while (see `patientlyOn`). Every method is atomic, so that a second
 * attempt doubles nothing; the push that it belongs to is not repeated.
 */
export const patientBook = (book: RecordBook, environment: Patient): RecordBook => {
  const patiently = patientlyOn(environment);
  return {
    openRun: (request, fresh) => patiently(book.openRun(request, fresh)),
    findRun: (id) => patiently(book.findRun(id)),
    setTimeZone: (runId, storefront, timeZone) => patiently(book.setTimeZone(runId, storefront, timeZone)),
    closeRun: (runId, status, at) => patiently(book.closeRun(runId, status, at)),
    lease: (storefront, owner, times, isGone) => patiently(book.lease(storefront, owner, times, isGone)),
    release: (storefront, owner) => patiently(book.release(storefront, owner)),
    checkpoint: (runId, storefront, window) => patiently(book.checkpoint(runId, storefront, window)),
    lookUp: (runId, wanted) => patiently(book.lookUp(runId, wanted)),
    saveIntents: (intents, at, hold) => patiently(book.saveIntents(intents, at, hold)),
    noteAttempt: (id, since, at) => patiently(book.noteAttempt(id, since, at)),
    commitPage: (page, at, hold) => patiently(book.commitPage(page, at, hold)),
    presence: patiently(book.presence),
    savePresence: (page) => patiently(book.savePresence(page)),
    hasUnnotedSales: (platform) => patiently(book.hasUnnotedSales(platform)),
    newestConfirmed: (limit) => patiently(book.newestConfirmed(limit)),
    serviceFacts: (service) => patiently(book.serviceFacts(service)),
    saveServiceFacts: (service, facts, at) => patiently(book.saveServiceFacts(service, facts, at)),
    summarize: (runId) => patiently(book.summarize(runId)),
    entries: (runId, filter, page) => patiently(book.entries(runId, filter, page)),
    close: book.close,
  };
};
