import type { LineItem } from '../records/line-item.ts';
import type { FulfillmentOrder, Order } from '../records/order.ts';

/** How an order reaches its buyer, as far as it can be read. */
export interface Delivery {
  /** Handed over in a store, at the till. */
  readonly isInStore: boolean;
  /** Fetched by the buyer from a location or a pickup point. */
  readonly isPickup: boolean;
}

const pickupMethods: ReadonlySet<string> = new Set(['PICK_UP', 'PICKUP_POINT']);

const methodOf = ({ deliveryMethod }: FulfillmentOrder): readonly string[] => {
  const method = deliveryMethod?.methodType?.toUpperCase();
  return method === undefined || method === 'NONE' ? [] : [method];
};

export const methodsOf = ({ fulfillmentOrders }: Order): readonly string[] =>
  (fulfillmentOrders?.nodes ?? []).flatMap(methodOf);

const isPos = ({ sourceName, retailLocation }: Order): boolean =>
  sourceName?.toLowerCase() === 'pos' || (retailLocation !== null && retailLocation !== undefined);

/**
 * A sale of the point of sale that has no ship-to address was handed over there, whatever its products need otherwise.
 * One parcel among the fulfillment orders makes the whole order a shipped one.
 */
export const deliveryOf = (order: Order): Delivery => {
  const methods = methodsOf(order);
  const all = (matches: (method: string) => boolean): boolean => methods.length > 0 && methods.every(matches);
  const hasNoShipTo = order.shippingAddress === null || order.shippingAddress === undefined;
  return {
    isInStore: all((method) => method === 'RETAIL') || (methods.length === 0 && isPos(order) && hasNoShipTo),
    isPickup: all((method) => pickupMethods.has(method)),
  };
};

/** Whether a line is sent to a place. What the answer does not say is taken for a parcel, never for a download. */
export const isShipped = ({ isInStore, isPickup }: Delivery, line: LineItem | undefined): boolean =>
  !isInStore && !isPickup && line?.requiresShipping !== false;
