import type { Agreement } from '../records/agreement.ts';
import { isGiven } from '../records/is-given.ts';
import { hasSales } from './has-sales.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';

/** Whatever its reason: Shopify gives `UNKNOWN`, or a name of its own, to what a later version of its API can do to an order. */
const isLater = ({ reason }: Agreement): boolean => reason !== 'ORDER';

/** Whether the ledger was read beyond the sale itself, so that it tells edits, returns and exchanges. */
export const tellsLaterEvents = ({ agreements }: Order): boolean =>
  agreements !== null &&
  agreements !== undefined &&
  !agreements.isCutShort &&
  (agreements.nodes.length > 1 || agreements.nodes.some(isLater));

/** Whether the amounts of the sale are those of the order as it was placed, with nothing in them of what came later. */
const isToldAsPlaced = (order: Order): boolean =>
  orderAgreement(order)._tag === 'Found' || isGiven(order.originalTotalPriceSet);

/** What the ledger tells of an order after it was placed; nothing where it was not read to its end, or may be told already. */
export const laterAgreements = (order: Order): readonly Agreement[] =>
  tellsLaterEvents(order) && isToldAsPlaced(order)
    ? (order.agreements?.nodes ?? []).filter((agreement) => isLater(agreement) && hasSales(agreement))
    : [];
