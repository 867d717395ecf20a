import { describe, expect, it } from '@jest/globals';
import { type HistorySale, type Later, rightAt, wrongIn } from '../history.ts';
import { type MonthsOptions, type MonthsWorld, sendsAll, withMonths } from '../a-months-world.ts';
import { monthOf, spanOf } from '../month-of.ts';

const at = (text: string): number => Date.parse(`${text}T15:00:00Z`);

const sale = (platform: HistorySale['platform'], n: number, differences: Partial<HistorySale>): HistorySale => {
  const soldAt = differences.soldAt ?? at('2026-01-10');
  return {
    n,
    platform,
    kind: 'paid at once',
    madeAt: soldAt,
    soldAt,
    saleFrom: soldAt,
    later: [],
    deletedAt: null,
    ...differences,
  };
};

const inMarch = (kind: Later['kind'], on = '2026-03-05'): Later[] => [{ kind, at: at(on), undoneAt: null }];

const addition = { kind: 'edit', undoneAt: null } as const;

/** Stands where a monthly sync left it: what happened since to older sales was not sent. */
const asLeft = async (
  history: readonly HistorySale[],
  use: (world: MonthsWorld, storefront: 'shopify' | 'stripe') => Promise<void>,
): Promise<void> => {
  const storefront = history[0]?.platform ?? 'stripe';
  await withMonths(history, async (world) => {
    world.goTo('2026-02-02');
    await world.sync(storefront, monthOf('2026-01'));
    world.goTo('2026-04-02');
    await use(world, storefront);
  });
};

const found = async (world: MonthsWorld, storefront: string) => {
  const { isComplete, differences } = await world.prove(storefront, monthOf('2026-03'));
  const { isTied, atService } = await world.tie(storefront, '2026-03');
  return {
    isComplete,
    isTied,
    differences: differences.map(({ kind, transactionId: id }) => `${kind}: ${id}`),
    atService: atService.map(({ kind }) => kind),
  };
};

describe('the proofs of March, after January was synced on the second of February', () => {
  it.each([
    [
      'an invoice of January that was paid on 10 March',
      [sale('stripe', 1, { kind: 'paid later', saleFrom: at('2026-03-10') })],
      ['stripe:acct_1:in_1'],
    ],
    [
      'an order of January that was paid on 4 March',
      [sale('shopify', 1, { kind: 'paid later', saleFrom: at('2026-03-04') })],
      ['shopify:548380009:5001'],
    ],
    [
      'a charge of January that was refunded on 5 March',
      [sale('stripe', 1, { later: inMarch('refund') })],
      ['stripe:acct_1:ch_1:refund:re_1'],
    ],
    [
      'a charge of January that was disputed on 5 March, and lost',
      [sale('stripe', 1, { later: inMarch('dispute') })],
      ['stripe:acct_1:ch_1:dispute:dp_1'],
    ],
    [
      'an invoice of January that was credited on 5 March',
      [sale('stripe', 1, { kind: 'paid later', later: inMarch('credit note') })],
      ['stripe:acct_1:in_1:refund:cn_1'],
    ],
    [
      'an invoice that was made on 6 March with a date of January',
      [sale('stripe', 1, { kind: 'dated back', madeAt: at('2026-03-06'), saleFrom: at('2026-03-06') })],
      ['stripe:acct_1:in_1'],
    ],
    [
      'an addition to an order of January that was made on 20 February and paid on 4 March',
      [sale('shopify', 1, { later: [{ ...addition, at: at('2026-02-20'), settledAt: at('2026-03-04') }] })],
      ['shopify:548380009:5001:edit:881'],
    ],
    [
      'an order that was entered on 6 March and dated back to January',
      [sale('shopify', 1, { kind: 'dated back', madeAt: at('2026-03-06'), saleFrom: at('2026-03-06') })],
      ['shopify:548380009:5001'],
    ],
    [
      'a refund and a paid addition in March that cancel each other in the sums',
      [sale('shopify', 1, { later: inMarch('refund') }), sale('shopify', 2, { later: inMarch('edit', '2026-03-06') })],
      ['shopify:548380009:5001:refund:411', 'shopify:548380009:5002:edit:882'],
    ],
  ] as const)(
    'find %s',
    async (_, history, ids) => {
      await asLeft(history, async (world, storefront) => {
        const before = await found(world, storefront);
        expect(before).toStrictEqual({
          isComplete: false,
          isTied: false,
          differences: ids.map((id) => `missing at the service: ${id}`),
          atService: ids.map(() => 'missing at the service'),
        });
        // The command that the difference names.
        await world.sync(storefront, { from: '2026-01-10', to: '2026-01-10' });
        expect(await found(world, storefront)).toStrictEqual({
          isComplete: true,
          isTied: true,
          differences: [],
          atService: [],
        });
      });
    },
    60_000,
  );

  it('name a list that the platform does not show, and prove nothing without it', async () => {
    await withMonths([sale('stripe', 1, {})], async (world) => {
      world.goTo('2026-04-02');
      await world.sync('stripe', { from: '2026-01-01', to: '2026-03-31' });
      const march = monthOf('2026-03');
      expect(await world.prove('stripe', march)).toMatchObject({ isComplete: true, compared: { notFollowed: [] } });
      world.refuse('refunds');
      const { isComplete, compared } = await world.prove('stripe', march);
      expect(isComplete).toBe(false);
      expect(compared.notFollowed).toStrictEqual([expect.stringMatching(/^refunds from 2026-03-01.*rak_charge_read/)]);
    });
  }, 60_000);

  it.each(['dispute', 'refund'] as const)(
    'name a %s of February that was settled in March by the proof of February, and a dispute by that of March: Stripe states no later day',
    async (kind) => {
      const later: Later[] = [{ kind, at: at('2026-02-20'), settledAt: at('2026-03-04'), undoneAt: null }];
      const id = `stripe:acct_1:ch_1:${kind === 'dispute' ? 'dispute:dp_1' : 'refund:re_1'}`;
      const history = [sale('stripe', 1, { later })];
      const [february, march] = [monthOf('2026-02'), monthOf('2026-03')];
      await withMonths(history, async (world) => {
        world.goTo('2026-03-02');
        for (const month of ['2026-01', '2026-02']) await world.sync('stripe', monthOf(month));
        expect(await world.prove('stripe', february)).toMatchObject({ isComplete: true, compared: { changes: 1 } });
        world.goTo('2026-04-02');
        const { isComplete, differences } = await world.prove('stripe', february);
        expect({ isComplete, missing: differences.map(({ transactionId }) => transactionId) }).toStrictEqual({
          isComplete: false,
          missing: [id],
        });
        const proof = await world.prove('stripe', march);
        expect(proof.differences.map(({ transactionId }) => transactionId)).toStrictEqual(
          kind === 'dispute' ? [id] : [],
        );
        const [right, held] = [rightAt(history, world.now()), await world.held('stripe')];
        expect(wrongIn(right, held, spanOf(february))).toStrictEqual([`${id} is missing`]);
        expect(wrongIn(right, held, spanOf(march))).toStrictEqual([]);
        // The next sync sends it, whatever its date.
        await world.sync('stripe', march);
        for (const month of [february, march])
          expect(await world.prove('stripe', month)).toMatchObject({ isComplete: true, differences: [] });
      });
    },
    60_000,
  );

  it('name a refund that the platform undid after it was sent', async () => {
    for (const platform of ['stripe', 'shopify'] as const) {
      const later: Later[] = [{ kind: 'refund', at: at('2026-03-05'), undoneAt: at('2026-03-20') }];
      await withMonths([sale(platform, 1, { later })], async (world) => {
        world.goTo('2026-03-10');
        await world.sync(platform, monthOf('2026-01'));
        expect(await found(world, platform)).toMatchObject({ isComplete: true });
        world.goTo('2026-04-02');
        const { isComplete, differences } = await world.prove(platform, monthOf('2026-03'));
        expect(isComplete).toBe(false);
        expect(differences.map(({ kind }) => kind)).toStrictEqual(['no longer true']);
        expect(differences[0]?.message).toContain(`tax-nexus correct ${platform} `);
      });
    }
  }, 60_000);
});

/** Syncs January to March of 2026, each month on the second day of the next, and then proves all of them. */
const provenMonths = async (one: HistorySale, policy: MonthsOptions['policy'] = {}) => {
  const { platform } = one;
  const proven: { readonly month: string; readonly isComplete: boolean; readonly isTied: boolean }[] = [];
  await withMonths(
    [one],
    async (world) => {
      for (const [month, day] of [
        ['2026-01', '2026-02-02'],
        ['2026-02', '2026-03-02'],
        ['2026-03', '2026-04-02'],
      ] as const) {
        world.goTo(day);
        await world.sync(platform, monthOf(month));
      }
      for (const month of ['2026-01', '2026-02', '2026-03']) {
        const { isComplete } = await world.prove(platform, monthOf(month));
        const { isTied } = await world.tie(platform, month);
        proven.push({ month, isComplete, isTied });
      }
    },
    { policy },
  );
  return proven;
};

const allProven = ['2026-01', '2026-02', '2026-03'].map((month) => ({ month, isComplete: true, isTied: true }));

describe('the proofs of all months, after what was sent was taken back and offset', () => {
  it.each(['stripe', 'shopify'] as const)(
    'hold of a refund of January at %s that failed in March',
    async (platform) => {
      const later: Later[] = [{ kind: 'refund', at: at('2026-01-20'), undoneAt: at('2026-03-20'), pieces: 2 }];
      expect(await provenMonths(sale(platform, 1, { later }))).toStrictEqual(allProven);
    },
    60_000,
  );

  it('hold of a debit of January that failed in February, after it had arrived', async () => {
    const debit = sale('stripe', 1, { kind: 'debit that arrives later', bouncedAt: at('2026-02-10') });
    const adjustments = { ...sendsAll.adjustments, undoneSales: 'send' } as const;
    expect(await provenMonths(debit, { adjustments })).toStrictEqual(allProven);
  }, 60_000);
});
