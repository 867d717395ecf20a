import type { Sale } from '../../../src/mapping/sale.ts';
import type { Order } from '../records/order.ts';

/** What a service may know beyond what it needs; whether it is sent is up to `service.wire.optional`. */
export const optionalOf = ({ tags }: Pick<Order, 'tags'>): Pick<Sale, 'optional'> =>
  tags == null || tags.length === 0 ? {} : { optional: { tags } };
