import { type Currency, formatMinorUnits, type MinorUnits } from '../../../src/domain/money.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import { isGiven } from '../records/is-given.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import { agreementsOfRefund } from './agreements-of-refund.ts';
import type { AmountReader } from './amount-reader.ts';
import { hasSales } from './has-sales.ts';
import { inDoubt } from './in-doubt.ts';
import { isAboutRefund } from './is-about-refund.ts';
import { isChange } from './is-change.ts';
import { laterAgreements } from './later-agreements.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { ledgerLagsBehind } from './ledger-lags-behind.ts';
import { mayExplain } from './may-explain.ts';
import { mostTakenOff } from './most-taken-off.ts';
import { refundPayment } from './refund-payment.ts';
import { settledBefore } from './settled-before.ts';
import { stillOwed } from './still-owed.ts';
import { takenOff } from './taken-off.ts';
import { type TakenBack, takenBack } from './taken-back.ts';

const takesOff =
  (reader: AmountReader) =>
  ({ sales }: Agreement): boolean =>
    (sales?.nodes ?? []).some(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount') < 0n);

/** Cash is rounded by a few cents: only what is mostly unexplained is in doubt. */
const isInDoubt = (rest: MinorUnits, { total }: Refund): boolean => rest * 2n > total;

/**
 * What a refund took back of an order whose ledger was read to its end: what the ledger counts under the refund itself. The
 * money that went back may be for an edit or a return, which the ledger counts by itself, and is not told a second time.
 *
 * A refund of which the ledger knows nothing, or less than went back, and whose money the changes do not explain, keeps its
 * total without any parts, so that it is held. None when the ledger has nothing to say about it.
 *
 * @param refund as its own list tells it
 * @param record the same in Shopify's words
 */
export const asTheLedgerCounts =
  (reader: AmountReader, currency: Currency, order: Order) =>
  (refund: Refund, record: OrderRefund): Refund | undefined => {
    const { movesMoney } = refundPayment(reader, record);
    const counted = (parts: TakenBack): Refund => ({
      ...refund,
      ...parts,
      message: `${refund.message}; ${formatMinorUnits(currency)(parts.total)} ${currency.code} of it counts here, the rest with the edit or the return that it settles`,
    });
    if (movesMoney && ledgerLagsBehind(order)(refund)) return inDoubt(refund);
    const later = laterAgreements(order).filter(mayExplain(record));
    const changes = later.filter(isChange(reader, order)).filter((one) => !isAboutRefund(refund.id)(one));
    // An order that nothing was changed of yet is told alike before its ledger was read and after.
    if (movesMoney && changes.length === 0) return undefined;
    const own = agreementsOfRefund(order, refund.id);
    if (own.some(({ sales }) => sales?.isCutShort === true)) reader.lacks('agreements.sales');
    const parts = takenBack(
      ledgerEntries(
        reader,
        own.flatMap(({ sales }) => sales?.nodes ?? []),
      ),
    );
    if (own.some(hasSales)) {
      if (parts.total === refund.total) return undefined;
      if (!movesMoney || parts.total > refund.total) return counted(parts);
    }
    const isNameless = later.some(({ reason, refund: about }) => reason === 'REFUND' && !isGiven(about));
    if (!changes.some(takesOff(reader))) {
      // The money is for nothing that is told already; but what it is for may be about to come into the ledger with it.
      return movesMoney && own.length === 0 && !isNameless ? inDoubt(refund) : undefined;
    }
    // Which refund an agreement is about stands in every answer of ours: without it nobody knows what to leave out.
    if (isNameless) reader.lacks('agreements.refund');
    // What came after it says nothing of it: then not even what is still owed today proves anything.
    const isLatest = laterAgreements(order).every((one) => own.includes(one) || mayExplain(record)(one));
    const off = isLatest ? takenOff(reader, changes) : mostTakenOff(reader, changes);
    const left = refund.total - parts.total - (off - settledBefore(reader, order, record, changes));
    // What its own time explains stays explained, whatever is added and not paid later.
    return isInDoubt(left, refund) && isInDoubt(stillOwed(reader, currency, order) ?? left, refund)
      ? inDoubt(refund)
      : counted(parts);
  };
