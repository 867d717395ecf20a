import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../../src/domain/environment.ts';
import type { Cursor, SourceConnector, SourceResult, Window } from '../../../src/mapping/source-connector.ts';
import { callSource } from '../../../src/pipeline/call-source.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { anOrder, type Json } from './an-order.ts';
import { type Asked, errors, pageOf, type Reply, withShop } from './a-shop.ts';

const sold: Window = { key: 'w', kind: 'sold', start: '2026-02-01T05:00:00Z', end: '2026-03-01T05:00:00Z' };
const changed: Window = { ...sold, kind: 'changed' };

const gidOf = (number: number): string => `gid://shopify/Order/${5_000_000_000 + number}`;

const orderNumber = (number: number, more: Json = {}): Json => ({
  ...anOrder(),
  id: gidOf(number),
  legacyResourceId: String(5_000_000_000 + number),
  name: `#${number}`,
  processedAt: `2026-02-03T10:${String(number % 60).padStart(2, '0')}:00Z`,
  updatedAt: `2026-02-04T10:${String(number % 60).padStart(2, '0')}:00Z`,
  ...more,
});

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A shop of so many orders that fails whenever one of the `bad` ones is among the ones that are asked for with all their fields. */
const aShopThatFails =
  (count: number, bad: ReadonlySet<number>, failure: Reply) =>
  ({ operation, variables: { first, after, id } }: Asked): Reply => {
    if (operation === 'OrderHead') return { body: { data: { order: { id, name: 'x' } } } };
    if (!operation.includes('Orders')) return {};
    const from = typeof after === 'string' ? Number(after) : 0;
    const asked = numbers(count).slice(from, from + Number(first));
    const isHead = operation.endsWith('Head');
    if (!isHead && asked.some((number) => bad.has(number))) return failure;
    const end = from + asked.length;
    return pageOf(
      asked.map((number) => orderNumber(number)),
      end < count ? String(end) : null,
    );
  };

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** An hour takes half a minute. */
const hundredTimesFaster = (): Clock => {
  const began = Date.now();
  return {
    now: () => (Date.now() - began) * 100,
    sleep: (milliseconds) => () => new Promise((resolve) => void setTimeout(resolve, milliseconds / 100)),
  };
};

/** All results of a window, read as the pipeline reads it: with retries and pauses. */
const readWhole = async (connector: SourceConnector, window: Window): Promise<E.Either<string, SourceResult[]>> => {
  const read = callSource({ clock: hundredTimesFaster(), random: seededRandom(1), log: silent }, () => false);
  const all: SourceResult[] = [];
  for (let from: O.Option<Cursor> = O.none, isFirst = true; isFirst || O.isSome(from); isFirst = false) {
    const page = await read(connector.readPage(window, from));
    if (E.isLeft(page)) return E.left(page.left._tag);
    all.push(...page.right.results);
    from = page.right.next;
  }
  return E.right(all);
};

const summary = (results: readonly SourceResult[]): readonly string[] =>
  results.map((result) =>
    E.isRight(result) ? (result.right.identity.number ?? '') : `${result.left.name}: ${result.left.reason}`,
  );

const failures: readonly (readonly [string, Reply])[] = [
  [
    'an error of one field, with a code',
    errors({ message: 'x', path: ['orders', 'nodes', 2, 'customer'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }),
  ],
  ['an error of one field, without a code', errors({ message: 'x', path: ['orders', 'nodes', 2, 'taxLines'] })],
  ['an error without a path or a code', errors({ message: 'Something went wrong' })],
  ['a time limit of Shopify', errors({ message: 'Timeout', extensions: { code: 'TIMEOUT' } })],
  ['status 503', { status: 503, body: 'busy' }],
  ['an answer that is cut short', { body: '{"data":{"orders":{"nodes":[' }],
];

describe('an order that Shopify cannot serve', () => {
  it.each(failures)('is held alone, and the others are read: %s', async (_, failure) => {
    await withShop(aShopThatFails(5, new Set([3]), failure), async (connector) => {
      const read = await readWhole(connector, sold);
      expect(E.map(summary)(read)).toStrictEqual(E.right(['#1', '#2', '#3: record not served', '#4', '#5']));
    });
  });

  it('is held alone in catch-up as well', async () => {
    await withShop(aShopThatFails(5, new Set([1]), errors({ message: 'x' })), async (connector) => {
      const read = await readWhole(connector, changed);
      expect(E.map(summary)(read)).toStrictEqual(E.right(['#1: record not served', '#2', '#3', '#4', '#5']));
    });
  });

  it('is found among two hundred with a few requests, and pages are large again behind it', async () => {
    await withShop(aShopThatFails(200, new Set([117]), errors({ message: 'x' })), async (connector, asked) => {
      const read = await readWhole(connector, sold);
      const all = E.isRight(read) ? summary(read.right) : [];
      expect(all).toHaveLength(200);
      expect(all.filter((one) => one.includes(':'))).toStrictEqual(['#117: record not served']);
      const pages = asked.filter(({ operation }) => operation === 'OrdersPage');
      expect(pages.length).toBeLessThan(25);
      expect(pages.at(-1)?.variables['first']).toBe(50);
    });
  });

  it('is held when the rest of it cannot be read, and the others of its page go on', async () => {
    const edited = (number: number): Json => orderNumber(number, { edited: true });
    const answer = (asked: Asked): Reply => {
      if (asked.operation === 'OrderHead') return { body: { data: { order: { id: gidOf(2), name: '#2' } } } };
      if (asked.operation === 'OrdersPage') return pageOf([orderNumber(1), edited(2), orderNumber(3)]);
      return asked.operation === 'ShopAccess' ? {} : errors({ message: 'x', path: ['order', 'agreements'] });
    };
    await withShop(answer, async (connector) => {
      const read = await readWhole(connector, sold);
      expect(E.map(summary)(read)).toStrictEqual(E.right(['#1', '#2: record not served', '#3']));
    });
  });

  it('is held when it is read by itself, from the third failure on: until then it is asked for again', async () => {
    const answer = ({ operation, variables }: Asked): Reply => {
      if (operation === 'OrderHead') return { body: { data: { order: { id: variables['id'], name: '#1' } } } };
      return operation === 'OrderById' ? errors({ message: 'x' }) : {};
    };
    await withShop(answer, async (connector) => {
      const read = connector.readRecord('5000000001');
      expect([(await read())._tag, (await read())._tag]).toStrictEqual(['Left', 'Left']);
      expect(await read()).toMatchObject({
        right: { value: { left: { name: '#1', sourceId: '5000000001', reason: 'record not served' } } },
      });
    });
  });

  it('is not made of an outage: where nothing is served, nothing is held', async () => {
    const down = ({ operation }: Asked): Reply => (operation === 'ShopAccess' ? {} : { status: 503 });
    await withShop(down, async (connector) => {
      expect(await readWhole(connector, sold)).toStrictEqual(E.left('SourceUnreachable'));
    });
  });

  it('is not made of a query that Shopify never serves: after twenty in a row, reading stops', async () => {
    const everyOne = new Set(numbers(60));
    await withShop(aShopThatFails(60, everyOne, errors({ message: 'x' })), async (connector) => {
      expect(await readWhole(connector, sold)).toStrictEqual(E.left('SourceUnreachable'));
    });
  });

  it('is served again after a short failure: nothing is held', async () => {
    const answers = aShopThatFails(5, new Set([3]), { status: 502 });
    const healthy = aShopThatFails(5, new Set(), {});
    let failed = 0;
    const answer = (asked: Asked): Reply => {
      if (asked.operation === 'OrdersPage') failed += 1;
      return failed <= 3 ? answers(asked) : healthy(asked);
    };
    await withShop(answer, async (connector) => {
      expect(E.map(summary)(await readWhole(connector, sold))).toStrictEqual(E.right(['#1', '#2', '#3', '#4', '#5']));
    });
  });
});
