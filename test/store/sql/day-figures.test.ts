import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { dayIn } from '../../../src/domain/date-range.ts';
import type { Random } from '../../../src/domain/environment.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { DailySales } from '../../../src/domain/review-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import type { RemoteIndexPage } from '../../../src/domain/sync-store.ts';
import { summaryOf } from '../../../src/operations/export/month-summaries.ts';
import { aCommit, anAdjustment, anIntent, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';
import { right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';

const at = '2026-04-01T00:00:00Z';
const year = { from: '2026-01-01', to: '2026-12-31' };

/** The third one is a preview. */
const runs = ['run-1', 'run-2', 'run-3', 'run-4'];
const isPreview = (run: string): boolean => run === 'run-3';

const zones: Readonly<Record<string, string>> = { 'us-store': 'America/New_York', 'eu-store': 'Europe/Paris' };

const openRuns = async (store: SyncDatabase): Promise<void> => {
  for (const [n, id] of runs.entries()) {
    const range = { from: `2026-01-0${n + 1}`, to: '2026-03-31' };
    right(
      await store.openRun(aRequest({ range, storefronts: Object.keys(zones), dryRun: isPreview(id) }), { id, at })(),
    );
    for (const [storefront, zone] of Object.entries(zones)) right(await store.setTimeZone(id, storefront, zone)());
  }
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

const ids = Array.from({ length: 20 }, (_, n) => `shopify:1:${n}${['', '', ':marketplace', ':undone:a'][n % 4] ?? ''}`);

/** As it is known of a record that did not become a transaction. */
const notMapped = ({ amounts, ...line }: ReportLine): ReportLine => ({
  ...line,
  amounts: null,
  ...(amounts !== null && { stated: { ...amounts, jurisdiction: amounts.total < 0n ? null : amounts.jurisdiction } }),
});

/** One of few transactions, of one of few days: many meet, and move from one day to another. */
const randomLine = (random: Random): ReportLine => {
  const one = oneOf(random);
  const id = one(ids);
  const storefront = ids.indexOf(id) % 3 === 0 ? 'eu-store' : 'us-store';
  const occurredAt = one(instants);
  const month = dayIn(zones[storefront] ?? 'UTC', occurredAt).slice(0, 7);
  const adjustments = [0, 1].slice(0, Math.floor(random.next() * 3)).map((k) =>
    anAdjustment({
      id: `r-${k}`,
      kind: one(['refund', 'edit']),
      occurredAt: one(instants),
      sent: random.next() < 0.3,
    }),
  );
  const exemption = one([null, null, 'RESALE', 'NON_PROFIT']);
  const amounts = {
    ...{ currency: one(['USD', 'USD', 'EUR']), jurisdiction: one(['CA', 'TX']), month },
    ...{ total: one([100n, -2_599n, 10n ** 15n - 1n]), taxCollected: one([0n, 7n]) },
  };
  const line = aReportLine({
    ...{ id, sourceId: id, storefront, kind: one(['sale', 'sale', 'refund'] as const), adjustments, amounts },
    ...(random.next() < 0.8 && { occurredAt }),
    ...(random.next() < 0.7 && {
      detail: {
        ...{
          zip: null,
          discount: 3n,
          shipping: 5n,
          marketplace: one([null, null, 'AMAZON']),
          exemption,
          parentId: null,
        },
        ...(random.next() < 0.5 && { taxed: 90n }),
      },
    }),
    findings: random.next() < 0.2 ? [one(['canceled and paid back', 'taken back', 'exempt sale'] as const)] : [],
  });
  const kinds = [
    ...[line, line, line, { ...line, outcome: 'alreadyPresent' as const }],
    ...[{ ...line, outcome: 'held' as const, reason: 'closed period' as const }],
    ...[{ ...line, outcome: 'failed' as const, reason: 'refused' as const }],
    { ...notMapped(line), outcome: 'skipped' as const, reason: 'not paid' as const },
    { ...notMapped(line), outcome: 'held' as const, reason: 'missing address' as const },
    { ...line, outcome: 'skipped' as const, reason: 'credit document' as const, amounts: null },
  ];
  return one(kinds);
};

const inPreview = (line: ReportLine): ReportLine =>
  line.outcome === 'succeeded' ? { ...line, outcome: 'skipped', reason: 'would be sent' } : line;

const listed = (id: string, total: string): RemoteIndexPage => ({
  transactions: [{ id, name: null, shown: { total } }],
  ...{ scan: 0, next: O.none, completesScan: false },
});

const remoteIdOf = (id: string): string => `theirs-${id.length % 2}`;

/** What else a process does next to a sync: the service's list and answers, an erasure, a shop that moves. */
const doSomethingElse = async (random: Random, store: SyncDatabase): Promise<void> => {
  const one = oneOf(random);
  const id = one(ids);
  switch (one(['list', 'list', 'answer', 'answer', 'erase', 'move', 'nothing', 'nothing'])) {
    case 'list':
      right(
        await store.saveRemoteIndexPage(listed(one([id, 'theirs-0', 'theirs-1']), one(['1.00', '2.50', '1e30'])))(),
      );
      return;
    case 'answer': {
      right(await store.saveIntents([anIntent({ id, sourceId: id })], at)());
      const answer = { id, status: 'confirmed', shown: { total: one(['9.99', '7.00']) } } as const;
      const settledIntents = [random.next() < 0.5 ? answer : { ...answer, remoteId: remoteIdOf(id) }];
      right(await store.commitPage(aCommit(one(runs), { checkpoint: null, settledIntents }), at)());
      return;
    }
    case 'erase':
      right(await store.inbox.eraseRecords('us-store', [id])());
      return;
    case 'move':
      right(await store.setTimeZone(one(runs), 'us-store', one(['America/New_York', 'Asia/Tokyo']))());
      return;
  }
};

const sorted = <A>(all: ReadonlyMap<string, A>): readonly (readonly [string, A])[] =>
  [...all].sort(([a], [b]) => (a < b ? -1 : 1));

const steps = sized({ quick: 8, all: 20 });

const randomLines = (random: Random, run: string): readonly ReportLine[] => {
  const lines = Array.from({ length: 1 + Math.floor(random.next() * 5) }, () => randomLine(random));
  return isPreview(run) ? lines.map(inPreview) : lines;
};

/** Commits random lines through several handles at once, each to a separate run. */
const commitAtOnce = async (handles: readonly SyncDatabase[], seed: number): Promise<void> => {
  const commitAll = async (store: SyncDatabase, n: number): Promise<void> => {
    const random = seededRandom(seed + n);
    const run = runs[n] ?? '';
    for (let step = 0; step < steps; step += 1) {
      right(await store.commitPage(aCommit(run, { checkpoint: null, lines: randomLines(random, run) }), at)());
      await doSomethingElse(random, store);
    }
  };
  await Promise.all(handles.map(commitAll));
};

const isSent = ({ outcome, reason }: ReportLine): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent' || reason === 'credit document';

/**
 * The lines that count after a list of commits. For each transaction it is the line that was settled last: among the lines that the
 * service holds, or among all if it holds none.
 */
const bookkeeper = () => {
  const byRun = new Map<string, Map<string, ReportLine>>(runs.map((run) => [run, new Map()]));
  const present = new Map<string, string>();
  const newest = new Map<string, ReportLine>();
  return {
    notSent: (): readonly ReportLine[] =>
      [...newest.values()].filter((line) => !present.has(line.id) && !isSent(line) && line.reason !== 'would be sent'),
    commit: (run: string, lines: readonly ReportLine[]): void => {
      const last = new Map(lines.map((one) => [one.id, one])).values();
      for (const line of last) {
        newest.set(line.id, line);
        if (isPreview(run)) continue;
        byRun.get(run)?.set(line.id, line);
        if (isSent(line)) present.set(line.id, run);
        else if (present.get(line.id) === run) {
          const others = runs.filter((one) => [byRun.get(one)?.get(line.id)].some((other) => other && isSent(other)));
          const other = others.at(-1);
          if (other === undefined) present.delete(line.id);
          else present.set(line.id, other);
        }
      }
    },
    lines: (): readonly ReportLine[] => [...present].flatMap(([id, run]) => byRun.get(run)?.get(id) ?? []),
  };
};

/** By month, state and currency, how many transactions and changes there are, and what they come to. */
const countedFrom = (lines: readonly ReportLine[]): ReadonlyMap<string, readonly [number, bigint]> => {
  const sums = new Map<string, readonly [number, bigint]>();
  for (const { amounts, adjustments, id, storefront } of lines) {
    const add = (key: string, count: number, amount: bigint): void => {
      const [counted, total] = sums.get(key) ?? [0, 0n];
      sums.set(key, [counted + count, total + amount]);
    };
    if (amounts !== null)
      add(
        `${amounts.month} ${amounts.jurisdiction} ${amounts.currency}`,
        id.includes(':undone:') ? -1 : 1,
        amounts.total - amounts.taxCollected,
      );
    for (const { sent, kind, occurredAt, currency, amount, tax } of adjustments)
      if (!sent)
        add(
          `${dayIn(zones[storefront] ?? 'UTC', occurredAt).slice(0, 7)} ${amounts?.jurisdiction ?? ''} ${currency}`,
          1,
          kind === 'refund' ? amount - (tax ?? 0n) : amount,
        );
  }
  return sums;
};

const summed = async (store: SyncDatabase): Promise<ReadonlyMap<string, readonly [number, bigint]>> =>
  new Map(
    right(await summaryOf(store.reviews, { days: year })()).map((row) => [
      `${row.month} ${row.jurisdiction} ${row.currency}`,
      [row.sales + row.refunds + row.others, row.gross + row.refunded + row.otherAmount],
    ]),
  );

const notSentIn = async (store: SyncDatabase): Promise<ReadonlyMap<string, readonly [number, bigint]>> =>
  new Map(
    right(await store.reviews.notSent('9999')()).map(({ jurisdiction, currency, reason, count, total, month }) => [
      `${month ?? ''} ${jurisdiction ?? ''} ${currency ?? ''} ${reason}`,
      [count, total],
    ]),
  );

/** Sales by what is known of them. A refund that takes money back is not a sale. */
const countedNotSent = (lines: readonly ReportLine[]): ReadonlyMap<string, readonly [number, bigint]> => {
  const sums = new Map<string, readonly [number, bigint]>();
  for (const { amounts, stated, reason, kind, occurredAt, storefront } of lines) {
    const { currency = '', jurisdiction = '', total = null } = amounts ?? stated ?? {};
    if (kind === 'refund' && (total === null || total < 0n)) continue;
    const local = occurredAt === undefined ? '' : dayIn(zones[storefront] ?? 'UTC', occurredAt).slice(0, 7);
    const key = `${amounts?.month ?? local} ${jurisdiction ?? ''} ${currency} ${reason}`;
    const [count, sum] = sums.get(key) ?? [0, 0n];
    sums.set(key, [count + 1, sum + (total ?? 0n)]);
  }
  return sums;
};

const expectNoWrongSums = async (store: SyncDatabase): Promise<void> => {
  const check = right(await store.reviews.checkSums());
  expect(check.wrong).toStrictEqual([]);
  expect(check.wrongCount).toBe(0);
  expect(check.transactions).toBeGreaterThan(0);
};

describe.each(placesOfStores())('the sums of days, in %s', (_, newPlace) => {
  it.each(sized({ quick: [1], all: [1, 2, 3, 4] }))(
    'are those of all transactions while processes commit, list, answer, erase and move at once (seed %i)',
    async (seed) => {
      const { open } = await newPlace(`figures-${seed}`);
      const handles = [await open(), await open(), await open(), await open()] as const;
      await openRuns(handles[0]);
      for (let round = 0; round < sized({ quick: 2, all: 4 }); round += 1) {
        await commitAtOnce(handles, 1_000 * seed + 10 * round);
        await expectNoWrongSums(handles[0]);
      }
      for (const store of handles) right(await store.close());
    },
  );

  it.each(sized({ quick: [1], all: [1, 2, 3, 4] }))(
    'come to the lines that were settled last, of whichever run, and a preview changes none (seed %i)',
    async (seed) => {
      const { open } = await newPlace(`last-${seed}`);
      const store = await open();
      await openRuns(store);
      const random = seededRandom(5_000 + seed);
      const books = bookkeeper();
      for (let step = 0; step < 4 * steps; step += 1) {
        const run = oneOf(random)(runs);
        const lines = randomLines(random, run);
        right(await store.commitPage(aCommit(run, { checkpoint: null, lines }), at)());
        books.commit(run, lines);
        if (step % 4 === 0) {
          expect(await summed(store)).toStrictEqual(countedFrom(books.lines()));
          expect(sorted(await notSentIn(store))).toStrictEqual(sorted(countedNotSent(books.notSent())));
        }
      }
      await expectNoWrongSums(store);
      right(await store.close());
    },
  );

  it('have a revision that is another one whenever they have changed', async () => {
    const { open } = await newPlace('revision');
    const store = await open();
    await openRuns(store);
    const random = seededRandom(7_000);
    const salesOf = new Map<string, readonly DailySales[]>();
    for (let step = 0; step < 8 * steps; step += 1) {
      const run = oneOf(random)(runs);
      if (random.next() < 0.5) await doSomethingElse(random, store);
      else right(await store.commitPage(aCommit(run, { checkpoint: null, lines: randomLines(random, run) }), at)());
      const [revision, sales] = [right(await store.reviews.salesRevision()), right(await store.reviews.dailySales())];
      expect(sales).toStrictEqual(salesOf.get(revision) ?? sales);
      const inTexas = sales.filter(({ jurisdiction }) => jurisdiction === 'TX');
      expect(right(await store.reviews.dailySalesOf('TX')())).toStrictEqual(inTexas);
      salesOf.set(revision, sales);
    }
    expect(salesOf.size).toBeGreaterThan(steps);
    right(await store.close());
  });

  it('keep a place abroad apart whatever its name is', async () => {
    const { open } = await newPlace('abroad');
    const store = await open();
    await openRuns(store);
    const amounts = { currency: 'USD', jurisdiction: 'FR-a;b|c', month: '2026-02', total: 100n, taxCollected: 0n };
    const lines = [aReportLine({ occurredAt: '2026-02-03T12:00:00Z', amounts })];
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines }), at)());
    expect(right(await store.reviews.dailySales())).toMatchObject([{ jurisdiction: 'FR-a,b|c', sales: 100n }]);
    right(await store.close());
  });

  it('are those of live work when it settles a sale again that a sync had settled', async () => {
    const { open } = await newPlace('live');
    const store = await open();
    right(await store.openRun(aRequest({ kind: 'live' }), { id: 'live:us-store', at })());
    await openRuns(store);
    const line = aReportLine({ occurredAt: '2026-02-03T12:00:00Z' });
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [line] }), at)());
    const refunded = { ...line, adjustments: [anAdjustment()] };
    right(await store.commitPage(aCommit('live:us-store', { checkpoint: null, lines: [refunded] }), at)());
    const rows = right(await summaryOf(store.reviews, { days: year })());
    expect(rows.map(({ sales, refunds }) => [sales, refunds])).toStrictEqual([[1, 1]]);
    right(await store.close());
  });

  it('leave the days of an older run when a newer run finds the sale and its refund on others', async () => {
    const { open } = await newPlace('moved');
    const store = await open();
    await openRuns(store);
    const onDays = async (run: string, sale: string, refund: string): Promise<void> => {
      const adjustments = [anAdjustment({ occurredAt: `${refund}T12:00:00Z` })];
      const amounts = {
        currency: 'USD',
        jurisdiction: 'CA',
        month: sale.slice(0, 7),
        total: 10_725n,
        taxCollected: 725n,
      };
      const lines = [aReportLine({ occurredAt: `${sale}T12:00:00Z`, adjustments, amounts })];
      right(await store.commitPage(aCommit(run, { checkpoint: null, lines }), at)());
    };
    const february = { days: { from: '2026-02-01', to: '2026-02-28' } };
    const numbers = async () =>
      right(await summaryOf(store.reviews, february)()).map(({ sales, refunds }) => [sales, refunds]);
    const days = async () => right(await store.reviews.dailySales()).map(({ day, count }) => [day, count]);
    await onDays('run-1', '2026-02-03', '2026-02-10');
    expect([await numbers(), await days()]).toStrictEqual([
      [[1, 1]],
      [
        ['2026-02-03', 1],
        ['2026-02-10', 0],
      ],
    ]);
    await onDays('run-2', '2026-02-04', '2026-02-11');
    expect([await numbers(), await days()]).toStrictEqual([
      [[1, 1]],
      [
        ['2026-02-04', 1],
        ['2026-02-11', 0],
      ],
    ]);
    await onDays('run-2', '2026-01-04', '2026-03-11');
    expect([await numbers(), await days()]).toStrictEqual([
      [],
      [
        ['2026-01-04', 1],
        ['2026-03-11', 0],
      ],
    ]);
    right(await store.close());
  });

  it('change with what the service shows, in a later answer or in its list', async () => {
    const { open } = await newPlace('shown');
    const store = await open();
    await openRuns(store);
    const line = aReportLine({ occurredAt: '2026-02-03T12:00:00Z' });
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [line] }), at)());
    const shownIn = async () =>
      right(await summaryOf(store.reviews, { days: year })()).map((row) => [row.inService, row.serviceTotal]);
    expect(await shownIn()).toStrictEqual([[0, 0n]]);

    right(await store.saveIntents([anIntent()], at)());
    const answer = { id: line.id, status: 'confirmed', shown: { total: '107.25' } } as const;
    const settledIntents = [{ ...answer, remoteId: 'theirs-1' }];
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, settledIntents }), at)());
    expect(await shownIn()).toStrictEqual([[1, 10_725n]]);

    right(await store.saveRemoteIndexPage(listed('theirs-1', '99.00'))());
    expect(await shownIn()).toStrictEqual([[1, 9_900n]]);

    // Another sale, which the service holds as the same transaction, is answered together with its line.
    const other = { ...line, id: 'shopify:1:2', sourceId: '2' };
    right(await store.saveIntents([anIntent({ id: other.id, sourceId: '2' })], at)());
    const again = [{ ...answer, id: other.id, remoteId: 'theirs-1', shown: { total: '50.00' } }];
    const page = aCommit('run-1', { checkpoint: null, lines: [other], settledIntents: again });
    right(await store.commitPage(page, at)());
    expect(await shownIn()).toStrictEqual([[2, 10_000n]]);
    await expectNoWrongSums(store);
    right(await store.close());
  });

  it('keep the day on which a sale was settled when the shop moves to another time zone', async () => {
    const { open } = await newPlace('zone');
    const store = await open();
    await openRuns(store);
    const january = { currency: 'USD', jurisdiction: 'CA', month: '2026-01', total: 10_725n, taxCollected: 725n };
    const line = aReportLine({ occurredAt: '2026-02-01T02:00:00Z', amounts: january });
    const days = async () => right(await store.reviews.dailySales()).map(({ day }) => day);
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [line] }), at)());
    expect(await days()).toStrictEqual(['2026-01-31']);
    right(await store.setTimeZone('run-1', 'us-store', 'Asia/Tokyo')());
    expect(await days()).toStrictEqual(['2026-01-31']);
    const february = { ...line, amounts: { ...january, month: '2026-02' } };
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [february] }), at)());
    expect(await days()).toStrictEqual(['2026-02-01']);
    right(await store.close());
  });

  it('of a preview count toward thresholds until the sale is sent, and are in no statement', async () => {
    const { open } = await newPlace('preview');
    const store = await open();
    await openRuns(store);
    const line = aReportLine({ occurredAt: '2026-02-03T12:00:00Z' });
    const shown = async () => [
      right(await store.reviews.dailySales()).map(({ sales }) => sales),
      right(await summaryOf(store.reviews, { days: year })()).map(({ gross }) => gross),
    ];
    right(await store.commitPage(aCommit('run-3', { checkpoint: null, lines: [inPreview(line)] }), at)());
    expect(await shown()).toStrictEqual([[10_000n], []]);
    const sent = { ...line, amounts: { ...line.amounts, total: 20_725n } } as ReportLine;
    right(await store.commitPage(aCommit('run-1', { checkpoint: null, lines: [sent] }), at)());
    expect(await shown()).toStrictEqual([[20_000n], [20_000n]]);
    const found = { ...line, outcome: 'alreadyPresent' } as const;
    right(await store.commitPage(aCommit('run-3', { checkpoint: null, lines: [found] }), at)());
    expect(await shown()).toStrictEqual([[20_000n], [20_000n]]);
    right(await store.close());
  });
});
