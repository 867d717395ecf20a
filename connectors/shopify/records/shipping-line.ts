/** The codec of a shipping charge of an order; both prices include tax when the order's prices do. */
import * as t from 'io-ts';
import { connection } from './connection.ts';
import { DiscountAllocation } from './line-item.ts';
import { fields } from './fields.ts';
import { Money, TaxLine } from './money.ts';

export const ShippingLine = fields(
  {
    id: t.string,
    title: t.string,
    originalPriceSet: Money,
    discountedPriceSet: Money,
    discountAllocations: connection(DiscountAllocation),
    taxLines: connection(TaxLine),
  },
  'ShippingLine',
);
export type ShippingLine = t.TypeOf<typeof ShippingLine>;
