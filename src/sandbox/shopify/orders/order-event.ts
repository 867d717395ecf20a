import type { RecipeLine } from './recipe-line.ts';

/** What happened to an order after it was made. Lines are meant by their position; times in ms. */
export type OrderEvent = EditEvent | RefundEvent | ReturnEvent | CancelEvent;

export interface EditEvent {
  readonly kind: 'edit';
  readonly at: number;
  /** Units taken off a line; all of them removes it. */
  readonly removed: readonly { readonly line: number; readonly quantity: number }[];
  /** A discount given afterwards. */
  readonly discounted: readonly { readonly line: number; readonly amount: bigint }[];
  /** Lines added afterwards; nothing calculated tax for them. */
  readonly added: readonly RecipeLine[];
  /** Positions of shipping charges taken off. */
  readonly removedShipping: readonly number[];
}

export interface RefundEvent {
  readonly kind: 'refund';
  readonly at: number;
  readonly lines: readonly { readonly line: number; readonly quantity: number }[];
  /** `NO_RESTOCK`: the money is refunded, and the refund's lines have quantity 0. */
  readonly restock: 'RETURN' | 'CANCEL' | 'NO_RESTOCK';
  readonly shipping: boolean;
  /** What the sale comes to beyond lines and shipping: below 0 for goodwill, above 0 for a fee that is kept. */
  readonly adjustment: bigint;
  readonly isPending: boolean;
}

export interface ReturnEvent {
  readonly kind: 'return';
  readonly at: number;
  readonly lines: readonly { readonly line: number; readonly quantity: number }[];
  readonly exchangedFor: readonly RecipeLine[];
  /** Kept for the way back. */
  readonly shippingFee: bigint;
  readonly status: 'OPEN' | 'CLOSED';
}

export interface CancelEvent {
  readonly kind: 'cancel';
  readonly at: number;
  readonly reason: 'CUSTOMER' | 'FRAUD' | 'INVENTORY';
}
