/** Reads the locations of a shop, which show in which states the merchant has stock or staff. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { present } from '../../../src/domain/fields.ts';
import type { LocationUse, MerchantLocation } from '../../../src/mapping/merchant-location.ts';
import { pagesOf } from '../../../src/mapping/pages-of.ts';
import { askFor } from '../client/ask-for.ts';
import type { Ask } from '../client/client.ts';
import { refused } from '../errors.ts';
import { locationsPage } from '../queries/index.ts';
import { connection } from '../records/connection.ts';
import { fields } from '../records/fields.ts';
import { MailingAddress } from '../records/mailing-address.ts';
import { placeOf } from '../to-sale/destinations.ts';

/** Left names the scope when the token lacks `read_locations`. */
export const readLocations =
  (ask: Ask): TE.TaskEither<SourceError, readonly MerchantLocation[]> =>
  async () => {
    const all: MerchantLocation[] = [];
    for await (const page of pagesOf(readPage(ask))) {
      if (E.isLeft(page)) return page;
      all.push(...page.right.locations);
    }
    return E.right(all);
  };

interface ReadLocations {
  readonly locations: readonly MerchantLocation[];
  readonly next: O.Option<string>;
}

/** A shop of the largest plan has at most a thousand. */
const perPage = 100;

const Location = fields(
  {
    isActive: t.boolean,
    fulfillsOnlineOrders: t.boolean,
    hasActiveInventory: t.boolean,
    isFulfillmentService: t.boolean,
    localPickupSettingsV2: t.UnknownRecord,
    address: MailingAddress,
  },
  'Location',
);
type Location = t.TypeOf<typeof Location>;

const Locations = connection(Location);

const notListed = refused('Shopify did not list all locations; report this as a connector bug');

const readPage =
  (ask: Ask) =>
  async (after: O.Option<string>): Promise<E.Either<SourceError, ReadLocations>> => {
    const variables = { first: perPage, after: O.toNullable(after) };
    const page = await askFor(ask)(locationsPage, variables, 'locations', Locations);
    if (E.isLeft(page)) return page;
    const { nodes = [], isCutShort = true, endCursor = null } = page.right ?? {};
    if (isCutShort && endCursor === null) return E.left(notListed);
    return E.right({
      locations: nodes.filter(({ isActive }) => isActive !== false).map(toLocation),
      next: isCutShort ? O.fromNullable(endCursor) : O.none,
    });
  };

const toLocation = (location: Location): MerchantLocation => {
  const { address } = location;
  const { country, state } = O.toNullable(placeOf(address)) ?? { country: null, state: null };
  return { country, state, city: present(address?.city ?? null), uses: usesOf(location) };
};

const usesOf = (location: Location): readonly LocationUse[] => {
  const stated: readonly (readonly [LocationUse, boolean])[] = [
    ['ship-from', location.fulfillsOnlineOrders === true],
    ['pickup point', (location.localPickupSettingsV2 ?? null) !== null],
    ['stock', location.hasActiveInventory === true],
    ['fulfillment service', location.isFulfillmentService === true],
  ];
  return stated.flatMap(([use, isStated]) => (isStated ? [use] : []));
};
