import type { Destination, DestinationBasis, PlatformAddress } from '../../../src/mapping/sale.ts';
import { present } from '../../../src/mapping/present.ts';
import { deliveryOf, methodsOf } from './delivery.ts';
import type { MailingAddress } from '../records/mailing-address.ts';
import type { FulfillmentOrder, Order } from '../records/order.ts';

type GivenAddress = MailingAddress | null | undefined;

/** A code that is blank says nothing, and must not hide the name beside it: five digits alone pass for a US ZIP. */
const firstOf = (...texts: readonly (string | null | undefined)[]): string | null =>
  texts.find((text) => present(text ?? null) !== null) ?? null;

const placeOf = (address: MailingAddress): PlatformAddress => ({
  line1: address.address1 ?? null,
  line2: address.address2 ?? null,
  city: address.city ?? null,
  state: firstOf(address.provinceCode, address.province),
  zip: address.zip ?? null,
  country: firstOf(address.countryCodeV2, address.countryCode, address.country),
});

const candidate = (basis: DestinationBasis, given: GivenAddress): readonly Destination[] => {
  if (given === null || given === undefined) return [];
  const address = placeOf(given);
  return Object.values(address).every((part) => present(part) === null) ? [] : [{ basis, address }];
};

/** A parcel shop is where the parcel goes to; a location of the shop is where the order waits for its buyer. */
const pickupOf = ({ deliveryMethod, assignedLocation, destination }: FulfillmentOrder): readonly Destination[] => {
  const method = deliveryMethod?.methodType?.toUpperCase();
  if (method === 'PICK_UP') return candidate('pickup', assignedLocation);
  return method === 'PICKUP_POINT' ? candidate('pickup', destination) : [];
};

const storeOf = ({ deliveryMethod, assignedLocation }: FulfillmentOrder): readonly Destination[] =>
  deliveryMethod?.methodType?.toUpperCase() === 'RETAIL' ? candidate('point of sale', assignedLocation) : [];

const pickups = ({ fulfillmentOrders }: Order): readonly Destination[] =>
  (fulfillmentOrders?.nodes ?? []).flatMap(pickupOf);

const stores = ({ retailLocation, fulfillmentOrders }: Order): readonly Destination[] => [
  ...candidate('point of sale', retailLocation?.address),
  ...(fulfillmentOrders?.nodes ?? []).flatMap(storeOf),
];

/**
 * Where an order may count, in this order: the ship-to address when something ships; the place where it is fetched; the
 * store in which it was sold; the billing address for what is not shipped. Each is taken whole or not at all.
 *
 * The billing address never stands in for a ship-to address or a store that is missing: it says where the buyer gets
 * letters, not where the goods went.
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
