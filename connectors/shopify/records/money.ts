/** The codecs of amounts and taxes: always the shop's currency, as exact text. */
import * as t from 'io-ts';
import { isRecord } from '../../../src/domain/fields.ts';
import { quickCodec, unread } from '../../../src/domain/quick-codec.ts';
import { fields } from './fields.ts';

/** An amount in the shop's currency, as Shopify's decimal text (`"12.99"`, `"0.0"`, `"8600.0"`). */
export interface Money {
  readonly amount: string;
  /** ISO 4217; null when missing. */
  readonly currencyCode: string | null;
}

/**
 * Shop money of a MoneyBag, or a bare amount with its currency. Presentment money is never read: it follows the exchange rate
 * of each day.
 */
export const Money: t.Type<Money, unknown> = quickCodec('Money', (value) => {
  const money = isRecord(value) && 'shopMoney' in value ? value['shopMoney'] : value;
  if (!isRecord(money)) return unread;
  const { amount, currencyCode } = money;
  if (typeof amount !== 'string' && typeof amount !== 'number') return unread;
  return {
    amount: String(amount),
    currencyCode: typeof currencyCode === 'string' ? currencyCode : null,
  };
});

/** A tax rate, as a number or as text; any other value becomes null. */
const Rate: t.Type<number | null, unknown> = quickCodec('Rate', (value) => {
  const rate = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof rate === 'number' && Number.isFinite(rate) ? rate : null;
});

/**
 * A tax, or a fee that Shopify writes as a tax: see `isFee`. `channelLiable`: true when the channel remits it, false when the
 * seller does, null when unknown. `rate`: 0.0725 for 7.25 %.
 */
export const TaxLine = fields({ title: t.string, rate: Rate, channelLiable: t.boolean, priceSet: Money }, 'TaxLine');
export type TaxLine = t.TypeOf<typeof TaxLine>;
