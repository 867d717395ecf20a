import type { Currency } from '../../../src/core/currency.ts';
import { sum } from '../../../src/core/minor-units.ts';
import type { Amendment } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { laterAgreements } from './later-agreements.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { movementOf } from './movements.ts';
import { paymentStateOf } from './payment-state.ts';
import { stillOwed } from './still-owed.ts';
import { takenBack } from './taken-back.ts';

const amendmentOf =
  (reader: AmountReader, currency: Currency) =>
  (agreement: Agreement): readonly Amendment[] => {
    const movement = movementOf(reader, currency)(agreement);
    if (movement === undefined || (movement.kind !== 'edit' && movement.kind !== 'return')) return [];
    if (agreement.sales?.isCutShort === true) reader.lacks('agreements.sales');
    const parts = takenBack(ledgerEntries(reader, agreement.sales?.nodes ?? []));
    const { kind, id, occurredAt, amount, message } = movement;
    const isEmpty = parts.lines.length === 0 && amount === 0n && parts.shipping.tax === 0n;
    return isEmpty ? [] : [{ ...parts, kind, id, occurredAt, isSettled: true, message }];
  };

/** What is still owed is owed for what was added last: an addition that was paid stays so when another one follows. */
const isPaidAmong =
  (all: readonly Amendment[], owed: bigint | undefined) =>
  (index: number): boolean =>
    owed !== undefined && sum(all.slice(index + 1).map(({ total }) => (total < 0n ? -total : 0n))) >= owed;

/**
 * What came back is owed to the buyer at once; what was added counts when it is paid, as a sale does. What takes off
 * something that was added and is not paid waits with it: told alone, it would take back what was never told.
 */
const settled = (all: readonly Amendment[], isPaid: (index: number) => boolean): readonly Amendment[] => {
  const waiting = new Set<string>();
  return all.map((one, index) => {
    const isSettled =
      one.total < 0n ? isPaid(index) : !one.lines.some(({ lineId, amount }) => amount > 0n && waiting.has(lineId));
    if (!isSettled) one.lines.filter(({ amount }) => amount < 0n).forEach(({ lineId }) => waiting.add(lineId));
    return { ...one, isSettled };
  });
};

/** Edits, returns and exchanges of an order whose ledger was read to its end, each with its lines, shipping and taxes. */
export const amendmentsOf = (reader: AmountReader, currency: Currency, order: Order): readonly Amendment[] => {
  const all = laterAgreements(order).flatMap(amendmentOf(reader, currency));
  const isPaid = paymentStateOf(order.displayFinancialStatus, () => false) === 'paid';
  return isPaid ? all : settled(all, isPaidAmong(all, stillOwed(reader, currency, order)));
};
