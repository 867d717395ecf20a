import type { Inbox } from '../../core/inbox.ts';
import { type Patient, patientlyOn } from './patiently.ts';

/** The inbox, asked again for a while (see `patientlyOn`). */
export const patientInbox = (inbox: Inbox, environment: Patient): Inbox => {
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
    purge: inbox.purge,
    forgetDeliveries: (before) => patiently(inbox.forgetDeliveries(before)),
  };
};
