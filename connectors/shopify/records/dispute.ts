/** The codec of a dispute of Shopify Payments: its id and status are on the order, the rest is read for a lost dispute. */
import * as t from 'io-ts';
import { fields } from './fields.ts';
import { Money } from './money.ts';

export const Dispute = fields(
  { id: t.string, status: t.string, amount: Money, initiatedAt: t.string, finalizedOn: t.string },
  'Dispute',
);
export type Dispute = t.TypeOf<typeof Dispute>;
