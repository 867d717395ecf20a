import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { type Send, sendThroughGot } from '../../../connectors/shopify/client/send.ts';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { allScopes } from '../../../sandbox/shopify/graphql/access.ts';
import type { SampleShopOptions } from '../../../sandbox/shopify/sample-shop-options.ts';
import { startSampleShop } from '../../../sandbox/shopify/start-sample-shop.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { secret } from '../../../src/domain/secret.ts';
import type { MerchantLocation } from '../../../src/mapping/merchant-location.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { isJson, type Json } from './an-order.ts';
import { answering, errors, type Reply, withShop } from './a-shop.ts';

type Found = E.Either<SourceError, readonly MerchantLocation[]>;

const locationsOf = ({ locations }: SourceConnector): Promise<Found> => {
  if (locations === undefined) throw new Error('the connector reads locations');
  return locations();
};

/** The locations of the sandbox's shop. */
const ofSandbox = async (options: SampleShopOptions = {}, send: Send = sendThroughGot): Promise<Found> => {
  const shop = await startSampleShop({ orders: 1, ...options });
  const source = shopifyConnector(
    {
      ...{ shop: shop.domain, credentials: { accessToken: secret(shop.accessToken) }, webhookSecrets: [] },
      ...{ apiOrigin: shop.origin, policy: defaultPolicy },
      clock: { now: () => 0, sleep: () => () => Promise.resolve() },
    },
    send,
  );
  try {
    return await locationsOf(source);
  } finally {
    await shop.stop();
  }
};

/** The same requests for pages of so many. */
const inPagesOf =
  (first: number, bodies: string[]): Send =>
  (request) => {
    const asked: unknown = JSON.parse(request.body);
    if (!isJson(asked) || !isJson(asked['variables'])) throw new Error('a request has variables');
    const body = JSON.stringify({ ...asked, variables: { ...asked['variables'], first } });
    bodies.push(body);
    return sendThroughGot({ ...request, body });
  };

/** What the connector makes of one location in Shopify's answer. */
const ofAnswer = async (location: Json): Promise<Found> => {
  const page: Reply = { body: { data: { locations: { nodes: [location], pageInfo: { hasNextPage: false } } } } };
  const found: Found[] = [];
  await withShop(answering({ LocationsPage: page }), async (source) => {
    found.push(await locationsOf(source));
  });
  return found[0] ?? E.right([]);
};

const nevada = { city: 'Reno', province: 'Nevada', provinceCode: 'NV', country: 'United States', countryCode: 'US' };

describe('the locations of a Shopify shop', () => {
  it('are the active ones with their states and uses, those of fulfillment services too', async () => {
    expect(right(await ofSandbox())).toStrictEqual([
      { country: 'US', state: 'TX', city: 'Austin', uses: ['pickup point', 'stock'] },
      { country: 'US', state: 'MA', city: 'Boston', uses: ['stock'] },
      { country: 'US', state: 'NJ', city: 'Newark', uses: ['ship-from', 'stock'] },
      { country: 'US', state: 'NV', city: 'Reno', uses: ['ship-from', 'stock', 'fulfillment service'] },
    ]);
  });

  it('are read over all pages', async () => {
    const bodies: string[] = [];
    expect(right(await ofSandbox({}, inPagesOf(1, bodies)))).toStrictEqual(right(await ofSandbox()));
    expect(bodies).toHaveLength(4);
  });

  it('are asked for without names, streets, phones and instructions', async () => {
    const bodies: string[] = [];
    await ofSandbox({}, inPagesOf(9, bodies));
    expect(bodies.join()).not.toMatch(/\bname\b|address1|address2|formatted|phone|instructions/);
  });

  it('need the scope read_locations, which the refusal names', async () => {
    const refusal = left(await ofSandbox({ scopes: allScopes.filter((scope) => scope !== 'read_locations') }));
    expect(refusal.message).toBe(
      'Shopify denies access to locations; grant the app the scope read_locations, then install it again',
    );
  });

  it('may name any of the scopes that would do', async () => {
    const requiredAccess = '`read_locations` access scope, `read_inventory` access scope';
    const denial = { message: 'Access denied for locations field.', path: ['locations'] };
    const reply = errors({ ...denial, extensions: { code: 'ACCESS_DENIED', requiredAccess } });
    await withShop(answering({ LocationsPage: reply }), async (source) => {
      expect(await locationsOf(source)).toMatchObject({
        left: { message: expect.stringContaining('the scope read_locations or read_inventory') },
      });
    });
  });

  it('leave a deactivated one out, even if Shopify lists it', async () => {
    expect(right(await ofAnswer({ isActive: false, address: nevada }))).toStrictEqual([]);
  });

  it('have a state by its name, or by the ZIP', async () => {
    for (const address of [
      { ...nevada, provinceCode: null },
      { ...nevada, province: null, provinceCode: null, zip: '89502' },
    ])
      expect(right(await ofAnswer({ address }))).toMatchObject([{ country: 'US', state: 'NV' }]);
  });

  it('keep one without a usable address, whose state is not known', async () => {
    const nowhere = { country: null, state: null, city: null, uses: ['stock'] };
    for (const address of [null, {}, { countryCode: 'US', city: ' ' }])
      expect(right(await ofAnswer({ hasActiveInventory: true, address }))).toStrictEqual([nowhere]);
  });

  it('are not known if Shopify does not list them all', async () => {
    const cut = { body: { data: { locations: { nodes: [], pageInfo: { hasNextPage: true, endCursor: null } } } } };
    for (const reply of [cut, { body: { data: { locations: null } } }]) {
      await withShop(answering({ LocationsPage: reply }), async (source) => {
        expect(await locationsOf(source)).toMatchObject({
          left: { message: expect.stringContaining('did not list all locations') },
        });
      });
    }
  });
});
