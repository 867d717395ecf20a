import type { PricedShipping, PricedTax } from '../orders/priced.ts';
import type { Answer } from './answer.ts';
import { gid } from './gid.ts';
import type { Purse } from './money.ts';
import { taxLineAnswer } from './tax-line-answers.ts';

const allocations = (purse: Purse, discount: bigint): readonly Answer[] =>
  discount === 0n
    ? []
    : [
        {
          allocatedAmountSet: purse(discount),
          discountApplication: {
            __typename: 'DiscountCodeApplication',
            index: 0,
            code: 'SAMPLE',
            allocationMethod: 'EACH',
            targetSelection: 'ALL',
            targetType: 'SHIPPING_LINE',
          },
        },
      ];

interface Charge {
  readonly id: string | null;
  readonly title: string;
  readonly listed: bigint;
  readonly discount: bigint;
  readonly charged: bigint;
  readonly taxes: readonly PricedTax[];
  readonly isRemoved: boolean;
  readonly isRefunded: boolean;
}

const chargeAnswer = (purse: Purse, charge: Charge): Answer => ({
  id: charge.id,
  title: charge.title,
  code: charge.title,
  source: 'shopify',
  carrierIdentifier: null,
  deliveryCategory: null,
  custom: false,
  isRemoved: charge.isRemoved,
  originalPriceSet: () => purse(charge.listed),
  discountedPriceSet: () => purse(charge.charged),
  currentDiscountedPriceSet: () => purse(charge.isRemoved || charge.isRefunded ? 0n : charge.charged),
  discountAllocations: () => allocations(purse, charge.discount),
  taxLines: () => charge.taxes.map((tax) => taxLineAnswer(purse, tax)),
});

export const shippingAnswer = (
  purse: Purse,
  shipping: PricedShipping,
  fate: { readonly isRemoved: boolean; readonly isRefunded: boolean },
): Answer =>
  chargeAnswer(purse, { ...shipping, ...fate, id: gid('ShippingLine', shipping.id), title: shipping.recipe.title });

/** The one charge that stands for all that were not removed. */
export const shippingSum = (purse: Purse, charges: readonly PricedShipping[], isRefunded: boolean): Answer | null => {
  const [first] = charges;
  if (first === undefined) return null;
  const sum = (amount: (charge: PricedShipping) => bigint): bigint =>
    charges.reduce((total, charge) => total + amount(charge), 0n);
  return chargeAnswer(purse, {
    id: gid('ShippingLine', first.id),
    title: charges.map(({ recipe }) => recipe.title).join(', '),
    listed: sum(({ listed }) => listed),
    discount: sum(({ discount }) => discount),
    charged: sum(({ charged }) => charged),
    taxes: charges.flatMap(({ taxes }) => taxes),
    isRemoved: false,
    isRefunded,
  });
};
