import type * as t from 'io-ts';
import { fields } from './fields.ts';
import { Money } from './money.ts';

/** The part of a discount that a line or a shipping charge carries; its older name is still asked for. */
export const DiscountAllocation = fields({ allocatedAmountSet: Money, allocatedAmount: Money }, 'DiscountAllocation');
export type DiscountAllocation = t.TypeOf<typeof DiscountAllocation>;
