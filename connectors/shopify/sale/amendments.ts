import type { Currency } from '../../../src/core/currency.ts';
import type { Amendment } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { laterAgreements } from './later-agreements.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { movementOf } from './movements.ts';
import { paymentStateOf } from './payment-state.ts';
import { takenBack } from './taken-back.ts';

const amendmentOf =
  (reader: AmountReader, currency: Currency, isPaid: boolean) =>
  (agreement: Agreement): readonly Amendment[] => {
    const movement = movementOf(reader, currency)(agreement);
    if (movement === undefined || (movement.kind !== 'edit' && movement.kind !== 'return')) return [];
    if (agreement.sales?.isCutShort === true) reader.lacks('agreements.sales');
    const parts = takenBack(ledgerEntries(reader, agreement.sales?.nodes ?? []));
    const { kind, id, occurredAt, amount, message } = movement;
    const isEmpty = parts.lines.length === 0 && amount === 0n && parts.shipping.tax === 0n;
    return isEmpty
      ? []
      : // What came back is owed to the buyer at once; what was added counts when it is paid, as a sale does.
        [{ ...parts, kind, id, occurredAt, isSettled: amount <= 0n || isPaid, message }];
  };

/** Edits, returns and exchanges of an order whose ledger was read to its end, each with its lines, shipping and taxes. */
export const amendmentsOf = (reader: AmountReader, currency: Currency, order: Order): readonly Amendment[] => {
  const isPaid = paymentStateOf(order.displayFinancialStatus, () => false) === 'paid';
  return laterAgreements(order).flatMap(amendmentOf(reader, currency, isPaid));
};
