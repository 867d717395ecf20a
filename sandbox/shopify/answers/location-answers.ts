/** The locations of the sample shop: those of its orders, and two that no order names. */
import { type Place, townIn } from '../orders/us-places.ts';
import { type Answer, gid } from './answer.ts';
import { country } from './shop-answers.ts';

const towns = {
  warehouse: { id: '71000000001', name: 'Newark warehouse', town: townIn('NJ') },
  store: { id: '71000000002', name: 'Boston store', town: townIn('MA') },
  pickup: { id: '71000000003', name: 'Austin store', town: townIn('TX') },
} as const;

type LocationKey = keyof typeof towns;

/** The shop's own places are no person's: their streets are real enough to be looked up. */
const street = { warehouse: '200 Dock Road', store: '12 Market Square', pickup: '8 Congress Avenue' } as const;

/** What a location is used for. By default it is active, ships nothing, has no stock and no pickup, and is the shop's own. */
interface Use {
  readonly isActive?: boolean;
  readonly fulfillsOnlineOrders?: boolean;
  readonly hasActiveInventory?: boolean;
  readonly isFulfillmentService?: boolean;
  readonly localPickupSettingsV2?: Answer;
}

const uses: Readonly<Record<LocationKey, Use>> = {
  warehouse: { fulfillsOnlineOrders: true, hasActiveInventory: true },
  store: { hasActiveInventory: true },
  pickup: { hasActiveInventory: true, localPickupSettingsV2: { pickupTime: 'ONE_HOUR', instructions: '' } },
};

export const locationAnswer = (key: LocationKey): Answer => {
  const { id, name, town } = towns[key];
  return locationOf(id, name, { ...town.place, address1: street[key] }, uses[key]);
};

const locationOf = (id: string, name: string, place: Place, use: Use): Answer => ({
  __typename: 'Location',
  id: gid('Location', id),
  legacyResourceId: id,
  name,
  isActive: true,
  fulfillsOnlineOrders: false,
  hasActiveInventory: false,
  isFulfillmentService: false,
  localPickupSettingsV2: null,
  ...use,
  address: { ...place, country: country(place.countryCode) },
});

/** No order names these: a fulfillment service in a state to which nothing is sold, and a store that was closed. */
const otherLocations: readonly Answer[] = [
  locationOf(
    '71000000004',
    'Reno fulfillment',
    {
      ...townIn('CA').place,
      address1: '3 Depot Way',
      city: 'Reno',
      province: 'Nevada',
      provinceCode: 'NV',
      zip: '89502',
    },
    { fulfillsOnlineOrders: true, hasActiveInventory: true, isFulfillmentService: true },
  ),
  locationOf('71000000005', 'Denver store', { ...townIn('CO').place, address1: '5 Mile Lane' }, { isActive: false }),
];

export const allLocations: readonly Answer[] = [
  ...(['warehouse', 'store', 'pickup'] as const).map(locationAnswer),
  ...otherLocations,
];

export interface LocationFilter {
  readonly includeInactive?: boolean | null;
  readonly includeLegacy?: boolean | null;
}

/** In the order of their names. Those of fulfillment services are the legacy ones. */
export const listedLocations = ({ includeInactive, includeLegacy }: LocationFilter): readonly Answer[] =>
  allLocations
    .filter(
      ({ isActive, isFulfillmentService }) =>
        (isActive === true || includeInactive === true) && (isFulfillmentService === false || includeLegacy === true),
    )
    .sort((a, b) => String(a['name']).localeCompare(String(b['name'])));

/** The same place as a fulfillment order names it: by its own fields, with the state written out. */
export const assignedLocation = (key: LocationKey): Answer => {
  const { name, town } = towns[key];
  return { ...town.place, address1: street[key], name, location: () => locationAnswer(key) };
};
