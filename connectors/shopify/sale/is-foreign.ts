import type { Currency } from '../../../src/domain/money.ts';
import type { Order } from '../records/order.ts';

/** Whether the buyer paid in another currency than the shop's, so that each payment has the rate of its own day. */
export const isForeign = ({ presentmentCurrencyCode }: Order, { code }: Currency): boolean =>
  typeof presentmentCurrencyCode === 'string' && presentmentCurrencyCode !== code;
