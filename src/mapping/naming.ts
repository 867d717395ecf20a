import type { SaleIdentity } from './sale.ts';

/**
 * The id under which a sale is sent: platform, account and record, all immutable. The same sale has the same id from a
 * historical sync, a webhook, a schedule, after a reinstall, and after the record book was lost.
 *
 * @example
 * saleIdOf(identity) // "shopify:548380009:5012345678"
 */
export const saleIdOf = ({ platform, account, recordId }: SaleIdentity): string => `${platform}:${account}:${recordId}`;

/** The id of a refund that is sent as a transaction of its own. */
export const refundIdOf = (identity: SaleIdentity, refundId: string): string =>
  `${saleIdOf(identity)}:refund:${refundId}`;

/**
 * The readable name. The service compares names, so it is made of immutable things only and is unique through the record's
 * id: a human number repeats between shops, and shop domains change.
 *
 * @example
 * saleNameOf(identity) // "Shopify #1001 · 5012345678", "Stripe in_1Q…"
 */
export const saleNameOf = ({ platformName, number, recordId }: SaleIdentity): string =>
  number === null ? `${platformName} ${recordId}` : `${platformName} ${number} · ${recordId}`;

export const refundNameOf = (identity: SaleIdentity, refundId: string): string =>
  `${saleNameOf(identity)} · refund ${refundId}`;
