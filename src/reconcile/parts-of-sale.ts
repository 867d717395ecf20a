/** Shows the parts of a sale as the platform states them, so that a person finds the part that is wrong or missing. */
import { formatMinorUnits, type MinorUnits } from '../domain/money.ts';
import { sumOfParts, totalTax } from '../mapping/amounts.ts';
import { withoutContacts } from '../mapping/without-contacts.ts';
import type { Sale } from '../mapping/sale.ts';

/** The parts of a sale as the platform states them. Money as decimals in major units. */
export interface PartsOfSale {
  readonly currency: string;
  /** Whether `listed` contains `tax`. */
  readonly pricesIncludeTax: boolean;
  readonly parts: readonly PartOfSale[];
  /** The sum of the parts, tax included. */
  readonly sum: string;
  /** The total that the platform states; null if it states no total. */
  readonly stated: string | null;
}

/** A line, a charge for shipping, or an amount that belongs only to the whole sale. */
export interface PartOfSale {
  readonly name: string;
  /** Null if the part has no quantity. */
  readonly quantity: number | null;
  /** The price of the whole quantity, before the discount. */
  readonly listed: string;
  readonly discount: string;
  readonly tax: string;
}

export const partsOfSale = (sale: Sale): PartsOfSale => {
  const money = formatMinorUnits(sale.currency);
  const part = (
    name: string,
    quantity: number | null,
    amounts: { readonly listed?: MinorUnits; readonly discount?: MinorUnits; readonly tax?: MinorUnits },
  ): PartOfSale => ({
    name: withoutContacts(name),
    quantity,
    listed: money(amounts.listed ?? 0n),
    discount: money(amounts.discount ?? 0n),
    tax: money(amounts.tax ?? 0n),
  });
  return {
    currency: sale.currency.code,
    pricesIncludeTax: sale.pricesIncludeTax,
    parts: [
      ...sale.lines.map(({ name, quantity, listed, discount, taxes }) =>
        part(name, quantity, { listed, discount, tax: totalTax(taxes) }),
      ),
      ...sale.shipping.map(({ name, price, discount, taxes }) =>
        part(`shipping: ${name}`, null, { listed: price, discount, tax: totalTax(taxes) }),
      ),
      ...(sale.orderDiscount === 0n
        ? []
        : [part('discount of the whole sale', null, { discount: sale.orderDiscount })]),
      ...(sale.orderTaxes.length === 0
        ? []
        : [part('tax of the whole sale', null, { tax: totalTax(sale.orderTaxes) })]),
    ],
    sum: money(sumOfParts(sale)),
    stated: sale.statedTotal === null ? null : money(sale.statedTotal),
  };
};
