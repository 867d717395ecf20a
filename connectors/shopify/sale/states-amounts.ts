import { isGiven } from '../records/is-given.ts';
import type { LineItem } from '../records/line-item.ts';
import type { ShippingLine } from '../records/shipping-line.ts';

/** Whether a line says what tax it carries: a whole list of taxes, each with its amount. An empty list is an answer. */
export const statesTax = ({ taxLines }: Pick<LineItem | ShippingLine, 'taxLines'>): boolean =>
  isGiven(taxLines) && !taxLines.isCutShort && taxLines.nodes.every(({ priceSet }) => isGiven(priceSet));

/** Whether a line says what discount it carries: a whole list of allocations, each with its amount. */
export const statesDiscount = ({ discountAllocations }: Pick<LineItem, 'discountAllocations'>): boolean =>
  isGiven(discountAllocations) &&
  !discountAllocations.isCutShort &&
  discountAllocations.nodes.every(({ allocatedAmountSet, allocatedAmount }) =>
    isGiven(allocatedAmountSet ?? allocatedAmount),
  );
