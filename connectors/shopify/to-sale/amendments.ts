import { type Currency, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Amendment } from '../../../src/mapping/sale.ts';
import { type Agreement, hasKnownReason } from '../records/agreement.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amounts.ts';
import { isAboutOneOf, laterAgreements } from './agreements.ts';
import { ledgerLines } from './ledger.ts';
import { adjustmentOf } from './adjustments.ts';
import { isForeign, paymentStateOf, refundPayment, stillOwed } from './payment.ts';
import { reversalOf, reductionOf } from './returns.ts';

const amendmentOf =
  (reader: AmountReader, currency: Currency) =>
  (agreement: Agreement): readonly Amendment[] => {
    const adjustment = adjustmentOf(reader, currency, agreement);
    if (adjustment === undefined) return [];
    if (agreement.sales?.isCutShort === true) reader.noteMissing('agreements.sales');
    const parts = reversalOf(ledgerLines(reader, agreement.sales?.nodes ?? []));
    const { kind, id, occurredAt, amount, message } = adjustment;
    const isEmpty = parts.lines.length === 0 && amount === 0n && parts.shipping.tax === 0n;
    const isUnclear = !hasKnownReason(agreement);
    return isEmpty && !isUnclear
      ? []
      : [{ ...parts, kind, id, occurredAt, isSettled: true, message, ...(isUnclear && { isUnclear }) }];
  };

/** What waits for its own payment comes to: what was added, less what was taken off it again, in minor units. */
const unpaidTotal = (all: readonly Amendment[]): MinorUnits =>
  -sum(all.filter(({ isSettled }) => !isSettled).map(({ total }) => total));

/**
 * With the additions from one of them on waiting for their payment. What takes off something that waits does so with it: sent
 * alone, it would take back what was never sent. Anything else that came back is owed to the buyer at once.
 */
const withUnpaidFrom = (all: readonly Amendment[], first: number): readonly Amendment[] => {
  const waiting = new Set<string>();
  return all.map((one, index) => {
    const isSettled =
      one.total < 0n ? index < first : !one.lines.some(({ lineId, amount }) => amount > 0n && waiting.has(lineId));
    if (!isSettled) one.lines.filter(({ amount }) => amount < 0n).forEach(({ lineId }) => waiting.add(lineId));
    return { ...one, isSettled };
  });
};

/** What is still owed is owed for what was added last: an addition that was paid stays so when another one follows. */
const withUnpaidAdditions = (all: readonly Amendment[], owed: MinorUnits | undefined): readonly Amendment[] => {
  for (let first = all.length; first > 0; first -= 1) {
    const some = withUnpaidFrom(all, first);
    if (owed !== undefined && owed <= unpaidTotal(some)) return some;
  }
  return withUnpaidFrom(all, 0);
};

/**
 * What is owed of an order of which Shopify says that something is. Where nothing is by the ledger, money is on its way back
 * that no refund lists yet, and what such refunds take off pays for nothing that was added.
 */
const owedOf = (reader: AmountReader, currency: Currency, order: Order): MinorUnits | undefined => {
  const owed = stillOwed(reader, currency, order);
  if (owed === undefined || owed > 0n) return owed;
  const withoutMoney = (order.refunds?.nodes ?? []).filter((refund) => !refundPayment(reader, refund).movesMoney);
  return owed + reductionOf(reader, laterAgreements(order).filter(isAboutOneOf(withoutMoney)));
};

/** Edits, returns and exchanges of an order whose ledger was read to its end, each with its lines, shipping and taxes. */
export const amendmentsOf = (reader: AmountReader, currency: Currency, order: Order): readonly Amendment[] => {
  const all = laterAgreements(order).flatMap(amendmentOf(reader, currency));
  const isPaid = paymentStateOf(order.displayFinancialStatus, () => false) === 'paid';
  return isPaid ? all : withUnpaidAdditions(all, owedOf(reader, currency, order));
};

/**
 * Whether something was paid, and no more is still owed than what waits for its own payment: additions of edits and
 * exchanges, less what was taken off them again. What was sold before is paid then, also where it was lowered first.
 */
const isOwedForAdditions = (reader: AmountReader, currency: Currency, order: Order): boolean => {
  const owed = stillOwed(reader, currency, order);
  if (owed === undefined || reader.read(order.totalReceivedSet, 'totalReceivedSet') <= 0n) return false;
  return owed <= unpaidTotal(amendmentsOf(reader, currency, order));
};

/**
 * Whether what the buyer paid covers the order as it was placed, whatever it came to later, or as it was lowered since. A total of nothing is covered.
 *
 * In a foreign currency only that: its payments stand there at the rate of their own day, and prove no total.
 */
export const isCovered = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  statedTotal: MinorUnits | null,
): boolean => {
  if (statedTotal === null || statedTotal === 0n) return statedTotal === 0n;
  if (isForeign(order, currency)) return false;
  const isPaidAsPlaced = reader.read(order.totalReceivedSet, 'totalReceivedSet') >= statedTotal;
  return isPaidAsPlaced || isOwedForAdditions(reader, currency, order);
};
