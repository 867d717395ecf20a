import { expect } from '@jest/globals';
import type { MatterFilter } from '../../../src/domain/decision.ts';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { ReportLine } from '../../../src/domain/run.ts';
import { maxSearchedForParts } from '../../../src/domain/search.ts';
import { aCommit, anAdjustment, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { itInAll } from '../../support/it-in-all.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const open: MatterFilter = { storefronts: ['us-store'], state: 'open', now: at };
const most = maxSearchedForParts.matters;

const heldLine = (n: number): ReportLine =>
  aReportLine({
    ...{ id: `shopify:1:a${n}`, sourceId: `a${n}`, name: `Shopify #${n} · a${n}`, outcome: 'held', amounts: null },
    ...{ reason: n > 1_000 ? 'missing address' : 'partially paid' },
    stated: { currency: 'USD', total: BigInt(n) * 10_000n, jurisdiction: n % 400 === 0 && n <= 2_000 ? 'CA' : 'CA-ON' },
  });

/** The amount of its refund is another. */
const refunded = aReportLine({
  id: 'shopify:1:b',
  sourceId: 'b',
  name: 'Stripe in_Ab · b',
  adjustments: [anAdjustment()],
});

export const itSearchesManyMatters = (store: () => SyncDatabase): void => {
  itInAll(
    'finds by text the same in lists, in counts and for decisions: among many whole numbers and ids alone',
    async () => {
      const { reviews } = store();
      right(await store().openRun(aRequest(), { id: 'run-1', at })());
      const lines = [...Array.from({ length: most }, (_, n) => heldLine(n + 1)), refunded];
      for (let start = 0; start < lines.length; start += 500)
        right(
          await store().commitPage(
            aCommit('run-1', { checkpoint: null, lines: lines.slice(start, start + 500) }),
            at,
          )(),
        );
      const find = async (text: string, filter: Partial<MatterFilter> = {}): Promise<readonly string[]> => {
        const wanted = { ...open, text, ...filter };
        const page = right(await reviews.findMatters(wanted, { sort: 'money', offset: 0, limit: 9 })());
        const counted = right(await reviews.matterGroups(wanted)()).reduce((all, { count }) => all + count, 0);
        // Where there are more than a page has.
        expect(Math.min(counted, 9)).toBe(page.matters.length);
        return page.matters.map(({ sourceId }) => sourceId);
      };
      const withPart = ['a4011', 'a3011', 'a2011', 'a1011'];
      const inCalifornia = ['a2000', 'a1600', 'a1200', 'a800', 'a400', 'b'];
      const whole: Readonly<Record<string, readonly string[]>> = {
        ...{ '#1711': ['a1711'], '1711': ['a1711'], ' a1711 ': ['a1711'], 'shopify:1:a1711': ['a1711'], '011': [] },
        ...{ 'shopify #12': ['a12'], 'Shopify #12 · A12': ['a12'], '· a12': [], IN_ab: ['b'], in_A: [], '%': [] },
        ...{ ca: inCalifornia, California: inCalifornia, Texas: [], '$4,700.00': ['a47'], '1200': ['a1200', 'a12'] },
        ...{ '-53.63': ['b'], '107.25': [], 'nothing like this': [] },
      };
      for (const [text, found] of Object.entries(whole)) expect([text, await find(text)]).toStrictEqual([text, found]);
      expect(await find('Canada')).toHaveLength(9);
      expect(await find('')).toHaveLength(9);
      expect(await find(' ')).toHaveLength(9);
      expect(await find('California', { currency: 'CAD' })).toStrictEqual([]);
      expect(await find('California', { storefronts: ['eu-store'] })).toStrictEqual([]);
      expect(await find('California', { what: 'missing address' })).toStrictEqual(['a2000', 'a1600', 'a1200']);
      expect(await find('011', { what: 'missing address' })).toStrictEqual(withPart);
      expect(await find('01', { lineId: 'shopify:1:a1011' })).toStrictEqual(['a1011']);

      const word = { action: 'accept', note: '', by: 'Ada', at, until: null, batch: 'b-1' } as const;
      expect(right(await reviews.decide({ ...open, text: '17' }, word, 1)())).toBe(1);
      expect(await find('7', { state: 'decided' })).toStrictEqual(['a17']);
      // Of as many as are looked at one by one, parts are found again.
      expect(await find('011')).toStrictEqual(withPart);
      expect(right(await reviews.decide(open, { ...word, batch: 'b-2' }, most)())).toBe(most);
      const decided = { state: 'decided' } as const;
      expect(await find('011', decided)).toStrictEqual([]);
      expect(await find('#711', decided)).toStrictEqual(['a711']);
      expect(await find('7', { ...decided, batch: 'b-1' })).toStrictEqual(['a17']);
      expect(await find('011', { ...decided, batch: 'b-2' })).toStrictEqual(withPart);
      expect(right(await reviews.undo('b-2', ['us-store'])()).count).toBe(most);
    },
    60_000,
  );
};
