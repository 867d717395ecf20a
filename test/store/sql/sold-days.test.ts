import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { DailySales } from '../../../src/domain/review-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import type { Random } from '../../../src/domain/environment.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aCommit, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { commitAtOnce } from '../../support/commit-at-once.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';
import { right } from '../../support/right.ts';
import { sized } from '../../support/size.ts';

const at = '2026-04-01T00:00:00Z';
const runs = ['run-1', 'run-2', 'run-3', 'run-4'];

const openRuns = async (store: SyncDatabase): Promise<void> => {
  for (const [n, id] of runs.entries())
    right(await store.openRun(aRequest({ range: { from: `2026-01-0${n + 1}`, to: '2026-03-31' } }), { id, at })());
};

const salesOf = async (store: SyncDatabase): Promise<readonly DailySales[]> => right(await store.reviews.dailySales());

/** One of few sales, of one of few days: many meet, and move from one day to another. */
const randomLine = ({ next }: Random): ReportLine => {
  const one = <A>(all: readonly A[]): A => all[Math.floor(next() * all.length)] as A;
  const n = Math.floor(next() * 20);
  const day = one(['2026-01-31', '2026-02-01', '2026-02-14', '2026-03-01']);
  const month = one(['2026-02', '2026-02', '2026-01']);
  return aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), kind: one(['sale', 'sale', 'sale', 'refund'] as const) },
    amounts: {
      currency: 'USD',
      jurisdiction: one(['CA', 'TX']),
      month,
      total: one([100n, 2_599n, 10n ** 20n]),
      taxCollected: 7n,
    },
    ...(next() < 0.8 && { occurredAt: `${day}T12:00:00Z` }),
    ...(next() < 0.2 && { outcome: 'held', reason: 'missing address' }),
    findings: next() < 0.3 ? [one(['marketplace sale', 'exempt sale'] as const)] : [],
  });
};

describe.each(placesOfStores())('the sales of each day, in %s', (_, newPlace) => {
  it.each(sized({ quick: [1], all: [1, 2, 3] }))(
    'are those of the newest runs while several processes commit and ask (seed %i)',
    async (seed) => {
      const { open } = await newPlace(`sold-${seed}`);
      const handles = [await open(), await open(), await open(), await open()] as const;
      const truth = memoryStore();
      await openRuns(handles[0]);
      await openRuns(truth);
      for (let round = 0; round < 3; round += 1) {
        await commitAtOnce(handles, truth, {
          ...{ seed: 100 * seed + 10 * round, runs, at, lineOf: randomLine },
          beside: async (random, store) => {
            if (random.next() < 0.3) await salesOf(store);
          },
        });
        expect(await salesOf(handles[0])).toStrictEqual(await salesOf(truth));
      }
      for (const store of handles) right(await store.close());
    },
  );

  it('are answered while a sync commits without a pause, all of one moment', async () => {
    const { open } = await newPlace('busy');
    const [store, reader] = [await open(), await open()];
    await openRuns(store);
    let committed = 0;
    const commitDays = async () => {
      committed += 1;
      const lines = Array.from({ length: 9 }, (_day, n) =>
        aReportLine({ id: `shopify:1:${committed}-${n}`, occurredAt: `2026-02-0${n + 1}T12:00:00Z` }),
      );
      right(await store.commitPage(aCommit('run-1', { lines, checkpoint: null }), at)());
    };
    await commitDays();
    const asked = salesOf(reader);
    const answered = asked.then(() => true);
    do await commitDays();
    while (!(await Promise.race([answered, nextEventLoopTurn(false)])) && committed < 100);
    const sales = await asked;
    expect(committed).toBeLessThan(100);
    expect(new Set(sales.map(({ count }) => count)).size).toBe(1);
    for (const one of [store, reader]) right(await one.close());
  });

  it('leave the day of an older run when a newer run finds the sale on another day', async () => {
    const { open } = await newPlace('moved');
    const store = await open();
    await openRuns(store);
    const onDay = (day: string) => [aReportLine({ occurredAt: `${day}T12:00:00Z` })];
    right(await store.commitPage(aCommit('run-1', { lines: onDay('2026-02-03') }), at)());
    expect((await salesOf(store)).map(({ day }) => day)).toStrictEqual(['2026-02-03']);
    right(await store.commitPage(aCommit('run-2', { lines: onDay('2026-02-05') }), at)());
    expect((await salesOf(store)).map(({ day }) => day)).toStrictEqual(['2026-02-05']);
    right(await store.close());
  });

  it('are answered where their sums cannot be kept', async () => {
    const { open, run } = await newPlace('refuses-sums');
    const store = await open();
    await openRuns(store);
    const lines = [aReportLine({ occurredAt: '2026-02-03T12:00:00Z' })];
    right(await store.commitPage(aCommit('run-1', { lines }), at)());
    await run('drop table sold_day; create table sold_day (account text, day text, changes integer, sums text)');
    expect((await salesOf(store)).map(({ count }) => count)).toStrictEqual([1]);
    right(await store.close());
  });
});
