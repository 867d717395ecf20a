import { sum } from '../../../src/domain/money.ts';
import { amountsFrom, type SaleParts, type Telling, taxOf, toldWithoutTax, wholeQuantity } from './sale-parts.ts';
import type { TaxCalculation } from '../records/tax-calculation.ts';

const containedIn = (item: { readonly tax_behavior: string | null; readonly amount_tax: bigint | null }): bigint =>
  item.tax_behavior === 'inclusive' ? (item.amount_tax ?? 0n) : 0n;

/** The parts of a payment that the host taxed with Stripe Tax's own interface. Its line items must be complete. */
export const partsOfTaxCalculation = (telling: Telling, calculation: TaxCalculation): SaleParts => {
  const items = calculation.line_items?.data ?? [];
  const postage = calculation.shipping_cost;
  const contained = sum(items.map(containedIn)) + (postage === null ? 0n : containedIn(postage));
  return {
    lines: items.map((line) => ({
      id: line.id,
      kind: 'goods',
      name: line.reference ?? 'Item',
      sku: line.reference,
      quantity: wholeQuantity(line.quantity),
      listed: (line.amount ?? 0n) - containedIn(line),
      discount: 0n,
      taxes: taxOf(telling, line.amount_tax ?? 0n),
      isShipped: telling.isShipped,
    })),
    shipping:
      postage === null || (postage.amount ?? 0n) === 0n
        ? []
        : [
            {
              name: 'Shipping',
              price: (postage.amount ?? 0n) - containedIn(postage),
              discount: 0n,
              taxes: taxOf(telling, postage.amount_tax ?? 0n),
            },
          ],
    orderDiscount: 0n,
    orderTaxes: [],
    decisions: [
      amountsFrom('Stripe Tax', ['tax.line_items', 'tax.shipping_cost']),
      ...toldWithoutTax(contained, ['tax.line_items.amount']),
    ],
  };
};
