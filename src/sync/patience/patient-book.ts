import type { SyncStore } from '../../domain/sync-store.ts';
import { type Patient, patientlyOn } from './patiently.ts';

/**
 * The record book, asked again for a while (see `patientlyOn`). Every method is atomic, so that a second
 * attempt doubles nothing; the push that it belongs to is not repeated.
 */
export const patientBook = (book: SyncStore, environment: Patient): SyncStore => {
  const patiently = patientlyOn(environment);
  return {
    openRun: (request, fresh) => patiently(book.openRun(request, fresh)),
    findRun: (id) => patiently(book.findRun(id)),
    setTimeZone: (runId, storefront, timeZone) => patiently(book.setTimeZone(runId, storefront, timeZone)),
    closeRun: (runId, status, at) => patiently(book.closeRun(runId, status, at)),
    acquireLease: (storefront, owner, times, isGone) => patiently(book.acquireLease(storefront, owner, times, isGone)),
    releaseLease: (storefront, owner) => patiently(book.releaseLease(storefront, owner)),
    readCheckpoint: (runId, storefront, window) => patiently(book.readCheckpoint(runId, storefront, window)),
    lookUpTransactions: (runId, wanted) => patiently(book.lookUpTransactions(runId, wanted)),
    saveIntents: (intents, at, hold) => patiently(book.saveIntents(intents, at, hold)),
    recordAttempt: (id, since, at) => patiently(book.recordAttempt(id, since, at)),
    commitPage: (page, at, hold) => patiently(book.commitPage(page, at, hold)),
    remoteIndexState: patiently(book.remoteIndexState),
    saveRemoteIndexPage: (page) => patiently(book.saveRemoteIndexPage(page)),
    hasSalesWithoutReferences: (platform) => patiently(book.hasSalesWithoutReferences(platform)),
    findNewestConfirmed: (limit) => patiently(book.findNewestConfirmed(limit)),
    serviceFacts: (service) => patiently(book.serviceFacts(service)),
    saveServiceFacts: (service, facts, at) => patiently(book.saveServiceFacts(service, facts, at)),
    summarizeRun: (runId) => patiently(book.summarizeRun(runId)),
    findLines: (runId, filter, page) => patiently(book.findLines(runId, filter, page)),
    close: book.close,
  };
};
