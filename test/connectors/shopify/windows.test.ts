import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { nextPosition, type ListedOrder } from '../../../connectors/shopify/read/read-page.ts';
import type { PagePosition } from '../../../connectors/shopify/read/page-cursor.ts';
import { left, right } from '../../support/right.ts';
import { anOrder } from './an-order.ts';
import { everyScope, pageOf, shopAccess, withShop } from './a-shop.ts';

describe('windows of a range', () => {
  it("are parts of up to three months in the shop's own time zone, across a change of its clocks", async () => {
    await withShop(
      () => ({}),
      async (connector) => {
        expect(right(await connector.windows({ from: '2026-02-27', to: '2026-05-15' })())).toStrictEqual([
          { key: '2026-02-27..2026-04-30', kind: 'sold', start: '2026-02-27T05:00:00Z', end: '2026-05-01T04:00:00Z' },
          { key: '2026-05-01..2026-05-15', kind: 'sold', start: '2026-05-01T04:00:00Z', end: '2026-05-16T04:00:00Z' },
        ]);
      },
    );
  });

  it('need the shop once', async () => {
    await withShop(
      () => ({}),
      async (connector, asked) => {
        await connector.windows({ from: '2026-01-01', to: '2026-01-31' })();
        await connector.windows({ from: '2026-02-01', to: '2026-02-28' })();
        expect(asked.filter(({ operation }) => operation === 'ShopAccess')).toHaveLength(1);
      },
    );
  });
});

describe('a range that begins before the wall of 60 days', () => {
  const lean = everyScope.filter((scope) => scope !== 'read_all_orders');
  const at = (now: string) => ({ clock: { now: () => Date.parse(now), sleep: () => () => Promise.resolve() } });
  const range = { from: '2026-01-01', to: '2026-03-31' };

  it('is refused without read_all_orders, because Shopify would silently leave out its orders', async () => {
    await withShop(
      () => shopAccess(lean),
      async (connector) => {
        const refusal = left(await connector.windows(range)());
        expect(refusal._tag).toBe('SourceRefused');
        expect(refusal.message).toContain('read_all_orders');
        expect(refusal.message).toContain('2026-02-01 or later');
        expect(right(await connector.windows({ ...range, from: '2026-02-01' })())).toHaveLength(1);
      },
      at('2026-04-01T12:00:00Z'),
    );
  });

  it('is read as soon as the scope is granted, without a restart', async () => {
    await withShop(
      (_, nth) => shopAccess(nth < 3 ? lean : everyScope),
      async (connector) => {
        left(await connector.windows(range)());
        expect(right(await connector.windows(range)())).toHaveLength(1);
      },
      at('2026-04-01T12:00:00Z'),
    );
  });
});

const at = (at: string, ...ids: readonly string[]): readonly ListedOrder[] => ids.map((id) => ({ id, at }));

const position = (differences: Partial<PagePosition> = {}): PagePosition => ({
  start: '2026-02-01T05:00:00Z',
  after: null,
  seen: 0,
  skip: [],
  latest: { at: '2026-02-01T05:00:00Z', ids: [] },
  ...differences,
});

const page = (orders: readonly ListedOrder[]) => ({ orders, hasNextPage: true, endCursor: 'next' });

describe('a window with more orders than Shopify pages through', () => {
  it('is restarted at its last time, whose orders are returned once', () => {
    const deep = position({ seen: 19_999, latest: { at: '2026-02-09T00:00:00Z', ids: ['a'] } });
    const next = right(nextPosition(deep, page(at('2026-02-09T00:00:00Z', 'b'))));
    expect(next).toStrictEqual(
      O.some({
        start: '2026-02-09T00:00:00Z',
        after: null,
        seen: 0,
        skip: ['a', 'b'],
        latest: { at: '2026-02-09T00:00:00Z', ids: ['a', 'b'] },
      }),
    );
  });

  it('hides no order without a readable id behind another one that was handed out', () => {
    const deep = position({ seen: 19_999, latest: { at: '2026-02-09T00:00:00Z', ids: ['a'] } });
    const next = right(nextPosition(deep, page(at('2026-02-09T00:00:00Z', '', 'b'))));
    expect(next).toMatchObject(O.some({ skip: ['a', 'b'] }));
  });

  it('goes on by cursor until then', () => {
    const next = right(nextPosition(position(), page(at('2026-02-02T00:00:00Z', 'a'))));
    expect(next).toMatchObject(O.some({ after: 'next', seen: 1, start: '2026-02-01T05:00:00Z' }));
  });

  it('is refused when so many orders share one instant, and never cut short silently', () => {
    const same = position({ seen: 24_999 });
    expect(left(nextPosition(same, page(at('2026-02-01T05:00:00Z', 'z'))))._tag).toBe('SourceRefused');
  });

  it('skips the orders of the instant that were handed out before', async () => {
    const cursor = JSON.stringify(position({ start: '2026-02-09T00:00:00Z', skip: ['gid://shopify/Order/1'] }));
    const window = { key: 'w', kind: 'sold' as const, start: '2026-02-01T05:00:00Z', end: '2026-03-01T05:00:00Z' };
    await withShop(
      ({ operation }) =>
        operation === 'OrdersPage'
          ? pageOf([anOrder({ id: 'gid://shopify/Order/1' }), anOrder({ id: 'gid://shopify/Order/2' })])
          : {},
      async (connector, asked) => {
        const { results } = right(await connector.readPage(window, O.some(cursor))());
        expect(results).toMatchObject([{ right: { identity: { recordId: '2' } } }]);
        expect(asked.at(-1)?.variables['query']).toContain(">='2026-02-09T00:00:00Z'");
      },
    );
  });
});
