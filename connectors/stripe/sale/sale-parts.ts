import type { Decision, SaleLine, ShippingCharge, TaxAmount } from '../../../src/mapping/sale.ts';

/** What was sold and what it cost, from whichever object says it best. Amounts in Stripe's units, prices without tax. */
export interface SaleParts {
  readonly lines: readonly SaleLine[];
  readonly shipping: readonly ShippingCharge[];
  readonly orderDiscount: bigint;
  readonly orderTaxes: readonly TaxAmount[];
  readonly decisions: readonly Decision[];
}

/** What the parts take from elsewhere: who remits the taxes, and whether there is a place that it is sent to. */
export interface Telling {
  readonly liable: TaxAmount['liable'];
  readonly isShipped: boolean;
}

export const taxOf = (telling: Telling, amount: bigint, title = 'Tax'): readonly TaxAmount[] =>
  amount === 0n ? [] : [{ amount, liable: telling.liable, title }];

/** Never a fraction and at least 1: what is sold by the half is told as one unit with the whole price. */
export const wholeQuantity = (quantity: number | null, exact: string | null = null): number => {
  if (exact !== null && !/^\d+(\.0+)?$/.test(exact)) return 1;
  return quantity === null || quantity < 1 ? 1 : quantity;
};

/** Recorded wherever the taxes that a price contains were taken out of it. */
export const toldWithoutTax = (contained: bigint, fields: readonly string[]): readonly Decision[] =>
  contained === 0n
    ? []
    : [
        {
          about: 'lineItems',
          value: 'without tax',
          reason: 'its prices contain tax; they are told without it',
          fields,
        },
      ];

/** From which object the amounts are. */
export const amountsFrom = (source: string, fields: readonly string[]): Decision => ({
  about: 'lineItems',
  value: source,
  reason: `amounts from ${source}`,
  fields,
});
