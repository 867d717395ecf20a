import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { withConnectors, withMonths } from '../../reconcile/months/a-months-world.ts';
import { monthOf } from '../../reconcile/months/month-of.ts';
import type { HistorySale, Later } from '../../reconcile/months/history.ts';

/*
 * What a monthly sync costs in requests to the platform, with the changes of earlier sales and without them, which is what a sync
 * asked for before it read changes. The figures are printed: `TEST_SIZE=all npm test -- test/situations/long/requests-of-a-month`.
 */

const at = (day: string, minute: number): number => Date.parse(`${day}T15:00:00Z`) + minute * 60_000;

const sale = (platform: HistorySale['platform'], n: number, day: string, later: Later[] = []): HistorySale => {
  const soldAt = at(day, n % 400);
  return { n, platform, kind: 'paid at once', madeAt: soldAt, soldAt, saleFrom: soldAt, later, deletedAt: null };
};

const days = Array.from({ length: 28 }, (_, index) => String(index + 1).padStart(2, '0'));

/** A thousand sales of March, and a hundred of February, of which sixty were refunded in March. */
const historyOf = (platform: HistorySale['platform']): readonly HistorySale[] => [
  ...Array.from({ length: 1_000 }, (_, index) => sale(platform, index + 1, `2026-03-${days[index % 28] ?? ''}`)),
  ...Array.from({ length: 100 }, (_, index) => {
    const refund: Later = { kind: 'refund', at: at(`2026-03-${days[index % 28] ?? ''}`, 1), undoneAt: null };
    return sale(platform, 2_000 + index, `2026-02-${days[index % 28] ?? ''}`, index < 60 ? [refund] : []);
  }),
];

/** Requests of the sync of March on 2 April. */
const requestsOf = async (platform: HistorySale['platform'], readsChanges: boolean): Promise<number> => {
  let count = 0;
  await withMonths(
    historyOf(platform),
    async (world) => {
      world.goTo('2026-03-02');
      await world.sync(platform, monthOf('2026-02'));
      world.goTo('2026-04-02');
      const before = world.asked(platform);
      await world.sync(platform, monthOf('2026-03'));
      count = world.asked(platform) - before;
    },
    readsChanges ? {} : { alterSync: withConnectors((connector) => ({ ...connector, changes: () => TE.right([]) })) },
  );
  return count;
};

describe('the sync of a month of 1,000 sales, after which 60 earlier ones were refunded', () => {
  it.each([
    ['shopify', 5],
    ['stripe', 250],
  ] as const)(
    'asks %s for what changed in at most %i requests more than for the month alone',
    async (platform, most) => {
      const [alone, whole] = [await requestsOf(platform, false), await requestsOf(platform, true)];
      process.stdout.write(`${platform}: ${alone} requests for the month alone, ${whole} with what changed\n`);
      expect(whole).toBeGreaterThan(alone);
      expect(whole - alone).toBeLessThanOrEqual(most);
    },
    300_000,
  );
});
