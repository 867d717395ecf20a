import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { AuditRecord } from '../../../src/domain/audit.ts';
import type { Random } from '../../../src/domain/environment.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { PruneCounts, PrunedRecord } from '../../../src/domain/prune-store.ts';
import type { ReportLine, RunRequest } from '../../../src/domain/run.ts';
import { aCommit, anAdjustment, anIntent, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { aBody } from '../../support/a-body.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';
import { left, right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';

const live = 'live:us-store';

const start = Date.parse('2024-01-01T00:00:00Z');

const instantOf = (step: number): string => new Date(start + step * 86_400_000).toISOString().replace('.000', '');

const future = '2030-01-01T00:00:00Z';

/** Each has a sale and a refund. */
const records = ['1', '2', '3', '4', '5', '6'];

const idsOf = (record: string): readonly string[] => [`shopify:1:${record}`, `shopify:1:${record}:refund`];

const allIds = records.flatMap(idsOf);

const oneOf = <A>({ next }: Random, all: readonly A[]): A => all[Math.floor(next() * all.length)] as A;

const randomLine = (random: Random, record: string, id: string, isDryRun: boolean): ReportLine => {
  const line: ReportLine = aReportLine({
    ...{ id, sourceId: record, name: `Shopify #${record}`, occurredAt: '2024-02-03T12:00:00Z' },
    amounts: {
      ...{ currency: 'USD', jurisdiction: oneOf(random, ['CA', 'TX']), month: '2024-02', taxCollected: 7n },
      total: oneOf(random, [100n, 250n, -50n]),
    },
    adjustments: random.next() < 0.3 ? [anAdjustment({ occurredAt: '2024-02-10T10:00:00Z' })] : [],
    findings: random.next() < 0.3 ? [oneOf(random, ['canceled and paid back', 'exempt sale'] as const)] : [],
  });
  const sent: ReportLine = isDryRun ? { ...line, outcome: 'skipped', reason: 'would be sent' } : line;
  const present = { ...line, outcome: 'alreadyPresent' } as const;
  return oneOf<ReportLine>(random, [
    ...[sent, sent, sent, present, present],
    { ...line, outcome: 'held', reason: 'closed period' },
    { ...line, outcome: 'skipped', reason: 'test order', amounts: null },
    { ...line, outcome: 'skipped', reason: 'credit document', amounts: null },
  ]);
};

/** All that is asked of a store later, but the lists of old runs. */
const answersOf = async (store: SyncDatabase, runs: readonly string[]): Promise<unknown> => {
  const { reviews } = store;
  const days = { days: { from: '2024-01-01', to: '2024-12-31' } };
  const sent: ReportLine[] = [];
  let after: O.Option<string> = O.none;
  do {
    const page: { readonly lines: readonly ReportLine[]; readonly next: O.Option<string> } = right(
      await reviews.sentLines(days, after)(),
    );
    sent.push(...page.lines);
    after = page.next;
  } while (O.isSome(after));
  const filter = { storefronts: ['us-store'], now: future, state: 'open' as const };
  const audit = right(await reviews.auditRecords({}, O.none)()).records;
  const newestBody = new Map(audit.filter(({ answer }) => answer === 'accepted').map(({ id, body }) => [id, body]));
  return {
    // Lines of one day stand in the order in which they were first written, and one that was pruned is written again.
    sent: sent.sort((a, b) => (a.id < b.id ? -1 : 1)),
    months: right(await reviews.monthFigures(days)()),
    daily: right(await reviews.dailySales()),
    sums: right(await reviews.checkSums()),
    matters: right(await reviews.matterGroups(filter)()),
    decided: right(await reviews.decided(filter, 100)()),
    listed: right(await reviews.findMatters(filter, { sort: 'id', after: null, limit: 100 })()),
    lookUp: right(
      await store.lookUpTransactions(
        runs.at(-1) ?? live,
        allIds.map((id) => ({ id, name: '' })),
      )(),
    ),
    found: await Promise.all(records.map(async (record) => right(await store.findSent('us-store', record)()))),
    known: right(await reviews.knows('us-store', allIds)()),
    unconfirmed: right(
      await store.findUnconfirmed('us-store', { runId: runs.at(-1) ?? live, savedBefore: future, after: '' })(),
    ),
    reports: await Promise.all(runs.map(async (run) => right(await store.summarizeRun(run)()))),
    newestBody,
    // A person looks at them again, and a retry reads them.
    open: await Promise.all(
      runs.map(async (run) => {
        const signed = right(await reviews.signOffs(run)()).length > 0;
        const wanted = signed ? {} : { outcomes: ['held', 'failed'] as const };
        return right(await store.findLines(run, wanted, { after: O.none, limit: 100 })()).lines;
      }),
    ),
    audit: audit.map((record) => ({ ...record, body: null })),
  };
};

/** Removes what may go, or only what the first batches find, as a process does that is killed. */
const prune = async (
  { reviews }: SyncDatabase,
  before: string,
  batches = Number.POSITIVE_INFINITY,
  archive: (records: readonly PrunedRecord[]) => Promise<void> = () => Promise.resolve(),
): Promise<PruneCounts> => {
  let after: O.Option<string> = O.none;
  let [lines, bodies] = [0, 0];
  for (let batch = 0; batch < batches; batch += 1) {
    const done: PruneCounts & { readonly next: O.Option<string> } = right(
      await reviews.prune({ before, after, removal: { at: future, archive } })(),
    );
    lines += done.lines;
    bodies += done.bodies;
    after = done.next;
    if (O.isNone(after)) break;
  }
  return { lines, bodies };
};

/** In a time zone, without which a line has no day. */
const openRun = async (store: SyncDatabase, request: RunRequest, id: string, step: number): Promise<void> => {
  right(await store.openRun(request, { id, at: instantOf(step) })());
  right(await store.setTimeZone(id, 'us-store', 'UTC')());
};

const both = async <A>(stores: readonly SyncDatabase[], work: (store: SyncDatabase) => Promise<A>): Promise<A> => {
  const [first] = await Promise.all(stores.map(work));
  return first as A;
};

describe.each(placesOfStores())('pruning, in %s', (_, newPlace) => {
  it.each(sized({ quick: [1], all: [1, 2, 3, 4, 5, 6] }))(
    'leaves all answers as they are in a store that is never pruned, also in the middle and next to commits (seed %i)',
    async (seed) => {
      const place = await newPlace(`pruned-${seed}`);
      const [pruned, whole] = [await place.open(), await (await newPlace(`whole-${seed}`)).open()];
      const stores = [pruned, whole];
      const anotherProcess = await place.open();
      const random = seededRandom(seed);
      const runs: string[] = [live];
      const commit = (run: string, lines: readonly ReportLine[], step: number): Promise<unknown> =>
        both(stores, async (store) => {
          const sent = lines.filter(({ outcome }) => outcome === 'succeeded');
          const saved = await store.saveIntents(
            sent.map(({ id, sourceId }) =>
              anIntent({ id, sourceId, body: aBody({ id, name: `Shopify #${sourceId} of ${step}` }) }),
            ),
            instantOf(step),
          )();
          right(saved);
          const settledIntents = sent.map(({ id }) => ({
            id,
            status: oneOf(seededRandom(step), ['confirmed', 'refused'] as const),
          }));
          const audit = { cause: 'run', settings: '{}', unanswered: [] } as const;
          right(
            await store.commitPage(aCommit(run, { checkpoint: null, lines, settledIntents, audit }), instantOf(step))(),
          );
        });
      const linesOf = (ofRecords: readonly string[], isDryRun: boolean): readonly ReportLine[] =>
        ofRecords.flatMap((record) => idsOf(record).map((id) => randomLine(random, record, id, isDryRun)));
      await both(stores, async (store) => openRun(store, aRequest({ kind: 'live' }), live, 0));
      const removed = { lines: 0, bodies: 0 };
      for (let step = 1; step <= sized({ quick: 16, all: 80 }); step += 1) {
        const pruning = random.next() < 0.5 ? prune(anotherProcess, instantOf(step)) : { lines: 0, bodies: 0 };
        switch (oneOf(random, ['run', 'run', 'run', 'live', 'retry', 'close', 'sign', 'decide'] as const)) {
          case 'run': {
            const run = `run-${step}`;
            const dryRun = random.next() < 0.25;
            const range = { from: '2024-01-01', to: instantOf(step).slice(0, 10) };
            await both(stores, async (store) => openRun(store, aRequest({ range, dryRun }), run, step));
            await commit(
              run,
              linesOf(
                records.filter(() => random.next() < 0.7),
                dryRun,
              ),
              step,
            );
            await both(stores, async (store) => right(await store.closeRun(run, 'finished', instantOf(step))()));
            runs.push(run);
            break;
          }
          case 'live':
            await commit(
              live,
              linesOf(
                records.filter(() => random.next() < 0.4),
                false,
              ),
              step,
            );
            break;
          case 'retry': {
            const run = oneOf(random, runs);
            const found = right(await whole.findRun(O.some(run))());
            if (O.isNone(found) || found.value.dryRun) break;
            const held = right(
              await whole.findLines(run, { outcomes: ['held', 'failed'] }, { after: O.none, limit: 100 })(),
            );
            await commit(run, linesOf([...new Set(held.lines.map(({ sourceId }) => sourceId))], false), step);
            break;
          }
          case 'close':
            await both(stores, async (store) =>
              right(
                await store.reviews.closePeriod({
                  month: instantOf(step).slice(0, 7),
                  by: 'mia',
                  at: instantOf(step),
                })(),
              ),
            );
            break;
          case 'sign':
            await both(stores, async (store) =>
              right(
                await store.reviews.saveSignOff({
                  runId: runs.at(-1) ?? live,
                  by: 'mia',
                  at: instantOf(step),
                  note: '',
                  statement: () => '{}',
                })(),
              ),
            );
            break;
          case 'decide': {
            const decision = {
              action: 'accept',
              note: '',
              by: 'mia',
              at: instantOf(step),
              until: null,
              batch: `b-${step}`,
            } as const;
            await both(stores, async (store) =>
              right(
                await store.reviews.decide(
                  {
                    storefronts: ['us-store'],
                    now: instantOf(step),
                    state: 'open',
                    lineId: oneOf(seededRandom(step), allIds),
                  },
                  decision,
                )(),
              ),
            );
          }
        }
        for (const { lines, bodies } of [
          await pruning,
          await prune(pruned, instantOf(step), random.next() < 0.3 ? 2 : undefined),
        ]) {
          removed.lines += lines;
          removed.bodies += bodies;
        }
        if (step % 8 === 0) expect(await answersOf(pruned, runs)).toStrictEqual(await answersOf(whole, runs));
      }
      expect(removed.lines).toBeGreaterThan(5);
      expect(removed.bodies).toBeGreaterThan(0);
      for (const store of [...stores, anotherProcess]) right(await store.close());
    },
  );

  it('archives what it removes, marks its run, and removes nothing that could not be archived', async () => {
    const store = await (await newPlace('archive')).open();
    const runs = ['run-1', 'run-2'];
    for (const [step, run] of runs.entries()) {
      const range = { from: '2024-01-01', to: `2024-01-0${step + 1}` };
      await openRun(store, aRequest({ range }), run, step);
      right(await store.commitPage(aCommit(run, { lines: [aReportLine()] }), instantOf(step))());
      right(await store.closeRun(run, 'finished', instantOf(step))());
    }
    const request = { before: future, after: O.none };
    expect(right(await store.reviews.prune({ ...request, removal: null })())).toMatchObject({ lines: 1 });
    const isFull = (): Promise<void> => Promise.reject(new Error('no space'));
    expect(left(await store.reviews.prune({ ...request, removal: { at: future, archive: isFull } })()).problem).toBe(
      'other',
    );
    expect(right(await store.findRun(O.some('run-1'))())).not.toMatchObject({ value: { prunedAt: expect.anything() } });
    const before = right(await store.summarizeRun('run-1')());
    const archived: PrunedRecord[] = [];
    const archive = (records: readonly PrunedRecord[]): Promise<void> =>
      Promise.resolve(void archived.push(...records));
    expect(await prune(store, future, undefined, archive)).toStrictEqual({ lines: 1, bodies: 0 });
    expect(await prune(store, future, undefined, archive)).toStrictEqual({ lines: 0, bodies: 0 });
    expect(archived).toMatchObject([{ what: 'line', runId: 'run-1', ...aReportLine() }]);
    expect(right(await store.findRun(O.some('run-1'))())).toMatchObject({ value: { prunedAt: future } });
    expect(right(await store.summarizeRun('run-1')())).toStrictEqual(before);
    right(await store.close());
  });

  it.each([
    ['live work, where a later sync left it out', live, 'skipped'],
    ['a retry of a later sync', 'run-2', 'succeeded'],
  ] as const)(
    'keeps the line that counts again when the one that counts is taken back by %s',
    async (__, last, outcome) => {
      const store = await (await newPlace(`again-${last.slice(0, 4)}`)).open();
      const sale = aReportLine({ occurredAt: '2024-02-03T12:00:00Z' });
      const held = { ...sale, outcome: 'held', reason: 'closed period' } as const;
      const [, refundId = ''] = idsOf('1001');
      const commit = async (run: string, lines: readonly ReportLine[]): Promise<void> =>
        right(await store.commitPage(aCommit(run, { checkpoint: null, lines }), instantOf(3))());
      await openRun(store, aRequest({ kind: 'live' }), live, 0);
      for (const [step, run] of ['run-1', 'run-2'].entries()) {
        const range = { from: '2024-01-01', to: `2024-01-0${step + 1}` };
        await openRun(store, aRequest({ range }), run, step);
        const second =
          outcome === 'skipped' ? ({ ...sale, outcome, reason: 'test order', amounts: null } as const) : sale;
        const refund = outcome === 'skipped' ? [] : [{ ...held, id: refundId }];
        await commit(run, run === 'run-1' ? [sale] : [second, ...refund]);
        right(await store.closeRun(run, 'finished', instantOf(step))());
      }
      await commit(last, [sale]);
      expect((await prune(store, future)).lines).toBe(0);
      await commit(last, [held]);
      expect(right(await store.reviews.dailySales()).map(({ count }) => count)).toStrictEqual([1]);
      expect(right(await store.reviews.checkSums()).wrong).toStrictEqual([]);
      right(await store.close());
    },
  );

  it.each([
    ['counts', 'update present_line set run = 1'],
    [
      'waits for a person',
      `insert into matter (account, line, id, what, storefront, source_id, sent, run, position)
        select 'default', 'shopify:1:1001', 'shopify:1:1001', 'differs', 'us-store', '1001', 1, run, position from run_line where run = 1`,
    ],
  ])(
    'never removes a line that %s, even if a newer line of the sale seems to take its part',
    async (what, statement) => {
      const place = await newPlace(`guarded-${what.slice(0, 5)}`);
      const store = await place.open();
      for (const [step, run] of ['run-1', 'run-2'].entries()) {
        await openRun(store, aRequest({ range: { from: '2024-01-01', to: `2024-01-0${step + 1}` } }), run, step);
        right(await store.commitPage(aCommit(run, { lines: [aReportLine()] }), instantOf(step))());
        right(await store.closeRun(run, 'finished', instantOf(step))());
      }
      const removable = async (): Promise<number> =>
        right(await store.reviews.prune({ before: future, after: O.none, removal: null })()).lines;
      expect(await removable()).toBe(1);
      await place.run(statement);
      expect(await removable()).toBe(0);
      right(await store.close());
    },
  );

  it('keeps the body that the service took last, and all bodies of open months', async () => {
    const store = await (await newPlace('bodies')).open();
    const record: AuditRecord = {
      ...{
        storefront: 'us-store',
        sourceId: '1001',
        id: 'shopify:1:1001',
        name: 'Shopify #1001 · 1001',
        action: 'correct',
      },
      ...{
        sentAt: instantOf(1),
        answeredAt: instantOf(1),
        answer: 'accepted',
        message: null,
        remoteId: null,
        digest: '',
      },
      ...{ body: '{}', amounts: null, cause: 'person', by: 'mia', runId: null, settings: null },
    };
    for (const answer of ['accepted', 'accepted', 'refused'] as const)
      right(await store.reviews.saveCorrection({ ...record, answer }, null)());
    expect(await prune(store, future)).toMatchObject({ bodies: 0 });
    right(await store.reviews.closePeriod({ month: '2024-01', by: 'mia', at: instantOf(40) })());
    expect(await prune(store, future)).toMatchObject({ bodies: 2 });
    const { records: kept } = right(await store.reviews.auditRecords({}, O.none)());
    expect(kept.map(({ body }) => body)).toStrictEqual([null, '{}', null]);
    right(await store.close());
  });
});
