import type { Inbox } from '../../../src/core/inbox.ts';
import type { MortalCall } from './mortal-calls.ts';

/** The inbox as one process reaches it. */
export const mortalInbox = (inbox: Inbox, call: MortalCall): Inbox => ({
  receive: (...all) => call('receive', inbox.receive(...all)),
  ring: (...all) => call('ring', inbox.ring(...all)),
  claim: (...all) => call('claim', inbox.claim(...all)),
  answer: (...all) => call('answer', inbox.answer(...all)),
  state: call('state', inbox.state),
  caughtUpTo: (...all) => call('caughtUpTo', inbox.caughtUpTo(...all)),
  setCaughtUpTo: (...all) => call('setCaughtUpTo', inbox.setCaughtUpTo(...all)),
  lastBegun: (...all) => call('lastBegun', inbox.lastBegun(...all)),
  begin: (...all) => call('begin', inbox.begin(...all)),
  resolve: (...all) => call('resolve', inbox.resolve(...all)),
  resolutions: (...all) => call('resolutions', inbox.resolutions(...all)),
  eraseRecords: (...all) => call('eraseRecords', inbox.eraseRecords(...all)),
  eraseStorefront: (...all) => call('eraseStorefront', inbox.eraseStorefront(...all)),
  purge: call('purge', inbox.purge),
  forgetDeliveries: (...all) => call('forgetDeliveries', inbox.forgetDeliveries(...all)),
});
