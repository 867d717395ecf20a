/** The lines, shipping charges, taxes, duties and discounts of a sample order, as Shopify's GraphQL answers them. */
import { type PricedTax, type PricedLine, taxOf, unitsOf, type PricedShipping } from '../orders/priced.ts';
import { type Answer, type Purse, gid } from './answer.ts';
import type { History } from '../orders/history.ts';
import { listOf } from './connection.ts';

export const taxLineAnswer = (purse: Purse, { title, rate, amount, liable }: PricedTax): Answer => ({
  title,
  rate: rate / 100_000,
  ratePercentage: rate / 1000,
  source: 'Shopify',
  channelLiable: liable,
  priceSet: purse(amount),
});

/** Taxes of many lines as the order shows them: one for each title. */
export const summedTaxLines = (purse: Purse, taxes: readonly PricedTax[]): readonly Answer[] => {
  const byTitle = new Map<string, PricedTax>();
  for (const tax of taxes) {
    const amount = (byTitle.get(tax.title)?.amount ?? 0n) + tax.amount;
    byTitle.set(tax.title, { ...tax, amount });
  }
  return [...byTitle.values()].map((tax) => taxLineAnswer(purse, tax));
};

export const dutyAnswer = (purse: Purse, { id, recipe, dutyTaxes }: PricedLine): Answer => ({
  id: gid('Duty', id),
  harmonizedSystemCode: '6911.10',
  countryCodeOfOrigin: 'PT',
  price: purse(recipe.duty),
  taxLines: dutyTaxes.map((tax) => taxLineAnswer(purse, tax)),
});

export const lineAnswer = (history: History, purse: Purse, line: PricedLine): Answer => {
  const { recipe: order, lines, gone } = history;
  const { recipe } = line;
  const position = lines.findIndex(({ id }) => id === line.id);
  const left = recipe.quantity - (gone[position] ?? 0);
  const lineLevel = line.listed - recipe.discount - line.laterDiscount;
  const each = BigInt(recipe.quantity);
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    name: recipe.isUnnamed === true ? '' : recipe.title,
    title: recipe.title,
    variantTitle: null,
    sku: recipe.sku,
    vendor: 'Sample & Sons',
    quantity: recipe.quantity,
    currentQuantity: left,
    refundableQuantity: left,
    nonFulfillableQuantity: recipe.kind === 'goods' ? recipe.quantity - left : recipe.quantity,
    unfulfilledQuantity: 0,
    requiresShipping: recipe.requiresShipping,
    taxable: recipe.taxable,
    isGiftCard: recipe.kind === 'gift card',
    customAttributes: [],
    originalUnitPriceSet: () => purse(recipe.unitPrice),
    originalTotalSet: () => purse(line.listed),
    totalDiscountSet: () => purse(recipe.discount + line.laterDiscount),
    discountedTotalSet: () => purse(lineLevel),
    discountedUnitPriceSet: () => purse(lineLevel / each),
    discountedUnitPriceAfterAllDiscountsSet: () => purse(line.charged / each),
    priceAfterAllDiscountsBeforeTaxesSet: () =>
      purse(leftWithoutTax(line, recipe.quantity - left, order.taxesIncluded)),
    discountAllocations: () => allocations(purse, line),
    taxLines: listOf(() => line.taxes.map((tax) => taxLineAnswer(purse, tax))),
    duties: () => (recipe.duty === 0n ? [] : [dutyAnswer(purse, line)]),
    lineItemGroup: recipe.bundle && { id: gid('LineItemGroup', order.id), title: recipe.bundle, quantity: 1 },
    product: () => productAnswer(line),
    variant: () => variantAnswer(line),
  };
};

export const shippingAnswer = (
  purse: Purse,
  shipping: PricedShipping,
  fate: { readonly isRemoved: boolean; readonly isRefunded: boolean },
): Answer =>
  chargeAnswer(purse, { ...shipping, ...fate, id: gid('ShippingLine', shipping.id), title: shipping.recipe.title });

/** One charge that sums up all charges that were not removed. */
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

/** The current price of a line without its taxes: `priceAfterAllDiscountsBeforeTaxesSet`. */
const leftWithoutTax = (line: PricedLine, gone: number, taxesIncluded: boolean): bigint => {
  const left = unitsOf(line, gone, line.recipe.quantity - gone);
  return taxesIncluded ? left.charged - taxOf(left) : left.charged;
};

const allocations = (purse: Purse, line: PricedLine): readonly Answer[] =>
  [
    { amount: line.recipe.discount, isAcross: false },
    { amount: line.orderShare, isAcross: true },
    { amount: line.laterDiscount, isAcross: false },
  ]
    .filter(({ amount }) => amount > 0n)
    .map(({ amount, isAcross }, index) => allocation(purse, amount, index, isAcross));

const allocation = (purse: Purse, amount: bigint, index: number, isAcross: boolean): Answer => ({
  allocatedAmountSet: purse(amount),
  discountApplication: {
    __typename: isAcross ? 'DiscountCodeApplication' : 'ManualDiscountApplication',
    index,
    code: 'SAMPLE',
    title: 'Sample',
    allocationMethod: isAcross ? 'ACROSS' : 'EACH',
    targetSelection: isAcross ? 'ALL' : 'EXPLICIT',
    targetType: 'LINE_ITEM',
  },
});

const productAnswer = ({ id, recipe }: PricedLine): Answer | null =>
  recipe.kind === 'tip'
    ? null
    : {
        id: gid('Product', id),
        legacyResourceId: id,
        title: recipe.title,
        productType: recipe.productType,
        category: categoryAnswer(recipe.productType),
      };

/** Categories of Shopify's taxonomy; the shop has not categorized its other products. */
const categories: Readonly<Record<string, readonly [id: string, fullName: string]>> = {
  Clothing: ['aa-1', 'Apparel & Accessories > Clothing'],
  Groceries: ['fb-2', 'Food, Beverages & Tobacco > Food Items'],
};

const categoryAnswer = (productType: string): Answer | null => {
  const [id, fullName = ''] = categories[productType] ?? [];
  const name = fullName.split(' > ').at(-1);
  return id === undefined ? null : { id: `gid://shopify/TaxonomyCategory/${id}`, fullName, name };
};

/** Avalara's codes, as the app AvaTax has set them on some products. */
const taxCodes: Readonly<Record<string, string>> = { Kitchen: 'P0000000' };

const variantAnswer = ({ id, recipe }: PricedLine): Answer | null =>
  recipe.kind === 'tip'
    ? null
    : { id: gid('ProductVariant', id), legacyResourceId: id, taxCode: taxCodes[recipe.productType] ?? null };

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
  discountAllocations: () => shippingAllocations(purse, charge.discount),
  taxLines: () => charge.taxes.map((tax) => taxLineAnswer(purse, tax)),
});

const shippingAllocations = (purse: Purse, discount: bigint): readonly Answer[] =>
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
