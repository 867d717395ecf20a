/** The codec of a line of an order, with its discounts, taxes and duties. */
import * as t from 'io-ts';
import { fields } from './fields.ts';
import { Money, TaxLine } from './money.ts';
import { connection } from './connection.ts';

/** The share of a discount on a line or shipping charge; `allocatedAmount` is its older name. */
export const DiscountAllocation = fields({ allocatedAmountSet: Money, allocatedAmount: Money }, 'DiscountAllocation');
export type DiscountAllocation = t.TypeOf<typeof DiscountAllocation>;

const Duty = fields({ id: t.string, price: Money, taxLines: connection(TaxLine) }, 'Duty');

/** `taxCode`: Avalara's code; only shops with the app AvaTax have it, and Shopify will remove the field. */
const Variant = fields({ taxCode: t.string }, 'ProductVariant');
const Product = fields({ category: fields({ id: t.string }, 'TaxonomyCategory') }, 'Product');

/** A line as sold: quantity, discounts and taxes include units that were refunded or removed later. */
export const LineItem = fields(
  {
    id: t.string,
    name: t.string,
    title: t.string,
    sku: t.string,
    quantity: t.number,
    requiresShipping: t.boolean,
    isGiftCard: t.boolean,
    /** Whether the product is taxable at all; a taxable line may bear no tax. */
    taxable: t.boolean,
    /** Only from REST. */
    isTip: t.boolean,
    originalUnitPriceSet: Money,
    originalTotalSet: Money,
    totalDiscountSet: Money,
    discountAllocations: connection(DiscountAllocation),
    taxLines: connection(TaxLine),
    duties: connection(Duty),
    product: Product,
    variant: Variant,
  },
  'LineItem',
);
export type LineItem = t.TypeOf<typeof LineItem>;
export type Duty = t.TypeOf<typeof Duty>;
