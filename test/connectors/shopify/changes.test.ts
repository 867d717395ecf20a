import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { changedWindowsOf, soldFilterOf } from '../../../connectors/shopify/read/windows.ts';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { intervalOf } from '../../../src/domain/date-range.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { Cursor, SourceConnector, Window } from '../../../src/mapping/source-connector.ts';
import { sampleOrders } from '../../../sandbox/shopify/graphql/sample-orders.ts';
import { startSampleShop } from '../../../sandbox/shopify/start-sample-shop.ts';
import { right } from '../../support/right.ts';
import { anOrder } from './an-order.ts';
import { answering, everyScope, pageOf, shopAccess, throttledReply, withShop } from './a-shop.ts';

const newYork = 'America/New_York';
const span = { start: '2026-02-03T17:00:00Z', end: '2026-02-03T18:00:00Z' };

const readIds = async (source: SourceConnector, windows: readonly Window[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const window of windows) {
    for (let cursor: O.Option<Cursor> = O.none, isOver = false; !isOver;) {
      const page = right(await source.readPage(window, cursor)());
      ids.push(...page.results.map((e) => (E.isRight(e) ? e.right.identity.recordId : e.left.sourceId)));
      cursor = page.next;
      isOver = O.isNone(cursor);
    }
  }
  return ids;
};

describe('windows of changes', () => {
  it('are the span, cut after each third month of the shop', () => {
    expect(changedWindowsOf({ start: '2026-02-27T12:00:00Z', end: '2026-05-02T00:00:00Z' }, newYork)).toStrictEqual([
      {
        key: 'changed:2026-02-27T12:00:00Z..2026-05-01T04:00:00Z',
        kind: 'changed',
        start: '2026-02-27T12:00:00Z',
        end: '2026-05-01T04:00:00Z',
      },
      {
        key: 'changed:2026-05-01T04:00:00Z..2026-05-02T00:00:00Z',
        kind: 'changed',
        start: '2026-05-01T04:00:00Z',
        end: '2026-05-02T00:00:00Z',
      },
    ]);
  });

  it('are widened to the whole seconds in which Shopify counts', () => {
    const windows = changedWindowsOf({ start: '2026-02-03T17:00:00.9Z', end: '2026-02-03T17:59:59.1Z' }, newYork);
    expect(windows).toMatchObject([span]);
  });

  it('leave out orders of the days besides which they are asked for, by the date of the order', () => {
    const besides = { from: '2026-01-01', to: '2026-01-31' };
    const keys = changedWindowsOf(span, newYork, { besides }).map((window) => [window.key, soldFilterOf(window)]);
    const changed = 'changed:2026-02-03T17:00:00Z..2026-02-03T18:00:00Z';
    expect(keys).toStrictEqual([
      [`${changed} sold before 2026-01-01T05:00:00Z`, " AND processed_at:<'2026-01-01T05:00:00Z'"],
      [`${changed} sold from 2026-02-01T05:00:00Z`, " AND processed_at:>='2026-02-01T05:00:00Z'"],
    ]);
  });

  it('are none for a span that is empty', () => {
    expect(changedWindowsOf({ start: span.end, end: span.end }, newYork)).toStrictEqual([]);
    expect(changedWindowsOf({ start: span.end, end: span.start }, newYork)).toStrictEqual([]);
  });
});

describe('reading what changed', () => {
  it('asks for the orders by when they changed, with quoted times, from the start up to but without the end', async () => {
    await withShop(answering({ ChangedOrdersPage: pageOf([anOrder()]) }), async (connector, asked) => {
      const windows = right(await connector.changes(span)());
      expect(await readIds(connector, windows)).toHaveLength(1);
      expect(asked.at(-1)?.body).toContain('sortKey: UPDATED_AT');
      expect(asked.at(-1)?.variables['query']).toBe(
        "updated_at:>='2026-02-03T17:00:00Z' AND updated_at:<'2026-02-03T18:00:00Z'",
      );
    });
  });

  it('leaves out orders that were made after the days that are meant, and none that a later change hides', async () => {
    await withShop(answering({ ChangedOrdersPage: pageOf([anOrder()]) }), async (connector, asked) => {
      const windows = right(await connector.changes({ ...span, end: '2026-02-03T19:00:00Z' }, span.end)());
      expect(await readIds(connector, windows)).toHaveLength(1);
      expect(asked.at(-1)?.variables['query']).toBe(
        "updated_at:>='2026-02-03T17:00:00Z' AND updated_at:<'2026-02-03T19:00:00Z' AND created_at:<'2026-02-03T18:00:00Z'",
      );
    });
  });

  it('leaves both out: orders of some days, and those made after them', async () => {
    await withShop(answering({ ChangedOrdersPage: pageOf([anOrder()]) }), async (connector, asked) => {
      const besides = { from: '2026-02-03', to: '2026-02-03' };
      const [window] = right(await connector.changes({ ...span, end: '2026-02-05T19:00:00Z' }, span.end, besides)());
      expect(await readIds(connector, window === undefined ? [] : [window])).toHaveLength(1);
      expect(asked.at(-1)?.variables['query']).toBe(
        "updated_at:>='2026-02-03T17:00:00Z' AND updated_at:<'2026-02-05T19:00:00Z' AND created_at:<'2026-02-03T18:00:00Z' AND processed_at:<'2026-02-03T05:00:00Z'",
      );
    });
  });

  it('reads a range by when its orders were made, as before', async () => {
    await withShop(answering({ OrdersPage: pageOf([anOrder()]) }), async (connector, asked) => {
      const windows = right(await connector.windows({ from: '2026-02-01', to: '2026-02-28' })());
      expect(await readIds(connector, windows)).toHaveLength(1);
      expect(asked.at(-1)?.body).toContain('sortKey: PROCESSED_AT');
    });
  });

  it('says that changes of orders older than 60 days are hidden, where the app lacks the scope for them', async () => {
    for (const hides of [true, false]) {
      const scopes = everyScope.filter((scope) => !hides || scope !== 'read_all_orders');
      const replies = { ShopAccess: shopAccess(scopes), ChangedOrdersPage: pageOf([anOrder()]) };
      await withShop(answering(replies), async (connector) => {
        const [window] = right(await connector.changes(span)());
        expect(window?.hides?.message.includes('read_all_orders') ?? false).toBe(hides);
        expect(window?.hides?.madeBefore).toBe(hides ? '1969-11-02T00:00:00Z' : undefined);
      });
    }
  });

  it('goes on after Shopify asked to slow down', async () => {
    await withShop(
      ({ operation }, nth) => {
        if (operation !== 'ChangedOrdersPage') return {};
        return nth === 1 ? throttledReply : pageOf([anOrder()]);
      },
      async (connector) => {
        const windows = right(await connector.changes(span)());
        const [window] = windows;
        if (window === undefined) throw new Error('there is no window');
        expect(await connector.readPage(window, O.none)()).toMatchObject({ left: { _tag: 'SourceThrottled' } });
        expect(await readIds(connector, windows)).toHaveLength(1);
      },
    );
  });

  it('finds in the sample shop exactly the orders that changed, however long ago they were made', async () => {
    const size = { seed: 1, orders: 400 };
    const shop = await startSampleShop(size);
    const connector = shopifyConnector({
      shop: shop.domain,
      credentials: { accessToken: secret(shop.accessToken) },
      webhookSecrets: [],
      apiOrigin: shop.origin,
      policy: defaultPolicy,
      clock: systemClock,
    });
    try {
      const changed = { start: '2025-06-20T00:00:00Z', end: '2025-07-10T00:00:00Z' };
      const orders = sampleOrders(size);
      const expected = Array.from({ length: size.orders }, (_, index) => index)
        .filter((index) => orders.valueOf('UPDATED_AT', index) >= Date.parse(changed.start))
        .filter((index) => orders.valueOf('UPDATED_AT', index) < Date.parse(changed.end));
      const ids = await readIds(connector, right(await connector.changes(changed)()));
      expect(expected.some((index) => orders.valueOf('PROCESSED_AT', index) < Date.parse(changed.start))).toBe(true);
      expect([...ids].sort()).toStrictEqual(expected.map((index) => String(orders.idOf(index))).sort());

      // Besides days of June, which are read by themselves: orders of before, and of after.
      const june = { from: '2025-06-19', to: '2025-06-30' };
      const { start, end } = intervalOf(june, newYork);
      const others = expected.filter((index) => {
        const soldAt = orders.valueOf('PROCESSED_AT', index);
        return soldAt < Date.parse(start) || soldAt >= Date.parse(end);
      });
      const besides = await readIds(connector, right(await connector.changes(changed, undefined, june)()));
      expect([...besides].sort()).toStrictEqual(others.map((index) => String(orders.idOf(index))).sort());
      const allLater = { from: '2025-06-19', to: '9999-12-30' };
      const earlier = expected.filter((index) => orders.valueOf('PROCESSED_AT', index) < Date.parse(start));
      expect(earlier.length).toBeGreaterThan(0);
      const before = await readIds(connector, right(await connector.changes(changed, undefined, allLater)()));
      expect([...before].sort()).toStrictEqual(earlier.map((index) => String(orders.idOf(index))).sort());
    } finally {
      await shop.stop();
    }
  });
});
