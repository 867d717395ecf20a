import type { MinorUnits } from '../../../src/domain/money.ts';
import type { LineKind, SaleLine } from '../../../src/mapping/sale.ts';
import type { LineItem } from '../records/line-item.ts';
import type { Order } from '../records/order.ts';
import { deliveryOf, isShipped } from './delivery.ts';
import type { LedgerEntry } from './ledger-entries.ts';

const names: Readonly<Record<LineKind, string>> = {
  goods: 'Item',
  'gift card': 'Gift card',
  tip: 'Tip',
  fee: 'Fee',
  duty: 'Import duty',
};

export type LineEntry = LedgerEntry & { readonly kind: LineKind };

/** An entry of the ledger that is about a line, with the amounts that it is told with, in minor units. */
export const lineOfEntry = (order: Order) => {
  const delivery = deliveryOf(order);
  return (
    entry: LineEntry,
    item: LineItem | undefined,
    { listed, price }: { readonly listed: MinorUnits; readonly price: MinorUnits },
  ): SaleLine => {
    const { kind, lineId, first, units, taxes } = entry;
    const isGiftCard = kind === 'goods' && item?.isGiftCard === true;
    return {
      id: lineId,
      kind: isGiftCard ? 'gift card' : kind,
      name: item?.name ?? item?.title ?? first.additionalFee?.name ?? names[kind],
      sku: item?.sku ?? null,
      quantity: Math.max(1, units),
      listed,
      discount: listed - price,
      taxes,
      isShipped: kind === 'goods' && !isGiftCard && isShipped(delivery, item),
    };
  };
};

/** Whether an entry of the ledger is about a line, and not about shipping or an adjustment. */
export const isAboutLine = (entry: LedgerEntry): entry is LineEntry =>
  entry.kind !== 'shipping' && entry.kind !== 'unknown';
