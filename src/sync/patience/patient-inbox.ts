import type { Inbox } from '../../domain/inbox.ts';
import { type Patient, patientlyOn } from './patiently.ts';

/** The inbox, asked again for a while (see `patientlyOn`). */
export const patientInbox = (inbox: Inbox, environment: Patient): Inbox => {
  const patiently = patientlyOn(environment);
  return {
    receiveDelivery: (delivery) => patiently(inbox.receiveDelivery(delivery)),
    enqueue: (storefront, recordIds, at) => patiently(inbox.enqueue(storefront, recordIds, at)),
    claim: (storefront, claim) => patiently(inbox.claim(storefront, claim)),
    recordOutcome: (bell, owner, answer) => patiently(inbox.recordOutcome(bell, owner, answer)),
    state: patiently(inbox.state),
    catchUpCursor: (storefront) => patiently(inbox.catchUpCursor(storefront)),
    setCatchUpCursor: (storefront, at) => patiently(inbox.setCatchUpCursor(storefront, at)),
    lastTaskStart: (task, storefront) => patiently(inbox.lastTaskStart(task, storefront)),
    startTask: (task, storefront, dueAt, at) => patiently(inbox.startTask(task, storefront, dueAt, at)),
    saveResolution: (resolution) => patiently(inbox.saveResolution(resolution)),
    resolutions: (storefront) => patiently(inbox.resolutions(storefront)),
    eraseRecords: (storefront, recordIds) => patiently(inbox.eraseRecords(storefront, recordIds)),
    eraseStorefront: (storefront) => patiently(inbox.eraseStorefront(storefront)),
    purge: inbox.purge,
    forgetDeliveries: (before) => patiently(inbox.forgetDeliveries(before)),
  };
};
