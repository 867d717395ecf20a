import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { BookWithInbox } from '../../../src/core/inbox.ts';
import type { SignOff } from '../../../src/core/review-book.ts';
import { aCommit, anEntry, aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';

const aSignOff = (differences: Partial<SignOff> = {}): SignOff => ({
  runId: 'run-1',
  by: 'Ada',
  at,
  note: 'compared with the books',
  statement: '{"counts":{}}',
  ...differences,
});

const range = (month: number): { readonly from: string; readonly to: string } => ({
  from: `2026-0${month}-01`,
  to: `2026-0${month}-28`,
});

export const itKeepsReviews = (book: () => BookWithInbox): void => {
  describe('as a keeper of reviews', () => {
    it('lists historical runs, newest first, page by page; live ones are left out', async () => {
      for (const month of [1, 2, 3, 4]) {
        right(await book().openRun(aRequest({ range: range(month) }), { id: `run-${month}`, at })());
      }
      right(await book().openRun(aRequest({ kind: 'live' }), { id: 'live:us-store', at })());
      right(await book().setTimeZone('run-4', 'us-store', 'America/New_York')());
      const first = right(await book().reviews.runs({ before: O.none, limit: 3 })());
      const second = right(await book().reviews.runs({ before: first.next, limit: 3 })());
      expect(first.runs.map(({ id }) => id)).toStrictEqual(['run-4', 'run-3', 'run-2']);
      expect(first.runs[0]?.timeZones).toStrictEqual({ 'us-store': 'America/New_York' });
      expect(second).toMatchObject({ runs: [{ id: 'run-1' }], next: O.none });
    });

    it('lists nothing behind a run that it does not know', async () => {
      right(await book().openRun(aRequest(), { id: 'run-1', at })());
      const none = right(await book().reviews.runs({ before: O.some('run-9'), limit: 3 })());
      expect(none).toStrictEqual({ runs: [], next: O.none });
    });

    it('adds up by outcome, reason, place and month, and leaves out what has no amounts', async () => {
      right(await book().openRun(aRequest(), { id: 'run-1', at })());
      const planned = { outcome: 'skipped', reason: 'dry run' } as const;
      const large = { currency: 'USD', jurisdiction: 'NY', month: '2026-01', total: 10n ** 20n, taxCollected: 0n };
      const entries = [
        anEntry({ id: 'a', ...planned }),
        anEntry({ id: 'b', ...planned }),
        anEntry({ id: 'c', ...planned, amounts: large }),
        anEntry({ id: 'd' }),
        anEntry({ id: 'e', outcome: 'held', reason: 'no destination', amounts: null }),
      ];
      right(await book().commitPage(aCommit('run-1', { entries }), at)());
      const alike = { currency: 'USD', jurisdiction: 'CA', month: '2026-02' };
      expect(right(await book().reviews.outcomeTotals('run-1')())).toStrictEqual([
        { ...large, ...planned, count: 1 },
        { ...alike, ...planned, count: 2, total: 21_450n, taxCollected: 1_450n },
        { ...alike, outcome: 'succeeded', reason: null, count: 1, total: 10_725n, taxCollected: 725n },
      ]);
      expect(right(await book().reviews.outcomeTotals('run-9')())).toStrictEqual([]);
      const none = { succeeded: 0, alreadyPresent: 0, failed: 0, skipped: 0, held: 0 };
      expect(right(await book().reviews.outcomeCounts('run-1')())).toStrictEqual({
        ...none,
        succeeded: 1,
        skipped: 3,
        held: 1,
      });
      expect(right(await book().reviews.outcomeCounts('run-9')())).toStrictEqual(none);
    });

    it('keeps every sign-off of a run as it was signed', async () => {
      const [first, second] = [aSignOff(), aSignOff({ by: 'Grace', note: '', statement: '{"counts":{"held":1}}' })];
      for (const one of [first, aSignOff({ runId: 'run-2' }), second]) right(await book().reviews.signOff(one)());
      expect(right(await book().reviews.signOffs('run-1')())).toStrictEqual([first, second]);
      expect(right(await book().reviews.signOffs('run-9')())).toStrictEqual([]);
    });

    it('knows which months are closed, who closed them first, and forgets them when they are opened again', async () => {
      const march = { month: '2026-03', by: 'Ada', at };
      const january = { month: '2026-01', by: 'Grace', at };
      for (const one of [march, january, { ...march, by: 'Mallory' }]) right(await book().reviews.closeMonth(one)());
      expect(right(await book().reviews.closedMonths())).toStrictEqual([january, march]);
      right(await book().reviews.reopenMonth('2026-01')());
      expect(right(await book().reviews.closedMonths())).toStrictEqual([march]);
    });
  });
};
