import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../../../src/core/instant.ts';
import { type MinorUnits, sum } from '../../../src/core/minor-units.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import { agreementOfRefund } from './agreement-of-refund.ts';
import type { AmountReader } from './amount-reader.ts';
import { hasSales } from './has-sales.ts';
import { mayExplain } from './may-explain.ts';
import { refundPayment } from './refund-payment.ts';

const isBefore =
  (instant: string) =>
  ({ processedAt, createdAt }: OrderRefund): boolean => {
    const at = O.toUndefined(parseInstant(processedAt ?? createdAt ?? ''));
    return at !== undefined && instant !== '' && millisecondsOf(at) < millisecondsOf(instant);
  };

/** Money of earlier refunds that the ledger does not count under themselves went back for the same changes. */
export const settledBefore = (
  reader: AmountReader,
  order: Order,
  { occurredAt }: Pick<Refund, 'occurredAt'>,
  changes: readonly Agreement[],
): MinorUnits =>
  sum(
    (order.refunds?.nodes ?? [])
      .filter(isBefore(occurredAt))
      .filter(({ id }) => !hasSales(agreementOfRefund(order, idOfGid(id ?? ''))))
      .filter(({ processedAt, createdAt }) => changes.some(mayExplain({ occurredAt: processedAt ?? createdAt ?? '' })))
      .map((refund) => refundPayment(reader, refund).paid),
  );
