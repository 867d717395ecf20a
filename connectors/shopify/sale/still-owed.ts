import { type Currency, type MinorUnits, sum } from '../../../src/domain/money.ts';
import { isGiven } from '../records/is-given.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';
import { amountOfAgreement } from './amount-of-agreement.ts';
import type { AmountReader } from './amount-reader.ts';
import { isAboutOneOf } from './is-about-refund.ts';
import { isForeign } from './is-foreign.ts';
import { refundPayment } from './refund-payment.ts';

/**
 * What the whole ledger comes to, but for refunds that failed, less what the buyer has paid and not got back, in minor
 * units; undefined when the ledger has no sale, or what was paid is not known at the rate of the order.
 */
export const stillOwed = (reader: AmountReader, currency: Currency, order: Order): MinorUnits | undefined => {
  const isWhole = orderAgreement(order)._tag === 'Found';
  if (!isWhole || !isGiven(order.totalReceivedSet) || isForeign(order, currency)) return undefined;
  const payments = (order.refunds?.nodes ?? []).map((refund) => ({ refund, ...refundPayment(reader, refund) }));
  // It stays in the ledger, and is told by the money that goes back for it later, if any does.
  const hasFailed = isAboutOneOf(payments.flatMap((one) => (one.hasFailed ? [one.refund] : [])));
  const agreed = (order.agreements?.nodes ?? []).filter((agreement) => !hasFailed(agreement));
  const owed = sum(agreed.map(amountOfAgreement(reader)));
  const back = sum(payments.map(({ paid }) => paid));
  return owed - (reader.read(order.totalReceivedSet, 'totalReceivedSet') - back);
};
