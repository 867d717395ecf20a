/**
 * What is decided about a sample order before anything is computed, as types: the buyer, the lines, the payment, later events.
 */
import type { Jurisdiction, Place } from './us-places.ts';

/** Money in minor units of `currency`, times in ms. */
export interface Recipe {
  readonly index: number;
  readonly id: bigint;
  readonly number: number;
  readonly name: string;
  readonly soldAt: number;
  /** All events of the order are earlier. */
  readonly sampleEnd: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly currency: string;
  readonly digits: number;
  /** The currency that the buyer saw and paid in, if it is another one; `rate` in ten-thousandths. */
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
  /** Discount on the whole order, spread over its lines. */
  readonly orderDiscount: bigint;
  readonly discountCodes: readonly string[];
  readonly fees: readonly { readonly name: string; readonly amount: bigint }[];
  /** Added to the cash payment, never to the sale. */
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
  /** A fee by law, which Shopify writes among the charge's tax lines, without a rate. */
  readonly fee?: { readonly title: string; readonly amount: bigint };
}

/** Whether the channel remits the tax; null: not stated. */
interface Liability {
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
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

interface RecipePayment {
  readonly status: FinancialStatus | null;
  readonly gateway: string;
  readonly paymentId: string | null;
  /** Paid with a gift card, which is a payment and no discount. */
  readonly byGiftCard: bigint;
  /** In ms; the amount of the order at that time is paid. Absent: when it was sold. */
  readonly paidAt?: number;
}

interface RecipeDelivery {
  readonly method: 'SHIPPING' | 'LOCAL' | 'PICK_UP' | 'PICKUP_POINT' | 'RETAIL' | 'NONE';
  /** The place of business from which it is shipped or where it is handed over. */
  readonly location: 'warehouse' | 'store' | 'pickup';
  /** Whether it was sold at a register there. */
  readonly isPointOfSale: boolean;
}

/** One line. Money in minor units of the order's currency. */
export interface RecipeLine {
  readonly kind: 'goods' | 'gift card' | 'tip';
  readonly title: string;
  readonly sku: string | null;
  readonly productType: string;
  readonly unitPrice: bigint;
  readonly quantity: number;
  /** Discount on the whole line. */
  readonly discount: bigint;
  readonly taxable: boolean;
  readonly requiresShipping: boolean;
  readonly duty: bigint;
  readonly bundle: string | null;
  /** Written by an app that gives a line only a title. */
  readonly isUnnamed?: true;
}

/** An event after the sale. Lines are given by their position; times in ms. */
export type OrderEvent = EditEvent | RefundEvent | ReturnEvent | CancelEvent;

export interface EditEvent {
  readonly kind: 'edit';
  readonly at: number;
  /** Units removed from a line; removing all units removes the line. */
  readonly removed: readonly { readonly line: number; readonly quantity: number }[];
  /** Discounts given afterwards. */
  readonly discounted: readonly { readonly line: number; readonly amount: bigint }[];
  /** Lines added afterwards; no tax was calculated for them. */
  readonly added: readonly RecipeLine[];
  /** Positions of removed shipping charges. */
  readonly removedShipping: readonly number[];
}

export interface RefundEvent {
  readonly kind: 'refund';
  readonly at: number;
  readonly lines: readonly { readonly line: number; readonly quantity: number }[];
  /** `NO_RESTOCK`: the money is refunded, and the refund's lines have quantity 0. */
  readonly restock: 'RETURN' | 'CANCEL' | 'NO_RESTOCK';
  readonly shipping: boolean;
  /** The amount beyond lines and shipping: below 0 for goodwill, above 0 for a fee that is kept. */
  readonly adjustment: bigint;
  readonly isPending: boolean;
}

export interface ReturnEvent {
  readonly kind: 'return';
  readonly at: number;
  readonly lines: readonly { readonly line: number; readonly quantity: number }[];
  readonly exchangedFor: readonly RecipeLine[];
  /** The fee kept for the return shipping. */
  readonly shippingFee: bigint;
  readonly status: 'OPEN' | 'CLOSED';
}

export interface CancelEvent {
  readonly kind: 'cancel';
  readonly at: number;
  readonly reason: 'CUSTOMER' | 'FRAUD' | 'INVENTORY';
}
