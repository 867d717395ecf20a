import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Decision, ListedMatter, MatterFilter } from '../../../src/domain/decision.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { ReportLine, RunSummary } from '../../../src/domain/run.ts';
import { aCommit, anAdjustment, anIntent, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const open: MatterFilter = { storefronts: ['us-store'], state: 'open', now: at };

const heldLine = (n: number, differences: Partial<ReportLine> = {}): ReportLine =>
  aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), name: `#${n}`, outcome: 'held', reason: 'partially paid' },
    ...{ amounts: null, stated: { currency: 'USD', total: BigInt(n) * 100n, jurisdiction: 'CA' } },
    ...differences,
  });

const word = (differences: Partial<Decision> = {}): Parameters<SyncDatabase['reviews']['decide']>[1] => ({
  ...{ action: 'send', note: 'on account', by: 'Ada', at, until: null, batch: 'b-1' },
  ...differences,
});

export const itKeepsDecisions = (store: () => SyncDatabase): void => {
  describe('as a keeper of decisions', () => {
    const settle = async (runId: string, lines: readonly ReportLine[], dryRun = false): Promise<void> => {
      const range = { from: '2026-01-01', to: `2026-03-${runId.slice(-2)}` };
      right(await store().openRun(aRequest({ dryRun, range }), { id: runId, at })());
      right(await store().commitPage(aCommit(runId, { lines }), at)());
    };
    const groups = async (filter: Partial<MatterFilter> = {}) =>
      right(await store().reviews.matterGroups({ ...open, ...filter })());
    const ids = async (filter: Partial<MatterFilter> = {}, sort: 'money' | 'newest' = 'money') => {
      const page = { sort, offset: 0, limit: 10 };
      const { matters } = right(await store().reviews.findMatters({ ...open, ...filter }, page)());
      return matters.map(({ id }) => id);
    };

    it('knows the newest state of each transaction alone, whatever run it is of; previews raise nothing', async () => {
      await settle('run-10', [heldLine(1), heldLine(2), heldLine(3)]);
      await settle('run-11', [heldLine(4)], true);
      await settle('run-12', [heldLine(1), heldLine(2, { outcome: 'succeeded', reason: null })]);
      const group = { storefront: 'us-store', what: 'partially paid', isSent: false, currency: 'USD' };
      expect(await groups()).toStrictEqual([{ ...group, count: 2, total: 400n }]);
      expect(await ids({ runId: 'run-10' })).toStrictEqual(['shopify:1:3']);
      expect(await groups({ storefronts: ['eu-store'] })).toStrictEqual([]);
      expect(await groups({ storefronts: [] })).toStrictEqual([]);
    });

    it('knows findings of what the service holds, and changes that were not sent, each by itself', async () => {
      const findings = ['differs', 'marketplace sale', 'channel with open liability: Depop'] as const;
      const adjustments = [anAdjustment(), anAdjustment({ id: '9002' }), anAdjustment({ id: '9003', sent: true })];
      await settle('run-10', [aReportLine({ findings, adjustments })]);
      const found = (await groups()).map(({ what, isSent, count, total }) => [what, isSent, count, total]);
      expect(found).toStrictEqual([
        ['adjustment: refund', true, 2, -10_726n],
        ['channel with open liability: Depop', true, 1, 10_725n],
        ['differs', true, 1, 10_725n],
      ]);
    });

    it('dates a later change by its own day, and counts the refund of a credit document, which is no sale', async () => {
      const sale = aReportLine({ occurredAt: '2026-01-02T10:00:00Z', adjustments: [anAdjustment()] });
      const credit = aReportLine({
        ...{ id: 'stripe:1:in_1', sourceId: 'in_1', outcome: 'skipped', reason: 'credit document', amounts: null },
        ...{ adjustments: [anAdjustment({ id: 'in_1' })], findings: ['differs'] },
      });
      await settle('run-10', [sale, credit]);
      const found = (await groups()).map(({ what, count, total }) => [what, count, total]);
      expect(found).toStrictEqual([['adjustment: refund', 2, -10_726n]]);
      const page = { sort: 'newest', offset: 0, limit: 10 } as const;
      const { matters } = right(await store().reviews.findMatters(open, page)());
      expect(matters.map(({ occurredAt }) => occurredAt)).toStrictEqual([
        '2026-02-10T10:00:00Z',
        '2026-02-10T10:00:00Z',
      ]);
    });

    it('finds them by number, state and amount, the largest or the newest first, page by page', async () => {
      const old = heldLine(7, { occurredAt: '2026-01-01T00:00:00Z', name: '#1007' });
      await settle('run-10', [old, heldLine(2, { occurredAt: '2026-02-01T00:00:00Z' })]);
      expect(await ids()).toStrictEqual(['shopify:1:7', 'shopify:1:2']);
      expect(await ids({}, 'newest')).toStrictEqual(['shopify:1:2', 'shopify:1:7']);
      expect(await ids({ text: '1007' })).toStrictEqual(['shopify:1:7']);
      expect(await ids({ text: '2.00' })).toStrictEqual(['shopify:1:2']);
      expect(await ids({ text: 'ca' })).toHaveLength(2);
      expect(await ids({ text: 'NY' })).toHaveLength(0);
      expect(await ids({ text: 'California' })).toHaveLength(2);
      expect(await ids({ text: 'Canada' })).toHaveLength(0);
      expect(await ids({ text: 'United States' })).toHaveLength(2);
      expect(await ids({ text: '$2.00' })).toStrictEqual(['shopify:1:2']);
      right(await store().setTimeZone('run-10', 'us-store', 'America/New_York')());
      const page = right(await store().reviews.findMatters(open, { sort: 'money', offset: 1, limit: 1 })());
      const named = { name: '#2', jurisdiction: 'CA', timeZone: 'America/New_York' };
      expect(page).toMatchObject({ matters: [{ id: 'shopify:1:2', ...named }], next: O.none });
    });

    it('knows those of some days in UTC, and those whose day is not known', async () => {
      const times = [
        '2026-01-31T23:59:59.5Z',
        '2026-02-01T00:00:00Z',
        '2026-02-28T23:59:59.999Z',
        '2026-03-01T00:00:00Z',
      ];
      const lines = [...times, undefined].map((occurredAt, n) =>
        heldLine(n, { ...(occurredAt !== undefined && { occurredAt }), ...(n === 2 && { reason: 'missing address' }) }),
      );
      await settle('run-10', lines);
      const days = { from: '2026-02-01', to: '2026-02-28' };
      const found = ['shopify:1:4', 'shopify:1:2', 'shopify:1:1'];
      expect(await ids({ days })).toStrictEqual(found);
      expect(await ids({ days }, 'newest')).toStrictEqual(['shopify:1:2', 'shopify:1:1', 'shopify:1:4']);
      expect(await ids({ days, text: '#1' })).toStrictEqual(['shopify:1:1']);
      expect(await ids({ days, storefronts: ['eu-store'] })).toStrictEqual([]);
      const counts = async (filter: Partial<MatterFilter>) =>
        (await groups(filter)).map(({ what, count }) => [what, count]);
      expect(await counts({ days })).toStrictEqual([
        ['missing address', 1],
        ['partially paid', 2],
      ]);
      const page = right(await store().reviews.findMatters({ ...open, days }, { sort: 'id', after: null, limit: 9 })());
      expect(page.matters.map(({ id }) => id)).toStrictEqual(found.toSorted());
      expect(right(await store().reviews.decide({ ...open, days }, word(), 3)())).toBe(3);
      expect(await counts({ days })).toStrictEqual([]);
      expect(await counts({ days, state: 'decided' })).toHaveLength(2);
      expect(await ids()).toStrictEqual(['shopify:1:3', 'shopify:1:0']);
    });

    it('selects the same in lists and in groups where it cannot know better: by no currency, and by blanks alone', async () => {
      const { stated: _, ...unknown } = heldLine(2);
      await settle('run-10', [heldLine(1), unknown]);
      for (const filter of [{ currency: '' }, { text: '   ' }]) {
        expect(await ids(filter)).toStrictEqual([]);
        expect(await groups(filter)).toStrictEqual([]);
      }
    });

    it('lists all of them by id, page by page, each once, also those of one transaction', async () => {
      const adjustments = Array.from({ length: 5 }, (_, n) => anAdjustment({ id: `900${n}` }));
      await settle('run-10', [
        heldLine(3),
        heldLine(1),
        heldLine(2),
        aReportLine({ findings: ['differs'], adjustments }),
      ]);
      const found: string[] = [];
      const pageAfter = async (after: ListedMatter | null): Promise<ListedMatter | undefined> => {
        const { matters, next } = right(await store().reviews.findMatters(open, { sort: 'id', after, limit: 2 })());
        expect(next).toStrictEqual(O.none);
        found.push(...matters.map(({ id, what }) => `${id} ${what}`));
        return matters.at(-1);
      };
      for (let after = await pageAfter(null); after !== undefined;) after = await pageAfter(after);
      const all = right(await store().reviews.findMatters(open, { sort: 'money', offset: 0, limit: 50 })());
      expect(all.matters).toHaveLength(9);
      expect(found.toSorted()).toStrictEqual(all.matters.map(({ id, what }) => `${id} ${what}`).sort());
    });

    it('closes a month when as many matters of it are open as a person saw, of all storefronts and by their days', async () => {
      const close = async (month: string, expected?: number) =>
        right(await store().reviews.closePeriod({ month, by: 'Ada', at }, expected)()).open;
      const closed = async () => right(await store().reviews.closedPeriods()).map(({ month }) => month);
      const storefronts = ['us-store', 'gone-store'];
      const range = { from: '2026-01-01', to: '2026-03-10' };
      right(await store().openRun(aRequest({ storefronts, range }), { id: 'run-10', at })());
      right(await store().setTimeZone('run-10', 'us-store', 'America/New_York')());
      const lines = [
        heldLine(1, { occurredAt: '2026-02-01T05:00:00.5Z' }),
        heldLine(2, { occurredAt: '2026-02-01T04:59:59.999Z' }),
        heldLine(3, { occurredAt: '2026-03-01T04:59:59Z' }),
        heldLine(4, { occurredAt: '2026-03-01T05:00:00Z' }),
        heldLine(5, { occurredAt: '2026-02-01T00:00:00Z', storefront: 'gone-store' }),
        heldLine(6),
      ];
      right(await store().commitPage(aCommit('run-10', { lines }), at)());
      expect(await close('2026-02', 3)).toBe(4);
      expect(await close('2026-02', 0)).toBe(4);
      expect(await closed()).toStrictEqual([]);
      right(await store().reviews.decide({ ...open, lineId: 'shopify:1:3' }, word({ action: 'later', until: at }))());
      right(await store().reviews.decide({ ...open, lineId: 'shopify:1:1' }, word())());
      expect(await close('2026-02', 3)).toBe(3);
      expect(await closed()).toStrictEqual(['2026-02']);
      expect(await close('2026-02', 1)).toBe(0);
      expect(await close('2026-01')).toBe(2);
      expect(await closed()).toStrictEqual(['2026-01', '2026-02']);
    });

    it('signs a run off when as many of its matters are open as a person saw', async () => {
      await settle('run-10', [heldLine(1), heldLine(2), heldLine(3)]);
      await settle('run-11', [heldLine(4)]);
      right(await store().reviews.decide({ ...open, lineId: 'shopify:1:3' }, word())());
      const statement = ({ counts, held }: RunSummary): string => JSON.stringify([counts.held, held]);
      const signOff = { runId: 'run-10', by: 'Ada', at, note: '', statement };
      const text = '[3,{"partially paid":3}]';
      const signed = async (): Promise<number> => right(await store().reviews.signOffs('run-10')()).length;
      for (const expected of [0, 1, 3]) {
        const refused = { open: 2, statement: null };
        expect(right(await store().reviews.saveSignOff(signOff, expected)())).toStrictEqual(refused);
      }
      expect(await signed()).toBe(0);
      for (const expected of [2, undefined])
        expect(right(await store().reviews.saveSignOff(signOff, expected)())).toStrictEqual({
          open: 2,
          statement: text,
        });
      expect(await signed()).toBe(2);
      expect(right(await store().reviews.signOffs('run-10')()).map((one) => one.statement)).toStrictEqual([text, text]);
      expect(right(await store().reviews.saveSignOff({ ...signOff, runId: 'run-12' }, 3)())).toMatchObject({ open: 0 });
    });

    it('keeps a decision on all that a filter names, and gives it to who looks a transaction up', async () => {
      await settle('run-10', [heldLine(1), heldLine(2, { reason: 'missing address' })]);
      expect(right(await store().reviews.decide({ ...open, what: 'partially paid' }, word())())).toBe(1);
      expect(await ids()).toStrictEqual(['shopify:1:2']);
      expect(await ids({ state: 'decided', batch: 'b-1' })).toStrictEqual(['shopify:1:1']);
      const known = right(await store().lookUpTransactions('run-10', [{ id: 'shopify:1:1', name: '' }])());
      expect(known.decisions?.get('shopify:1:1')).toMatchObject([{ what: 'partially paid', ...word() }]);
      expect(right(await store().lookUpTransactions('run-10', [{ id: 'shopify:1:2', name: '' }])()).decisions).toBe(
        undefined,
      );
    });

    it('decides nothing when there are more or fewer than were expected', async () => {
      await settle('run-10', [heldLine(1), heldLine(2)]);
      for (const expected of [1, 3]) {
        expect(right(await store().reviews.decide(open, word(), expected)())).toBe(2);
        expect(await ids()).toHaveLength(2);
        expect(await ids({ state: 'decided' })).toStrictEqual([]);
      }
      expect(right(await store().reviews.decide(open, word(), 2)())).toBe(2);
      expect(await ids()).toStrictEqual([]);
    });

    it('shows again what was put off, when its time has come', async () => {
      await settle('run-10', [heldLine(1)]);
      right(await store().reviews.decide(open, word({ action: 'later', until: '2026-04-08T00:00:00Z' }))());
      expect(await ids({ now: '2026-04-07T00:00:00Z' })).toStrictEqual([]);
      expect(await ids({ now: '2026-04-08T00:00:00Z' })).toStrictEqual(['shopify:1:1']);
    });

    it('takes a batch back, but for what is on its way', async () => {
      await settle('run-10', [heldLine(1), heldLine(2)]);
      right(await store().reviews.decide(open, word())());
      right(await store().saveIntents([anIntent({ id: 'shopify:1:1', sourceId: '1' })], at)());
      expect(right(await store().reviews.undo('b-1', ['eu-store'])())).toStrictEqual({
        count: 0,
        records: [],
        kept: 0,
      });
      expect(right(await store().reviews.undo('b-1', ['us-store'])())).toStrictEqual({
        count: 1,
        records: [],
        kept: 1,
      });
      expect(await ids()).toStrictEqual(['shopify:1:2']);
      right(await store().reviews.decide(open, word({ action: 'leave out', batch: 'b-2' }))());
      const undone = right(await store().reviews.undo('b-2', ['us-store'])());
      expect(undone.records).toStrictEqual([{ storefront: 'us-store', sourceId: '2' }]);
    });

    it('puts what was left out on hold again when that is undone, as it was, also where a later run left it out', async () => {
      const leave = word({ action: 'leave out', note: 'a test' });
      const lines = [
        heldLine(1, { message: 'half of it is paid' }),
        heldLine(2),
        heldLine(3, { reason: 'refused', outcome: 'failed' }),
      ];
      await settle('run-10', lines);
      right(await store().reviews.decide({ ...open, what: 'partially paid' }, leave)());
      right(await store().reviews.decide(open, { ...leave, batch: 'b-2' })());
      const leftOut = { outcome: 'skipped', reason: 'left out by decision', message: 'Left out by Ada' } as const;
      await settle(
        'run-11',
        lines.map((line) => ({ ...line, ...leftOut })),
      );
      expect(await groups()).toStrictEqual([]);
      for (const batch of ['b-1', 'b-2']) right(await store().reviews.undo(batch, ['us-store'])());
      const group = { storefront: 'us-store', isSent: false, currency: 'USD' };
      expect(await groups()).toStrictEqual([
        { ...group, what: 'partially paid', count: 2, total: 300n },
        { ...group, what: 'refused', count: 1, total: 300n },
      ]);
      expect(await ids({ runId: 'run-11' })).toHaveLength(3);
      const summary = right(await store().summarizeRun('run-11')());
      expect(summary).toMatchObject({ counts: { held: 2, failed: 1, skipped: 0 }, held: { 'partially paid': 2 } });
      const found = right(await store().findLines('run-11', { id: 'shopify:1:1' }, { after: O.none, limit: 1 })());
      expect(found.lines).toMatchObject([{ outcome: 'held', message: 'half of it is paid' }]);
    });

    it('takes the decision on one sale of a batch back, and leaves the others decided', async () => {
      await settle('run-10', [heldLine(1), heldLine(2)]);
      right(await store().reviews.decide(open, word())());
      const undone = right(await store().reviews.undo('b-1', ['us-store'], 'shopify:1:2')());
      expect(undone).toStrictEqual({ count: 1, records: [], kept: 0 });
      expect(await ids()).toStrictEqual(['shopify:1:2']);
      expect(await ids({ state: 'decided', batch: 'b-1' })).toStrictEqual(['shopify:1:1']);
    });

    it('knows what was decided to be sent and is not sent yet, with its money', async () => {
      // What was sent anyway has a finding of the same name.
      const present = aReportLine({ id: 'shopify:1:1', sourceId: '1', name: '#1', findings: ['partially paid'] });
      await settle('run-10', [heldLine(1), heldLine(2), heldLine(3), heldLine(4)]);
      right(await store().reviews.decide({ ...open, lineId: 'shopify:1:4' }, word({ action: 'leave out' }))());
      right(await store().reviews.decide(open, word({ batch: 'b-2' }))());
      const toSend = { state: 'decided', actions: ['send'] } as const;
      const sums = async (filter: Partial<MatterFilter> = {}) =>
        (await groups({ ...toSend, ...filter })).map(({ count, total }) => [count, total]);
      expect(await sums()).toStrictEqual([[3, 600n]]);
      expect(await sums({ text: '#1' })).toStrictEqual([[1, 100n]]);
      expect(await sums({ actions: ['leave out', 'later'] })).toStrictEqual([[1, 400n]]);
      await settle('run-11', [present, heldLine(2, { outcome: 'failed', reason: 'refused' })]);
      expect(await sums()).toStrictEqual([[1, 300n]]);
      expect(right(await store().reviews.batchProgress('b-2', ['us-store'])())).toStrictEqual({
        ...{ decided: 3, waiting: 1, inService: 1 },
      });
      expect(right(await store().reviews.batchProgress('b-2', [])())).toMatchObject({ decided: 0 });
    });

    it('lists what was left out by the day of its sale for as long as that counts, whatever is read later', async () => {
      const times = ['2026-02-01T04:59:59Z', '2026-02-01T05:00:00Z', '2026-02-28T12:00:00Z'];
      const lines = times.map((occurredAt, n) => heldLine(n + 1, { occurredAt }));
      right(
        await store().openRun(aRequest({ range: { from: '2026-01-01', to: '2026-03-10' } }), { id: 'run-10', at })(),
      );
      right(await store().setTimeZone('run-10', 'us-store', 'America/New_York')());
      right(await store().commitPage(aCommit('run-10', { lines }), at)());
      right(await store().reviews.decide(open, word({ action: 'leave out', note: 'a test' }))());
      await settle('run-11', [heldLine(3, { outcome: 'skipped', reason: 'left out by decision' })]);
      const leftOut = async (storefronts: readonly string[], limit = 9) =>
        right(await store().reviews.leftOut({ storefronts, days: { from: '2026-02-01', to: '2026-02-28' } }, limit)());
      const why = { storefront: 'us-store', what: 'partially paid', note: 'a test', by: 'Ada', at };
      expect(await leftOut(['us-store'], 1)).toStrictEqual({
        largest: [{ ...why, name: '#3', day: '2026-02-28', jurisdiction: 'CA', currency: 'USD', total: 300n }],
        sums: [{ currency: 'USD', count: 2, total: 500n }],
      });
      expect(await leftOut(['eu-store'])).toStrictEqual({ largest: [], sums: [] });
      expect(await leftOut([])).toStrictEqual({ largest: [], sums: [] });
      right(await store().inbox.eraseRecords('us-store', ['3'])());
      expect((await leftOut(['us-store'])).largest).toMatchObject([{ name: '3', note: '', by: '' }, { name: '#2' }]);
      right(await store().reviews.undo('b-1', ['us-store'])());
      expect(await leftOut(['us-store'])).toStrictEqual({ largest: [], sums: [] });
    });

    it('lists what counts by batch, the newest first, also of what raises nothing any more', async () => {
      await settle('run-10', [heldLine(1), heldLine(2), heldLine(3)]);
      const decided = async (lineId?: string, storefronts = open.storefronts, limit = 9) => {
        const filter = { storefronts, now: '2026-04-08T00:00:00Z', ...(lineId !== undefined && { lineId }) };
        return right(await store().reviews.decided(filter, limit)()).map((one) => [one.batch, one.action, one.count]);
      };
      expect(await decided()).toStrictEqual([]);
      const first = { ...open, lineId: 'shopify:1:1' };
      right(await store().reviews.decide(first, word({ action: 'later', until: '2026-04-08T00:00:00Z' }))());
      const note = {
        action: 'leave out',
        note: 'a test',
        by: 'Ada',
        at: '2026-04-07T00:00:00Z',
        batch: 'b-2',
      } as const;
      right(await store().reviews.decide({ ...open, lineId: 'shopify:1:2' }, word(note))());
      right(await store().reviews.decide(open, word({ at: '2026-04-09T00:00:00Z', batch: 'b-3' }))());
      await settle('run-11', [heldLine(2, { outcome: 'skipped', reason: 'left out by decision' })]);
      const leftOut = ['b-2', 'leave out', 1];
      expect(await decided()).toStrictEqual([['b-3', 'send', 1], leftOut]);
      expect(await decided(undefined, undefined, 1)).toStrictEqual([['b-3', 'send', 1]]);
      expect(await decided('shopify:1:2')).toStrictEqual([leftOut]);
      expect(await decided(undefined, ['eu-store'])).toStrictEqual([]);
      expect(await decided(undefined, [])).toStrictEqual([]);
      const found = right(await store().reviews.decided({ ...open, lineId: 'shopify:1:2' }, 9)());
      expect(found).toStrictEqual([{ ...note, what: 'partially paid', count: 1 }]);
    });

    it('keeps the accounts apart, and erases notes and names', async () => {
      await settle('run-10', [heldLine(1)]);
      const other = store().forAccount('b');
      expect(right(await other.reviews.matterGroups(open)())).toStrictEqual([]);
      expect(right(await other.reviews.decide(open, word())())).toBe(0);
      right(await store().reviews.decide(open, word())());
      expect(right(await other.reviews.decided(open, 9)())).toStrictEqual([]);
      expect(right(await other.reviews.undo('b-1', ['us-store'])()).count).toBe(0);
      right(await store().inbox.eraseRecords('us-store', ['1'])());
      const known = right(await store().lookUpTransactions('run-10', [{ id: 'shopify:1:1', name: '' }])());
      expect(known.decisions?.get('shopify:1:1')).toMatchObject([{ note: '', by: '', action: 'send' }]);
    });
  });
};
