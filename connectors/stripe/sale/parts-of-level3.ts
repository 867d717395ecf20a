import type { Level3 } from '../records/charge.ts';
import { amountsFrom, type SaleParts, type Telling, taxOf, wholeQuantity } from './sale-parts.ts';

/**
 * The parts of a charge with Level 3 data. Its shipping amount has no tax of its own; WooCommerce, for one, puts the tax
 * of shipping into it, and there it stays.
 */
export const partsOfLevel3 = (telling: Telling, level3: Level3): SaleParts => ({
  lines: level3.line_items.map((line, index) => {
    const quantity = wholeQuantity(line.quantity);
    return {
      id: `level3-${index + 1}`,
      kind: 'goods',
      name: line.product_description ?? 'Item',
      sku: line.product_code,
      quantity,
      listed: (line.unit_cost ?? 0n) * BigInt(quantity),
      discount: line.discount_amount ?? 0n,
      taxes: taxOf(telling, line.tax_amount ?? 0n),
      isShipped: telling.isShipped,
    };
  }),
  shipping:
    (level3.shipping_amount ?? 0n) === 0n
      ? []
      : [{ name: 'Shipping', price: level3.shipping_amount ?? 0n, discount: 0n, taxes: [] }],
  orderDiscount: 0n,
  orderTaxes: [],
  decisions: [amountsFrom("the charge's Level 3 data", ['level3'])],
});
