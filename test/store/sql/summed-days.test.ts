import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Random } from '../../../src/domain/environment.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { SentLinesFilter } from '../../../src/domain/review-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import type { RemoteIndexPage } from '../../../src/domain/sync-store.ts';
import { summaryOf } from '../../../src/operations/export/day-summaries.ts';
import type { SummaryRow } from '../../../src/operations/export/figures.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aCommit, anAdjustment, anIntent, aReportLine, aRequest } from '../../support/a-report-line.ts';
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

const timeZones = [
  ['us-store', 'America/New_York'],
  ['eu-store', 'Europe/Paris'],
] as const;

const february = { from: '2026-02-01', to: '2026-02-28' };
const ranges = [february, { from: '2026-01-01', to: '2026-12-31' }, { from: '2026-02-14', to: '2026-02-14' }];

const sumsOf = async (store: SyncDatabase): Promise<readonly (readonly SummaryRow[])[]> => {
  const sums: (readonly SummaryRow[])[] = [];
  for (const range of ranges)
    for (const storefronts of [undefined, ['us-store']])
      sums.push(right(await summaryOf(store.reviews, { range, ...(storefronts && { storefronts }) })()));
  return sums;
};

/** A store that counts how often it reads lines. */
const counting = (store: SyncDatabase) => {
  const asked: SentLinesFilter['days'][] = [];
  const reviews: SyncDatabase['reviews'] = {
    ...store.reviews,
    sentLines: (filter, after) => {
      asked.push(filter.days);
      return store.reviews.sentLines(filter, after);
    },
  };
  return { asked, februaryOf: async () => right(await summaryOf(reviews, { range: february })()) };
};

const oneOf =
  ({ next }: Random) =>
  <A>(all: readonly A[]): A =>
    all[Math.floor(next() * all.length)] as A;

const instants = [
  '2026-01-31T23:00:00Z',
  '2026-02-01T02:00:00Z',
  '2026-02-14T12:00:00Z',
  '2026-02-15T04:30:00Z',
  '2026-03-01T00:00:00Z',
];

/** One of few transactions, of one of few days: many meet, and move from one day to another. */
const randomLine = (random: Random): ReportLine => {
  const one = oneOf(random);
  const n = Math.floor(random.next() * 20);
  const adjustments = [0, 1]
    .slice(0, Math.floor(random.next() * 3))
    .map((k) => anAdjustment({ id: `r-${k}`, occurredAt: one(instants), sent: random.next() < 0.3 }));
  const isDocument = random.next() < 0.1;
  return aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), kind: one(['sale', 'sale', 'refund'] as const), adjustments },
    storefront: n % 3 === 0 ? 'eu-store' : 'us-store',
    amounts: {
      ...{ currency: one(['USD', 'USD', 'EUR']), jurisdiction: one(['CA', 'TX']), month: one(['2026-01', '2026-02']) },
      ...{ total: one([100n, -2_599n, 10n ** 20n]), taxCollected: one([0n, 7n]) },
    },
    ...(random.next() < 0.8 && { occurredAt: one(instants) }),
    ...(random.next() < 0.2 && { outcome: 'held', reason: 'missing address' }),
    ...(isDocument && { outcome: 'skipped', reason: 'credit document', amounts: null }),
    findings: random.next() < 0.3 ? [one(['marketplace sale', 'exempt sale'] as const)] : [],
  });
};

const listed = (id: string, total: string): RemoteIndexPage => ({
  transactions: [{ id, name: null, shown: { total } }],
  ...{ scan: 0, next: O.none, completesScan: false },
});

/** One writer, so that both stores end with the same: what the service shows, and the calendar of a storefront. */
const changeShown = async (random: Random, stores: readonly SyncDatabase[]): Promise<void> => {
  const one = oneOf(random);
  const page = listed(one([`shopify:1:${Math.floor(random.next() * 20)}`, 'theirs-7']), one(['1.00', '2.50']));
  const timeZone = one(['America/New_York', 'Asia/Tokyo']);
  const isZone = random.next() < 0.3;
  for (const store of stores) {
    right(await store.saveRemoteIndexPage(page)());
    if (isZone) right(await store.setTimeZone('run-1', 'us-store', timeZone)());
  }
};

describe.each(placesOfStores())('the sums of a period, in %s', (_, newPlace) => {
  it.each(sized({ quick: [1], all: [1, 2, 3] }))(
    'are those of all its lines while several processes commit and ask (seed %i)',
    async (seed) => {
      const { open } = await newPlace(`summed-${seed}`);
      const handles = [await open(), await open(), await open(), await open()] as const;
      const truth = memoryStore();
      for (const store of [handles[0], truth]) {
        await openRuns(store);
        // Without its time zone, a day is not kept.
        for (const run of seed === 1 ? runs.slice(1) : runs)
          for (const [storefront, timeZone] of timeZones) right(await store.setTimeZone(run, storefront, timeZone)());
        const intent = anIntent({ id: 'shopify:1:7', sourceId: '7' });
        right(await store.saveIntents([intent], at)());
        const settled = { id: intent.id, status: 'confirmed', remoteId: 'theirs-7' } as const;
        right(await store.commitPage(aCommit('run-1', { checkpoint: null, settledIntents: [settled] }), at)());
      }
      for (let round = 0; round < sized({ quick: 2, all: 3 }); round += 1) {
        await commitAtOnce(handles, truth, {
          ...{ seed: 100 * seed + 10 * round, runs, at, lineOf: randomLine },
          beside: async (random, store, n) => {
            if (n === 0) await changeShown(random, [store, truth]);
            if (random.next() < 0.3) await sumsOf(store);
          },
        });
        expect(await sumsOf(handles[0])).toStrictEqual(await sumsOf(truth));
      }
      for (const store of handles) right(await store.close());
    },
  );

  it('are counted again for the days alone that something changed on', async () => {
    const { open } = await newPlace('days');
    const store = await open();
    await openRuns(store);
    for (const run of ['run-1', 'run-2']) right(await store.setTimeZone(run, 'us-store', 'America/New_York')());
    const commit = async (run: string, ...lines: readonly ReportLine[]): Promise<void> => {
      right(await store.commitPage(aCommit(run, { checkpoint: null, lines }), at)());
    };
    const { asked, februaryOf } = counting(store);
    const [third, fifth] = ['03', '05'].map((day) =>
      aReportLine({ id: `shopify:1:${day}`, occurredAt: `2026-02-${day}T12:00:00Z` }),
    ) as [ReportLine, ReportLine];
    await commit('run-1', third, fifth);
    expect((await februaryOf()).map(({ sales }) => sales)).toStrictEqual([2]);
    const counted = asked.length;
    expect(counted).toBeGreaterThan(0);
    await februaryOf();
    expect(asked).toHaveLength(counted);

    // A newer run finds a refund of the sale, on a day of its own.
    await commit('run-2', { ...fifth, adjustments: [anAdjustment({ occurredAt: '2026-02-20T12:00:00Z' })] });
    asked.length = 0;
    expect((await februaryOf()).map(({ sales, refunds }) => [sales, refunds])).toStrictEqual([[2, 1]]);
    expect(new Set(asked.flatMap(({ from, to }) => [from, to]))).toStrictEqual(new Set(['2026-02-05', '2026-02-20']));
    right(await store.close());
  });

  it('leave the days of an older run when a newer run finds the sale and its refund on others', async () => {
    const { open } = await newPlace('moved-summed');
    const store = await open();
    await openRuns(store);
    for (const run of ['run-1', 'run-2']) right(await store.setTimeZone(run, 'us-store', 'America/New_York')());
    const onDays = async (run: string, sale: string, refund: string): Promise<void> => {
      const adjustments = [anAdjustment({ occurredAt: `${refund}T12:00:00Z` })];
      const lines = [aReportLine({ occurredAt: `${sale}T12:00:00Z`, adjustments })];
      right(await store.commitPage(aCommit(run, { checkpoint: null, lines }), at)());
    };
    const { februaryOf } = counting(store);
    const numbers = async () => (await februaryOf()).map(({ sales, refunds }) => [sales, refunds]);
    await onDays('run-1', '2026-02-03', '2026-02-10');
    expect(await numbers()).toStrictEqual([[1, 1]]);
    await onDays('run-2', '2026-02-04', '2026-02-11');
    expect(await numbers()).toStrictEqual([[1, 1]]);
    await onDays('run-2', '2026-01-04', '2026-03-11');
    expect(await numbers()).toStrictEqual([]);
    right(await store.close());
  });

  it('change with what the service shows, in a later answer or in its list', async () => {
    const { open } = await newPlace('shown');
    const store = await open();
    await openRuns(store);
    right(await store.setTimeZone('run-1', 'us-store', 'America/New_York')());
    const line = aReportLine({ occurredAt: '2026-02-03T12:00:00Z' });
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [line] }), at)());
    const { februaryOf } = counting(store);
    const shownIn = async () => (await februaryOf()).map(({ inService, serviceTotal }) => [inService, serviceTotal]);
    expect(await shownIn()).toStrictEqual([[0, 0n]]);

    right(await store.saveIntents([anIntent()], at)());
    const answer = { id: line.id, status: 'confirmed', shown: { total: '107.25' } } as const;
    const settledIntents = [{ ...answer, remoteId: 'theirs-1' }];
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, settledIntents }), at)());
    expect(await shownIn()).toStrictEqual([[1, 10_725n]]);

    right(await store.saveRemoteIndexPage(listed('theirs-1', '99.00'))());
    expect(await shownIn()).toStrictEqual([[1, 9_900n]]);

    // Another sale, which the service holds as the same transaction, is answered together with its line.
    const other = { ...line, id: 'shopify:1:2', sourceId: '2', occurredAt: '2026-03-03T12:00:00Z' };
    right(await store.saveIntents([anIntent({ id: other.id, sourceId: '2' })], at)());
    const again = [{ ...answer, id: other.id, remoteId: 'theirs-1', shown: { total: '50.00' } }];
    const page = aCommit('run-1', { checkpoint: null, lines: [other], settledIntents: again });
    right(await store.commitPage(page, at)());
    expect(await shownIn()).toStrictEqual([[1, 5_000n]]);

    // The id that the service gave it first counts.
    const last = [{ ...answer, id: other.id, remoteId: 'theirs-2', shown: { total: '60.00' } }];
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [other], settledIntents: last }), at)());
    expect(await shownIn()).toStrictEqual([[1, 6_000n]]);
    right(await store.close());
  });

  it('are of another day once the time zone of the storefront is another', async () => {
    const { open } = await newPlace('zone');
    const store = await open();
    await openRuns(store);
    const line = aReportLine({ occurredAt: '2026-02-01T02:00:00Z' });
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [line] }), at)());
    const { februaryOf } = counting(store);
    const sales = async () => (await februaryOf()).map((row) => row.sales);
    expect(await sales()).toStrictEqual([1]);
    right(await store.setTimeZone('run-1', 'us-store', 'America/New_York')());
    expect(await sales()).toStrictEqual([]);
    right(await store.setTimeZone('run-1', 'us-store', 'Asia/Tokyo')());
    expect(await sales()).toStrictEqual([1]);
    right(await store.close());
  });
});
