import { type MinorUnits, sum } from '../../../src/core/minor-units.ts';
import type { Agreement } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import { agreementsOfRefund } from './agreements-of-refund.ts';
import type { AmountReader } from './amount-reader.ts';
import { hasSales } from './has-sales.ts';
import { mayExplain } from './may-explain.ts';
import { refundMadeAt } from './refund-made-at.ts';
import { refundPayment } from './refund-payment.ts';

const isBefore = (refund: OrderRefund): ((other: OrderRefund) => boolean) => {
  const madeAt = refundMadeAt(refund);
  return (other) => {
    const at = refundMadeAt(other);
    return at !== undefined && madeAt !== undefined && at < madeAt;
  };
};

/** Money of earlier refunds that the ledger does not count under themselves went back for the same changes. */
export const settledBefore = (
  reader: AmountReader,
  order: Order,
  refund: OrderRefund,
  changes: readonly Agreement[],
): MinorUnits =>
  sum(
    (order.refunds?.nodes ?? [])
      .filter(isBefore(refund))
      .filter(({ id }) => !agreementsOfRefund(order, idOfGid(id ?? '')).some(hasSales))
      .filter((earlier) => changes.some(mayExplain(earlier)))
      .map((earlier) => refundPayment(reader, earlier).paid),
  );
