import type { Place } from '../place.ts';

export interface OrderLine {
  readonly id: string;
  readonly quantity: number;
  /** Of one unit. */
  readonly price: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
}

export interface OrderRefund {
  readonly id: string;
  readonly at: number;
  /** Wholly given back. */
  readonly line: OrderLine;
}

/** An order of a simulated shop, as the shop knows it. Money in minor units, times in milliseconds since 1970. */
export interface Order {
  readonly id: string;
  readonly number: number;
  readonly soldAt: number;
  readonly updatedAt: number;
  /** The shop shows its latest change from then on. */
  readonly visibleAt: number;
  readonly currency: string;
  readonly payment: 'PAID' | 'PENDING';
  readonly isTest: boolean;
  readonly isGiftCard: boolean;
  /** What the shop states beyond what its parts come to. */
  readonly misstatedBy: bigint;
  /** Of another shape than documented. */
  readonly isSpoilt: boolean;
  readonly lines: readonly [OrderLine, ...(readonly OrderLine[])];
  readonly shipping: bigint;
  readonly shipTo: Place;
  /** Its customer was forgotten: the place is left, and nothing that leads to a person. */
  readonly isRedacted: boolean;
  readonly refunds: readonly OrderRefund[];
  /** When it was edited; an edit adds a line. */
  readonly edits: readonly number[];
  /** The charge that it was paid with, where another storefront knows that one. */
  readonly paidWith: string | null;
}

/** What an edit adds, untaxed. */
export const addedByEdit = 500n;

/** The id of the agreement of an edit, the first of which has the index 1; the sale's own is that of the order. */
export const agreementOf = ({ id }: Pick<Order, 'id'>, index: number): string => `${id}${index}`;

export const netOf = ({ quantity, price, discount }: OrderLine): bigint => BigInt(quantity) * price - discount;

export const taxOf = ({ lines }: Order): bigint => lines.reduce((sum, { tax }) => sum + tax, 0n);

/** What the sale came to when it was made. */
export const totalOf = (order: Order): bigint =>
  order.lines.reduce((sum, line) => sum + netOf(line), 0n) + order.shipping + taxOf(order);
