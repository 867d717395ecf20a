import type { RecordBook } from '../../../src/core/record-book.ts';
import type { MortalCall } from './mortal-calls.ts';

/** The record book as one process reaches it. */
export const mortalBook = (book: RecordBook, call: MortalCall): RecordBook => ({
  openRun: (...all) => call('openRun', book.openRun(...all)),
  findRun: (...all) => call('findRun', book.findRun(...all)),
  setTimeZone: (...all) => call('setTimeZone', book.setTimeZone(...all)),
  closeRun: (...all) => call('closeRun', book.closeRun(...all)),
  lease: (...all) => call('lease', book.lease(...all)),
  release: (...all) => call('release', book.release(...all)),
  checkpoint: (...all) => call('checkpoint', book.checkpoint(...all)),
  lookUp: (...all) => call('lookUp', book.lookUp(...all)),
  saveIntents: (...all) => call('saveIntents', book.saveIntents(...all)),
  noteAttempt: (...all) => call('noteAttempt', book.noteAttempt(...all)),
  commitPage: (...all) => call('commitPage', book.commitPage(...all)),
  presence: call('presence', book.presence),
  savePresence: (...all) => call('savePresence', book.savePresence(...all)),
  hasUnnotedSales: (...all) => call('hasUnnotedSales', book.hasUnnotedSales(...all)),
  newestConfirmed: (...all) => call('newestConfirmed', book.newestConfirmed(...all)),
  serviceFacts: (...all) => call('serviceFacts', book.serviceFacts(...all)),
  saveServiceFacts: (...all) => call('saveServiceFacts', book.saveServiceFacts(...all)),
  summarize: (...all) => call('summarize', book.summarize(...all)),
  entries: (...all) => call('entries', book.entries(...all)),
  close: book.close,
});
