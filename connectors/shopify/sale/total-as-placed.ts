import type { Agreement } from '../records/agreement.ts';
import { isOfKnownReason } from '../records/is-of-known-reason.ts';
import type { Order } from '../records/order.ts';
import { hasSales } from './has-sales.ts';

/** An edit, a return by which something else went out (an exchange), or what we do not know the reason of. */
const changesTheTotal = (agreement: Agreement): boolean => {
  const { reason, sales } = agreement;
  if (!isOfKnownReason(agreement)) return hasSales(agreement);
  return (
    reason === 'ORDER_EDIT' || (reason === 'RETURN' && (sales?.nodes ?? []).some(({ quantity }) => (quantity ?? 0) > 0))
  );
};

/**
 * The total of an order as it was placed. Where an answer does not show it, the total of today stands in, unless an edit
 * or an exchange has changed that since: then it proves nothing, and there is none.
 */
export const totalAsPlaced = ({
  originalTotalPriceSet,
  totalPriceSet,
  edited,
  agreements,
}: Order): Order['totalPriceSet'] =>
  originalTotalPriceSet ?? (edited === true || agreements?.nodes.some(changesTheTotal) === true ? null : totalPriceSet);
