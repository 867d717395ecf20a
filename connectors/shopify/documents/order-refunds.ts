import { moneyFields } from './money-fields.ts';
import { refundFields } from './refund-fields.ts';
import { refundLineFields } from './refund-line-fields.ts';

/** All refunds of an order that has more, or larger ones, than its page brought along: the list has no cursor and at most 250 entries. */
export const orderRefunds = `
query OrderRefunds($id: ID!) {
  order(id: $id) {
    refunds(first: 250) { ...RefundFields }
  }
}${refundFields(100, 50)}${refundLineFields}${moneyFields}`;
