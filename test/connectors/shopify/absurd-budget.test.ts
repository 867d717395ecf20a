import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Window } from '../../../src/mapping/source-connector.ts';
import { right } from '../../support/right.ts';
import { anOrder } from './an-order.ts';
import { pageOf, withShop } from './a-shop.ts';

const window: Window = { key: 'w', kind: 'sold', start: '2026-02-01T05:00:00Z', end: '2026-03-01T05:00:00Z' };

const cost = (throttleStatus: Readonly<Record<string, number>>): Readonly<Record<string, unknown>> => ({
  cost: { requestedQueryCost: 800, throttleStatus },
});

describe('a report of the rate limit that makes no sense', () => {
  it.each([
    ['a restore rate next to nothing', { maximumAvailable: 2_000, currentlyAvailable: 0, restoreRate: 0.000_1 }],
    ['points far below zero', { maximumAvailable: 2_000, currentlyAvailable: -1e15, restoreRate: 100 }],
    ['no points at all', { maximumAvailable: 0, currentlyAvailable: 0, restoreRate: 100 }],
    ['an endless budget', { maximumAvailable: 1e300, currentlyAvailable: 1e300, restoreRate: 1e300 }],
  ])('is ignored with a warning, and the next request waits a minute at most: %s', async (_, throttleStatus) => {
    let slept = 0;
    const clock = {
      now: () => slept,
      sleep: (milliseconds: number) => () => {
        slept += milliseconds;
        return Promise.resolve();
      },
    };
    const answer = ({ operation }: { readonly operation: string }) =>
      operation === 'OrdersPage' ? pageOf([anOrder()], null, cost(throttleStatus)) : {};
    await withShop(
      answer,
      async (connector) => {
        expect(right(await connector.readPage(window, O.none)()).warning).toContain('rate limit makes no sense');
        right(await connector.readPage(window, O.none)());
        expect(slept).toBeLessThanOrEqual(60_000);
      },
      { clock },
    );
  });

  it('waits for points as they are restored where the report makes sense, and says nothing', async () => {
    let slept = 0;
    const clock = {
      now: () => slept,
      sleep: (milliseconds: number) => () => {
        slept += milliseconds;
        return Promise.resolve();
      },
    };
    const status = { maximumAvailable: 2_000, currentlyAvailable: 100, restoreRate: 100 };
    await withShop(
      ({ operation }) => (operation === 'OrdersPage' ? pageOf([anOrder()], null, cost(status)) : {}),
      async (connector) => {
        expect(right(await connector.readPage(window, O.none)()).warning).toBeUndefined();
        right(await connector.readPage(window, O.none)());
        // A larger page than before: its cost is not known yet, so it waits for the most a query may cost, 1,000 points.
        expect(slept).toBe(9_000);
      },
      { clock },
    );
  });
});
