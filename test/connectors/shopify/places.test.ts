import { describe, expect, it } from '@jest/globals';
import { aLine, anAddress, anOrder, type Json, nodes } from './an-order.ts';
import { exclusionOf, resultOf, outcomeOf, saleOf, transactionOf } from './mapped.ts';
import { left } from '../../support/right.ts';

const store = { address1: '5 Main St', city: 'Denver', provinceCode: 'CO', zip: '80202', countryCode: 'US' };
const assigned = { address1: '5 Main St', city: 'Denver', province: 'Colorado', zip: '80202', countryCode: 'US' };

const fulfilledBy = (methodType: string, more: Json = {}): Json =>
  nodes({ deliveryMethod: { methodType }, assignedLocation: assigned, destination: null, ...more });

const digital = { lineItems: nodes(aLine({ requiresShipping: false })) };
const stateOf = (order: Json): string | null => transactionOf(order).shipToAddress.state;

describe('where an order counts', () => {
  it('shipped: the ship-to address, whole', () => {
    expect(transactionOf(anOrder()).shipToAddress).toStrictEqual({
      line1: '1 CANARY_STREET',
      line2: null,
      city: 'Oakland',
      state: 'CA',
      zip: '94607',
      country: 'US',
    });
  });

  it('POS: the store', () => {
    const order = anOrder({ sourceName: 'pos', shippingAddress: null, retailLocation: { address: store } });
    expect(saleOf(order).destinations).toMatchObject([{ basis: 'point of sale', address: { state: 'CO' } }]);
    expect(saleOf(order).lines).toMatchObject([{ isShipped: false }]);
  });

  it('POS with a ship-to address: sent home', () => {
    const order = anOrder({ sourceName: 'pos', retailLocation: { address: store } });
    expect(stateOf(order)).toBe('CA');
  });

  it('POS draft that was marked as paid has no store: held, never sent at the billing address', () => {
    expect(exclusionOf(anOrder({ sourceName: 'pos', shippingAddress: null, retailLocation: null }))).toBe(
      'held: missing address',
    );
  });

  it('POS sale of something that needs no shipping has no store: held, and not billed to an address either', () => {
    expect(exclusionOf(anOrder({ ...digital, sourceName: 'pos', shippingAddress: null, retailLocation: null }))).toBe(
      'held: missing address',
    );
  });

  it('POS without the scope for locations: held, and the scope is named', () => {
    const exclusion = left(resultOf(anOrder({ sourceName: 'pos', shippingAddress: null }), {}, false));
    expect(exclusion.reason).toBe('incomplete record');
    expect(exclusion.message).toContain('read_locations');
  });

  it('pickup: the location where it is picked up', () => {
    const order = anOrder({ shippingAddress: null, fulfillmentOrders: fulfilledBy('PICK_UP') });
    expect(saleOf(order).destinations).toMatchObject([{ basis: 'pickup', address: { state: 'Colorado' } }]);
    expect(stateOf(order)).toBe('CO');
  });

  it('pickup point: where the parcel shop is, not where it is sent from', () => {
    const destination = { ...assigned, city: 'Reno', province: 'Nevada', zip: '89501' };
    const order = anOrder({ fulfillmentOrders: fulfilledBy('PICKUP_POINT', { destination }) });
    expect(stateOf(order)).toBe('NV');
  });

  it('local delivery: the ship-to address', () => {
    expect(stateOf(anOrder({ fulfillmentOrders: fulfilledBy('LOCAL') }))).toBe('CA');
  });

  it('one parcel together with a pickup: the ship-to address', () => {
    const both = nodes(
      { deliveryMethod: { methodType: 'PICK_UP' }, assignedLocation: assigned },
      { deliveryMethod: { methodType: 'SHIPPING' }, assignedLocation: assigned },
    );
    expect(stateOf(anOrder({ fulfillmentOrders: both }))).toBe('CA');
  });

  it('digital: the billing address', () => {
    expect(stateOf(anOrder({ ...digital, shippingAddress: null }))).toBe('NV');
  });

  it('shipped without a ship-to address: held, the billing address does not stand in', () => {
    expect(exclusionOf(anOrder({ shippingAddress: null }))).toBe('held: missing address');
  });

  it('draft without customer has no address at all: held', () => {
    expect(exclusionOf(anOrder({ shippingAddress: null, billingAddress: null }))).toBe('held: missing address');
  });

  it('billing address of empty texts is no address', () => {
    const blank = { address1: '', address2: '', city: '', provinceCode: null, zip: null, countryCodeV2: null };
    expect(exclusionOf(anOrder({ ...digital, shippingAddress: null, billingAddress: blank }))).toBe(
      'held: missing address',
    );
  });

  it('missing state: derived from the ZIP', () => {
    expect(stateOf(anOrder({ shippingAddress: anAddress({ provinceCode: null }) }))).toBe('CA');
  });

  it('missing ZIP: the state is enough', () => {
    expect(transactionOf(anOrder({ shippingAddress: anAddress({ zip: null }) })).shipToAddress).toMatchObject({
      state: 'CA',
      zip: null,
    });
  });

  it('missing ZIP and state in the US: held', () => {
    expect(exclusionOf(anOrder({ shippingAddress: anAddress({ zip: null, provinceCode: null }) }))).toBe(
      'held: missing address',
    );
  });

  it('a country by its name alone: known as the platform writes it', () => {
    const named = { city: 'Utrecht', province: null, zip: '3511', country: 'Netherlands' };
    expect(transactionOf(anOrder({ shippingAddress: named })).shipToAddress).toMatchObject({ country: 'NL' });
  });

  it('a code that is blank hides no name: five digits of Germany are no ZIP of Virginia', () => {
    const blank = {
      city: 'Bonn',
      provinceCode: '',
      province: '',
      zip: '23743',
      countryCodeV2: ' ',
      country: 'Germany',
    };
    expect(transactionOf(anOrder({ shippingAddress: blank })).shipToAddress).toMatchObject({ country: 'DE' });
    const named = { city: 'Austin', provinceCode: '', province: 'Texas', countryCode: '', country: 'United States' };
    expect(transactionOf(anOrder({ shippingAddress: named })).shipToAddress).toMatchObject({ state: 'TX' });
  });

  it('never mixes two addresses', () => {
    const order = anOrder({ ...digital, shippingAddress: null, billingAddress: anAddress({ zip: null, city: null }) });
    expect(transactionOf(order).shipToAddress).toMatchObject({ city: null, zip: null, state: 'CA' });
  });

  it.each([
    ['FM', '96941'],
    ['MH', '96960'],
    ['PW', '96940'],
  ])('%s is a separate country, however Shopify writes it, and no state of the US', (code, zip) => {
    const addresses = [
      { countryCodeV2: 'US', provinceCode: code, zip },
      { countryCodeV2: 'US', provinceCode: null, zip },
      { countryCodeV2: code, provinceCode: code, zip },
      { countryCodeV2: code, provinceCode: null, zip },
      { countryCodeV2: null, provinceCode: code, zip },
    ].map((parts) => transactionOf(anOrder({ shippingAddress: anAddress(parts) })).shipToAddress);
    expect(addresses.map(({ country, state }) => [country, state])).toStrictEqual(Array(5).fill([code, null]));
  });

  it('the same two letters in another country are a state of that country', () => {
    const mumbai = anAddress({ countryCodeV2: 'IN', provinceCode: 'MH', zip: '400001' });
    expect(transactionOf(anOrder({ shippingAddress: mumbai })).shipToAddress).toMatchObject({
      country: 'IN',
      state: 'MH',
    });
    const nowhere = anAddress({ countryCodeV2: null, provinceCode: 'MH', zip: '400001' });
    expect(exclusionOf(anOrder({ shippingAddress: nowhere }))).toBe('held: missing address');
  });

  it.each(['Micronesia', 'Federated States of Micronesia', 'Marshall Islands', 'Palau'])(
    'a location in %s, written out under the US, is abroad',
    (province) => {
      const location = { ...assigned, city: null, province, zip: null };
      const order = anOrder({
        shippingAddress: null,
        fulfillmentOrders: fulfilledBy('PICK_UP', { assignedLocation: location }),
      });
      expect(transactionOf(order).shipToAddress).toMatchObject({
        country: expect.stringMatching(/^(FM|MH|PW)$/),
        state: null,
      });
    },
  );

  it.each([
    ['AA', '34002'],
    ['AE', '09012'],
    ['AP', '96266'],
  ])('%s, where the armed forces get their mail, is a state of the US, also by its ZIP alone', (state, zip) => {
    expect(stateOf(anOrder({ shippingAddress: anAddress({ provinceCode: state, zip }) }))).toBe(state);
    expect(stateOf(anOrder({ shippingAddress: anAddress({ provinceCode: null, zip }) }))).toBe(state);
  });

  it.each(['PR', 'VI', 'GU', 'AS', 'MP'])('%s is sent as a state of the US, however Shopify writes it', (code) => {
    const addresses = [
      { countryCodeV2: 'US', provinceCode: code, zip: null },
      { countryCodeV2: code, provinceCode: null, zip: null },
    ].map((parts) => transactionOf(anOrder({ shippingAddress: anAddress(parts) })).shipToAddress);
    expect(addresses.map(({ country, state }) => [country, state])).toStrictEqual(Array(2).fill(['US', code]));
  });

  it('a state that the US does not have: held, and the reason has the remedy', () => {
    const unknown = left(outcomeOf(anOrder({ shippingAddress: anAddress({ provinceCode: 'ZZ', zip: null }) })));
    expect(unknown.reason).toBe('missing address');
    expect(unknown.message).toContain('Complete the address');
  });

  it('abroad: the country and its own state', () => {
    const order = anOrder({ shippingAddress: anAddress({ provinceCode: 'ON', zip: 'K1A 0B1', countryCodeV2: 'CA' }) });
    expect(transactionOf(order).shipToAddress).toMatchObject({ country: 'CA', state: 'ON' });
  });
});

describe('where it is shipped from', () => {
  const shipFromOf = (order: Json) => saleOf(order).optional?.shipFromAddress;
  const from = (address: Json, methodType = 'SHIPPING') => ({
    deliveryMethod: { methodType },
    assignedLocation: address,
    destination: null,
  });
  const reno = { address1: '1 Depot Road', city: 'Reno', province: 'Nevada', zip: '89501', countryCode: 'US' };
  const austin = { ...reno, city: 'Austin', province: 'Texas', zip: '78701' };

  it('is the location that ships the order', () => {
    const order = anOrder({ fulfillmentOrders: nodes(from(reno), from(reno)) });
    expect(shipFromOf(order)).toMatchObject({ city: 'Reno', state: 'NV', zip: '89501', country: 'US' });
  });

  it('is not stated, where several locations ship it, or none does', () => {
    expect(shipFromOf(anOrder({ fulfillmentOrders: nodes(from(reno), from(austin)) }))).toBeUndefined();
    expect(shipFromOf(anOrder({ fulfillmentOrders: nodes(from(reno, 'PICK_UP')) }))).toBeUndefined();
  });
});
