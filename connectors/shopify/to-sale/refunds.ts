/** Maps the refunds of an order: which goods, shipping, fees, duties and tax each of them returned, and in which order. */
import { allocate, type Currency, formatMinorUnits, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Refund, RefundLine, UndoneChange } from '../../../src/mapping/sale.ts';
import type { AmountReader } from './amounts.ts';
import { refundFromLedger, withoutParts, refundMadeAt } from './refund-from-ledger.ts';
import { idOfGid, instantOrBlank } from '../records/values.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import { isForeign, refundPayment } from './payment.ts';
import { totalTax, taxOfRefund } from '../../../src/mapping/amounts.ts';
import { keepsTheMoney } from '../../../src/mapping/refund-to-transaction.ts';
import { feeLines, taxFeeId } from './lines.ts';
import { feesOf, leavesTaxOpen, taxesOf } from './taxes.ts';
import { ledgerHasRefund } from './agreements.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import type { Duty, LineItem } from '../records/line-item.ts';

interface Refunds {
  /** Refunds whose payment failed: they may have been sent when it seemed to have arrived. */
  readonly undone: readonly UndoneChange[];
  readonly refunds: readonly Refund[];
  /** Removals and restockings without a payment, for an order whose ledger does not show them. */
  readonly removals: readonly Refund[];
}

const none: Refunds = { refunds: [], removals: [], undone: [] };

/**
 * The refunds of an order, in Shopify's order, each with its own date.
 *
 * @param isTaxed whether tax was charged on the order; otherwise none can be refunded
 */
export const refundsOf = (reader: AmountReader, currency: Currency, order: Order, isTaxed: boolean): Refunds => {
  const records = order.refunds?.nodes ?? [];
  if (records.length === 0) return none;
  const all = records.map((record, index): ReadRefund => {
    const { movesMoney, hasFailed } = refundPayment(reader, record);
    return { record, refund: refundOf(reader, currency, order)(record, index), movesMoney, hasFailed };
  });
  const inLedger = refundFromLedger(reader, currency, order);
  const isInLedger = ledgerHasRefund(order);
  const asRead = (refund: Refund, record: OrderRefund): Refund => {
    // Money in none of the lists is the adjustment beyond the one that Shopify states.
    const rest = refund.adjustment.amount - statedAdjustment(reader, record).amount;
    if (namesNoLine(record)) return withoutParts(refund);
    const mayBeTaxOnDuty = rest !== 0n && refundedDuties(reader, order, record).some(({ tax }) => tax !== 0n);
    return mayBeTaxOnDuty || (isTaxed && leavesTaxOpen(order, record, rest)) ? withoutParts(refund) : refund;
  };
  const repaid = repaidLater(all, ({ refund, record }) => asRead(refund, record) === refund);
  const counted = all
    .filter((one) => one.movesMoney || isInLedger(one.refund) || isReturnWithoutMoney(one))
    .map((one): ReadRefund => {
      const { record, movesMoney, refund } = one;
      const parts = inLedger(refund, record) ?? repaid.get(one) ?? asRead(refund, record);
      const removed = { ...parts, isSettled: true, message: reductionMessage(currency, parts.total) };
      return { ...one, refund: movesMoney ? parts : removed };
    });
  return {
    undone: all.filter(({ hasFailed }) => hasFailed).map(failedRefund),
    refunds: withLaterMoney(counted),
    removals: all
      .filter(({ movesMoney, refund }) => !movesMoney && refund.total !== 0n && !isInLedger(refund))
      .map(({ refund }) => ({ ...refund, isSettled: true, message: reductionMessage(currency, refund.total) })),
  };
};

/** A removal that is not in the ledger, as an adjustment. */
export const removalAdjustment =
  (currency: Currency) =>
  ({ id, occurredAt, total, lines, shipping, message }: Refund): Adjustment => ({
    kind: 'return',
    id,
    occurredAt,
    currency: currency.code,
    amount: -total,
    tax: -sum(lines.map(({ tax }) => tax)) - shipping.tax,
    sent: false,
    message,
  });

/** A refund with its record. */
export interface ReadRefund {
  readonly record: OrderRefund;
  readonly refund: Refund;
  readonly movesMoney: boolean;
  readonly hasFailed: boolean;
}

const refundOf =
  (reader: AmountReader, currency: Currency, order: Order) =>
  (refund: OrderRefund, index: number): Refund => {
    const goods = withoutTaxFees(reader, order, linesOf(reader, order, refund));
    const duties = refundedDuties(reader, order, refund);
    const shippingWithFees = shippingOf(reader, order, refund);
    const shippingFees = feesOfShipping(reader, order, shippingWithFees.tax);
    const shipping = { ...shippingWithFees, tax: shippingWithFees.tax - sum(shippingFees.map(({ amount }) => amount)) };
    const { paid, isSettled, movesMoney } = refundPayment(reader, refund);
    const whole = linesAndShippingOf({ lines: [...goods, ...shippingFees, ...duties], shipping });
    const stated = withoutTaxOfDuties(statedAdjustment(reader, refund), duties, paid - whole);
    const isWithTax = whole + stated.amount + stated.tax === paid;
    const listed = [...goods, ...shippingFees, ...(isWithTax ? duties : duties.map((duty) => ({ ...duty, tax: 0n })))];
    const unlisted = paid - linesAndShippingOf({ lines: listed, shipping }) - stated.amount - stated.tax;
    const lines = [...listed, ...refundedFees(reader, order, unlisted)];
    const parts = linesAndShippingOf({ lines, shipping });
    const isExplained = parts + stated.amount + stated.tax !== 0n;
    // In a foreign currency the payment has another day's rate; only the refund's own parts have the order's rate.
    const total =
      movesMoney && !(isForeign(order, currency) && isExplained) ? paid : parts + stated.amount + stated.tax;
    if (dateOf(refund) === '') reader.noteMissing('refunds.processedAt');
    return {
      id: idOfGid(refund.id ?? String(index + 1)),
      occurredAt: dateOf(refund),
      isSettled,
      lines,
      shipping,
      adjustment: { amount: total - parts - stated.tax, tax: stated.tax },
      total,
      message: `${formatMinorUnits(currency)(total)} ${currency.code} ${isSettled ? 'refunded' : 'to be refunded'} to the buyer`,
    };
  };

const withoutTaxFees = (reader: AmountReader, order: Order, lines: readonly RefundLine[]): readonly RefundLine[] =>
  lines.flatMap((line) => {
    const item = order.lineItems?.nodes.find(({ id }) => idOfGid(id ?? '') === line.lineId);
    if (item === undefined) return [line];
    const taxed = totalTax(taxesOf(reader, item.taxLines, 'lineItems.taxLines'));
    const fees = feesIn(line.tax, taxed, feesOfItem(reader, item, 'lineItems.taxLines'));
    return [{ ...line, tax: line.tax - sum(fees.map(({ amount }) => amount)) }, ...fees];
  });

/** The fees in a refunded tax, because Shopify writes fees among the taxes; in the proportion that was charged: see `isFee`. */
const feesIn = (
  refundedTax: MinorUnits,
  taxed: MinorUnits,
  fees: readonly { readonly id: string; readonly amount: MinorUnits }[],
): readonly RefundLine[] => {
  if (fees.length === 0 || refundedTax === 0n) return [];
  const [, ...shares] = allocate(refundedTax, [taxed, ...fees.map(({ amount }) => amount)]);
  return fees.map(({ id }, index) => ({ lineId: id, quantity: 1, amount: shares[index] ?? 0n, tax: 0n }));
};

const feesOfItem = (
  reader: AmountReader,
  { id, taxLines }: Pick<LineItem, 'id' | 'taxLines'>,
  field: string,
): readonly { readonly id: string; readonly amount: MinorUnits }[] =>
  feesOf(reader, taxLines, field).map(({ amount }, index) => ({ id: taxFeeId(idOfGid(id ?? ''), index), amount }));

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

const quantityOf = (reader: AmountReader, quantity: number | null | undefined): number => {
  if (Number.isSafeInteger(quantity ?? 0)) return quantity ?? 0;
  reader.noteMissing('refunds.refundLineItems.quantity');
  return 0;
};

/**
 * The duties of a refund, each with its tax. Shopify only states the duties: whether their tax was refunded only shows in the
 * amount paid.
 */
const refundedDuties = (reader: AmountReader, order: Order, refund: OrderRefund): readonly RefundLine[] =>
  (refund.duties?.nodes ?? []).map(({ amountSet, originalDuty }) => {
    const id = originalDuty?.id ?? '';
    const amount = reader.read(amountSet, 'refunds.duties.amountSet');
    return {
      lineId: `duty-${idOfGid(id || 'total')}`,
      quantity: 1,
      amount,
      tax: taxWith(reader, order, dutyOf(order, id), amount),
    };
  });

/** The tax on a duty in proportion to the refunded part of the duty. Prices that include tax include this tax, too. */
const taxWith = (reader: AmountReader, order: Order, duty: Duty | undefined, amount: MinorUnits): MinorUnits => {
  if (duty === undefined || order.taxesIncluded === true) return 0n;
  const price = reader.read(duty.price, 'lineItems.duties.price');
  const tax = totalTax(taxesOf(reader, duty.taxLines, 'lineItems.duties.taxLines'));
  return amount <= 0n || amount > price ? 0n : (allocate(tax, [amount, price - amount])[0] ?? 0n);
};

const dutyOf = ({ lineItems }: Order, id: string): Duty | undefined =>
  (lineItems?.nodes ?? []).flatMap(({ duties }) => duties?.nodes ?? []).find((duty) => duty.id === id);

const shippingOf = (reader: AmountReader, order: Order, refund: OrderRefund): Refund['shipping'] => {
  const lines = (refund.refundShippingLines?.nodes ?? []).map(({ subtotalAmountSet, taxAmountSet }) => ({
    subtotal: reader.read(subtotalAmountSet, 'refunds.refundShippingLines.subtotalAmountSet'),
    tax: reader.read(taxAmountSet, 'refunds.refundShippingLines.taxAmountSet'),
  }));
  const tax = sum(lines.map((line) => line.tax));
  const subtotal = sum(lines.map((line) => line.subtotal));
  return { amount: order.taxesIncluded === true ? subtotal - tax : subtotal, tax };
};

const feesOfShipping = (reader: AmountReader, order: Order, refundedTax: MinorUnits): readonly RefundLine[] => {
  const shipping = order.shippingLines?.nodes ?? (order.shippingLine ? [order.shippingLine] : []);
  const taxed = sum(shipping.map(({ taxLines }) => totalTax(taxesOf(reader, taxLines, 'shippingLines.taxLines'))));
  return feesIn(
    refundedTax,
    taxed,
    shipping.flatMap((line) => feesOfItem(reader, line, 'shippingLines.taxLines')),
  );
};

/** The sum of a refund's lines and shipping, with tax. */
const linesAndShippingOf = ({ lines, shipping }: Pick<Refund, 'lines' | 'shipping'>): MinorUnits =>
  sum(lines.map(({ amount, tax }) => amount + tax)) + shipping.amount + shipping.tax;

const noPart: Refund['shipping'] = { amount: 0n, tax: 0n };

/**
 * Removes the tax of the refunded duties, which Shopify may state as an adjustment of tax alone: the lines of the duties have it.
 */
const withoutTaxOfDuties = (
  stated: Refund['adjustment'],
  duties: readonly RefundLine[],
  beyondLines: MinorUnits,
): Refund['adjustment'] =>
  beyondLines === 0n && stated.amount === 0n && stated.tax === sum(duties.map(({ tax }) => tax)) ? noPart : stated;

/** Shopify's adjustment is calculated minus actual refund: money beyond lines and shipping is negative. */
const statedAdjustment = (reader: AmountReader, refund: OrderRefund): Refund['adjustment'] => {
  const adjustments = refund.orderAdjustments?.nodes ?? [];
  return {
    amount: -sum(adjustments.map(({ amountSet }) => reader.read(amountSet, 'refunds.orderAdjustments.amountSet'))),
    tax: -sum(
      adjustments.map(({ taxAmountSet }) => reader.read(taxAmountSet, 'refunds.orderAdjustments.taxAmountSet')),
    ),
  };
};

/**
 * All additional fees, if they equal the money that the lists of a refund do not explain: no stable version of the API lists them
 * there.
 */
const refundedFees = (reader: AmountReader, order: Order, unlisted: MinorUnits): readonly RefundLine[] => {
  const fees = feeLines(reader, order).map(({ id, listed, taxes }) => {
    const tax = totalTax(taxes);
    return { lineId: id, quantity: 1, amount: order.taxesIncluded === true ? listed - tax : listed, tax };
  });
  return unlisted > 0n && unlisted === sum(fees.map(({ amount, tax }) => amount + tax)) ? fees : [];
};

const dateOf = ({ processedAt, createdAt }: OrderRefund): Instant => instantOrBlank(processedAt ?? createdAt);

/** A line without an id would look like one that was never sent, such as a gift card, and its refund would be skipped. */
const namesNoLine = ({ refundLineItems }: OrderRefund): boolean =>
  (refundLineItems?.nodes ?? []).some(({ lineItem }) => !isGiven(lineItem?.id));

/**
 * Matches repayments with earlier failed refunds, as when a merchant repays by hand: the same amount is for the same items and
 * tax. With any other amount this is unknown, and the refund gets no parts. Only contains refunds that change.
 *
 * @param isClear whether the items of a refund are known
 */
const repaidLater = (
  all: readonly ReadRefund[],
  isClear: (one: ReadRefund) => boolean,
): ReadonlyMap<ReadRefund, Refund> => {
  const open = new Set(all.filter((one) => one.hasFailed && (taxOfRefund(one.refund) !== 0n || !isClear(one))));
  const repaid = new Map<ReadRefund, Refund>();
  for (const one of open.size === 0 ? [] : all.filter(isOfMoneyAlone)) {
    const before = [...open].filter((failed) => isBefore(failed, one));
    const same = before.find((failed) => isClear(failed) && linesAndShippingOf(failed.refund) === one.refund.total);
    if (same === undefined) {
      if (before.length > 0) repaid.set(one, withoutParts(one.refund));
      continue;
    }
    open.delete(same);
    const { lines, shipping } = same.refund;
    repaid.set(one, { ...one.refund, lines, shipping, adjustment: { amount: 0n, tax: 0n } });
  }
  return repaid;
};

const isOfMoneyAlone = ({ refund, movesMoney, hasFailed }: ReadRefund): boolean =>
  movesMoney && !hasFailed && linesAndShippingOf(refund) === 0n && taxOfRefund(refund) === 0n;

const isBefore = (one: ReadRefund, other: ReadRefund): boolean => {
  const [at, later] = [refundMadeAt(one.record), refundMadeAt(other.record)];
  return at !== undefined && later !== undefined && at < later;
};

/**
 * Goods or shipping came back, and so far all of their money was kept. A failed refund moved no money either, but does not count
 * here.
 */
const isReturnWithoutMoney = ({ refund, hasFailed }: ReadRefund): boolean =>
  !hasFailed && refund.total === 0n && linesAndShippingOf(refund) > 0n;

const reductionMessage = (currency: Currency, total: MinorUnits): string =>
  `${formatMinorUnits(currency)(total)} ${currency.code} removed from the order without a payment`;

const failedRefund = ({ refund: { id } }: ReadRefund): UndoneChange => ({
  kind: 'refund',
  id,
  by: { id: null, occurredAt: null, message: `The payment of refund ${id} failed` },
});

/**
 * Returns in two steps: goods are marked as returned first, and all or most of their money is paid back later. The goods and
 * their tax go back with the first money that is paid for them; Shopify writes that money as an adjustment alone. It is unclear
 * whether other money after such a return is for the goods.
 */
const withLaterMoney = (all: readonly ReadRefund[]): readonly Refund[] => {
  const refunds = new Map(all.map((one) => [one, one.refund]));
  for (const returned of all.filter(isReturnUnpaid)) {
    const whole = linesAndShippingOf(returned.refund);
    const kept = whole - returned.refund.total;
    const later = all.filter(
      (one) => isOfMoneyAlone(one) && refunds.get(one) === one.refund && isBefore(returned, one),
    );
    const paid = firstPaymentOf(later, kept, taxOfLines(returned.refund));
    if (paid === undefined) {
      for (const one of later) {
        const message = `${one.refund.message}; goods came back before and their money was kept, and Shopify does not state whether this money is for them`;
        refunds.set(one, { ...one.refund, isUnclear: true, message });
      }
      continue;
    }
    const { lines, shipping } = returned.refund;
    const adjustment = { amount: paid.refund.total - whole, tax: 0n };
    const tax = taxOfLines(returned.refund);
    refunds.set(paid, { ...paid.refund, lines, shipping, adjustment, taxOfOther: -tax });
    const message = `goods came back; refund ${paid.refund.id} paid for them`;
    const moved = { amount: returned.refund.total, tax: 0n };
    const without = { lines: [], shipping: noPart, adjustment: moved, taxOfOther: tax, message };
    refunds.set(returned, { ...returned.refund, ...without });
  }
  return [...refunds.values()];
};

/** The same, or a refund of no more than the tax of the goods. */
const isReturnUnpaid = (one: ReadRefund): boolean =>
  isReturnWithoutMoney(one) || (one.movesMoney && !one.hasFailed && keepsTheMoney(one.refund));

/**
 * The refund that paid for returned goods: one of all their money; or, if several add up to it, the first that is more than their
 * tax.
 */
const firstPaymentOf = (later: readonly ReadRefund[], kept: MinorUnits, tax: MinorUnits): ReadRefund | undefined => {
  const whole = later.find(({ refund }) => refund.total === kept);
  const addUp = sum(later.map(({ refund }) => refund.total)) === kept;
  return whole ?? (addUp ? later.find(({ refund }) => refund.total > tax) : undefined);
};

const taxOfLines = ({ lines, shipping }: Pick<Refund, 'lines' | 'shipping'>): MinorUnits =>
  sum(lines.map(({ tax }) => tax)) + shipping.tax;
