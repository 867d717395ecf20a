/** Finds the goods and tax of a refund in an order's ledger, so that money for an edit or return is not sent twice. */
import { type Currency, formatMinorUnits, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Refund, RefundPart } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import { agreementsOfRefund, hasSales, isAboutRefund, laterAgreements, ledgerLagsBehind } from './agreements.ts';
import { amountOfAgreement, type AmountReader } from './amounts.ts';
import { isChange, refundPayment, stillOwed } from './payment.ts';
import { isAboutLine, ledgerLines, type LedgerLine } from './ledger.ts';
import { totalTax } from '../../../src/mapping/amounts.ts';
import { idOfGid } from '../records/values.ts';
import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../../../src/domain/instant.ts';

/** The amounts of a refund, an edit or a return, in minor units. */
type Reversal = Pick<Refund, 'lines' | 'shipping' | 'adjustment' | 'total'>;

/**
 * A refund as the complete ledger counts it: with the parts in the refund's own agreements. The ledger counts the money of an
 * edit or return separately.
 *
 * A refund that neither its own agreements nor the changes explain keeps its total but gets no parts, so that it is held.
 * Undefined when the ledger adds nothing to the refund's own list.
 *
 * @param refund as read from its own list
 * @param record Shopify's record of the same refund
 */
export const refundFromLedger =
  (reader: AmountReader, currency: Currency, order: Order) =>
  (refund: Refund, record: OrderRefund): Refund | undefined => {
    const { movesMoney } = refundPayment(reader, record);
    const counted = (parts: Reversal): Refund => ({
      ...refund,
      ...parts,
      message: `${refund.message}; ${formatMinorUnits(currency)(parts.total)} ${currency.code} of it counts here, the rest with its edit or return`,
    });
    if (movesMoney && ledgerLagsBehind(order)(refund)) return withoutParts(refund);
    const later = laterAgreements(order).filter(mayExplain(record));
    const changes = later.filter(isChange(reader, order)).filter((one) => !isAboutRefund(refund.id)(one));
    // An unchanged order is sent the same way with and without its ledger.
    if (movesMoney && changes.length === 0) return undefined;
    const own = agreementsOfRefund(order, refund.id);
    if (own.some(({ sales }) => sales?.isCutShort === true)) reader.noteMissing('agreements.sales');
    const parts = reversalOf(
      ledgerLines(
        reader,
        own.flatMap(({ sales }) => sales?.nodes ?? []),
      ),
    );
    if (own.some(hasSales)) {
      if (parts.total === refund.total) return undefined;
      if (!movesMoney || parts.total > refund.total) return counted(parts);
    }
    const isNameless = later.some(({ reason, refund: about }) => reason === 'REFUND' && !isGiven(about));
    if (!changes.some(hasReduction(reader))) {
      // No change explains the money yet, but Shopify may still add one to the ledger.
      return movesMoney && own.length === 0 && !isNameless ? withoutParts(refund) : undefined;
    }
    // Our queries always request the refund of an agreement; without it, what to leave out is unknown.
    if (isNameless) reader.noteMissing('agreements.refund');
    // Later changes may hide reductions, so the largest reduction since any change counts.
    const isLatest = laterAgreements(order).every((one) => own.includes(one) || mayExplain(record)(one));
    const off = isLatest ? reductionOf(reader, changes) : maxReductionOf(reader, changes);
    const left = refund.total - parts.total - (off - paidByEarlierRefunds(reader, order, record, changes));
    // Once explained, a refund stays explained, even if unpaid items are added later.
    return isMostlyUnexplained(left, refund) && isMostlyUnexplained(stillOwed(reader, currency, order) ?? left, refund)
      ? withoutParts(refund)
      : counted(parts);
  };

/** What an agreement removed from the order (positive) or added to it (negative). Amounts without a line are an adjustment. */
export const reversalOf = (all: readonly LedgerLine[]): Reversal => ({
  lines: all
    .filter(isAboutLine)
    .filter(({ gross, taxes }) => gross !== 0n || totalTax(taxes) !== 0n)
    .map((line) => ({ lineId: line.lineId, quantity: Math.abs(line.units), ...sumOf([line]) })),
  shipping: sumOf(all.filter(({ kind }) => kind === 'shipping')),
  adjustment: sumOf(all.filter(({ kind }) => kind === 'unknown')),
  total: -sum(all.map(({ gross }) => gross)),
});

/** What changes removed from an order less what they added, in minor units. */
export const reductionOf = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  -sum(changes.map(amountOfAgreement(reader)));

const sumOf = (all: readonly LedgerLine[]): RefundPart => {
  const taxes = all.flatMap((line) => line.taxes);
  const tax = totalTax(taxes);
  return {
    amount: tax - sum(all.map(({ gross }) => gross)),
    tax: -tax,
    taxes: taxes.map((one) => ({ ...one, amount: -one.amount })),
  };
};

const noReversal: Reversal = reversalOf([]);

/** A refund with a total but no parts does not add up, so it is held until its parts are known. */
export const withoutParts = (refund: Refund): Refund => ({ ...refund, ...noReversal, total: refund.total });

/**
 * When a refund was made, in milliseconds; undefined when unknown. Of two dates, the later one: an app may set `processedAt` to
 * before the edit or return that the refund is for.
 */
export const refundMadeAt = ({ createdAt, processedAt }: OrderRefund): number | undefined => {
  const dates = [createdAt, processedAt].flatMap((text) => {
    const instant = O.toUndefined(parseInstant(text ?? ''));
    return instant === undefined ? [] : [millisecondsOf(instant)];
  });
  return dates.length === 0 ? undefined : Math.max(...dates);
};

/** Longer than Shopify takes to write a return and its refund, in milliseconds. */
const leeway = 10 * 60_000;

/** A refund is never for an edit that came later, so an edit never changes a refund that was sent before. */
const mayExplain = (refund: OrderRefund): ((agreement: Agreement) => boolean) => {
  const madeAt = refundMadeAt(refund);
  return ({ happenedAt }) => {
    const at = O.toUndefined(parseInstant(happenedAt ?? ''));
    return at === undefined || madeAt === undefined || millisecondsOf(at) <= madeAt + leeway;
  };
};

const hasReduction =
  (reader: AmountReader) =>
  ({ sales }: Agreement): boolean =>
    (sales?.nodes ?? []).some(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount') < 0n);

/** The largest reduction from any of the changes to the last one, in minor units. */
const maxReductionOf = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  changes.reduce((max, _, index) => {
    const since = reductionOf(reader, changes.slice(index));
    return since > max ? since : max;
  }, 0n);

/** Money of earlier refunds for the same changes, beyond their own agreements. */
const paidByEarlierRefunds = (
  reader: AmountReader,
  order: Order,
  refund: OrderRefund,
  changes: readonly Agreement[],
): MinorUnits =>
  sum(
    (order.refunds?.nodes ?? [])
      .filter(isBefore(refund))
      .filter((earlier) => changes.some(mayExplain(earlier)))
      .map(moneyBeyondOwnAgreements(reader, order)),
  );

const isBefore = (refund: OrderRefund): ((other: OrderRefund) => boolean) => {
  const madeAt = refundMadeAt(refund);
  return (other) => {
    const at = refundMadeAt(other);
    return at !== undefined && madeAt !== undefined && at < madeAt;
  };
};

/** The money of a refund beyond the amounts of its agreements. */
const moneyBeyondOwnAgreements =
  (reader: AmountReader, order: Order) =>
  (refund: OrderRefund): MinorUnits => {
    const own = agreementsOfRefund(order, idOfGid(refund.id ?? ''));
    const { paid, isSettled } = refundPayment(reader, refund);
    // Until the money arrives, an adjustment in the ledger offsets the refunded items.
    const isUnderWay = !isSettled && own.some(hasSales);
    const rest = paid - reductionOf(reader, own);
    return isUnderWay || rest < 0n ? 0n : rest;
  };

/** More than half of the refund: cash is rounded by a few cents. */
const isMostlyUnexplained = (rest: MinorUnits, { total }: Refund): boolean => rest * 2n > total;
