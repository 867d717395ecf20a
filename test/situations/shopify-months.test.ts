import { describe, expect, it } from '@jest/globals';
import { type MonthsWorld, sendsAll, withMonths } from '../reconcile/months/a-months-world.ts';
import { monthOf } from '../reconcile/months/month-of.ts';
import type { HistorySale, Later } from '../reconcile/months/history.ts';

const at = (day: string): number => Date.parse(`${day}T15:00:00Z`);

const order = (n: number, differences: Partial<HistorySale> = {}): HistorySale => {
  const soldAt = differences.soldAt ?? at('2026-01-10');
  return {
    n,
    platform: 'shopify',
    kind: 'paid at once',
    madeAt: soldAt,
    soldAt,
    saleFrom: soldAt,
    later: [],
    deletedAt: null,
    ...differences,
  };
};

const change = (kind: Later['kind'], day: string, differences: Partial<Later> = {}): Later => ({
  kind,
  at: at(day),
  undoneAt: null,
  ...differences,
});

/** What the service holds of each order, in cents. */
const netOf = async (world: MonthsWorld): Promise<Readonly<Record<string, number>>> => {
  const sums: Record<string, number> = {};
  for (const { id, cents } of await world.held('shopify')) {
    const number = id.split(':')[2] ?? '';
    sums[number] = (sums[number] ?? 0) + cents;
  }
  return sums;
};

const isTrue = async (world: MonthsWorld, month: string): Promise<boolean> => {
  const { isComplete } = await world.prove('shopify', monthOf(month));
  const { isTied } = await world.tie('shopify', month);
  return isComplete && isTied;
};

/** Syncs January, February and March of 2026, each on the second day of the next. */
const threeMonths = async (world: MonthsWorld): Promise<void> => {
  for (const [month, day] of [
    ['2026-01', '2026-02-02'],
    ['2026-02', '2026-03-02'],
    ['2026-03', '2026-04-02'],
  ] as const) {
    world.goTo(day);
    await world.sync('shopify', monthOf(month));
  }
};

/** Each order with what is right of it after three months, in cents. */
const situations: readonly (readonly [string, HistorySale, number])[] = [
  ['was paid on 4 March', order(1, { kind: 'paid later', saleFrom: at('2026-03-04') }), 10_825],
  ['was refunded on 5 March', order(2, { later: [change('refund', '2026-03-05')] }), 0],
  ['was refunded in part on 5 March', order(3, { later: [change('refund', '2026-03-05', { pieces: 2 })] }), 6_495],
  ['was extended by a paid edit on 6 March', order(4, { later: [change('edit', '2026-03-06')] }), 21_650],
  [
    'was extended on 6 February and paid for that on 6 March',
    order(5, { later: [change('edit', '2026-02-06', { settledAt: at('2026-03-06') })] }),
    21_650,
  ],
  [
    'was extended on 6 March and owes for that',
    order(6, { later: [change('edit', '2026-03-06', { settledAt: Infinity })] }),
    10_825,
  ],
  ['was canceled on 7 March, and all went back', order(7, { later: [change('cancellation', '2026-03-07')] }), 0],
  [
    'was never paid and canceled on 7 March',
    order(8, { kind: 'paid later', saleFrom: Infinity, givenUpAt: at('2026-03-07') }),
    0,
  ],
  [
    'was entered on 8 March and dated back to it',
    order(9, { kind: 'dated back', madeAt: at('2026-03-08'), saleFrom: at('2026-03-08') }),
    10_825,
  ],
];

describe('a shop that is synced month by month', () => {
  it.each(situations)(
    'sends what is right of an order of January that %s',
    async (_, one, cents) => {
      await withMonths([one], async (world) => {
        await threeMonths(world);
        expect((await netOf(world))[String(5_000 + one.n)] ?? 0).toBe(cents);
        for (const month of ['2026-01', '2026-02', '2026-03']) expect(await isTrue(world, month)).toBe(true);
      });
    },
    60_000,
  );

  it('sends what is right of all of them together, by a dry run first that moves no mark', async () => {
    await withMonths(
      situations.map(([, one]) => one),
      async (world) => {
        world.goTo('2026-02-02');
        await world.sync('shopify', monthOf('2026-01'));
        world.goTo('2026-04-02');
        await world.sync('shopify', monthOf('2026-03'), true);
        await world.sync('shopify', monthOf('2026-03'));
        const sums = await netOf(world);
        expect(situations.map(([, { n }]) => sums[String(5_000 + n)] ?? 0)).toStrictEqual(
          situations.map(([, , cents]) => cents),
        );
      },
    );
  }, 60_000);

  /** An app deleted the order in March and created it again: same number, day and amounts. */
  const recreated = [
    order(1, { deletedAt: at('2026-03-07') }),
    order(2, { kind: 'dated back', numbered: 1, madeAt: at('2026-03-07'), saleFrom: at('2026-03-07') }),
  ];

  it('names an order that stands twice because it was deleted and created again, and proves no month of it', async () => {
    await withMonths(recreated, async (world) => {
      await threeMonths(world);
      expect(await netOf(world)).toStrictEqual({ '5001': 10_825, '5002': 10_825 });
      for (const month of ['2026-01', '2026-03']) {
        const { isComplete, differences } = await world.prove('shopify', monthOf(month));
        expect(isComplete).toBe(false);
        expect(differences).toMatchObject([
          { kind: 'deleted on the platform', sourceId: '5001', message: expect.stringContaining('correct') as unknown },
        ]);
      }
      expect((await world.prove('shopify', monthOf('2026-02'))).isComplete).toBe(true);
    });
  }, 60_000);

  it('holds such an order once where undone sales are sent, and proves each month of it', async () => {
    const policy = { adjustments: { ...sendsAll.adjustments, undoneSales: 'send' } } as const;
    await withMonths(
      recreated,
      async (world) => {
        await threeMonths(world);
        expect(await netOf(world)).toStrictEqual({ '5001': 0, '5002': 10_825 });
        const rows = (await world.held('shopify')).map(({ id, cents }) => [
          id.slice('shopify:548380009:'.length),
          cents,
        ]);
        expect(rows).toContainEqual(['5001:undone:1', -10_825]);
        await world.sync('shopify', monthOf('2026-03'));
        await world.sync('shopify', monthOf('2026-01'));
        expect(await world.held('shopify')).toHaveLength(3);
        for (const month of ['2026-01', '2026-02', '2026-03']) expect(await isTrue(world, month)).toBe(true);
      },
      { policy },
    );
  }, 60_000);

  it('keeps an order of January that was deleted in March after it was sent, and sends none that was deleted before', async () => {
    const history = [
      order(1, { deletedAt: at('2026-03-07') }),
      order(2, { kind: 'paid later', saleFrom: at('2026-02-20'), deletedAt: at('2026-02-25') }),
    ];
    await withMonths(history, async (world) => {
      await threeMonths(world);
      expect(await netOf(world)).toStrictEqual({ '5001': 10_825 });
      expect(await isTrue(world, '2026-01')).toBe(false);
      expect(await isTrue(world, '2026-03')).toBe(true);
    });
  }, 60_000);
});
