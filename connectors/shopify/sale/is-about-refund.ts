import type { Agreement } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import { isGiven } from '../records/is-given.ts';
import type { OrderRefund } from '../records/order-refund.ts';

/** Whether an agreement of the ledger is that of a refund. */
export const isAboutRefund =
  (refundId: string) =>
  ({ reason, refund }: Agreement): boolean =>
    reason === 'REFUND' && isGiven(refund?.id) && idOfGid(refund.id) === refundId;

/** Whether an agreement of the ledger is that of one of some refunds. */
export const isAboutOneOf = (refunds: readonly OrderRefund[]): ((agreement: Agreement) => boolean) => {
  const ids = refunds.map(({ id }) => idOfGid(id ?? ''));
  return (agreement) => ids.some((id) => isAboutRefund(id)(agreement));
};
