import type { Agreement } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import { isGiven } from '../records/is-given.ts';

/** Whether an agreement of the ledger is that of a refund. */
export const isAboutRefund =
  (refundId: string) =>
  ({ reason, refund }: Agreement): boolean =>
    reason === 'REFUND' && isGiven(refund?.id) && idOfGid(refund.id) === refundId;
