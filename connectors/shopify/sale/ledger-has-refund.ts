import type { Refund } from '../../../src/mapping/sale.ts';
import type { Order } from '../records/order.ts';
import { agreementsOfRefund } from './agreements-of-refund.ts';
import { hasSales } from './has-sales.ts';
import { tellsLaterEvents } from './later-agreements.ts';

/** Whether the ledger, read to its end, has sales under a refund. */
export const ledgerHasRefund =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean =>
    tellsLaterEvents(order) && agreementsOfRefund(order, id).some(hasSales);
