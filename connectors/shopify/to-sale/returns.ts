import { type Currency, formatMinorUnits, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Refund, RefundPart } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import { isGiven } from '../records/is-record.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import { agreementsOfRefund, hasSales, isAboutRefund, laterAgreements, ledgerLagsBehind } from './agreements.ts';
import { amountOfAgreement, type AmountReader } from './amounts.ts';
import { isChange, refundPayment, stillOwed } from './payment.ts';
import { isAboutLine, ledgerLines, type LedgerLine } from './ledger.ts';
import { totalTax } from './taxes.ts';
import { idOfGid } from '../records/gid.ts';
import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../../../src/domain/instant.ts';

const hasReduction =
  (reader: AmountReader) =>
  ({ sales }: Agreement): boolean =>
    (sales?.nodes ?? []).some(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount') < 0n);

/** Cash is rounded by a few cents: only what is mostly unexplained is in doubt. */
const isMostlyUnexplained = (rest: MinorUnits, { total }: Refund): boolean => rest * 2n > total;

/**
 * What a refund took back of an order whose ledger was read to its end: what the ledger counts under the refund itself. The
 * money that went back may be for an edit or a return, which the ledger counts by itself, and is not sent a second time.
 *
 * A refund of which the ledger knows nothing, or less than went back, and whose money the changes do not explain, keeps its
 * total without any parts, so that it is held. None when the ledger has nothing to say about it.
 *
 * @param refund as its own list tells it
 * @param record the same in Shopify's words
 */
export const refundFromLedger =
  (reader: AmountReader, currency: Currency, order: Order) =>
  (refund: Refund, record: OrderRefund): Refund | undefined => {
    const { movesMoney } = refundPayment(reader, record);
    const counted = (parts: Reversal): Refund => ({
      ...refund,
      ...parts,
      message: `${refund.message}; ${formatMinorUnits(currency)(parts.total)} ${currency.code} of it counts here, the rest with the edit or the return that it settles`,
    });
    if (movesMoney && ledgerLagsBehind(order)(refund)) return withoutParts(refund);
    const later = laterAgreements(order).filter(mayExplain(record));
    const changes = later.filter(isChange(reader, order)).filter((one) => !isAboutRefund(refund.id)(one));
    // An order that nothing was changed of yet is sent alike before its ledger was read and after.
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
      // The money is for nothing that is sent already; but what it is for may be about to come into the ledger with it.
      return movesMoney && own.length === 0 && !isNameless ? withoutParts(refund) : undefined;
    }
    // Which refund an agreement is about stands in every answer of ours: without it nobody knows what to leave out.
    if (isNameless) reader.noteMissing('agreements.refund');
    // What came after it says nothing of it: then not even what is still owed today proves anything.
    const isLatest = laterAgreements(order).every((one) => own.includes(one) || mayExplain(record)(one));
    const off = isLatest ? reductionOf(reader, changes) : maxReductionOf(reader, changes);
    const left = refund.total - parts.total - (off - paidByEarlierRefunds(reader, order, record, changes));
    // What its own time explains stays explained, whatever is added and not paid later.
    return isMostlyUnexplained(left, refund) && isMostlyUnexplained(stillOwed(reader, currency, order) ?? left, refund)
      ? withoutParts(refund)
      : counted(parts);
  };

/** The amounts of a refund, an edit or a return, in minor units. */
type Reversal = Pick<Refund, 'lines' | 'shipping' | 'adjustment' | 'total'>;

const sumOf = (all: readonly LedgerLine[]): RefundPart => {
  const taxes = all.flatMap((line) => line.taxes);
  const tax = totalTax(taxes);
  return {
    amount: tax - sum(all.map(({ gross }) => gross)),
    tax: -tax,
    taxes: taxes.map((one) => ({ ...one, amount: -one.amount })),
  };
};

/** What an agreement took off the order (positive) or added to it (negative). What is of no line is an adjustment. */
export const reversalOf = (all: readonly LedgerLine[]): Reversal => ({
  lines: all
    .filter(isAboutLine)
    .filter(({ gross, taxes }) => gross !== 0n || totalTax(taxes) !== 0n)
    .map((line) => ({ lineId: line.lineId, quantity: Math.max(1, Math.abs(line.units)), ...sumOf([line]) })),
  shipping: sumOf(all.filter(({ kind }) => kind === 'shipping')),
  adjustment: sumOf(all.filter(({ kind }) => kind === 'unknown')),
  total: -sum(all.map(({ gross }) => gross)),
});

/** Nothing, for money that settles what an edit or a return took off. */
const noReversal: Reversal = reversalOf([]);

/** What changes of an order took off, in minor units, less what they added. */
export const reductionOf = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  -sum(changes.map(amountOfAgreement(reader)));

/** What changes of an order took off since the one of them from which on the most was taken off, in minor units. */
const maxReductionOf = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  changes.reduce((max, _, index) => {
    const since = reductionOf(reader, changes.slice(index));
    return since > max ? since : max;
  }, 0n);

/** With a total and no parts a refund does not balance, so that it is held until its parts are known. */
export const withoutParts = (refund: Refund): Refund => ({ ...refund, ...noReversal, total: refund.total });

const isBefore = (refund: OrderRefund): ((other: OrderRefund) => boolean) => {
  const madeAt = refundMadeAt(refund);
  return (other) => {
    const at = refundMadeAt(other);
    return at !== undefined && madeAt !== undefined && at < madeAt;
  };
};

/** What went back with a refund beyond what the ledger counts under the refund itself; all of it where it counts nothing. */
const moneyBeyondOwnAgreements =
  (reader: AmountReader, order: Order) =>
  (refund: OrderRefund): MinorUnits => {
    const own = agreementsOfRefund(order, idOfGid(refund.id ?? ''));
    const { paid, isSettled } = refundPayment(reader, refund);
    // Until its money arrives the ledger counts an adjustment against what it gives back.
    const isUnderWay = !isSettled && own.some(hasSales);
    const rest = paid - reductionOf(reader, own);
    return isUnderWay || rest < 0n ? 0n : rest;
  };

/** Money of earlier refunds that the ledger does not count under themselves went back for the same changes. */
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

/** Longer than Shopify takes to write a return and its refund one after the other, in milliseconds. */
const leeway = 10 * 60_000;

/** Money that went back before an edit is not for that edit, so what is told of it stays as it was sent. */
const mayExplain = (refund: OrderRefund): ((agreement: Agreement) => boolean) => {
  const madeAt = refundMadeAt(refund);
  return ({ happenedAt }) => {
    const at = O.toUndefined(parseInstant(happenedAt ?? ''));
    return at === undefined || madeAt === undefined || millisecondsOf(at) <= madeAt + leeway;
  };
};

/**
 * When a refund was made, in milliseconds; undefined where nobody says. An app may date it back (`processedAt`), to before
 * the edit or the return that it is for: that is the day on which it counts, and tells nothing of what came first.
 */
export const refundMadeAt = ({ createdAt, processedAt }: OrderRefund): number | undefined => {
  const dates = [createdAt, processedAt].flatMap((text) => {
    const instant = O.toUndefined(parseInstant(text ?? ''));
    return instant === undefined ? [] : [millisecondsOf(instant)];
  });
  return dates.length === 0 ? undefined : Math.max(...dates);
};
