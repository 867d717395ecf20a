import type { Inbox } from '../../../src/domain/inbox.ts';
import type { MortalCall } from './mortal-calls.ts';

/** The inbox as one process reaches it. */
export const mortalInbox = (inbox: Inbox, call: MortalCall): Inbox => ({
  receiveDelivery: (...all) => call('receive', inbox.receiveDelivery(...all)),
  enqueue: (...all) => call('ring', inbox.enqueue(...all)),
  claim: (...all) => call('claim', inbox.claim(...all)),
  recordOutcome: (...all) => call('answer', inbox.recordOutcome(...all)),
  state: call('state', inbox.state),
  catchUpCursor: (...all) => call('caughtUpTo', inbox.catchUpCursor(...all)),
  setCatchUpCursor: (...all) => call('setCaughtUpTo', inbox.setCatchUpCursor(...all)),
  lastTaskStart: (...all) => call('lastBegun', inbox.lastTaskStart(...all)),
  startTask: (...all) => call('begin', inbox.startTask(...all)),
  saveResolution: (...all) => call('resolve', inbox.saveResolution(...all)),
  resolutions: (...all) => call('resolutions', inbox.resolutions(...all)),
  eraseRecords: (...all) => call('eraseRecords', inbox.eraseRecords(...all)),
  eraseStorefront: (...all) => call('eraseStorefront', inbox.eraseStorefront(...all)),
  purge: call('purge', inbox.purge),
  forgetDeliveries: (...all) => call('forgetDeliveries', inbox.forgetDeliveries(...all)),
});
