import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { MortalCall } from './mortal-calls.ts';

/** The record book as one process reaches it. */
export const mortalBook = (book: SyncStore, call: MortalCall): SyncStore => ({
  openRun: (...all) => call('openRun', book.openRun(...all)),
  findRun: (...all) => call('findRun', book.findRun(...all)),
  setTimeZone: (...all) => call('setTimeZone', book.setTimeZone(...all)),
  closeRun: (...all) => call('closeRun', book.closeRun(...all)),
  acquireLease: (...all) => call('lease', book.acquireLease(...all)),
  releaseLease: (...all) => call('release', book.releaseLease(...all)),
  readCheckpoint: (...all) => call('checkpoint', book.readCheckpoint(...all)),
  lookUpTransactions: (...all) => call('lookUp', book.lookUpTransactions(...all)),
  saveIntents: (...all) => call('saveIntents', book.saveIntents(...all)),
  recordAttempt: (...all) => call('noteAttempt', book.recordAttempt(...all)),
  commitPage: (...all) => call('commitPage', book.commitPage(...all)),
  remoteIndexState: call('presence', book.remoteIndexState),
  saveRemoteIndexPage: (...all) => call('savePresence', book.saveRemoteIndexPage(...all)),
  hasSalesWithoutReferences: (...all) => call('hasUnnotedSales', book.hasSalesWithoutReferences(...all)),
  findNewestConfirmed: (...all) => call('newestConfirmed', book.findNewestConfirmed(...all)),
  serviceFacts: (...all) => call('serviceFacts', book.serviceFacts(...all)),
  saveServiceFacts: (...all) => call('saveServiceFacts', book.saveServiceFacts(...all)),
  summarizeRun: (...all) => call('summarize', book.summarizeRun(...all)),
  findLines: (...all) => call('entries', book.findLines(...all)),
  close: book.close,
});
