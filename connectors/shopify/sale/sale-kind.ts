import type { LineKind } from '../../../src/mapping/sale.ts';
import type { LedgerSale } from '../records/agreement.ts';

const kinds: ReadonlyMap<string, LineKind | 'shipping'> = new Map([
  ['PRODUCT', 'goods'],
  ['GIFT_CARD', 'gift card'],
  ['TIP', 'tip'],
  ['SHIPPING', 'shipping'],
  ['DUTY', 'duty'],
  ['ADDITIONAL_FEE', 'fee'],
  ['FEE', 'fee'],
]);

const kindsByType: ReadonlyMap<string, LineKind | 'shipping'> = new Map([
  ['ProductSale', 'goods'],
  ['GiftCardSale', 'gift card'],
  ['TipSale', 'tip'],
  ['ShippingLineSale', 'shipping'],
  ['DutySale', 'duty'],
  ['AdditionalFeeSale', 'fee'],
  ['FeeSale', 'fee'],
]);

/**
 * What an entry of the ledger sells, by its line type, else by its own type. An adjustment has no place in a sale as it was
 * made, and of a kind that is yet to come nobody knows what it means: both are `unknown`.
 */
export const saleKind = (sale: LedgerSale): LineKind | 'shipping' | 'unknown' =>
  kinds.get(sale.lineType ?? '') ?? kindsByType.get(sale.__typename ?? '') ?? (sale.lineItem?.id ? 'goods' : 'unknown');
