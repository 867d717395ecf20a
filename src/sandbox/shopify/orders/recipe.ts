import type { Jurisdiction } from './jurisdiction.ts';
import type { OrderEvent } from './order-event.ts';
import type { Place } from './place.ts';
import type { RecipeLine } from './recipe-line.ts';

/** What is decided about a sample order before anything is computed. Money in minor units of `currency`, times in ms. */
export interface Recipe {
  readonly index: number;
  readonly id: bigint;
  readonly number: number;
  readonly name: string;
  readonly soldAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly currency: string;
  readonly digits: number;
  /** What the buyer saw and paid in, when that is another currency; `rate` in ten-thousandths. */
  readonly presentment: { readonly currency: string; readonly digits: number; readonly rate: bigint } | null;
  readonly taxesIncluded: boolean;
  readonly isTaxSkipped: boolean;
  /** The buyer became exempt after the sale: the order itself states no exemption. */
  readonly isExemptSinceLater: boolean;
  readonly taxedIn: Jurisdiction;
  readonly shipTo: Place | null;
  readonly billTo: Place | null;
  readonly lines: readonly RecipeLine[];
  readonly shipping: readonly RecipeShipping[];
  /** Off the whole order, spread over its lines. */
  readonly orderDiscount: bigint;
  readonly discountCodes: readonly string[];
  readonly fees: readonly { readonly name: string; readonly amount: bigint }[];
  /** Added to what was paid in cash, never to the sale. */
  readonly cashRounding: bigint;
  readonly liable: Liability;
  readonly customer: RecipeCustomer | null;
  readonly company: RecipeCompany | null;
  readonly tags: readonly string[];
  readonly channel: RecipeChannel;
  readonly payment: RecipePayment;
  readonly delivery: RecipeDelivery;
  readonly events: readonly OrderEvent[];
  readonly isTest: boolean;
  readonly isArchived: boolean;
  readonly isTaxEstimated: boolean;
  readonly isDisputed: boolean;
  readonly hasLedger: boolean;
  /** Added to the totals that the shop states, so that they do not add up. */
  readonly misstatedBy: bigint;
}

export interface RecipeShipping {
  readonly title: string;
  readonly price: bigint;
  readonly discount: bigint;
}

/** Whether the channel remits the tax; null: not stated. */
export interface Liability {
  readonly goods: boolean | null;
  readonly shipping: boolean | null;
}

export interface RecipeCustomer {
  readonly taxExempt: boolean;
  readonly taxExemptions: readonly string[];
  readonly tags: readonly string[];
}

/** A business buyer, and the settings of the location that bought. */
export interface RecipeCompany {
  readonly taxExempt: boolean;
  readonly taxExemptions: readonly string[];
}

export interface NamedApp {
  readonly id: string;
  readonly name: string;
}

export interface RecipeChannel {
  readonly sourceName: string;
  readonly sourceIdentifier: string | null;
  readonly app: NamedApp | null;
  readonly attribution: { readonly handle: string; readonly displayName: string } | null;
  readonly merchantOfRecord: NamedApp | null;
}

export type FinancialStatus =
  'AUTHORIZED' | 'EXPIRED' | 'PAID' | 'PARTIALLY_PAID' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'VOIDED';

export interface RecipePayment {
  readonly status: FinancialStatus | null;
  readonly gateway: string;
  readonly paymentId: string | null;
  /** Paid with a gift card, which is a payment and no discount. */
  readonly byGiftCard: bigint;
}

export interface RecipeDelivery {
  readonly method: 'SHIPPING' | 'LOCAL' | 'PICK_UP' | 'PICKUP_POINT' | 'RETAIL' | 'NONE';
  /** Key of the place of business that it is fulfilled from or handed over at. */
  readonly location: 'warehouse' | 'store' | 'pickup';
  /** Sold at a register there. */
  readonly isPointOfSale: boolean;
}
