import * as O from 'fp-ts/lib/Option.js';
import type { Currency } from '../../../src/core/currency.ts';
import { millisecondsOf, parseInstant } from '../../../src/core/instant.ts';
import { formatMinorUnits, type MinorUnits, sum } from '../../../src/core/minor-units.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import { isGiven } from '../records/is-given.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { laterAgreements, tellsLaterEvents } from './later-agreements.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { refundPayment } from './refund-payment.ts';
import { stillOwed } from './still-owed.ts';
import { nothingTakenBack, type TakenBack, takenBack } from './taken-back.ts';

const isAbout =
  (refundId: string) =>
  ({ reason, refund }: Agreement): boolean =>
    reason === 'REFUND' && isGiven(refund?.id) && idOfGid(refund.id) === refundId;

const agreementOf = (order: Order, id: string): Agreement | undefined =>
  (order.agreements?.nodes ?? []).find(isAbout(id));

const hasSales = (agreement: Agreement | undefined): boolean => (agreement?.sales?.nodes.length ?? 0) > 0;

/** Whether the ledger, read to its end, has sales under a refund. */
export const ledgerHas =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean =>
    tellsLaterEvents(order) && hasSales(agreementOf(order, id));

/** Longer than Shopify takes to write a return and its refund one after the other, in milliseconds. */
const leeway = 10 * 60_000;

/** An edit, a return, an exchange, or a removal without money, which a later refund may pay. */
const isChange = (reader: AmountReader, order: Order) => {
  const unpaid = (order.refunds?.nodes ?? []).filter((refund) => !refundPayment(reader, refund).movesMoney);
  const ids = unpaid.map(({ id }) => idOfGid(id ?? ''));
  return (agreement: Agreement): boolean => agreement.reason !== 'REFUND' || ids.some((id) => isAbout(id)(agreement));
};

const takesOff =
  (reader: AmountReader) =>
  ({ sales }: Agreement): boolean =>
    (sales?.nodes ?? []).some(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount') < 0n);

/** Money that went back before an edit is not for that edit, so what is told of it stays as it was told. */
const mayExplain =
  ({ occurredAt }: Pick<Refund, 'occurredAt'>) =>
  ({ happenedAt }: Agreement): boolean => {
    const at = O.toUndefined(parseInstant(happenedAt ?? ''));
    return at === undefined || occurredAt === '' || millisecondsOf(at) <= millisecondsOf(occurredAt) + leeway;
  };

/** What edits, returns and removals without money took off, in minor units, less what they added. */
const takenOffBy = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  -sum(
    changes
      .flatMap(({ sales }) => sales?.nodes ?? [])
      .map(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount')),
  );

/** The same since the one of them from which on the most was taken off. */
const takenOffSince = (reader: AmountReader, changes: readonly Agreement[]): MinorUnits =>
  changes.reduce((most, _, index) => {
    const since = takenOffBy(reader, changes.slice(index));
    return since > most ? since : most;
  }, 0n);

const isBefore =
  (instant: string) =>
  ({ processedAt, createdAt }: OrderRefund): boolean => {
    const at = O.toUndefined(parseInstant(processedAt ?? createdAt ?? ''));
    return at !== undefined && instant !== '' && millisecondsOf(at) < millisecondsOf(instant);
  };

/** Money of earlier refunds that the ledger does not count under themselves went back for the same changes. */
const settledBefore = (
  reader: AmountReader,
  order: Order,
  { occurredAt }: Refund,
  changes: readonly Agreement[],
): MinorUnits =>
  sum(
    (order.refunds?.nodes ?? [])
      .filter(isBefore(occurredAt))
      .filter(({ id }) => !hasSales(agreementOf(order, idOfGid(id ?? ''))))
      .filter(({ processedAt, createdAt }) => changes.some(mayExplain({ occurredAt: processedAt ?? createdAt ?? '' })))
      .map((refund) => refundPayment(reader, refund).paid),
  );

/**
 * What a refund took back of an order whose ledger was read to its end: what the ledger counts under the refund itself. The
 * money that went back may be for an edit or a return, which the ledger counts by itself, and is not told a second time.
 *
 * A refund that the ledger does not know, and whose money is not explained by what it knows, keeps its total without any
 * parts, so that it is held. None when the ledger has nothing to say about it.
 *
 * @param refund as its own list tells it
 */
export const asTheLedgerCounts =
  (reader: AmountReader, currency: Currency, order: Order) =>
  (refund: Refund, movesMoney: boolean): Refund | undefined => {
    const money = (amount: MinorUnits): string => `${formatMinorUnits(currency)(amount)} ${currency.code}`;
    const counted = (parts: TakenBack): Refund => ({
      ...refund,
      ...parts,
      message: `${refund.message}; ${money(parts.total)} of it counts here, the rest with the edit or the return that it settles`,
    });
    const later = laterAgreements(order).filter(mayExplain(refund));
    const changes = later.filter(isChange(reader, order)).filter((one) => !isAbout(refund.id)(one));
    // An order that nothing was changed of yet is told alike before its ledger was read and after.
    if (movesMoney && changes.length === 0) return undefined;
    const own = agreementOf(order, refund.id);
    if (own?.sales?.isCutShort === true) reader.lacks('agreements.sales');
    if (own !== undefined && hasSales(own)) {
      const parts = takenBack(ledgerEntries(reader, own.sales?.nodes ?? []));
      return parts.total === refund.total ? undefined : counted(parts);
    }
    // Where changes only added, the money is for nothing that is told already.
    if (!changes.some(takesOff(reader))) return undefined;
    // Which refund an agreement is about stands in every answer of ours: without it nobody knows what to leave out.
    if (later.some(({ reason, refund: about }) => reason === 'REFUND' && !isGiven(about))) {
      reader.lacks('agreements.refund');
    }
    // Cash is rounded by a few cents: only what is mostly unexplained is in doubt.
    const isInDoubt = (rest: MinorUnits): boolean => rest * 2n > refund.total;
    // What came after it says nothing of it: then not even what is still owed today proves anything.
    const isLatest = laterAgreements(order).every(mayExplain(refund));
    const takenOff = isLatest ? takenOffBy(reader, changes) : takenOffSince(reader, changes);
    const left = refund.total - (takenOff - settledBefore(reader, order, refund, changes));
    // What its own time explains stays explained, whatever is added and not paid later.
    return isInDoubt(left) && isInDoubt(stillOwed(reader, currency, order) ?? left)
      ? { ...refund, ...nothingTakenBack, total: refund.total }
      : counted(nothingTakenBack);
  };
