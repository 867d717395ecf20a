import { type MinorUnits, sum } from '../../../src/domain/money.ts';
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
import { takenOff } from './taken-off.ts';

const isBefore = (refund: OrderRefund): ((other: OrderRefund) => boolean) => {
  const madeAt = refundMadeAt(refund);
  return (other) => {
    const at = refundMadeAt(other);
    return at !== undefined && madeAt !== undefined && at < madeAt;
  };
};

/** What went back with a refund beyond what the ledger counts under the refund itself; all of it where it counts nothing. */
const beyondItsOwn =
  (reader: AmountReader, order: Order) =>
  (refund: OrderRefund): MinorUnits => {
    const own = agreementsOfRefund(order, idOfGid(refund.id ?? ''));
    const { paid, isSettled } = refundPayment(reader, refund);
    // Until its money arrives the ledger counts an adjustment against what it gives back.
    const isUnderWay = !isSettled && own.some(hasSales);
    const rest = paid - takenOff(reader, own);
    return isUnderWay || rest < 0n ? 0n : rest;
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
      .filter((earlier) => changes.some(mayExplain(earlier)))
      .map(beyondItsOwn(reader, order)),
  );
