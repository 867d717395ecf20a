import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { FencingToken } from '../../../src/domain/sync-store.ts';
import { aCommit, aReportLine, anIntent } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';
const { id, name } = anIntent();
const page = aCommit('run-1', {
  checkpoint: { window: '2026-01', next: O.some('page-2') },
  lines: [aReportLine()],
  settledIntents: [{ id, status: 'confirmed' }],
});

export const itKeepsHolds = ({ store }: Opened): void => {
  describe('as a keeper of holds', () => {
    const take = async (owner: string): Promise<FencingToken> => {
      right(await store().acquireLease('us-store', owner, { now: 0, until: 1_000 }, () => true)());
      return { storefront: 'us-store', owner };
    };

    it('commits under a lease for as long as it is its owner’s, also when its time is over', async () => {
      const hold = await take('a');
      right(await store().saveIntents([anIntent()], at, hold)());
      right(await store().commitPage(page, at, hold)());
      expect(right(await store().summarizeRun('run-1')()).counts).toMatchObject({ succeeded: 1 });
    });

    it.each(['taken over by another', 'taken over and given back', 'given back by itself'])(
      'writes nothing under a lease that was %s',
      async (how) => {
        const hold = await take('a');
        right(await store().saveIntents([anIntent()], at, hold)());
        if (how !== 'given back by itself') await take('b');
        if (how !== 'taken over by another')
          right(await store().releaseLease('us-store', how.includes('itself') ? 'a' : 'b')());
        const refused = { _tag: 'StoreError', problem: 'taken over' };
        expect(left(await store().saveIntents([anIntent({ id: 'later' })], at, hold)())).toMatchObject(refused);
        expect(left(await store().commitPage(page, at, hold)())).toMatchObject(refused);
        const known = right(
          await store().lookUpTransactions('run-1', [
            { id, name },
            { id: 'later', name: '' },
          ])(),
        );
        expect([...known.submissions.values()].map((sending) => [sending.id, sending.status])).toStrictEqual([
          [id, 'intent'],
        ]);
        expect(known.settledInRun.size).toBe(0);
        expect(right(await store().readCheckpoint('run-1', 'us-store', '2026-01')())).toMatchObject({ cursor: O.none });
      },
    );

    it('knows the holds of storefronts apart', async () => {
      await take('a');
      const other: FencingToken = { storefront: 'eu-store', owner: 'a' };
      expect(left(await store().commitPage(page, at, other)())).toMatchObject({ problem: 'taken over' });
    });
  });
};
