/**
 * Maps edits, returns and exchanges of an order to changes of its sale, and decides which additions the buyer has not paid yet.
 */
import { type Currency, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Amendment } from '../../../src/mapping/sale.ts';
import { type Agreement, hasKnownReason } from '../records/agreement.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amounts.ts';
import { isAboutOneOf, laterAgreements } from './agreements.ts';
import { ledgerLines } from './ledger.ts';
import { adjustmentOf } from './adjustments.ts';
import { isForeign, paymentStateOf, refundPayment, stillOwed } from './payment.ts';
import { reversalOf, reductionOf } from './refund-from-ledger.ts';

/** Edits, returns and exchanges of an order with a complete ledger, each with its lines, shipping and taxes. */
export const amendmentsOf = (reader: AmountReader, currency: Currency, order: Order): readonly Amendment[] => {
  const all = laterAgreements(order).flatMap(amendmentOf(reader, currency));
  const isPaid = paymentStateOf(order.displayFinancialStatus, () => false) === 'paid';
  return isPaid ? all : withUnpaidAdditions(all, owedOf(reader, currency, order));
};

/**
 * Marks the changes of lines that came into the order for an unknown reason. Those lines are held, so a later edit of them can
 * neither be sent nor be left out: it is held with them.
 *
 * @param sold ids of the lines as sold
 */
export const holdingUnclearLines = (
  all: readonly Amendment[],
  sold: readonly string[],
): { readonly amendments: readonly Amendment[]; readonly unclearLines: ReadonlySet<string> } => {
  const known = new Set(sold);
  const unclearLines = new Set<string>();
  const amendments = all.map((one) => {
    const changesUnclear = one.lines.some(({ lineId }) => unclearLines.has(lineId));
    for (const { lineId } of one.lines) {
      if ((one.isUnclear === true || changesUnclear) && !known.has(lineId)) unclearLines.add(lineId);
      known.add(lineId);
    }
    return one.isUnclear === true || !changesUnclear
      ? one
      : { ...one, isUnclear: true, message: `${one.message}, of a line that was added for an unknown reason` };
  });
  return { amendments, unclearLines };
};

/**
 * Whether the buyer's payments cover the original order, or the rest of it after reductions. A total of zero is covered.
 *
 * In a foreign currency only a total of zero is covered: payments are converted at the rate of their own day and prove no total.
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

/** The latest additions are the unpaid ones: a paid addition stays paid when another one follows. */
const withUnpaidAdditions = (all: readonly Amendment[], owed: MinorUnits | undefined): readonly Amendment[] => {
  for (let first = all.length; first > 0; first -= 1) {
    const some = withUnpaidFrom(all, first);
    if (owed !== undefined && owed <= unpaidTotal(some)) return some;
  }
  return withUnpaidFrom(all, 0);
};

/**
 * Marks the additions from `first` on as unpaid. Reductions of an unpaid addition wait with it: sent alone, they would reverse
 * what was never sent. Other reductions are owed to the buyer at once.
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

/** Unpaid additions less their later reductions, in minor units. */
const unpaidTotal = (all: readonly Amendment[]): MinorUnits =>
  -sum(all.filter(({ isSettled }) => !isSettled).map(({ total }) => total));

/**
 * The amount that the buyer still owes. If it is not positive, money is being returned that no refund lists yet; reductions by
 * such refunds do not pay for additions.
 */
const owedOf = (reader: AmountReader, currency: Currency, order: Order): MinorUnits | undefined => {
  const owed = stillOwed(reader, currency, order);
  if (owed === undefined || owed > 0n) return owed;
  const withoutMoney = (order.refunds?.nodes ?? []).filter((refund) => !refundPayment(reader, refund).movesMoney);
  return owed + reductionOf(reader, laterAgreements(order).filter(isAboutOneOf(withoutMoney)));
};

/**
 * Whether something was paid and only unpaid additions (edits, exchanges) are still owed. The original sale is then paid, even
 * if it was reduced.
 */
const isOwedForAdditions = (reader: AmountReader, currency: Currency, order: Order): boolean => {
  const owed = stillOwed(reader, currency, order);
  if (owed === undefined || reader.read(order.totalReceivedSet, 'totalReceivedSet') <= 0n) return false;
  return owed <= unpaidTotal(amendmentsOf(reader, currency, order));
};
