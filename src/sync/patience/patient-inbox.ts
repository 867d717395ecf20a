import type { Clock, Random } from '../../core/environment.ts';
import type { Inbox } from '../../core/inbox.ts';
import { patientlyOn } from './patiently.ts';

/** The inbox, asked again for a while when another process holds its storage. */
export const patientInbox = (inbox: Inbox, environment: { clock: Clock; random: Random }): Inbox => {
  const patiently = patientlyOn(environment);
  return {
    receive: (delivery) => patiently(inbox.receive(delivery)),
    ring: (storefront, recordIds, at) => patiently(inbox.ring(storefront, recordIds, at)),
    claim: (storefront, claim) => patiently(inbox.claim(storefront, claim)),
    answer: (bell, owner, answer) => patiently(inbox.answer(bell, owner, answer)),
    state: patiently(inbox.state),
    caughtUpTo: (storefront) => patiently(inbox.caughtUpTo(storefront)),
    setCaughtUpTo: (storefront, at) => patiently(inbox.setCaughtUpTo(storefront, at)),
    lastBegun: (task, storefront) => patiently(inbox.lastBegun(task, storefront)),
    begin: (task, storefront, dueAt, at) => patiently(inbox.begin(task, storefront, dueAt, at)),
    resolve: (resolution) => patiently(inbox.resolve(resolution)),
    resolutions: (storefront) => patiently(inbox.resolutions(storefront)),
    eraseRecords: (storefront, recordIds) => patiently(inbox.eraseRecords(storefront, recordIds)),
    eraseStorefront: (storefront) => patiently(inbox.eraseStorefront(storefront)),
    forgetDeliveries: (before) => patiently(inbox.forgetDeliveries(before)),
  };
};
