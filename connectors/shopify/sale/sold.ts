import type { MinorUnits } from '../../../src/domain/money.ts';
import type { Decision, SaleLine, ShippingCharge, TaxAmount } from '../../../src/mapping/sale.ts';

/** The amounts of an order as it was sold. */
export interface Sold {
  readonly lines: readonly SaleLine[];
  readonly shipping: readonly ShippingCharge[];
  readonly orderDiscount: MinorUnits;
  readonly orderTaxes: readonly TaxAmount[];
  /** Whether listed prices and shipping contain their taxes. */
  readonly pricesIncludeTax: boolean;
  /** Fields that were not read: the amounts stand only if they come to the stated total without them. */
  readonly unread: readonly string[];
  readonly decision: Decision;
}
