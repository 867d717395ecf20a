import { expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Random } from '../../../src/domain/environment.ts';
import type { ListedMatter, MatterFilter, MatterGroup } from '../../../src/domain/decision.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aCommit, anAdjustment, anIntent, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/size.ts';

const at = '2026-04-01T00:00:00Z';
const moments = ['2026-03-31T00:00:00Z', '2026-04-01T00:00:00Z', '2026-04-05T00:00:00Z', '2026-05-01T00:00:00Z'];
const runs = ['run-10', 'run-11', 'run-12'];
const storefronts = ['us-store', 'eu-store'];
const reasons = ['partially paid', 'missing address'] as const;

/** Random changes of few sales of one account, and decisions on them: many meet. */
export const randomChanges = (store: SyncDatabase, { next }: Random, name: string): (() => Promise<void>) => {
  const one = <A>(all: readonly A[]): A => all[Math.floor(next() * all.length)] as A;
  const lineOf = (n: number): ReportLine => {
    const total = one([100n, -2_599n, 999_999_999_999_999n]);
    const known = { currency: one(['USD', 'CAD']), total, jurisdiction: 'CA' };
    const waits = { outcome: one(['held', 'failed'] as const), reason: one(reasons), amounts: null };
    return aReportLine({
      ...{ id: `shopify:1:${n}`, sourceId: String(n), storefront: one(storefronts) },
      ...(next() < 0.5 && { ...waits, ...(next() < 0.8 && { stated: known }) }),
      findings: next() < 0.3 ? [one(['differs', 'possible duplicate'] as const)] : [],
      adjustments: next() < 0.3 ? [anAdjustment({ id: one(['r-1', 'r-2']), sent: next() < 0.3 })] : [],
    });
  };
  const commit = async (): Promise<void> => {
    const lines = Array.from({ length: 1 + Math.floor(next() * 8) }, () => lineOf(Math.floor(next() * 15)));
    right(await store.commitPage(aCommit(one(runs), { checkpoint: null, lines }), at)());
  };
  const batches: string[] = [];
  const decide = async (): Promise<void> => {
    const until = one([null, null, '2026-04-01T00:00:00Z', '2026-04-03T00:00:00Z', '2026-04-20T00:00:00Z']);
    const filter: MatterFilter = {
      ...{ storefronts: one([storefronts, ['us-store']]), state: 'open', now: one(moments) },
      ...one<Partial<MatterFilter>>([
        ...[{}, { what: one(reasons) }, { isSent: true }, { runId: one(runs) }, { currency: 'CAD' }],
        ...[{ lineId: `shopify:1:${Math.floor(next() * 15)}` }, { text: 'CA' }],
      ]),
    };
    const batch = `${name}-${batches.length}`;
    batches.push(batch);
    const action = until === null ? one(['send', 'leave out'] as const) : ('later' as const);
    const found = right(await store.reviews.matterGroups(filter)());
    const expected = found.reduce((all, { count }) => all + count, one([0, 0, 1]));
    const word = { action, note: '', by: 'Ada', at, until, batch };
    right(await store.reviews.decide(filter, word, next() < 0.5 ? expected : undefined)());
  };
  const undo = async (): Promise<void> => {
    if (batches.length > 0) right(await store.reviews.undo(one(batches), one([storefronts, ['eu-store']]))());
  };
  const send = async (): Promise<void> => {
    const n = Math.floor(next() * 15);
    right(await store.saveIntents([anIntent({ id: `shopify:1:${n}`, sourceId: String(n), name: `#${n}` })], at)());
  };
  const erase = async (): Promise<void> => {
    right(await store.inbox.eraseRecords(one(storefronts), [String(Math.floor(next() * 15))])());
  };
  return () => one([commit, commit, commit, decide, decide, undo, send, erase])();
};

export const openRuns = async (store: SyncDatabase): Promise<void> => {
  for (const id of runs) {
    const range = { from: '2026-01-01', to: `2026-03-${id.slice(-2)}` };
    right(await store.openRun(aRequest({ storefronts, range }), { id, at })());
  }
};

const allMatters = async (store: SyncDatabase, filter: MatterFilter): Promise<readonly ListedMatter[]> => {
  const found: ListedMatter[] = [];
  for (let offset = O.some(0); O.isSome(offset);) {
    const page = right(await store.reviews.findMatters(filter, { sort: 'money', offset: offset.value, limit: 50 })());
    found.push(...page.matters);
    offset = page.next;
  }
  return found;
};

type Counted = Partial<MatterGroup> & Pick<MatterGroup, 'total'>;

/** Counts and totals, by what they have in common. */
const summedBy = (
  found: readonly Counted[],
  keyOf: (one: Counted) => readonly unknown[],
): Readonly<Record<string, string>> => {
  const sums = new Map<string, { count: number; total: bigint }>();
  for (const one of found) {
    const key = JSON.stringify(keyOf(one));
    const sum = sums.get(key) ?? { count: 0, total: 0n };
    sums.set(key, { count: sum.count + (one.count ?? 1), total: sum.total + one.total });
  }
  return Object.fromEntries([...sums].map(([key, { count, total }]) => [key, `${count}: ${total}`]));
};

const byGroup = ({ storefront, what, isSent, currency }: Counted) => [storefront, what, isSent, currency];
const byStorefront = ({ storefront, isSent, currency }: Counted) => [storefront, isSent, currency];

/** All sums that pages show of matters are those of the matters that they list. */
export const expectSumsOfMatters = async (store: SyncDatabase): Promise<void> => {
  for (const now of moments) {
    const listed = async (filter: Partial<MatterFilter>): Promise<readonly Counted[]> => {
      const matters = await allMatters(store, { storefronts, state: 'open', now, ...filter });
      return matters.map(({ storefront, what, isSent, currency, total }) => ({
        ...{ storefront, what, isSent, currency, total: total ?? 0n },
      }));
    };
    for (const state of ['open', 'decided'] as const)
      for (const filter of [{}, { runId: 'run-11' }, { isSent: false }, { what: 'differs' }, { currency: 'CAD' }]) {
        const groups = right(await store.reviews.matterGroups({ storefronts, state, now, ...filter })());
        const matters = await listed({ state, ...filter });
        expect([now, state, filter, summedBy(groups, byGroup)]).toEqual([
          now,
          state,
          filter,
          summedBy(matters, byGroup),
        ]);
      }
    const facts = right(await store.inbox.accountFacts(now, '')());
    expect(summedBy(facts.matters, byStorefront)).toEqual(summedBy(await listed({}), byStorefront));
    const waiting = await listed({ state: 'decided', actions: ['send'] });
    expect(summedBy(facts.toSend, byStorefront)).toEqual(summedBy(waiting, byStorefront));
  }
};

export const itSumsMatters = (store: () => SyncDatabase): void => {
  it.each(sized({ quick: [1], all: [1, 2, 3] }))(
    'sums what waits as it lists it, whatever was changed and decided (seed %i)',
    async (seed) => {
      await openRuns(store());
      const change = randomChanges(store(), seededRandom(seed), 'batch');
      for (let step = 1; step <= 60; step += 1) {
        await change();
        if (step % 10 === 0) await expectSumsOfMatters(store());
      }
    },
  );
};
