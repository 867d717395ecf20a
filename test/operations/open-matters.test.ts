import { expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ListedMatter, MatterFilter, MatterOrder } from '../../src/domain/decision.ts';
import { everyMatter } from '../../src/operations/open-matters.ts';
import { right } from '../support/right.ts';

const matterOf = (number: number): ListedMatter => ({
  ...{
    storefront: 'us-store',
    sourceId: `${number}`,
    lineId: `l-${number}`,
    id: `l-${number}`,
    what: 'partially paid',
  },
  ...{ isSent: false, currency: 'USD', total: 1n, runId: 'run-1', name: `#${number}`, kind: 'sale', message: null },
  ...{ occurredAt: null, taxCollected: null, jurisdiction: 'CA', timeZone: null, decision: null },
});
const filter: MatterFilter = { storefronts: ['us-store'], state: 'open', now: '2026-04-01T00:00:00Z' };

it.each([0, 1, 999, 1_000, 1_001, 2_500])('of %d matters each is read once', async (count) => {
  const all = Array.from({ length: count }, (_, number) => matterOf(number));
  const findMatters = (_: MatterFilter, order: MatterOrder) => {
    if (order.sort !== 'id') throw new Error('the cost of an offset grows with it');
    const { after, limit } = order;
    const from = after === null ? 0 : all.findIndex(({ lineId }) => lineId === after.lineId) + 1;
    return TE.right({ matters: all.slice(from, from + limit), next: O.none });
  };
  expect(right(await everyMatter({ findMatters }, filter)())).toStrictEqual(all);
});
