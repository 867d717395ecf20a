import type { History } from '../orders/history.ts';
import type { Payment } from '../orders/payments-of.ts';
import type { Totals } from '../orders/totals.ts';
import type { Answer } from './answer.ts';
import { decimalText } from './decimal-text.ts';
import type { MoneyBag, Purse } from './money.ts';

const received = (payments: readonly Payment[]): bigint =>
  payments
    .filter(({ kind, status }) => kind === 'SALE' && status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + amount, 0n);

const refunded = ({ refunds }: History): bigint =>
  refunds.reduce((sum, { money, isPending }) => (isPending ? sum : sum + money), 0n);

/** Every total of an order. Of those that Shopify leaves out when there is none (duties, fees), none is given as null. */
export const orderTotals = (
  history: History,
  purse: Purse,
  { original, displayed, current }: Totals,
  payments: () => readonly Payment[],
): Answer => {
  const { recipe, refunds } = history;
  const bag = (amount: () => bigint) => (): MoneyBag => purse(amount());
  const orNone = (amount: bigint) => (): MoneyBag | null => (amount === 0n ? null : purse(amount));
  const net = (): bigint => received(payments()) - refunded(history);
  const authorised = (): bigint => (recipe.payment.status === 'AUTHORIZED' ? original.total : 0n);
  const shippingBack = (): bigint => refunds.reduce((sum, { shipping }) => sum + (shipping?.charged ?? 0n), 0n);
  const adjustments = (): bigint => refunds.reduce((sum, { adjustment }) => sum + adjustment, 0n);
  const hadDuties = original.duties > 0n;
  const hadFees = original.fees > 0n;
  return {
    originalTotalPriceSet: bag(() => original.total),
    totalPriceSet: bag(() => displayed.total),
    totalPrice: () => decimalText(displayed.total, recipe.digits),
    currentTotalPriceSet: bag(() => current.total),
    subtotalPriceSet: bag(() => displayed.subtotal),
    currentSubtotalPriceSet: bag(() => current.subtotal),
    totalTaxSet: bag(() => displayed.tax),
    totalTax: () => decimalText(displayed.tax, recipe.digits),
    currentTotalTaxSet: bag(() => current.tax),
    totalDiscountsSet: bag(() => displayed.discounts),
    currentTotalDiscountsSet: bag(() => current.discounts),
    cartDiscountAmountSet: bag(() => recipe.orderDiscount),
    currentCartDiscountAmountSet: bag(() => recipe.orderDiscount),
    totalShippingPriceSet: bag(() => displayed.shipping),
    currentShippingPriceSet: bag(() => current.shipping),
    totalRefundedShippingSet: bag(shippingBack),
    totalTipReceivedSet: bag(() => original.tip),
    originalTotalDutiesSet: orNone(original.duties),
    currentTotalDutiesSet: () => (hadDuties ? purse(current.duties) : null),
    originalTotalAdditionalFeesSet: orNone(original.fees),
    currentTotalAdditionalFeesSet: () => (hadFees ? purse(current.fees) : null),
    totalCashRoundingAdjustment: () => ({ paymentSet: purse(recipe.cashRounding), refundSet: purse(0n) }),
    totalRefundedSet: bag(() => refunded(history)),
    refundDiscrepancySet: bag(adjustments),
    totalReceivedSet: bag(() => received(payments())),
    netPaymentSet: bag(net),
    totalOutstandingSet: bag(() => current.total - net()),
    totalCapturableSet: bag(authorised),
    fullyPaid: () => received(payments()) >= original.total,
    unpaid: () => received(payments()) === 0n && original.total > 0n,
  };
};
