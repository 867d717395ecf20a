import { describe, expect, it } from '@jest/globals';
import { aDialect, type Dialect, type DialectDifferences, type Normalization } from './dialect.ts';
import type { DialectReply } from './dialect-reply.ts';
import { type DialectService, dialectService } from './dialect-service.ts';
import { drawDialect } from './draw-dialect.ts';
import { isJson, type Json, parseJson, valueAt } from './json.ts';
import { seededRandom } from '../seeded-random.ts';

const plain = {
  id: 'shopify:1:5001',
  name: 'Shopify #1 · 5001',
  total: 26.98,
  taxCollected: 2,
  shippingHandling: 5,
  subtotal: 19.98,
  currency: 'USD',
  lineItems: [
    { id: '1', quantity: 1, amount: 9.99, productName: 'Café table' },
    { id: '2', quantity: 1, amount: 9.99 },
  ],
  transactedAt: '2026-02-03T17:20:00Z',
  shipToAddress: { line1: '1 Main Street', line2: null, city: 'Oakland', state: 'CA', zip: '94607', country: 'US' },
};

const bodyOf = (number: number): string =>
  JSON.stringify({ ...plain, id: `shopify:1:${number}`, name: `Shopify #${number} · ${number}` });

const open = (differences: DialectDifferences = {}, now = () => 0): DialectService =>
  dialectService({ dialect: aDialect(differences), now });

const jsonIn = ({ text }: DialectReply): Json => parseJson(text) ?? {};

const listIn = (reply: DialectReply): readonly Json[] => {
  const { data } = jsonIn(reply);
  return Array.isArray(data) ? data.filter(isJson) : [];
};

const shownBy = (...stores: readonly Normalization[]): Json => jsonIn(open({ stores }).push(JSON.stringify(plain)));

describe('a service of some dialect', () => {
  it('stores a body, shows it, and knows the sale by its name', () => {
    const service = open();
    expect(jsonIn(service.push(JSON.stringify(plain)))).toStrictEqual(plain);
    expect(jsonIn(service.find(plain.id))).toStrictEqual(plain);
    expect(service.journal.map(({ key }) => key)).toStrictEqual(['5001']);
    expect([service.posts(), service.gets()]).toStrictEqual([1, 1]);
  });

  it.each<readonly [string, object, string]>([
    ['a total that is not the sum', { total: 26.99 }, 'total'],
    ['no lines', { lineItems: [] }, 'lineItems'],
    ['a day for a moment', { transactedAt: '2026-02-03' }, 'transactedAt'],
    ['a text for an amount', { total: '26.98' }, 'total'],
    ['no name', { name: '' }, 'name'],
    ['no tax', { taxCollected: undefined }, 'taxCollected'],
    ['another purpose', { purpose: 'GIFT' }, 'purpose'],
  ])('refuses %s, and names it', (_, differences, path) => {
    const service = open();
    const reply = service.push(JSON.stringify({ ...plain, ...differences }));
    expect(reply.status).toBe(422);
    expect(jsonIn(reply)).toMatchObject({ issues: [{ path }] });
    expect(service.journal).toHaveLength(0);
  });

  it('answers 409 for an equal id or name as far as it refuses them', () => {
    const again = (differences: DialectDifferences): number => {
      const service = open(differences);
      service.push(JSON.stringify(plain));
      return service.push(JSON.stringify({ ...plain, id: 'another' })).status;
    };
    expect(again({})).toBe(409);
    expect(again({ refuses: { equalNames: false } })).toBe(200);
    expect(again({ ids: 'own numbers' })).toBe(409);
  });

  it('assigns ids and finds by those alone', () => {
    const service = open({ ids: 'own numbers', success: { status: 201, body: 'id', isWrapped: true } });
    const { data } = jsonIn(service.push(JSON.stringify(plain)));
    expect(data).toStrictEqual({ id: 7_001 });
    expect(service.find(plain.id).status).toBe(404);
    expect(jsonIn(service.find('7001'))).toMatchObject({ id: 7_001, name: plain.name });
  });

  it.each<readonly [Normalization, string, unknown]>([
    ['ZIP+4', 'shipToAddress.zip', '94607-0001'],
    ['ZIP as an integer', 'shipToAddress.zip', 94_607],
    ['country as null', 'shipToAddress.country', null],
    ['upper case texts', 'name', 'SHOPIFY #1 · 5001'],
    ['upper case ids', 'id', 'SHOPIFY:1:5001'],
    ['day alone', 'transactedAt', '2026-02-03'],
    ['midnight', 'transactedAt', '2026-02-03T00:00:00.000Z'],
    ['local offset', 'transactedAt', '2026-02-03T12:20:00-05:00'],
    ['numeric texts', 'total', '26.98'],
    ['no nulls', 'shipToAddress.line2', undefined],
    ['blanks for nulls', 'shipToAddress.line2', ''],
  ])('stores in its own form: %s', (form, path, value) => {
    expect(valueAt(shownBy(form), path)).toStrictEqual(value);
  });

  it('stores noise that is less than a millionth of a cent', () => {
    expect(shownBy('float noise')['total']).not.toBe(plain.total);
    expect(shownBy('float noise')['total']).toBeCloseTo(plain.total, 8);
  });

  it('understands other names and minor units, and shows them again', () => {
    const demands = { amounts: 'minorUnits', names: { 'shipToAddress.zip': 'shipToAddress.postalCode' } } as const;
    const service = open({ demands });
    expect(service.push(JSON.stringify(plain)).text).toContain('"path":"total"');
    const { zip, ...address } = plain.shipToAddress;
    const body = {
      ...plain,
      total: 2_698,
      subtotal: 1_998,
      taxCollected: 200,
      shippingHandling: 500,
      lineItems: plain.lineItems.map((line) => ({ ...line, amount: 999 })),
      shipToAddress: { ...address, postalCode: zip },
    };
    expect(jsonIn(service.push(JSON.stringify(body)))).toStrictEqual(body);
    expect(service.journal[0]?.fields).toStrictEqual(plain);
  });

  it.each(['offset', 'position'] as const)('lists everything once, the newest first, by %s', (cursors) => {
    const service = open({ list: { cursors, carries: 'id and name', largestPage: 4 } });
    for (let number = 5_001; number <= 5_010; number += 1) service.push(bodyOf(number));
    const ids: unknown[] = [];
    for (let cursor: string | null = null, page = 0; page < 9; page += 1) {
      const reply = service.list(cursor, 100);
      ids.push(...listIn(reply).map(({ id }) => id));
      const { nextCursor } = jsonIn(reply);
      if (typeof nextCursor !== 'string') break;
      cursor = nextCursor;
    }
    expect(ids).toStrictEqual(Array.from({ length: 10 }, (_, index) => `shopify:1:${5_010 - index}`));
  });

  it('lists late, by requests or by time', () => {
    const time = { now: 0 };
    const byRequests = open({ list: { delay: { requests: 2 } } });
    byRequests.push(JSON.stringify(plain));
    expect([1, 2, 3].map(() => listIn(byRequests.list(null)).length)).toStrictEqual([0, 0, 1]);
    const byTime = open({ list: { delay: { milliseconds: 5 } } }, () => time.now);
    byTime.push(JSON.stringify(plain));
    expect(listIn(byTime.list(null))).toHaveLength(0);
    time.now = 5;
    expect(listIn(byTime.list(null))).toHaveLength(1);
  });

  it('shows what it stored in another dialect once it becomes one', () => {
    const service = open({ distorts: ['whole amounts'] });
    expect(jsonIn(service.push(JSON.stringify(plain)))).toMatchObject({ total: 26 });
    service.become(aDialect());
    expect(jsonIn(service.find(plain.id))).toStrictEqual(plain);
  });
});

describe('a drawn dialect', () => {
  const draw = (seed: number): Dialect => drawDialect(seededRandom(seed));
  const many = Array.from({ length: 300 }, (_, index) => draw(index));

  it('is the same for the same seed', () => {
    expect(draw(7)).toStrictEqual(draw(7));
  });

  it('never promises what the contract rules out', () => {
    for (const { ids, success, refuses, distorts, demands } of many) {
      expect(distorts).toStrictEqual([]);
      expect(demands).toStrictEqual(aDialect().demands);
      expect(success.status === 204 && success.body !== 'empty').toBe(false);
      expect(ids !== 'client' && (refuses.equalIds || success.body === 'as sent')).toBe(false);
    }
  });

  it('is of every kind sooner or later', () => {
    expect(new Set(many.map(({ ids }) => ids)).size).toBe(3);
    expect(new Set(many.map(({ refuses }) => JSON.stringify(refuses))).size).toBe(4);
    expect(new Set(many.map(({ success }) => success.body)).size).toBe(6);
    expect(new Set(many.flatMap(({ stores }) => stores)).size).toBe(23);
  });
});
