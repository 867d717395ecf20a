/**
 * A transaction for the Tax Nexus Service in our own form: exact money, an address and lines, for a sale or for a refund of
 * one.
 */
import type { Currency, MinorUnits } from './money.ts';
import type { Instant } from './instant.ts';

/** One thing sold, or returned: then `quantity` is negative and `amount` stays positive. */
export interface TransactionLine {
  readonly id: string;
  readonly productName: string;
  readonly productSku: string | null;
  /** A whole number, never 0. */
  readonly quantity: number;
  /** Price of ONE unit in minor units, without tax, before discounts. */
  readonly amount: MinorUnits;
  /** Discount on the whole line, in minor units; negative on a returned line. */
  readonly discount: MinorUnits;
  /** Product tax code of the source; sent where the service's settings name it. */
  readonly taxCode?: string;
  /** Tags of the product. */
  readonly tags?: readonly string[];
}

/** Fields that some services accept and none needs; each is sent only where `service.wire.optional` names it. */
export interface OptionalFields {
  /** Tags of the order. */
  readonly tags?: readonly string[];
  /** The merchant's own keys and values. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Where it was shipped from. */
  readonly shipFromAddress?: Address;
}

/**
 * What is sent to the Tax Nexus Service for one sale, or for one refund of it. All money in minor units of `currency`.
 *
 * Two equations hold exactly: `subtotal = Σ amount × quantity − Σ line discounts − discount`, and
 * `total = subtotal + shippingHandling + taxCollected`.
 */
export interface Transaction extends OptionalFields {
  /** Made of immutable source ids alone: the same sale has the same id for ever, on every path to us. */
  readonly id: string;
  readonly name: string;
  /** The id of the sale that this refund belongs to; null for a sale. */
  readonly parentId: string | null;
  readonly transactedAt: Instant;
  readonly currency: Currency;
  readonly lines: readonly TransactionLine[];
  readonly discount: MinorUnits;
  readonly subtotal: MinorUnits;
  readonly shippingHandling: MinorUnits;
  /** What the seller collected, and has to remit; the tax that a marketplace remits is not part of it. */
  readonly taxCollected: MinorUnits;
  readonly total: MinorUnits;
  readonly shipToAddress: Address;
  readonly entity: string | null;
  readonly purpose: 'RESALE' | null;
  readonly marketplace: string | null;
}

/**
 * `CA` for California, `CA-ON` for Ontario, `DE-*` for Germany, which has no state: the key of totals by place. A bare `DE`
 * is Delaware.
 */
export const jurisdictionOf = ({ country, state }: Pick<Address, 'country' | 'state'>): string =>
  country === 'US' ? (state ?? 'US') : `${country}-${state ?? '*'}`;

/**
 * An address in the service's shape. Absent parts are null, never an empty string.
 *
 * `state` is two letters in the US and the ISO 3166-2 subdivision in other countries (`ON`), `country` is ISO 3166-1 alpha-2.
 */
export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly country: string;
}
