import type { Order } from './order.ts';

/** Whether an order was edited, or a return of it was begun: what changed stands in its ledger alone. */
export const isAmended = ({ edited, returnStatus }: Pick<Order, 'edited' | 'returnStatus'>): boolean =>
  edited === true || !['NO_RETURN', null, undefined].includes(returnStatus);
