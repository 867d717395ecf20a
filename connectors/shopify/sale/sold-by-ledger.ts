import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { SaleLine, ShippingCharge } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';
import type { LineItem } from '../records/line-item.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amount-reader.ts';
import { ledgerEntries } from './ledger-entries.ts';
import { isAboutLine, lineOfEntry } from './line-of-entry.ts';
import type { Sold } from './sold.ts';
import { totalTax } from './taxes.ts';

const listedOf = (
  reader: AmountReader,
  order: Order,
  item: LineItem | undefined,
  { units, price }: { readonly units: number; readonly price: MinorUnits },
): MinorUnits => {
  // Where nobody says whether prices contain tax, the price of the line cannot be compared with what was paid for it.
  if (item === undefined || typeof order.taxesIncluded !== 'boolean') return price;
  const unit = reader.read(item.originalUnitPriceSet, 'lineItems.originalUnitPriceSet');
  const duties =
    order.dutiesIncluded === true
      ? sum((item.duties?.nodes ?? []).map((duty) => reader.read(duty.price, 'lineItems.duties.price')))
      : 0n;
  const listed = unit * BigInt(Math.max(1, units)) - duties;
  return listed > price ? listed : price;
};

/**
 * The amounts under the agreement by which the order was placed. Later agreements (edits, returns, refunds) are movements
 * of their own, so the same order gives the same amounts for ever.
 */
export const soldByLedger = (reader: AmountReader, order: Order, agreement: Agreement): Sold => {
  const pricesIncludeTax = order.taxesIncluded === true;
  const items = new Map((order.lineItems?.nodes ?? []).map((item) => [item.id ?? '', item]));
  const charges = new Map((order.shippingLines?.nodes ?? []).map((line) => [line.id ?? '', line]));
  const lineOf = lineOfEntry(order);
  const lines: SaleLine[] = [];
  const shipping: ShippingCharge[] = [];

  for (const entry of ledgerEntries(reader, agreement.sales?.nodes ?? [])) {
    const { gid, first, units, gross, taxes } = entry;
    const paid = pricesIncludeTax ? gross : gross - totalTax(taxes);
    if (isAboutLine(entry)) {
      const item = items.get(gid);
      const listed = listedOf(reader, order, item, { units, price: paid });
      lines.push(lineOf(entry, item, { listed, price: paid }));
    } else if (entry.kind === 'shipping') {
      const listed = reader.read(charges.get(gid)?.originalPriceSet, 'shippingLines.originalPriceSet');
      const price = listed > paid ? listed : paid;
      const name = first.shippingLine?.title ?? charges.get(gid)?.title ?? 'Shipping';
      shipping.push({ name, price, discount: price - paid, taxes });
    } else if (gross !== 0n || totalTax(taxes) !== 0n) {
      reader.lacks('agreements.sales of a kind that is known');
    }
  }

  return {
    lines,
    shipping,
    orderDiscount: 0n,
    orderTaxes: [],
    pricesIncludeTax,
    unread: [],
    decision: {
      about: 'amounts',
      value: 'from the ledger',
      reason: 'the agreement by which the order was placed; edits, refunds and cancellations leave it as it is',
      fields: ['agreements.sales'],
    },
  };
};
