import * as O from 'fp-ts/lib/Option.js';
import type { Currency } from '../../../src/core/currency.ts';
import { millisecondsOf, parseInstant } from '../../../src/core/instant.ts';
import { formatMinorUnits, type MinorUnits, sum } from '../../../src/core/minor-units.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import { idOfGid } from '../records/gid.ts';
import { isGiven } from '../records/is-given.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { isForeign } from './is-foreign.ts';
import { laterAgreements, tellsLaterEvents } from './later-agreements.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { refundPayment } from './refund-payment.ts';
import { nothingTakenBack, type TakenBack, takenBack } from './taken-back.ts';

const agreementOf = (order: Order, id: string): Agreement | undefined =>
  (order.agreements?.nodes ?? []).find(
    ({ reason, refund }) => reason === 'REFUND' && isGiven(refund?.id) && idOfGid(refund.id) === id,
  );

/** Whether the ledger, read to its end, has sales under a refund. */
export const ledgerHas =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean =>
    tellsLaterEvents(order) && (agreementOf(order, id)?.sales?.nodes.length ?? 0) > 0;

/** Longer than Shopify takes to write a return and its refund one after the other, in milliseconds. */
const leeway = 10 * 60_000;

/** Money that went back before an edit is not for that edit, so what is told of it stays as it was told. */
const mayExplain =
  ({ occurredAt }: Refund) =>
  ({ happenedAt }: Agreement): boolean => {
    const at = O.toUndefined(parseInstant(happenedAt ?? ''));
    return at === undefined || occurredAt === '' || millisecondsOf(at) <= millisecondsOf(occurredAt) + leeway;
  };

/** What edits and returns took off, in minor units, whatever they added. */
const takenOffBy = (reader: AmountReader, later: readonly Agreement[]): MinorUnits => {
  const amounts = later
    .filter(({ reason }) => reason !== 'REFUND')
    .flatMap(({ sales }) => sales?.nodes ?? [])
    .map(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount'));
  return -sum(amounts.filter((amount) => amount < 0n));
};

/**
 * How much more went back than the buyer had paid beyond what the whole ledger comes to, in minor units; undefined when the
 * ledger has no sale, or what was paid is not known at the rate of the order.
 */
const unexplained = (reader: AmountReader, currency: Currency, order: Order): MinorUnits | undefined => {
  const isWhole = orderAgreement(order)._tag === 'Found';
  if (!isWhole || !isGiven(order.totalReceivedSet) || isForeign(order, currency)) return undefined;
  const sales = (order.agreements?.nodes ?? []).flatMap((agreement) => agreement.sales?.nodes ?? []);
  const owed = sum(sales.map(({ totalAmount }) => reader.read(totalAmount, 'agreements.sales.totalAmount')));
  const back = sum((order.refunds?.nodes ?? []).map((refund) => refundPayment(reader, refund).paid));
  return owed - (reader.read(order.totalReceivedSet, 'totalReceivedSet') - back);
};

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
  (refund: Refund): Refund | undefined => {
    if (!tellsLaterEvents(order)) return undefined;
    const money = (amount: MinorUnits): string => `${formatMinorUnits(currency)(amount)} ${currency.code}`;
    const counted = (parts: TakenBack): Refund => ({
      ...refund,
      ...parts,
      message: `${refund.message}; ${money(parts.total)} of it counts here, the rest with the edit or the return that it settles`,
    });
    const own = agreementOf(order, refund.id);
    if (own !== undefined) {
      if (own.sales?.isCutShort === true) reader.lacks('agreements.sales');
      const parts = takenBack(ledgerEntries(reader, own.sales?.nodes ?? []));
      return parts.total === refund.total ? undefined : counted(parts);
    }
    const later = laterAgreements(order).filter(mayExplain(refund));
    // Where no edit and no return took anything off, the money is for nothing that is told already.
    const takenOff = takenOffBy(reader, later);
    if (takenOff === 0n) return undefined;
    // Which refund an agreement is about stands in every answer of ours: without it nobody knows what to leave out.
    if (later.some(({ reason, refund: about }) => reason === 'REFUND' && !isGiven(about))) {
      reader.lacks('agreements.refund');
    }
    // Cash is rounded by a few cents: only what is mostly unexplained is in doubt.
    const isInDoubt = (unexplained(reader, currency, order) ?? refund.total - takenOff) * 2n > refund.total;
    return isInDoubt ? { ...refund, ...nothingTakenBack, total: refund.total } : counted(nothingTakenBack);
  };
