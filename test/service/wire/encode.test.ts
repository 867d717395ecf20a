import { describe, expect, it } from '@jest/globals';
import type { ServiceWire } from '../../../src/domain/wire-settings.ts';
import { encodeBody, isPlain } from '../../../src/service/wire-transaction.ts';
import { aBody, aWire } from '../../support/a-body.ts';

const sent = (wire: ServiceWire, differences: Parameters<typeof aBody>[0] = {}): unknown =>
  JSON.parse(encodeBody(wire, aBody(differences)));

const noState = { shipToAddress: { ...aWire().shipToAddress, line2: null, state: null } };

describe('the body of a push', () => {
  it.each<[string, ServiceWire]>([
    ['nothing', {}],
    ['the defaults', { amounts: 'number', nulls: 'send', names: {}, extra: {}, identity: 'auto' }],
    ['what is no matter of the body', { identity: 'service', entities: ['CA'] }],
    ['marketplaces that are sent', { marketplaces: { codes: ['ETSY'], others: 'send' } }],
    ['marketplaces that are held', { marketplaces: { codes: ['ETSY'], others: 'hold' } }],
    ['a way to read alone', { decode: (json) => json }],
  ])('with settings that say %s is the frozen text as it is', (_, wire) => {
    const body = aBody({ marketplace: 'eBay' });
    expect(encodeBody(wire, body)).toBe(body);
    expect(isPlain(wire)).toBe(true);
  });

  it.each<[string, ServiceWire]>([
    ['amounts', { amounts: 'string' }],
    ['nulls', { nulls: 'omit' }],
    ['names', { names: { total: 'amount' } }],
    ['extra', { extra: { a: 1 } }],
    ['marketplaces', { marketplaces: { codes: [], others: 'omit' } }],
    ['encode', { encode: () => ({ a: 1 }) }],
  ])('is written again for each of the settings that are about it: %s', (_, wire) => {
    expect(isPlain(wire)).toBe(false);
    expect(encodeBody(wire, aBody({ ...noState, marketplace: 'eBay' }))).not.toBe(
      aBody({ ...noState, marketplace: 'eBay' }),
    );
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 42],
    ['a text', () => 'text'],
    ['a day', () => new Date(0)],
    ['an empty object', () => ({})],
    ['an empty list', () => []],
    ['a list of nothing', () => [undefined]],
    ['a map', () => new Map([['id', '1']])],
    ['a promise', () => Promise.resolve({ id: '1' })],
    ['a promise that rejects', () => Promise.reject(new Error('late'))],
  ])('is none where a codec of the host gives %s', (_, encode) => {
    expect(() => encodeBody({ encode }, aBody())).toThrow();
  });

  it.each([
    ['an object', { id: '1' }, '{"id":"1"}'],
    ['a list', [{ id: '1' }], '[{"id":"1"}]'],
  ])('is what a codec of the host gives: %s', (_, given, text) => {
    expect(encodeBody({ encode: () => given }, aBody())).toBe(text);
  });

  it.each([
    ['USD', 'string', { total: '112.25', taxCollected: '7.25', subtotal: '100.00', shippingHandling: '5.00' }],
    ['JPY', 'string', { total: '112' }],
    ['KWD', 'string', { total: '112.250' }],
    ['USD', 'minorUnits', { total: 11_225, taxCollected: 725, subtotal: 10_000, shippingHandling: 500 }],
    ['JPY', 'minorUnits', { total: 112 }],
    ['KWD', 'minorUnits', { total: 112_250 }],
    ['XYZ', 'minorUnits', { total: 11_225 }],
  ] as const)('has amounts of %s as %s', (currency, amounts, shown) => {
    const total = currency === 'JPY' ? 112 : 112.25;
    expect(sent({ amounts }, { currency, total })).toMatchObject(shown);
  });

  it.each([
    ['string', { amount: '19.99', discount: '0.10', quantity: 3 }],
    ['minorUnits', { amount: 1_999, discount: 10, quantity: 3 }],
  ] as const)('has amounts of lines as %s, and quantities as they are', (amounts, line) => {
    const lineItems = [{ id: '1', quantity: 3, amount: 19.99, discount: 0.1 }];
    expect(sent({ amounts }, { lineItems, discount: 0.1 })).toMatchObject({
      lineItems: [{ id: '1', ...line }],
      discount: line.discount,
    });
  });

  it('has no amount that was not there, and no noise of binary fractions', () => {
    const minor = sent({ amounts: 'minorUnits' }, { total: 1.005 * 100 + 0.000_000_1, taxCollected: 0.29 });
    expect(minor).toMatchObject({ total: 10_050, taxCollected: 29 });
    expect(minor).not.toHaveProperty('discount');
  });

  it.each([
    ['send', { line2: null, state: null, city: 'Oakland' }],
    ['blank', { line2: '', state: '', city: 'Oakland' }],
  ] as const)('has missing parts of the address: %s', (nulls, shipToAddress) => {
    expect(sent({ nulls }, noState)).toMatchObject({ shipToAddress });
  });

  it('has none of the missing parts of the address where they are to be omitted', () => {
    const { shipToAddress } = sent({ nulls: 'omit' }, noState) as { readonly shipToAddress: object };
    expect(Object.keys(shipToAddress).sort()).toStrictEqual(['city', 'country', 'line1', 'zip']);
  });

  it('has the service’s names for fields, at the top, in the address and in each line', () => {
    const names = {
      transactedAt: 'occurredAt',
      'shipToAddress.zip': 'shipToAddress.postalCode',
      'lineItems.amount': 'lineItems.unitPrice',
      taxCollected: 'tax.collected',
    };
    const body = sent({ names }) as Readonly<Record<string, unknown>>;
    expect(body).toMatchObject({
      occurredAt: aWire().transactedAt,
      shipToAddress: { postalCode: '94607', city: 'Oakland' },
      lineItems: [{ unitPrice: 100, quantity: 1 }],
      tax: { collected: 7.25 },
    });
    for (const gone of ['transactedAt', 'taxCollected', 'shipToAddress.zip']) expect(body).not.toHaveProperty(gone);
    expect(body['lineItems']).not.toContainEqual(expect.objectContaining({ amount: 100 }));
  });

  it('has fields moved into another object, and lists under another name', () => {
    const names = { shipToAddress: 'destination', lineItems: 'lines', 'lineItems.quantity': 'lines.count' };
    expect(sent({ names: { shipToAddress: 'destination' } })).toMatchObject({ destination: { zip: '94607' } });
    expect(sent({ names: { 'lineItems.quantity': 'lines.count', 'lines.amount': 'lines.price' } })).toMatchObject({
      lines: [{ count: 1, price: 100 }],
    });
    expect(sent({ names: { 'lineItems.quantity': 'lines.count' } })).not.toHaveProperty('lineItems');
    expect(sent({ names: { lineItems: names.lineItems } })).toMatchObject({ lines: [{ quantity: 1 }] });
  });

  it('has the constant fields of the settings, which take nothing of the sale away', () => {
    const body = sent({ extra: { source: 'tax-nexus-sync', total: 0, meta: { shop: 1 } } });
    expect(body).toMatchObject({ source: 'tax-nexus-sync', meta: { shop: 1 }, total: 112.25 });
  });

  it.each([
    ['ETSY', true],
    ['eBay', false],
  ])('of a sale by the marketplace %s keeps it only where the service knows it: %s', (marketplace, isKept) => {
    const body = sent({ marketplaces: { codes: ['ETSY'], others: 'omit' } }, { marketplace });
    expect('marketplace' in (body as object)).toBe(isKept);
    expect(body).toMatchObject({ total: 112.25 });
  });

  it('is what a codec of the host makes of the transaction, whatever the other settings say', () => {
    const encode: ServiceWire['encode'] = (transaction) => ({ sum: transaction['total'] });
    expect(sent({ encode, amounts: 'string', extra: { a: 1 } })).toStrictEqual({ sum: 112.25 });
  });

  it('has all of the settings at once', () => {
    const wire: ServiceWire = {
      amounts: 'minorUnits',
      nulls: 'blank',
      names: { total: 'sum', 'shipToAddress.line2': 'shipToAddress.street2' },
      extra: { v: 2 },
      marketplaces: { codes: [], others: 'omit' },
    };
    const body = sent(wire, { ...noState, marketplace: 'eBay' });
    expect(body).toMatchObject({ sum: 11_225, v: 2, shipToAddress: { street2: '', state: '' } });
    expect(body).not.toHaveProperty('marketplace');
  });

  it('is the same text each time: what is pushed twice is the same push', () => {
    const wire: ServiceWire = { amounts: 'string', nulls: 'omit', names: { total: 'sum' }, extra: { b: 1, a: 2 } };
    expect(encodeBody(wire, aBody())).toBe(encodeBody(wire, aBody()));
  });
});
