import type { Agreement } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { isAboutRefund } from './is-about-refund.ts';
import { refundPayment } from './refund-payment.ts';

/** Whether an agreement is an edit, a return, an exchange, or a removal without money, which a later refund may pay. */
export const isChange = (reader: AmountReader, order: Order): ((agreement: Agreement) => boolean) => {
  const unpaid = (order.refunds?.nodes ?? []).filter((refund) => !refundPayment(reader, refund).movesMoney);
  const ids = unpaid.map(({ id }) => idOfGid(id ?? ''));
  return (agreement) => agreement.reason !== 'REFUND' || ids.some((id) => isAboutRefund(id)(agreement));
};
