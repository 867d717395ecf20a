/** Maps the shipping cost of a session or an invoice to a charge whose price contains no tax. */
import type { ShippingCharge } from '../../../src/mapping/sale.ts';
import type { ShippingCost } from '../records/checkout-session.ts';
import { taxedOf } from './taxes.ts';
import { feeIn, type LineDefaults, taxOf } from './lines.ts';

/** A shipping cost, and how much tax its stated price contains. */
export interface ShippingParts {
  readonly charges: readonly ShippingCharge[];
  readonly contained: bigint;
  readonly onTop: bigint;
}

/** `amount_total` is `amount_subtotal` plus the tax that comes on top, so the rest of `amount_tax` is contained in the price. */
export const partsOfShipping = (defaults: LineDefaults, cost: ShippingCost | null): ShippingParts => {
  if (cost === null) return { charges: [], contained: 0n, onTop: 0n };
  const price = cost.amount_subtotal ?? 0n;
  const tax = (cost.amount_tax ?? 0n) - feeIn(cost.taxes);
  const contained = price + tax + feeIn(cost.taxes) - (cost.amount_total ?? price + tax + feeIn(cost.taxes));
  const charge = {
    ...{ name: 'Shipping', price: price - contained, discount: 0n, taxes: taxOf(defaults, tax) },
    ...(cost.amount_tax !== null && { taxed: taxedOf(tax, cost.taxes, price - contained) }),
  };
  return { charges: price === 0n && tax === 0n ? [] : [charge], contained, onTop: tax - contained };
};
