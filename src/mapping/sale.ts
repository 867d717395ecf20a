/** The neutral form of a sale, which each connector makes of its platform's records, so that one mapping serves all platforms. */
import type { Address, OptionalFields } from '../domain/transaction.ts';
import type { Currency, MinorUnits } from '../domain/money.ts';
import type { Instant } from '../domain/instant.ts';
import type { PlatformEvent } from '../domain/platform-event.ts';
import type { FindingKind, Adjustment } from '../domain/run.ts';

/**
 * A sale in a shape that is independent of the platform: facts, no policy. All money in minor units of `currency`.
 */
export interface Sale {
  readonly identity: SaleIdentity;
  /** The date of the sale in the merchant's books. */
  readonly occurredAt: Instant;
  /** When its payments arrived or were captured; left out where the platform does not show that. */
  readonly paidAt?: readonly Instant[];
  /** When the platform made the record, where that is not the date of the sale: an order that was entered later and dated back. */
  readonly madeAt?: Instant;
  /** When it was placed, for a sale that has the date of goods that were added later (`addedBy`). */
  readonly placedAt?: Instant;
  readonly payment: PaymentState;
  /** Made with a test gateway or in test mode. */
  readonly isTest: boolean;
  /** The platform states that the tax may still change. */
  readonly taxIsEstimated: boolean;
  readonly isCanceled: boolean;
  readonly currency: Currency;
  /** Whether `listed` of lines and `price` of shipping contain their taxes. */
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly SaleLine[];
  readonly shipping: readonly ShippingCharge[];
  /** The part of the order's discount that is on no line and no shipping charge. Never negative. */
  readonly orderDiscount: MinorUnits;
  /**
   * Tax on no line and no shipping charge, such as the single total of a payment without lines. Always on top of the prices: a
   * tax that prices contain is on its line.
   */
  readonly orderTaxes: readonly TaxAmount[];
  /** The total that the platform states, with taxes, tips and gift cards; null when it states none. */
  readonly statedTotal: MinorUnits | null;
  /** Candidates for the destination, in the order of the platform's documentation. */
  readonly destinations: readonly Destination[];
  readonly exemptions: readonly ExemptionEvidence[];
  readonly marketplaces: readonly MarketplaceEvidence[];
  /** The platform's own settlement of this sale in other currencies. */
  readonly exchangeRates?: readonly ExchangeRate[];
  /** Ids of the same sale on another platform: `stripe:pi_…`, `shopify:order:…`. Never personal. */
  readonly references: readonly string[];
  readonly refunds: readonly Refund[];
  /**
   * Edits, returns, exchanges and lost disputes with their reductions (positive) and additions (negative), where the platform shows lines and
   * taxes. Each is in `adjustments` too, by kind and id. Money that a refund returned for one of them is not part of that
   * refund: it would be sent twice.
   */
  readonly amendments?: readonly Amendment[];
  /** Lines added after the order was placed; amendments and refunds refer to them. */
  readonly addedLines?: readonly SaleLine[];
  /** Later changes that are not refunds: edits, cancellation, disputes. */
  readonly adjustments: readonly Adjustment[];
  /**
   * Refunds and amendments that the platform took back after they counted: a refund that failed, a dispute that was won, a
   * void credit note. A change that counts again is in `refunds` or `amendments` as well.
   */
  readonly undone?: readonly UndoneChange[];
  /**
   * The platform did not show its disputes, for example because a permission is missing: disputes that were sent count as
   * true.
   */
  readonly hidesDisputes?: true;
  /** The part of its payments above its total: it paid an older balance, or is a credit for later sales. */
  readonly paidBeyond?: MinorUnits;
  /** The event that made a sale unpaid again after it counted, such as a bank debit that failed. */
  readonly undoneBy?: PlatformEvent;
  /** When the record last changed, as the platform states it. Default: the latest of its dates. */
  readonly lastChangedAt?: Instant;
  /** Tags, metadata and ship-from address, where the platform has them: sent only where the service's settings name them. */
  readonly optional?: OptionalFields;
  /** Decisions that the connector made while reading, such as "amounts from the ledger of agreements". */
  readonly decisions: readonly ValueReason[];
}

/** What one unit of the sale's currency is worth in another one, both in major units. */
export interface ExchangeRate {
  /** ISO 4217. */
  readonly currency: string;
  /** A decimal, such as `0.7345`. */
  readonly rate: string;
  /** The source of the rate: the platform's field, or the setting. */
  readonly field: string;
}

/** Immutable ids, the only parts of the transaction's id and name. */
export interface SaleIdentity {
  /** `shopify`, `stripe`. */
  readonly platform: string;
  /** The platform as people write it: `Shopify`. */
  readonly platformName: string;
  /** Id of the shop or account, which outlives its domain and name. */
  readonly account: string;
  /** Id of the order, charge or invoice, as digits or as the platform writes it. */
  readonly recordId: string;
  /** Set where accounts of the platform have records of equal ids: the name then contains the account. */
  readonly idsRepeat?: true;
  /** The merchant's number (`#1001`), if it never changes; null otherwise. */
  readonly number: string | null;
  /** Where the merchant can see the record; null when unknown. */
  readonly url: string | null;
  /** Set on the part of a record whose tax a marketplace remits, where the seller remits the rest. */
  readonly part?: 'marketplace';
  /** Set where the record was no sale until this change added goods: see `asCharged`. */
  readonly addedBy?: { readonly kind: 'edit' | 'return' | 'dispute'; readonly id: string };
}

/** The payment state of a sale. */
export type PaymentState =
  | 'paid'
  | 'partially paid'
  | 'not paid'
  | 'only authorized'
  | 'voided'
  | 'payment expired'
  | 'payment failed';

/**
 * What a line sells. A `gift card` is left out of the transaction; a `fee` (retail delivery fee, bag fee), a `tip` and a `duty`
 * are separate lines or left out: see `isKeptLine`.
 */
export type LineKind = 'goods' | 'gift card' | 'tip' | 'fee' | 'duty';

/** A line of a sale as of the date of the sale. */
export interface SaleLine {
  readonly id: string;
  readonly kind: LineKind;
  readonly name: string;
  readonly sku: string | null;
  /** A whole number, at least 1. A fractional quantity is sent as one unit with the whole price. */
  readonly quantity: number;
  /** Price of the whole quantity before discounts. Negative for a proration in favor of the buyer. */
  readonly listed: MinorUnits;
  /** All discounts on the line, its share of order discounts included. Never negative. */
  readonly discount: MinorUnits;
  /** Taxes on the line, each of at least 0 for a sale. */
  readonly taxes: readonly TaxAmount[];
  /**
   * How much of the price, after discounts and without tax, was taxed, where the platform states it. Default: all of it if
   * the line has a tax.
   */
  readonly taxed?: MinorUnits;
  /** False where the platform states that the product is not taxable, anywhere or where it goes. Default: not known. */
  readonly isTaxable?: false;
  /** True where the platform counts the price among its taxes, as Shopify does with retail delivery fees. */
  readonly isStatedAsTax?: true;
  /** Whether the goods are shipped. False for digital goods, services, and goods handed over in a store. */
  readonly isShipped: boolean;
  /** Product tax code, where the platform has one: see `policy.taxCodes`. */
  readonly taxCode?: string;
  /** The platform's product category, which is not a tax code. */
  readonly category?: string;
  /** Tags of the product. */
  readonly tags?: readonly string[];
}

/** A charge for shipping or handling. */
export interface ShippingCharge {
  readonly name: string;
  /** Before its discount. */
  readonly price: MinorUnits;
  readonly discount: MinorUnits;
  readonly taxes: readonly TaxAmount[];
  /** See `SaleLine.taxed`. */
  readonly taxed?: MinorUnits;
}

/** A tax on a line, on shipping or on the whole sale. */
export interface TaxAmount {
  readonly amount: MinorUnits;
  /** Who has to remit it; `unknown` when the platform does not state it. */
  readonly liable: 'seller' | 'marketplace' | 'unknown';
  /** Such as "CA State Tax". */
  readonly title: string;
}

/** What makes an address a candidate. */
export type DestinationBasis = 'shipping' | 'pickup' | 'point of sale' | 'billing';

/** A candidate address for the destination. */
export interface Destination {
  readonly basis: DestinationBasis;
  readonly address: PlatformAddress;
}

/** An address as the platform gives it: anything may be missing, blank, or written out (`California`). */
export type PlatformAddress = { readonly [Part in keyof Address]: string | null };

/** What the platform or the merchant states about an exempt buyer or purchase. */
export type ExemptionEvidence = ExemptionKind & {
  /** The platform's field. */
  readonly field: string;
  /**
   * `today`: known as of today, and the order does not state whether it held at the time of sale. `after the sale`: the order
   * states that it did not. Default: it held at the time of sale.
   */
  readonly asOf?: 'today' | 'after the sale';
  /** The last day on which it is valid, `YYYY-MM-DD`; default: no end. */
  readonly until?: string;
};

type ExemptionKind =
  /** A reseller's certificate of one US state. */
  | { readonly kind: 'resale certificate'; readonly state: string }
  /** Bought for resale, as the merchant states (a tag, metadata, a setting). */
  | { readonly kind: 'resale' }
  /** A kind of exempt buyer, such as `NON_PROFIT`. */
  | { readonly kind: 'entity'; readonly entity: string }
  /** Exempt without a stated reason. */
  | { readonly kind: 'exempt' };

/** What the platform states about the sales channel. */
export type MarketplaceEvidence =
  /** An app or the platform itself is the merchant of record: it remits all of the tax. */
  | { readonly kind: 'merchant of record'; readonly value: string; readonly field: string }
  /** A name of the channel: a handle, an app's name or id, a source name. */
  | { readonly kind: 'channel'; readonly value: string; readonly field: string }
  /** The application that made a payment: counts only when the policy names it. */
  | { readonly kind: 'application'; readonly value: string; readonly field: string }
  /** The merchant's statement (metadata, a setting): the code itself. */
  | { readonly kind: 'stated'; readonly value: string; readonly field: string };

/** Refunded money, with its own date. All amounts except the adjustment are at least 0. */
export interface Refund {
  readonly id: string;
  readonly occurredAt: Instant;
  /** The money has moved. A pending refund is listed, never sent. */
  readonly isSettled: boolean;
  readonly lines: readonly RefundLine[];
  readonly shipping: RefundPart;
  /** The refund's difference from lines and shipping: goodwill (positive), a restocking fee (negative). */
  readonly adjustment: RefundPart;
  /** The whole refund, tax included. */
  readonly total: MinorUnits;
  readonly message: string;
  /** The platform does not show what the refund was for (`message` has the reason): it is held. */
  readonly isUnclear?: boolean;
  /** What to do about an unclear refund. Default: enter it by hand. */
  readonly remedy?: string;
  /** The event by which it counts again after it was taken back (see `Sale.undone`). */
  readonly againBy?: PlatformEvent;
  /** Default true. False: the platform's amounts have more decimals than the currency; those here are cut off. */
  readonly isExact?: boolean;
  /**
   * Tax that the platform's books take back with this change although its money goes back with another change, where it is
   * negative.
   */
  readonly taxOfOther?: MinorUnits;
  /**
   * Whether the change was made before any payment, or before the sale was first paid in full: see `asCharged`. Default: it
   * was made later, or the sale was never paid in full.
   */
  readonly precedes?: 'first payment' | 'full payment';
}

/** A change of a sale that the platform took back, and that may have been sent before. */
export interface UndoneChange {
  readonly kind: 'refund' | Amendment['kind'];
  /** The id of the refund or amendment. */
  readonly id: string;
  readonly by: PlatformEvent;
}

/** An edit, a return, an exchange or a lost dispute. Amounts have the signs of a refund: additions are negative. */
export interface Amendment extends Refund {
  readonly kind: 'edit' | 'return' | 'dispute';
}

/** A part of a refund. */
export interface RefundPart {
  /** Without tax, after discounts. */
  readonly amount: MinorUnits;
  readonly tax: MinorUnits;
  /**
   * The components of `tax`, with sign, where the platform states who is liable for each. Default: shared like the tax of the
   * sale.
   */
  readonly taxes?: readonly TaxAmount[];
}

/** The refund of one line. */
export interface RefundLine extends RefundPart {
  /** A line of the sale, or one that was added later. */
  readonly lineId: string;
  readonly quantity: number;
}

/** The reason for a value of a transaction. Fields by the platform's names; no personal data. */
export interface ValueReason {
  /** What was decided: `taxCollected`, `shipToAddress`, `lineItems`, … */
  readonly about: string;
  /** The result, for a person to read. */
  readonly value: string;
  readonly reason: string;
  /** The platform's fields that decided it. */
  readonly fields: readonly string[];
  /** Set when a person should check it. */
  readonly finding?: FindingKind;
  /** What the finding is about, such as the name of a channel. */
  readonly subject?: string;
}
