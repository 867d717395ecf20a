/**
 * Finds the addresses at which an order may be taxed, by how it reached the buyer: shipped, picked up, or handed over in a store.
 */
import * as O from 'fp-ts/lib/Option.js';
import type { Destination, DestinationBasis, PlatformAddress } from '../../../src/mapping/sale.ts';
import type { Address } from '../../../src/domain/transaction.ts';
import { chooseDestination } from '../../../src/mapping/destination.ts';
import { present } from '../../../src/domain/fields.ts';
import type { MailingAddress } from '../records/mailing-address.ts';
import type { FulfillmentOrder, Order } from '../records/order.ts';
import type { LineItem } from '../records/line-item.ts';
import type { ReadinessFinding } from '../../../src/mapping/source-connector.ts';

type GivenAddress = MailingAddress | null | undefined;

/** An address as the service gets it; none where it names no country, or no state in the US. */
export const placeOf = (address: GivenAddress): O.Option<Address> =>
  O.map(({ address: found }: { readonly address: Address }) => found)(
    chooseDestination(candidate('shipping', address)),
  );

/**
 * The addresses where an order may be taxed, in this order: the ship-to address when something ships, the pickup location, the
 * store, and the billing address when nothing ships. Each is used as a whole or not at all.
 *
 * The billing address never replaces a missing ship-to or store address: it does not show where the goods went.
 */
export const destinationsOf = (order: Order): readonly Destination[] => {
  const { isInStore, isPickup } = deliveryOf(order);
  const shipTo = candidate('shipping', order.shippingAddress);
  if (isInStore) return stores(order);
  if (isPickup) {
    return [...pickups(order), ...stores(order), ...(methodsOf(order).includes('PICKUP_POINT') ? shipTo : [])];
  }
  const lines = order.lineItems?.nodes ?? [];
  const ships = lines.length === 0 || lines.some(({ requiresShipping }) => requiresShipping !== false);
  return ships
    ? [...shipTo, ...pickups(order), ...stores(order)]
    : [...stores(order), ...candidate('billing', order.billingAddress), ...shipTo];
};

/** How an order reaches its buyer. */
interface Delivery {
  /** Handed over in a store. */
  readonly isInStore: boolean;
  /** Picked up at a location or a pickup point. */
  readonly isPickup: boolean;
}

const pickupMethods: ReadonlySet<string> = new Set(['PICK_UP', 'PICKUP_POINT']);

/**
 * A point-of-sale order without a ship-to address was handed over there, even if its products require shipping. One shipped
 * fulfillment order makes the whole order a shipped one.
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

/** Whether a line is shipped. Unknown counts as shipped, never as a download. */
export const isShipped = ({ isInStore, isPickup }: Delivery, line: LineItem | undefined): boolean =>
  !isInStore && !isPickup && line?.requiresShipping !== false;

interface ProbedOrder {
  readonly shippingAddress?: MailingAddress | null | undefined;
}

/**
 * Whether street and ZIP can be read. Without level 2 of protected customer data Shopify silently leaves them out of addresses
 * (shopify.dev, protected customer data).
 */
export const addressFinding = (orders: readonly ProbedOrder[]): ReadinessFinding => {
  const subject = 'protected customer data';
  const addresses = orders.flatMap(({ shippingAddress }) => (shippingAddress ? [shippingAddress] : []));
  if (addresses.length === 0) {
    return {
      level: 'fine',
      subject,
      message: 'no recent order has a ship-to address, so this cannot be checked',
    };
  }
  return addresses.some(({ zip, address1 }) => firstOf(zip, address1) !== null)
    ? { level: 'fine', subject, message: 'street and ZIP of ship-to addresses can be read' }
    : {
        level: 'warns',
        subject,
        message:
          'street and ZIP of ship-to addresses are withheld, so sales count by state alone; request protected customer data, level 2 "address", for the app',
      };
};

const shippedBy: ReadonlySet<string> = new Set(['SHIPPING', 'LOCAL', 'PICKUP_POINT']);

/** Where the order is shipped from; undefined when nothing is shipped, or several locations ship it. */
export const shipFromOf = ({ fulfillmentOrders }: Order): Address | undefined => {
  const shipped = (fulfillmentOrders?.nodes ?? []).filter(({ deliveryMethod }) =>
    shippedBy.has(deliveryMethod?.methodType?.toUpperCase() ?? ''),
  );
  const addresses = shipped.map(({ assignedLocation }) => O.toUndefined(placeOf(assignedLocation)));
  const [first] = addresses;
  const isSame = (one: Address | undefined): boolean => one === first || JSON.stringify(one) === JSON.stringify(first);
  return addresses.every(isSame) ? first : undefined;
};

const candidate = (basis: DestinationBasis, given: GivenAddress): readonly Destination[] => {
  if (given === null || given === undefined) return [];
  const address = addressOf(given);
  return Object.values(address).every((part) => present(part) === null) ? [] : [{ basis, address }];
};

const addressOf = (address: MailingAddress): PlatformAddress => ({
  line1: address.address1 ?? null,
  line2: address.address2 ?? null,
  city: address.city ?? null,
  state: firstOf(address.provinceCode, address.province),
  zip: address.zip ?? null,
  country: firstOf(address.countryCodeV2, address.countryCode, address.country),
});

/** The first non-blank text. A blank code must not hide the name in the next field: five digits alone look like a US ZIP. */
const firstOf = (...texts: readonly (string | null | undefined)[]): string | null =>
  texts.find((text) => present(text ?? null) !== null) ?? null;

const methodsOf = ({ fulfillmentOrders }: Order): readonly string[] =>
  (fulfillmentOrders?.nodes ?? []).flatMap(methodOf);

const methodOf = ({ deliveryMethod }: FulfillmentOrder): readonly string[] => {
  const method = deliveryMethod?.methodType?.toUpperCase();
  return method === undefined || method === 'NONE' ? [] : [method];
};

const isPos = ({ sourceName, retailLocation }: Order): boolean =>
  sourceName?.toLowerCase() === 'pos' || (retailLocation !== null && retailLocation !== undefined);

const stores = ({ retailLocation, fulfillmentOrders }: Order): readonly Destination[] => [
  ...candidate('point of sale', retailLocation?.address),
  ...(fulfillmentOrders?.nodes ?? []).flatMap(storeOf),
];

const storeOf = ({ deliveryMethod, assignedLocation }: FulfillmentOrder): readonly Destination[] =>
  deliveryMethod?.methodType?.toUpperCase() === 'RETAIL' ? candidate('point of sale', assignedLocation) : [];

const pickups = ({ fulfillmentOrders }: Order): readonly Destination[] =>
  (fulfillmentOrders?.nodes ?? []).flatMap(pickupOf);

/** At a pickup point the destination counts; at a location of the shop, the location does. */
const pickupOf = ({ deliveryMethod, assignedLocation, destination }: FulfillmentOrder): readonly Destination[] => {
  const method = deliveryMethod?.methodType?.toUpperCase();
  if (method === 'PICK_UP') return candidate('pickup', assignedLocation);
  return method === 'PICKUP_POINT' ? candidate('pickup', destination) : [];
};
