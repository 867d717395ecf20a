import type { Currency } from '../../../src/core/currency.ts';
import { type MinorUnits, sum } from '../../../src/core/minor-units.ts';
import { isGiven } from '../records/is-given.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';
import { amountOfAgreement } from './amount-of-agreement.ts';
import type { AmountReader } from './amount-reader.ts';
import { isForeign } from './is-foreign.ts';
import { refundPayment } from './refund-payment.ts';

/**
 * What the whole ledger comes to, less what the buyer has paid and not got back, in minor units; undefined when the ledger
 * has no sale, or what was paid is not known at the rate of the order.
 */
export const stillOwed = (reader: AmountReader, currency: Currency, order: Order): MinorUnits | undefined => {
  const isWhole = orderAgreement(order)._tag === 'Found';
  if (!isWhole || !isGiven(order.totalReceivedSet) || isForeign(order, currency)) return undefined;
  const owed = sum((order.agreements?.nodes ?? []).map(amountOfAgreement(reader)));
  const back = sum((order.refunds?.nodes ?? []).map((refund) => refundPayment(reader, refund).paid));
  return owed - (reader.read(order.totalReceivedSet, 'totalReceivedSet') - back);
};
