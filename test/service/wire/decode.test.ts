import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import type { ServiceWire } from '../../../src/domain/wire-settings.ts';
import { comparableOf, differencesOf } from '../../../src/mapping/comparison.ts';
import { decodeTransaction, encodeBody } from '../../../src/service/wire-transaction.ts';
import { anyWire } from '../../support/any-wire.ts';
import { sized } from '../../support/size.ts';

const decoded = (json: unknown, wire: ServiceWire = {}, asked?: string): unknown =>
  O.toUndefined(decodeTransaction(wire, json, asked));

describe('a transaction as the service shows it', () => {
  it.each([
    ['alone', { id: 'a', name: 'A', total: 1 }],
    ['wrapped in data', { data: { id: 'a', name: 'A', total: 1 } }],
    ['wrapped in transaction', { transaction: { id: 'a', name: 'A', total: 1 } }],
    ['wrapped, with a word of success', { success: true, data: { id: 'a', name: 'A', total: 1 } }],
  ])('%s is read', (_, json) => {
    expect(decoded(json)).toStrictEqual({ id: 'a', name: 'A', total: 1 });
  });

  it('is not taken out of its own field of that name', () => {
    expect(decoded({ id: 'a', name: 'A', data: { id: 'b' } })).toStrictEqual({ id: 'a', name: 'A', data: { id: 'b' } });
  });

  it.each([
    [{ id: 'a' }, 'a'],
    [{ id: 4711 }, '4711'],
    [{ id: 0 }, '0'],
  ])('%j has the id %j', (json, id) => {
    expect(decoded(json)).toMatchObject({ id });
  });

  it.each([[{}], [{ id: '' }], [{ id: null }], [{ id: {} }], [[]], [null], ['a'], [7], [undefined]])(
    '%j names none',
    (json) => {
      expect(decoded(json)).toBeUndefined();
    },
  );

  it('has the id that was asked for where it shows none', () => {
    expect(decoded({ total: 1 }, {}, 'a')).toMatchObject({ id: 'a', total: 1 });
    expect(decoded({ id: 'b' }, {}, 'a')).toMatchObject({ id: 'b' });
  });

  it.each([[null], [7], [['A']], [undefined]])('whose name is %j has none', (name) => {
    expect(decoded({ id: 'a', name })).toMatchObject({ name: null });
  });

  it('is read by the service’s names for fields', () => {
    const names = { transactedAt: 'occurredAt', 'shipToAddress.zip': 'shipToAddress.postalCode', id: 'uuid' };
    const lines = { 'lineItems.amount': 'lineItems.unitPrice', taxCollected: 'tax.collected' };
    const json = {
      uuid: 'a',
      occurredAt: '2026-02-03',
      shipToAddress: { postalCode: '94607', city: 'Oakland' },
      lineItems: [{ unitPrice: 100, quantity: 1 }],
      tax: { collected: 7.25 },
    };
    expect(decoded(json, { names: { ...names, ...lines } })).toMatchObject({
      id: 'a',
      transactedAt: '2026-02-03',
      shipToAddress: { zip: '94607', city: 'Oakland' },
      lineItems: [{ amount: 100, quantity: 1 }],
      taxCollected: 7.25,
    });
  });

  it.each([
    ['a text', 'Oakland'],
    ['nothing', null],
    ['a list', ['94607']],
  ])('keeps what stands where the settings expect an object: %s', (_, shipToAddress) => {
    const names = { 'shipToAddress.zip': 'shipToAddress.postalCode' };
    expect(decoded({ id: 'a', shipToAddress }, { names })).toStrictEqual({ id: 'a', name: null, shipToAddress });
  });

  it('keeps what is no line in a list of lines', () => {
    const names = { 'lineItems.amount': 'lines.price' };
    expect(decoded({ id: 'a', lines: [null, 'text', { price: 1, quantity: 2 }] }, { names })).toStrictEqual({
      id: 'a',
      name: null,
      lineItems: [null, 'text', { amount: 1, quantity: 2 }],
    });
  });

  it('lacks what it lacks under the service’s names as well', () => {
    const names = { transactedAt: 'occurredAt', 'shipToAddress.zip': 'shipToAddress.postalCode' };
    expect(decoded({ id: 'a' }, { names })).toStrictEqual({ id: 'a', name: null });
  });

  it.each([
    ['USD', { total: 1_999, taxCollected: '150' }, { total: 19.99, taxCollected: 1.5 }],
    ['JPY', { total: 1_999 }, { total: 1_999 }],
    ['KWD', { total: 1_999 }, { total: 1.999 }],
    [undefined, { total: 1_999, subtotal: null }, { total: 19.99, subtotal: null }],
  ])('in minor units of %s is read in major units', (currency, json, shown) => {
    expect(decoded({ id: 'a', currency, ...json }, { amounts: 'minorUnits' })).toMatchObject(shown);
  });

  it('in minor units has lines in minor units, and quantities as they are', () => {
    const json = { id: 'a', currency: 'USD', lineItems: [{ quantity: 2, amount: 500, discount: 10 }, null] };
    expect(decoded(json, { amounts: 'minorUnits' })).toMatchObject({
      lineItems: [{ quantity: 2, amount: 5, discount: 0.1 }, null],
    });
  });

  it('is what a codec of the host reads, and nothing where that fails or reads nothing', () => {
    const decode: ServiceWire['decode'] = (json) => ({ id: (json as { readonly key: string }).key, total: 5 });
    expect(decoded({ key: 'a' }, { decode })).toStrictEqual({ id: 'a', name: null, total: 5 });
    expect(decoded(null, { decode })).toBeUndefined();
    for (const nothing of [null, 'text', [], 7])
      expect(decoded({ id: 'a' }, { decode: () => nothing })).toBeUndefined();
  });

  it('never throws', () => {
    const wires: readonly ServiceWire[] = [
      {},
      { amounts: 'minorUnits', names: { total: 'a.b', 'lineItems.amount': 'lines.x', 'shipToAddress.zip': 'zip' } },
    ];
    fc.assert(
      fc.property(fc.constantFrom(...wires), fc.anything(), fc.option(fc.string()), (wire, json, asked) => {
        expect(() => decodeTransaction(wire, json, asked ?? undefined)).not.toThrow();
      }),
      { numRuns: sized({ quick: 500, all: 2_000 }) },
    );
  });
});

const anySettings: fc.Arbitrary<ServiceWire> = fc
  .record(
    {
      amounts: fc.constantFrom('number' as const, 'string' as const, 'minorUnits' as const),
      nulls: fc.constantFrom('send' as const, 'omit' as const, 'blank' as const),
      names: fc.record(
        {
          total: fc.constantFrom('sum', 'money.total'),
          taxCollected: fc.constantFrom('tax', 'money.tax'),
          transactedAt: fc.constantFrom('occurredAt', 'when'),
          currency: fc.constant('money.currency'),
          name: fc.constant('reference'),
          id: fc.constant('externalId'),
          'shipToAddress.zip': fc.constantFrom('shipToAddress.postalCode', 'postalCode'),
          'shipToAddress.country': fc.constant('shipToAddress.countryCode'),
          'lineItems.amount': fc.constantFrom('lineItems.price', 'lineItems.money.value'),
          'lineItems.quantity': fc.constant('lineItems.count'),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      extra: fc.constantFrom({}, { source: 'us' }, { meta: { shop: 1 } }),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((settings): ServiceWire => settings as ServiceWire);

describe('a service that keeps what it is sent', () => {
  it('gives back the transaction that was frozen, whatever the settings', () => {
    fc.assert(
      fc.property(anySettings, anyWire, (wire, sent) => {
        const kept: unknown = JSON.parse(encodeBody(wire, JSON.stringify(sent)));
        const stored = O.toUndefined(decodeTransaction(wire, kept));
        expect(stored).toMatchObject({ id: sent.id, name: sent.name });
        const shown = comparableOf(stored ?? {});
        expect(differencesOf(comparableOf(sent), shown)).toStrictEqual([]);
        for (const field of ['total', 'taxCollected', 'transactedAt', 'currency', 'lines'] as const) {
          expect(shown[field]).toBe(comparableOf(sent)[field]);
        }
      }),
      { numRuns: sized({ quick: 250, all: 1_000 }) },
    );
  });
});
