import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../../../src/domain/environment.ts';
import type { SourceConnector, Window } from '../../../../src/mapping/source-connector.ts';
import { right } from '../../../support/right.ts';
import { isJson, type Json } from '../an-order.ts';
import { type BulkShop, byId, idOf, quickClock, readAll, readWindow, withBulkShop } from './a-bulk-shop.ts';
import { occupy, operationsOf } from './operations-of.ts';

const oneMonth = { from: '2025-03-01', to: '2025-03-31' };
const year = { from: '2025-01-01', to: '2025-12-31' };

const windowsOf = async (source: SourceConnector, range = oneMonth): Promise<readonly Window[]> =>
  right(await source.windows(range)());

const firstWindow = async (source: SourceConnector): Promise<Window> => {
  const [window] = await windowsOf(source);
  if (window === undefined) throw new Error('the month has no window');
  return window;
};

const positionIn = (cursor: O.Option<string>): Json => {
  const position: unknown = O.isSome(cursor) ? JSON.parse(cursor.value) : {};
  return isJson(position) ? position : {};
};

describe('the operation of a window', () => {
  it('is started by the first step, which hands out its name and no order', async () => {
    await withBulkShop({}, async ({ open, shop }) => {
      const source = open();
      const window = await firstWindow(source);
      expect(window.key).toBe('bulk:2025-03-01..2025-03-31');
      const page = right(await source.readPage(window, O.none)());
      expect(page.results).toStrictEqual([]);
      expect(positionIn(page.next)).toMatchObject({ operation: 'gid://shopify/BulkOperation/7000000001', offset: 0 });
      expect(await operationsOf(shop)).toStrictEqual(['CREATED']);
    });
  });

  it('runs next to those of the next four windows', async () => {
    await withBulkShop({}, async ({ open, shop }) => {
      const source = open();
      const [first] = await windowsOf(source, year);
      if (first !== undefined) await source.readPage(first, O.none)();
      expect(await operationsOf(shop)).toHaveLength(5);
      await readAll(source, year);
      expect(await operationsOf(shop)).toHaveLength((await windowsOf(source, year)).length);
    });
  });

  it('is used by a process that finds it running, and not started twice', async () => {
    await withBulkShop({}, async ({ open, shop }) => {
      const window = await firstWindow(open());
      await open().readPage(window, O.none)();
      const { results } = await readWindow(open(), window);
      expect(results.length).toBeGreaterThan(0);
      expect(await operationsOf(shop)).toStrictEqual(['COMPLETED']);
    });
  });

  it('that is finished is not used: later changes are not in it', async () => {
    await withBulkShop({}, async ({ open, shop }) => {
      const window = await firstWindow(open());
      await readWindow(open(), window);
      await readWindow(open(), window);
      expect(await operationsOf(shop)).toStrictEqual(['COMPLETED', 'COMPLETED']);
    });
  });

  it('that was started ahead is forgotten when its range is read again', async () => {
    await withBulkShop({}, async ({ open, shop, clock }) => {
      const source = open();
      const twoMonths = { from: '2025-03-01', to: '2025-04-30' };
      const [first, second] = await windowsOf(source, twoMonths);
      if (first === undefined || second === undefined) throw new Error('two months have no two windows');
      await source.readPage(first, O.none)();
      await clock.sleep(6 * 60_000)();
      await windowsOf(source, twoMonths);
      await source.readPage(second, O.none)();
      expect(await operationsOf(shop)).toHaveLength(3);
    });
  });

  it('waits while others of the app use all five slots', async () => {
    await withBulkShop({ bulk: { seconds: 60 } }, async ({ open, shop }) => {
      for (let other = 0; other < 5; other += 1) await occupy(shop);
      const source = open();
      const window = await firstWindow(source);
      const page = right(await source.readPage(window, O.none)());
      expect(positionIn(page.next)).toMatchObject({ operation: null, looks: 1 });
    });
  });

  it('is polled until it is finished, and no cursor repeats', async () => {
    await withBulkShop({ bulk: { seconds: 60 } }, async ({ open, clock }) => {
      const source = open();
      const window = await firstWindow(source);
      const begun = clock.now();
      const { results, cursors } = await readWindow(source, window);
      expect(results.length).toBeGreaterThan(0);
      expect(new Set(cursors).size).toBe(cursors.length);
      expect(clock.now() - begun).toBeGreaterThanOrEqual(60_000);
      expect(clock.now() - begun).toBeLessThan(66_000);
    });
  });

  it('that never ends is ended after three hours, and its window is read in pages', async () => {
    const use = async ({ open, shop, clock }: BulkShop): Promise<void> => {
      const begun = clock.now();
      const { results } = await readWindow(open(), await firstWindow(open()));
      expect(clock.now() - begun).toBeGreaterThan(3 * 60 * 60_000);
      expect(clock.now() - begun).toBeLessThan(3.1 * 60 * 60_000);
      expect(byId(results)).toStrictEqual(byId(await readAll(open('pages'), oneMonth)));
      expect(await operationsOf(shop)).toStrictEqual(['CANCELED']);
    };
    await withBulkShop({ bulk: { outcomes: ['runsForever'] } }, use, quickClock(60_000));
  });

  it('wakes who waits for it when its webhook comes', async () => {
    const stopped: Clock = { now: () => Date.UTC(2028, 0, 1), sleep: () => () => new Promise(() => undefined) };
    const finished = (id: string): Parameters<SourceConnector['receiveWebhook']>[0] => {
      const body = Buffer.from(JSON.stringify({ admin_graphql_api_id: id, status: 'completed', type: 'query' }));
      const signature = createHmac('sha256', 'shpss_CANARY').update(body).digest('base64');
      const headers = { 'x-shopify-hmac-sha256': signature, 'x-shopify-topic': 'bulk_operations/finish' };
      return { body, headers, receivedAt: '2028-01-01T00:00:00Z' };
    };
    const use = async ({ open }: { readonly open: () => SourceConnector }): Promise<void> => {
      const source = open();
      const window = await firstWindow(source);
      const begun = right(await source.readPage(window, O.none)());
      const looking = source.readPage(window, begun.next)();
      expect(source.receiveWebhook(finished('gid://shopify/BulkOperation/1'))).toMatchObject({ _tag: 'Right' });
      right(source.receiveWebhook(finished(String(positionIn(begun.next)['operation']))));
      expect(positionIn(right(await looking).next)).toMatchObject({ looks: 1 });
    };
    await withBulkShop({ bulk: { seconds: 60 } }, use, stopped);
  });
});

describe('an operation that fails', () => {
  it.each([
    ['fails', 2],
    ['isCanceled', 2],
    ['isExpired', 2],
    ['losesLines', 2],
    ['isUngrouped', 2],
    ['strangeAddress', 1],
  ] as const)('because it %s is made up for: no order is missing', async (outcome, operations) => {
    await withBulkShop({ bulk: { outcomes: [outcome] } }, async ({ open, shop }) => {
      const inPages = await readAll(open('pages'), oneMonth);
      const inBulk = await readAll(open(), oneMonth);
      expect(byId(inBulk)).toStrictEqual(byId(inPages));
      expect(await operationsOf(shop)).toHaveLength(operations);
    });
  });

  it('twice is not tried again: the window is read in pages', async () => {
    const outcomes = ['fails', 'losesLines'] as const;
    await withBulkShop({ bulk: { outcomes } }, async ({ open, shop }) => {
      expect(byId(await readAll(open(), oneMonth))).toStrictEqual(byId(await readAll(open('pages'), oneMonth)));
      expect(await operationsOf(shop)).toStrictEqual(['FAILED', 'COMPLETED']);
    });
  });
});

describe('the setting', () => {
  it('pages never starts an operation, for any number of orders', async () => {
    await withBulkShop({}, async ({ open, shop }) => {
      await readAll(open('pages'), oneMonth);
      expect(await operationsOf(shop)).toStrictEqual([]);
    });
  });

  it('auto reads few orders in pages', async () => {
    await withBulkShop({}, async ({ open, shop }) => {
      const results = await readAll(open('auto'), oneMonth);
      expect(results.map(idOf)).toHaveLength((await readAll(open('pages'), oneMonth)).length);
      expect(await operationsOf(shop)).toStrictEqual([]);
    });
  });
});
