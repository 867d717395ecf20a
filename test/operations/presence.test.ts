import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Presence, presence } from '../../src/operations/presence.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { MerchantLocation } from '../../src/mapping/merchant-location.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { aScreenInMemory } from '../support/a-screen-in-memory.ts';
import { right } from '../support/right.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

type Locations = NonNullable<SourceConnector['locations']>;

const reading = (locations: Locations): SourceConnector => ({ ...scriptedConnector({ pages: [] }), locations });

const at = (state: string | null, city: string, country: string | null = 'US'): MerchantLocation => ({
  ...{ country, state, city },
  uses: ['stock'],
});

const failing = (failure: SourceError): Locations => TE.left(failure);

/** Of storefronts in this order. */
const presenceOf = async (connectors: Readonly<Record<string, SourceConnector>>): Promise<Presence> => {
  const { ports } = aScreenInMemory({
    storefronts: () => Object.keys(connectors),
    connectorOf: (name) => connectors[name],
  });
  return right(await presence.run(ports, {})());
};

describe('where the business has locations', () => {
  it('is by state, in order, with each storefront; other countries are left out, an unknown place is last', async () => {
    const { states } = await presenceOf({
      'us-store': reading(
        TE.right([at(null, 'Nowhere', null), at('TX', 'Austin'), at('NV', 'Reno'), at('ON', 'Toronto', 'CA')]),
      ),
      outlet: reading(TE.right([at('TX', 'Dallas')])),
    });
    const uses = ['stock'];
    expect(states).toStrictEqual([
      { state: 'NV', locations: [{ storefront: 'us-store', city: 'Reno', uses }] },
      {
        state: 'TX',
        locations: [
          { storefront: 'us-store', city: 'Austin', uses },
          { storefront: 'outlet', city: 'Dallas', uses },
        ],
      },
      { state: null, locations: [{ storefront: 'us-store', city: 'Nowhere', uses }] },
    ]);
  });

  it('names storefronts whose platform refuses or fails, with what to do, and shows the others', async () => {
    const { states, notRead } = await presenceOf({
      refused: reading(failing({ _tag: 'SourceRefused', message: 'grant the scope read_locations' })),
      away: reading(failing({ _tag: 'SourceUnreachable', message: 'no answer (ECONNRESET)', cause: 'ECONNRESET' })),
      'us-store': reading(TE.right([at('TX', 'Austin')])),
    });
    expect(states.map(({ state }) => state)).toStrictEqual(['TX']);
    expect(notRead).toStrictEqual([
      { storefront: 'refused', reason: 'grant the scope read_locations' },
      { storefront: 'away', reason: 'no answer (ECONNRESET). Try again later' },
    ]);
  });

  it('does not wait longer than five seconds for a platform that never answers', async () => {
    const never: Locations = () => new Promise(() => undefined);
    expect((await presenceOf({ silent: reading(never) })).notRead).toStrictEqual([
      { storefront: 'silent', reason: 'The platform did not respond within 5 seconds. Try again later' },
    ]);
  });

  it('names storefronts whose connector reads no locations', async () => {
    const found = await presenceOf({ 'stripe-us': scriptedConnector({ pages: [] }) });
    expect(found).toStrictEqual({ states: [], notRead: [], notStated: ['stripe-us'] });
  });
});
