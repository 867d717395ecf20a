import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { MortalCall } from './mortal-calls.ts';

/** The sync database as one process reaches it. */
export const mortalBook = (store: SyncStore, call: MortalCall): SyncStore => ({
  openRun: (...all) => call('openRun', store.openRun(...all)),
  findRun: (...all) => call('findRun', store.findRun(...all)),
  setTimeZone: (...all) => call('setTimeZone', store.setTimeZone(...all)),
  closeRun: (...all) => call('closeRun', store.closeRun(...all)),
  acquireLease: (...all) => call('lease', store.acquireLease(...all)),
  releaseLease: (...all) => call('release', store.releaseLease(...all)),
  readCheckpoint: (...all) => call('checkpoint', store.readCheckpoint(...all)),
  lookUpTransactions: (...all) => call('lookUp', store.lookUpTransactions(...all)),
  saveIntents: (...all) => call('saveIntents', store.saveIntents(...all)),
  recordAttempt: (...all) => call('noteAttempt', store.recordAttempt(...all)),
  commitPage: (...all) => call('commitPage', store.commitPage(...all)),
  remoteIndexState: call('presence', store.remoteIndexState),
  saveRemoteIndexPage: (...all) => call('savePresence', store.saveRemoteIndexPage(...all)),
  hasSalesWithoutReferences: (...all) => call('hasUnnotedSales', store.hasSalesWithoutReferences(...all)),
  findNewestConfirmed: (...all) => call('newestConfirmed', store.findNewestConfirmed(...all)),
  serviceFacts: (...all) => call('serviceFacts', store.serviceFacts(...all)),
  saveServiceFacts: (...all) => call('saveServiceFacts', store.saveServiceFacts(...all)),
  summarizeRun: (...all) => call('summarize', store.summarizeRun(...all)),
  findLines: (...all) => call('entries', store.findLines(...all)),
  close: store.close,
});
