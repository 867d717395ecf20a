import { type Currency, formatMinorUnits, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Refund, RefundLine } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amount-reader.ts';
import { idOfGid } from '../records/gid.ts';
import { asTheLedgerCounts } from './as-the-ledger-counts.ts';
import { inDoubt } from './in-doubt.ts';
import { instantOrBlank } from '../records/instant-or-blank.ts';
import { isGiven } from '../records/is-given.ts';
import { isForeign } from './is-foreign.ts';
import { leavesTaxOpen } from './leaves-tax-open.ts';
import { ledgerHasRefund } from './ledger-has-refund.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import { partsOfRefund } from './parts-of-refund.ts';
import { refundPayment } from './refund-payment.ts';
import { refundedDuties } from './refunded-duties.ts';
import { type ReadRefund, repaidLater } from './repaid-later.ts';

const quantityOf = (reader: AmountReader, quantity: number | null | undefined): number => {
  if (Number.isSafeInteger(quantity ?? 0)) return quantity ?? 0;
  reader.lacks('refunds.refundLineItems.quantity');
  return 0;
};

const linesOf = (reader: AmountReader, order: Order, refund: OrderRefund): readonly RefundLine[] =>
  (refund.refundLineItems?.nodes ?? []).map(({ lineItem, quantity, subtotalSet, totalTaxSet }) => {
    const tax = reader.read(totalTaxSet, 'refunds.refundLineItems.totalTaxSet');
    const subtotal = reader.read(subtotalSet, 'refunds.refundLineItems.subtotalSet');
    return {
      lineId: idOfGid(lineItem?.id ?? ''),
      quantity: quantityOf(reader, quantity),
      amount: order.taxesIncluded === true ? subtotal - tax : subtotal,
      tax,
    };
  });

const shippingOf = (reader: AmountReader, order: Order, refund: OrderRefund): Refund['shipping'] => {
  const lines = (refund.refundShippingLines?.nodes ?? []).map(({ subtotalAmountSet, taxAmountSet }) => ({
    subtotal: reader.read(subtotalAmountSet, 'refunds.refundShippingLines.subtotalAmountSet'),
    tax: reader.read(taxAmountSet, 'refunds.refundShippingLines.taxAmountSet'),
  }));
  const tax = sum(lines.map((line) => line.tax));
  const subtotal = sum(lines.map((line) => line.subtotal));
  return { amount: order.taxesIncluded === true ? subtotal - tax : subtotal, tax };
};

/** Shopify states an adjustment as calculated less actual: what went back beyond lines and shipping is negative there. */
const statedAdjustment = (reader: AmountReader, refund: OrderRefund): Refund['adjustment'] => {
  const adjustments = refund.orderAdjustments?.nodes ?? [];
  return {
    amount: -sum(adjustments.map(({ amountSet }) => reader.read(amountSet, 'refunds.orderAdjustments.amountSet'))),
    tax: -sum(
      adjustments.map(({ taxAmountSet }) => reader.read(taxAmountSet, 'refunds.orderAdjustments.taxAmountSet')),
    ),
  };
};

/** Without its name a line would pass for one that was never told, such as a gift card, and its refund would be left out. */
const namesNoLine = ({ refundLineItems }: OrderRefund): boolean =>
  (refundLineItems?.nodes ?? []).some(({ lineItem }) => !isGiven(lineItem?.id));

const dateOf = ({ processedAt, createdAt }: OrderRefund): Instant => instantOrBlank(processedAt ?? createdAt);

const refundOf =
  (reader: AmountReader, currency: Currency, order: Order) =>
  (refund: OrderRefund, index: number): Refund => {
    const goods = linesOf(reader, order, refund);
    const duties = refundedDuties(reader, order, refund);
    const shipping = shippingOf(reader, order, refund);
    const { paid, isSettled, movesMoney } = refundPayment(reader, refund);
    const stated = statedAdjustment(reader, refund);
    const isWithTax = partsOfRefund({ lines: [...goods, ...duties], shipping }) + stated.amount + stated.tax === paid;
    const lines = [...goods, ...(isWithTax ? duties : duties.map((duty) => ({ ...duty, tax: 0n })))];
    const parts = partsOfRefund({ lines, shipping });
    const isExplained = parts + stated.amount + stated.tax !== 0n;
    // In a foreign currency the payment came back at another day's rate; only the refund's own parts are at the order's.
    const total =
      movesMoney && !(isForeign(order, currency) && isExplained) ? paid : parts + stated.amount + stated.tax;
    if (dateOf(refund) === '') reader.lacks('refunds.processedAt');
    return {
      id: idOfGid(refund.id ?? String(index + 1)),
      occurredAt: dateOf(refund),
      isSettled,
      lines,
      shipping,
      adjustment: { amount: total - parts - stated.tax, tax: stated.tax },
      total,
      message: `${formatMinorUnits(currency)(total)} ${currency.code} ${isSettled ? 'went back' : 'is to go back'} to the buyer`,
    };
  };

const takenOff = (currency: Currency, total: MinorUnits): string =>
  `${formatMinorUnits(currency)(total)} ${currency.code} was taken off the order; no money moved with it`;

/** What was given back, and what left the order without any money moving. */
export interface Refunds {
  readonly refunds: readonly Refund[];
  /** Removals and restockings that moved no money, for an order whose ledger does not tell them. */
  readonly movements: readonly Adjustment[];
}

const none: Refunds = { refunds: [], movements: [] };

/**
 * The refunds of an order, each of its own date, in the order in which Shopify lists them.
 *
 * @param isTaxed whether any tax was charged on the order; of one without tax, none can go back
 */
export const refundsOf = (reader: AmountReader, currency: Currency, order: Order, isTaxed: boolean): Refunds => {
  const records = order.refunds?.nodes ?? [];
  if (records.length === 0) return none;
  const all = records.map((record, index): ReadRefund => {
    const { movesMoney, hasFailed } = refundPayment(reader, record);
    return { record, refund: refundOf(reader, currency, order)(record, index), movesMoney, hasFailed };
  });
  const inLedger = asTheLedgerCounts(reader, currency, order);
  const isInLedger = ledgerHasRefund(order);
  const asRead = (refund: Refund, record: OrderRefund): Refund => {
    // What is in none of the lists that were read is the adjustment beyond what Shopify states of it.
    const rest = refund.adjustment.amount - statedAdjustment(reader, record).amount;
    if (namesNoLine(record)) return inDoubt(refund);
    const mayBeTaxOnDuty = rest !== 0n && refundedDuties(reader, order, record).some(({ tax }) => tax !== 0n);
    return mayBeTaxOnDuty || (isTaxed && leavesTaxOpen(order, record, rest)) ? inDoubt(refund) : refund;
  };
  const repaid = repaidLater(all, ({ refund, record }) => asRead(refund, record) === refund);
  return {
    refunds: all
      .filter(({ movesMoney, refund }) => movesMoney || isInLedger(refund))
      .map((one) => {
        const { record, movesMoney, refund } = one;
        const counted = inLedger(refund, record) ?? repaid.get(one) ?? asRead(refund, record);
        return movesMoney ? counted : { ...counted, isSettled: true, message: takenOff(currency, counted.total) };
      }),
    movements: all
      .filter(({ movesMoney, refund }) => !movesMoney && refund.total !== 0n && !isInLedger(refund))
      .map(({ refund }) => ({
        kind: 'return',
        id: refund.id,
        occurredAt: refund.occurredAt,
        currency: currency.code,
        amount: -refund.total,
        tax: -sum(refund.lines.map(({ tax }) => tax)) - refund.shipping.tax,
        sent: false,
        message: takenOff(currency, refund.total),
      })),
  };
};
