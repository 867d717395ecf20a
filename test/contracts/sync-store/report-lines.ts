import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { LineFilter, LinePage } from '../../../src/domain/sync-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aCommit, anAdjustment, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';

const numbered = (count: number, differences: Partial<ReportLine> = {}): readonly ReportLine[] =>
  Array.from({ length: count }, (_, index) => aReportLine({ id: `entry-${index}`, ...differences }));

export const itKeepsEntries = ({ store }: Opened): void => {
  describe('as a keeper of entries', () => {
    const commit = async (entries: readonly ReportLine[], runId = 'run-1'): Promise<void> => {
      right(await store().commitPage(aCommit(runId, { lines: entries }), at)());
    };
    const read = async (filter: LineFilter = {}, after: O.Option<string> = O.none, limit = 100): Promise<LinePage> =>
      right(await store().findLines('run-1', filter, { after, limit })());
    const idsOf = ({ lines }: LinePage): readonly string[] => lines.map(({ id }) => id);

    it('gives every field of an entry back, to the last digit', async () => {
      const entry = aReportLine({
        kind: 'refund',
        outcome: 'failed',
        reason: 'refused',
        message: 'refused for its total',
        amounts: {
          currency: 'IDR',
          jurisdiction: 'ID-JK',
          month: '2026-03',
          total: 999_999_999_999_999n,
          taxCollected: -999_999_999_999_998n,
        },
        findings: ['state derived from ZIP', 'possible duplicate'],
        isOlder: true,
        adjustments: [
          anAdjustment({ id: 'b', amount: -999_999_999_999_997n }),
          anAdjustment({ id: 'a', kind: 'edit', tax: null, sent: true }),
        ],
      });
      await commit([entry]);
      expect(await read()).toStrictEqual({ lines: [entry], next: O.none });
    });

    it('finds sales by a word of their names in any run, as they last were, and no refunds', async () => {
      right(
        await store().openRun(aRequest({ range: { from: '2020-01-01', to: '2020-01-02' } }), { id: 'run-2', at })(),
      );
      const amounts = { currency: 'USD', jurisdiction: 'CA', month: '2026-03', total: 100n, taxCollected: 0n };
      const line = (id: string, name: string, rest: Partial<ReportLine> = {}): ReportLine =>
        aReportLine({ id, sourceId: id, name, amounts, ...rest });
      await commit([
        line('7', 'Ledger L-7 · 7'),
        line('77', 'Ledger L-77 · 77'),
        line('8', 'Ledger L-8 · 8', { storefront: 'other' }),
        line('9', 'Ledger L-7 · 7 · refund 9', { kind: 'refund' }),
        line('10', '100% OF_IT'),
      ]);
      await commit([line('7', 'Ledger L-7 · 7', { amounts: { ...amounts, total: 200n } })], 'run-2');
      const find = async (number: string) => right(await store().findByNumber(aReportLine().storefront, number)());
      expect(await find('L-7')).toStrictEqual([{ sourceId: '7', amounts: { ...amounts, total: 200n } }]);
      expect(await find('ledger l-77')).toStrictEqual([{ sourceId: '77', amounts }]);
      expect(await find('of_it')).toStrictEqual([{ sourceId: '10', amounts }]);
      for (const unknown of ['L', 'L-8', '%', 'of%it', '_00%']) expect(await find(unknown)).toStrictEqual([]);

      await commit([line('11', 'Ledger L-7 · 11')], 'run-2');
      expect((await find('L-7')).map(({ sourceId }) => sourceId).sort()).toStrictEqual(['11', '7']);

      await commit([line('12', 'Ledger North L-7 · 12'), line('13', 'Ledger North L-9 · 13')]);
      expect((await find('L-7')).map(({ sourceId }) => sourceId).sort()).toStrictEqual(['11', '7']);
      expect(await find('L-9')).toStrictEqual([{ sourceId: '13', amounts }]);
    });

    it('keeps and finds a sale with a number of thousands of digits', async () => {
      const { next } = seededRandom(1);
      const number = Array.from({ length: 9_000 }, () => Math.floor(next() * 10)).join('');
      const line = aReportLine({ name: `Ledger ${number} · 1001` });
      await commit([line]);
      expect((await read()).lines).toStrictEqual([line]);
      const found = right(await store().findByNumber(line.storefront, number)());
      expect(found.map(({ sourceId }) => sourceId)).toStrictEqual(['1001']);
    });

    it('keeps a record that never became a transaction', async () => {
      const entry = aReportLine({
        outcome: 'held',
        reason: 'unreadable record',
        message: 'lines: expected',
        amounts: null,
      });
      await commit([entry]);
      expect((await read()).lines).toStrictEqual([entry]);
    });

    it.each<[string, NonNullable<ReportLine['stated']>]>([
      ['everything', { currency: 'USD', total: 10n ** 15n - 1n, jurisdiction: 'NY' }],
      ['no total', { currency: 'EUR', total: null, jurisdiction: 'DE-*' }],
      ['no address', { currency: 'USD', total: -5_363n, jurisdiction: null }],
    ])('keeps when an excluded record was sold and what the platform states: %s', async (_, stated) => {
      const held = { outcome: 'held', reason: 'partially paid', amounts: null } as const;
      const entry = aReportLine({ ...held, occurredAt: '2026-02-10T23:30:00Z', stated });
      const sent = aReportLine({ id: 'sent', occurredAt: '2026-02-11T10:00:00Z' });
      await commit([entry, sent]);
      expect((await read()).lines).toStrictEqual([entry, sent]);
      const { jurisdiction } = stated;
      if (jurisdiction !== null) expect((await read({ jurisdiction })).lines).toStrictEqual([entry]);
    });

    it('hands entries out page by page, in the order in which they were settled', async () => {
      await commit(numbered(5));
      const first = await read({}, O.none, 2);
      const second = await read({}, first.next, 2);
      const third = await read({}, second.next, 2);
      expect([first, second, third].map(idsOf)).toStrictEqual([
        ['entry-0', 'entry-1'],
        ['entry-2', 'entry-3'],
        ['entry-4'],
      ]);
      expect(third.next).toStrictEqual(O.none);
    });

    it('reports the end when a page is just filled', async () => {
      await commit(numbered(2));
      expect((await read({}, O.none, 2)).next).toStrictEqual(O.none);
    });

    it.each<[string, LineFilter]>([
      ['reason', { reason: 'missing address' }],
      ['finding', { finding: 'possible duplicate' }],
      ['finding about one channel', { finding: 'channel with open liability: Depop' }],
      ['finding about any channel', { finding: 'channel with open liability' }],
      ['place', { jurisdiction: 'NY' }],
      ['month', { month: '2026-03' }],
      ['a part of its name, whatever its case', { text: 'PIFY #77' }],
      ['a part of its id', { text: 'wanted' }],
      ['a text that means something to a database', { text: '7%_' }],
      ['code of its state, and no id that has the same letters', { text: 'ny' }],
      ['name of its state', { text: ' new york' }],
      ['amount, however it is written', { text: '$1,290.00' }],
      ['adjustments', { hasAdjustments: true }],
    ])('reads only the entries of a %s', async (_, filter) => {
      const wanted = aReportLine({
        id: 'the-wanted-one',
        name: 'Shopify #77%_ · 9',
        outcome: 'held',
        reason: 'missing address',
        findings: ['partially paid', 'possible duplicate', 'channel with open liability: Depop'],
        amounts: { currency: 'USD', jurisdiction: 'NY', month: '2026-03', total: 129_000n, taxCollected: 0n },
        adjustments: [anAdjustment()],
      });
      await commit([
        aReportLine({ id: 'any' }),
        wanted,
        aReportLine({ id: 'b', amounts: null, findings: ['partially paid'] }),
      ]);
      expect((await read(filter)).lines).toStrictEqual([wanted]);
    });

    it('reads only the entries after which something happened that was not sent', async () => {
      const wanted = aReportLine({
        id: 'refunded',
        adjustments: [anAdjustment({ id: 'e', kind: 'edit' }), anAdjustment()],
      });
      await commit([
        aReportLine({ id: 'edited', adjustments: [anAdjustment({ kind: 'edit' })] }),
        aReportLine({ id: 'pushed', adjustments: [anAdjustment({ sent: true })] }),
        wanted,
        aReportLine({ id: 'plain' }),
      ]);
      expect((await read({ unsentAdjustment: 'refund' })).lines).toStrictEqual([wanted]);
      expect(idsOf(await read({ unsentAdjustment: 'edit' }))).toStrictEqual(['edited', 'refunded']);
    });

    it('reads only the outcomes and the storefront asked for', async () => {
      await commit([
        aReportLine({ id: 'a', outcome: 'failed', reason: 'refused' }),
        aReportLine({ id: 'b', outcome: 'held', reason: 'missing address', storefront: 'eu-store' }),
        aReportLine({ id: 'c', outcome: 'held', reason: 'missing address' }),
        aReportLine({ id: 'd' }),
      ]);
      expect(idsOf(await read({ outcomes: ['failed', 'held'] }))).toStrictEqual(['a', 'b', 'c']);
      expect(idsOf(await read({ outcomes: ['held'], storefront: 'us-store' }))).toStrictEqual(['c']);
      expect(idsOf(await read({ storefront: 'eu-store' }))).toStrictEqual(['b']);
      expect(idsOf(await read({ outcomes: [] }))).toStrictEqual([]);
      expect(idsOf(await read({ id: 'c' }))).toStrictEqual(['c']);
      expect(idsOf(await read({ id: 'c', outcomes: ['failed'] }))).toStrictEqual([]);
    });

    it('pages through a filtered list', async () => {
      await commit([
        aReportLine({ id: 'a', outcome: 'failed' }),
        aReportLine({ id: 'b' }),
        aReportLine({ id: 'c', outcome: 'failed' }),
      ]);
      const first = await read({ outcomes: ['failed'] }, O.none, 1);
      const second = await read({ outcomes: ['failed'] }, first.next, 1);
      expect([first, second].map(idsOf)).toStrictEqual([['a'], ['c']]);
      expect(second.next).toStrictEqual(O.none);
    });

    it('replaces a line that is settled again, at its position, with all its findings and adjustments', async () => {
      await commit([
        aReportLine({
          id: 'a',
          outcome: 'failed',
          reason: 'no definitive response',
          findings: ['possible duplicate'],
          adjustments: [anAdjustment()],
        }),
        aReportLine({ id: 'b' }),
      ]);
      await commit([aReportLine({ id: 'c' }), aReportLine({ id: 'a' })]);
      expect((await read()).lines).toStrictEqual([
        aReportLine({ id: 'a' }),
        aReportLine({ id: 'b' }),
        aReportLine({ id: 'c' }),
      ]);
    });

    it('keeps the last of two entries that share an id on one page', async () => {
      await commit([aReportLine({ id: 'a', outcome: 'failed' }), aReportLine({ id: 'b' }), aReportLine({ id: 'a' })]);
      expect((await read()).lines).toStrictEqual([aReportLine({ id: 'a' }), aReportLine({ id: 'b' })]);
    });

    it('reads each line once while lines are settled again between two pages', async () => {
      await commit(numbered(4, { outcome: 'failed', reason: 'no definitive response' }));
      const first = await read({ outcomes: ['failed'] }, O.none, 2);
      await commit([...first.lines]);
      const second = await read({ outcomes: ['failed'] }, first.next, 2);
      expect(idsOf(second)).toStrictEqual(['entry-2', 'entry-3']);
    });

    it('keeps the entries of runs apart', async () => {
      right(await store().openRun(aRequest({ dryRun: true }), { id: 'run-2', at })());
      await commit([aReportLine({ id: 'a', outcome: 'skipped', reason: 'would be sent' })], 'run-2');
      await commit([aReportLine({ id: 'a' })]);
      expect((await read()).lines).toStrictEqual([aReportLine({ id: 'a' })]);
    });

    it('has no entries for a run that it does not know', async () => {
      const page = right(await store().findLines('run-9', {}, { after: O.none, limit: 10 })());
      expect(page).toStrictEqual({ lines: [], next: O.none });
    });

    it('refuses a place that is not one', async () => {
      const answer = await store().findLines('run-1', {}, { after: O.some('somewhere'), limit: 10 })();
      expect(left(answer)).toMatchObject({ _tag: 'StoreError', problem: 'other' });
    });

    it('holds words of every script', async () => {
      const entry = aReportLine({ id: "o'); drop table line_version;--", name: 'Пример 注文 🧾', message: '‮"\n%_' });
      await commit([entry]);
      expect((await read()).lines).toStrictEqual([entry]);
    });
  });
};
