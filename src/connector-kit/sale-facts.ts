/** What a connector's author states about a record: the plain facts of a sale, with defaults for most platforms. */
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { LineKind, PaymentState, PlatformAddress, Sale } from '../mapping/sale.ts';

/** A decimal number as text, in major units: `12.50`. Never a JavaScript number, which is not exact. */
export type Decimal = string;

/** A tax: one amount that the seller remits, or the parts that the platform states. */
export type TaxFacts =
  | Decimal
  | readonly {
      readonly amount: Decimal;
      /** Default: `Tax`. */
      readonly title?: string;
      /** Who remits it. Default: `seller`. */
      readonly liable?: 'seller' | 'marketplace' | 'unknown';
    }[];

/** A line, as sold. */
export type LineFacts = {
  readonly id: string | number;
  readonly name: string;
  /** Default 1. A part of a unit counts as one. */
  readonly quantity?: number;
  /** Default none. */
  readonly tax?: TaxFacts;
  /** Default `goods`. */
  readonly kind?: LineKind;
  readonly sku?: string | null;
  /** Default true. */
  readonly isShipped?: boolean;
  readonly taxCode?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
} & (
  | {
      /** The price of the whole quantity, before discounts. */
      readonly price: Decimal;
    }
  | { readonly unitPrice: Decimal }
) &
  Discount;

/** One of the two fields, or no discount. */
interface Discount {
  /** All discounts, as a positive amount. */
  readonly discount?: Decimal;
  /** The price after all discounts, if the platform states that instead. */
  readonly discountedPrice?: Decimal;
}

/** A charge for shipping. */
export interface ShippingFacts extends Discount {
  /** Default `Shipping`. */
  readonly name?: string;
  readonly price: Decimal;
  readonly tax?: TaxFacts;
}

/** An address as the platform returns it: any part may be missing or blank. */
export type AddressFacts = { readonly [Part in keyof PlatformAddress]?: string | null | undefined };

/** Refunded money, with positive amounts. */
export interface RefundFacts {
  readonly id: string | number;
  /** When the money moved, with its offset. */
  readonly at: string;
  /** The whole refund, tax included. */
  readonly total: Decimal;
  /** Without `lines`, `shipping` and `adjustment`, the platform does not show what was refunded: the refund is held. */
  readonly lines?: readonly {
    readonly lineId: string | number;
    /** Default 1. */
    readonly quantity?: number;
    /** Without tax. */
    readonly amount: Decimal;
    readonly tax?: Decimal;
  }[];
  readonly shipping?: readonly { readonly amount: Decimal; readonly tax?: Decimal }[];
  /** Goodwill (positive) or a restocking fee (negative). */
  readonly adjustment?: { readonly amount: Decimal; readonly tax?: Decimal };
  /** Whether the money has moved. Default true. */
  readonly isSettled?: boolean;
}

/** What a record of the platform states about a sale. Fields that are left out have the default of most platforms. */
export interface SaleFacts {
  /** The platform's permanent id of the record. */
  readonly id: string | number;
  /** The merchant's number, such as `#1001`, if it never changes. */
  readonly number?: string;
  /** Where the merchant can see the record. */
  readonly url?: string;
  /** The date of the sale, with its offset: `2026-03-08T07:00:00Z`. */
  readonly at: string;
  /** Default `paid`. */
  readonly payment?: PaymentState;
  /** ISO 4217. */
  readonly currency: string;
  /** The total that the platform states, with tax; null if it states no total. A sale whose parts differ from it is held. */
  readonly total: Decimal | null;
  /** Whether `price` of lines and shipping contains the tax. Default false. */
  readonly pricesIncludeTax?: boolean;
  readonly lines: readonly LineFacts[];
  readonly shipping?: readonly ShippingFacts[];
  /** A discount that belongs to no line and no shipping charge. */
  readonly discount?: Decimal;
  /** A tax that belongs to no line and no shipping charge. */
  readonly tax?: TaxFacts;
  readonly shipTo?: AddressFacts | null;
  readonly billTo?: AddressFacts | null;
  /** Where it was handed over in person: comes before `shipTo`. */
  readonly soldAt?: AddressFacts | null;
  readonly refunds?: readonly RefundFacts[];
  /** Default false, each. */
  readonly isTest?: boolean;
  readonly isCanceled?: boolean;
  readonly taxIsEstimated?: boolean;
  /** Members of `Sale` that have no field above, such as `exemptions`, `marketplaces` or `amendments`. */
  readonly also?: Partial<Omit<Sale, 'identity' | 'currency'>>;
}

/** The result of `toSale`. */
export type RecordMeaning =
  | { readonly _tag: 'Sale'; readonly facts: SaleFacts }
  | { readonly _tag: 'Held'; readonly reason: HoldReason; readonly message: string }
  | { readonly _tag: 'Skipped'; readonly reason: SkipReason; readonly message: string };

/** A sale. An amount that the currency cannot hold exactly is held, never rounded. */
export const sale = (facts: SaleFacts): RecordMeaning => ({ _tag: 'Sale', facts });

/** A record that waits for a person: why, without a buyer's data. */
export const hold = (reason: HoldReason, message: string): RecordMeaning => ({ _tag: 'Held', reason, message });

/** A record that is correctly never sent: why, without a buyer's data. */
export const skip = (reason: SkipReason, message: string): RecordMeaning => ({ _tag: 'Skipped', reason, message });

/**
 * The amount with the other sign, for platforms that list refunds as negative amounts.
 *
 * @example
 * negated('-9.00') // '9.00'
 */
export const negated = (amount: Decimal): Decimal => {
  const text = amount.trim();
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
};
