import type { SaleLine } from '../../../src/mapping/sale.ts';
import { isOfKnownReason } from '../records/is-of-known-reason.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { laterAgreements } from './later-agreements.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { isAboutLine, lineOfEntry } from './line-of-entry.ts';
import { totalTax } from './taxes.ts';

/**
 * The lines of an order that were not sold when it was placed: added by an edit, gone out in exchange, or a fee of a return. None
 * that was added for a reason that we do not know: it is not told, so that nothing of it may be taken back.
 */
export const addedLinesOf = (reader: AmountReader, order: Order, sold: readonly SaleLine[]): readonly SaleLine[] => {
  const later = laterAgreements(order);
  if (later.length === 0) return [];
  const items = new Map((order.lineItems?.nodes ?? []).map((item) => [item.id ?? '', item]));
  const known = new Set(sold.map(({ id }) => id));
  const lineOf = lineOfEntry(order);
  const added: SaleLine[] = [];
  for (const agreement of later) {
    for (const entry of ledgerEntries(reader, agreement.sales?.nodes ?? []).filter(isAboutLine)) {
      if (known.has(entry.lineId)) continue;
      known.add(entry.lineId);
      if (!isOfKnownReason(agreement)) continue;
      const price = entry.gross - totalTax(entry.taxes);
      added.push(lineOf(entry, items.get(entry.gid), { listed: price, price }));
    }
  }
  return added;
};
