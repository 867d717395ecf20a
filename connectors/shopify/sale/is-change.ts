import type { Agreement } from '../records/agreement.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { isAboutOneOf } from './is-about-refund.ts';
import { refundPayment } from './refund-payment.ts';

/** Whether an agreement is an edit, a return, an exchange, or a removal without money, which a later refund may pay. */
export const isChange = (reader: AmountReader, order: Order): ((agreement: Agreement) => boolean) => {
  const refunds = order.refunds?.nodes ?? [];
  const isRemoval = isAboutOneOf(refunds.filter((refund) => !refundPayment(reader, refund).movesMoney));
  return (agreement) => agreement.reason !== 'REFUND' || isRemoval(agreement);
};
