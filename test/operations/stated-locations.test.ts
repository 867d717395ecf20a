import { describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import { defineConnector, rejected, sale } from '../../src/connector.ts';
import { type Presence, presence } from '../../src/operations/presence.ts';
import { aScreenInMemory } from '../support/a-screen-in-memory.ts';
import { right } from '../support/right.ts';

const presenceOf = async (locations: () => Promise<unknown>): Promise<Presence> => {
  const connector = defineConnector({
    platform: 'ledger',
    platformName: 'Ledger',
    account: () => Promise.resolve({ id: 'acme', name: 'Acme', timeZone: 'UTC' }),
    sold: () => Promise.resolve({ records: [] }),
    changed: 'keeps no history',
    find: () => Promise.resolve(undefined),
    record: t.type({ id: t.string, at: t.string }),
    toSale: ({ id, at }) =>
      sale({ id, at, total: '1.00', currency: 'USD', lines: [{ id, name: 'All', price: '1.00' }] }),
    webhook: 'sends no webhooks',
    // A connector in JavaScript may state anything.
    locations: locations as () => Promise<[]>,
  });
  const { ports } = aScreenInMemory({ storefronts: () => ['ledger'], connectorOf: () => connector });
  return right(await presence.run(ports, {})());
};

describe('the locations that a connector of your own states', () => {
  it('are listed like those of Shopify, without names and streets', async () => {
    const warehouse = {
      country: 'US',
      state: 'NV',
      city: 'Reno',
      uses: ['stock'],
      name: 'Ada’s garage',
      street: '1 Elm St',
    };
    expect(await presenceOf(() => Promise.resolve([warehouse]))).toStrictEqual({
      states: [{ state: 'NV', locations: [{ storefront: 'ledger', city: 'Reno', uses: ['stock'] }] }],
      ...{ notRead: [], notStated: [] },
    });
  });

  it.each([
    ['a state in words', [{ country: 'US', state: 'Nevada', city: null, uses: [] }], 'state: expected two letters'],
    ['a country in words', [{ country: 'USA', state: 'NV', city: null, uses: [] }], '0.country: expected'],
    ['another use', [{ country: 'US', state: 'NV', city: null, uses: ['garage'] }], '0.uses.0: expected a use'],
    ['no list', 'Reno, Nevada', 'expected locations'],
  ])('are named as not known with %s, and no value is repeated', async (_, given, problem) => {
    const { states, notRead } = await presenceOf(() => Promise.resolve(given));
    expect(states).toStrictEqual([]);
    expect(notRead[0]?.reason).toContain(problem);
    expect(notRead[0]?.reason).not.toMatch(/Nevada|Reno|USA|garage/);
  });

  it('are named as not known with what to do where a permission is missing', async () => {
    const { notRead } = await presenceOf(() => Promise.reject(rejected('Grant the key "places:read"')));
    expect(notRead).toStrictEqual([{ storefront: 'ledger', reason: 'Grant the key "places:read"' }]);
  });
});
