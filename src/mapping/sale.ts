import type { Address, OptionalFields } from '../domain/transaction.ts';
import type { Currency, MinorUnits } from '../domain/money.ts';
import type { Instant } from '../domain/instant.ts';
import type { FindingKind, Adjustment } from '../domain/run.ts';

/**
 * A sale in our own neutral shape: what the platform says about it, and no policy. All money in minor units of
 * `currency`.
 */
export interface Sale {
  readonly identity: SaleIdentity;
  /** When the sale was made, as the platform dates it for the merchant's books. */
  readonly occurredAt: Instant;
  readonly payment: PaymentState;
  /** Made with a test gateway or in test mode. */
  readonly isTest: boolean;
  /** The platform says that the tax may still change. */
  readonly taxIsEstimated: boolean;
  readonly isCancelled: boolean;
  readonly currency: Currency;
  /** Whether `listed` of lines and `price` of shipping contain their taxes. */
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly SaleLine[];
  readonly shipping: readonly ShippingCharge[];
  /** The part of the order's discount that no line and no shipping carries. Never negative. */
  readonly orderDiscount: MinorUnits;
  /**
   * Tax that no line and no shipping carries, such as the one total that a bare payment states. Always on top of the
   * prices: a tax that prices contain stands on its line.
   */
  readonly orderTaxes: readonly TaxAmount[];
  /** What the platform says that all of it came to, taxes, tips and gift cards included; null when it does not say. */
  readonly statedTotal: MinorUnits | null;
  /** Where it may count, in the order in which the platform's documents rank them. */
  readonly destinations: readonly Destination[];
  readonly exemptions: readonly ExemptionEvidence[];
  readonly marketplaces: readonly MarketplaceEvidence[];
  /** Ids by which another platform may know the same sale: `stripe:pi_…`, `shopify:order:…`. Never personal. */
  readonly references: readonly string[];
  readonly refunds: readonly Refund[];
  /**
   * Edits, returns and exchanges with what they took off the sale (positive) or added to it (negative), where the platform
   * tells their lines and taxes. Each is one of `adjustments` too, by its kind and id. Money that a refund gave back for one of
   * them is no part of that refund: it would be sent twice.
   */
  readonly amendments?: readonly Amendment[];
  /** Lines that came into the order after it was placed, as they came: amendments and refunds speak of them. */
  readonly addedLines?: readonly SaleLine[];
  /** Later adjustments that are no refund: edits, cancellation, disputes. */
  readonly adjustments: readonly Adjustment[];
  /** Tags, metadata and ship-from address, where the platform has them: sent only where the service's settings name them. */
  readonly optional?: OptionalFields;
  /** What the connector decided while reading, such as "amounts from the ledger of agreements". */
  readonly decisions: readonly Decision[];
}

/** Immutable ids; the transaction's id and name are made of nothing else. */
export interface SaleIdentity {
  /** `shopify`, `stripe`. */
  readonly platform: string;
  /** The platform as people write it: `Shopify`. */
  readonly platformName: string;
  /** Id of the shop or account, which outlives its domain and name. */
  readonly account: string;
  /** Id of the order, charge or invoice, as digits or as the platform writes it. */
  readonly recordId: string;
  /** What the merchant calls it (`#1001`), if that was given once and for all; null otherwise. */
  readonly number: string | null;
  /** Where the merchant can look at it; null when unknown. */
  readonly url: string | null;
}

/** How far a sale is paid. */
export type PaymentState =
  'paid' | 'partially paid' | 'not paid' | 'only authorised' | 'voided' | 'payment expired' | 'payment failed';

/**
 * What a line sells. `gift card`, `tip` and `duty` are left out of the transaction, a `fee` (a retail delivery fee, a bag
 * fee) is a line of its own.
 */
export type LineKind = 'goods' | 'gift card' | 'tip' | 'fee' | 'duty';

/** A line of a sale, as it was sold. */
export interface SaleLine {
  readonly id: string;
  readonly kind: LineKind;
  readonly name: string;
  readonly sku: string | null;
  /** A whole number, at least 1. A fractional quantity is sent as one unit with the whole price. */
  readonly quantity: number;
  /** Price of the whole quantity before discounts. Negative for a proration that gives money back. */
  readonly listed: MinorUnits;
  /** All discounts on the line, its share of order discounts included. Never negative. */
  readonly discount: MinorUnits;
  /** Taxes on the line, each of at least 0 for a sale. */
  readonly taxes: readonly TaxAmount[];
  /** Whether it is sent to a place. False for digital goods, services, and what is taken along in a store. */
  readonly isShipped: boolean;
  /** Product tax code, where the platform has one. Never derived from another set of codes. */
  readonly taxCode?: string;
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
}

/** A tax on a line, on shipping or on the whole sale. */
export interface TaxAmount {
  readonly amount: MinorUnits;
  /** Who has to remit it; `unknown` when the platform does not say. */
  readonly liable: 'seller' | 'marketplace' | 'unknown';
  /** Such as "CA State Tax". */
  readonly title: string;
}

/** Why an address is a candidate. */
export type DestinationBasis = 'shipping' | 'pickup' | 'point of sale' | 'billing';

/** An address at which a sale may count. */
export interface Destination {
  readonly basis: DestinationBasis;
  readonly address: PlatformAddress;
}

/** An address as the platform gives it: anything may be missing, blank, or written out (`California`). */
export type PlatformAddress = { readonly [Part in keyof Address]: string | null };

/** What the platform or the merchant says about an exempt buyer or purchase. */
export type ExemptionEvidence =
  /** A reseller's certificate of one US state. */
  | { readonly kind: 'resale certificate'; readonly state: string; readonly field: string }
  /** Bought for resale, on the merchant's own word (a tag, metadata, a setting). */
  | { readonly kind: 'resale'; readonly field: string }
  /** A kind of exempt buyer, such as `NON_PROFIT`. */
  | { readonly kind: 'entity'; readonly entity: string; readonly field: string }
  /** Exempt, and nobody says why. */
  | { readonly kind: 'exempt'; readonly field: string };

/** What the platform says about where the sale was made. */
export type MarketplaceEvidence =
  /** An app or the platform itself is the merchant of record: it remits all of the tax. */
  | { readonly kind: 'merchant of record'; readonly value: string; readonly field: string }
  /** A name of the channel: a handle, an app's name or id, a source name. */
  | { readonly kind: 'channel'; readonly value: string; readonly field: string }
  /** The merchant says so (metadata, a setting): the code itself. */
  | { readonly kind: 'stated'; readonly value: string; readonly field: string };

/** Money given back, with its own date. All amounts but the adjustment are at least 0. */
export interface Refund {
  readonly id: string;
  readonly occurredAt: Instant;
  /** Money is on its way back or has arrived; a pending one is listed, never sent. */
  readonly isSettled: boolean;
  readonly lines: readonly RefundLine[];
  readonly shipping: RefundPart;
  /** What went back beyond (positive) or short of (negative) lines and shipping, such as goodwill or a restocking fee. */
  readonly adjustment: RefundPart;
  /** All of it, tax included. */
  readonly total: MinorUnits;
  readonly message: string;
  /** Nobody knows whether or how it is to be sent, for the reason that `message` gives: it is held. */
  readonly isUnclear?: boolean;
  /** Left out or true: all amounts are exact. False: the platform's are finer than the currency; those here are cut off. */
  readonly isExact?: boolean;
}

/** An edit, a return or an exchange. Its amounts have the signs of a refund: what it added is negative. */
export interface Amendment extends Refund {
  readonly kind: 'edit' | 'return';
}

/** A part of a refund, without and with its tax. */
export interface RefundPart {
  /** Without tax, after discounts. */
  readonly amount: MinorUnits;
  readonly tax: MinorUnits;
  /**
   * What `tax` consists of, with its sign, where the platform says who is liable for each. Left out, it is shared as the tax
   * of the sale was.
   */
  readonly taxes?: readonly TaxAmount[];
}

/** What a refund gives back of one line. */
export interface RefundLine extends RefundPart {
  /** The line of the sale that it belongs to, or one that was added later. */
  readonly lineId: string;
  readonly quantity: number;
}

/** Why a number or a field of a transaction is what it is. Fields by the platform's own names; no personal data. */
export interface Decision {
  /** What was decided: `taxCollected`, `shipToAddress`, `lineItems`, … */
  readonly about: string;
  /** What came out, as a person reads it. */
  readonly value: string;
  readonly reason: string;
  /** The platform's fields that led to it. */
  readonly fields: readonly string[];
  /** Set when a person should look at it. */
  readonly finding?: FindingKind;
}
