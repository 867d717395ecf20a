import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Checkpoint } from '../../../src/domain/sync-store.ts';
import { aCommit, aReportLine, anIntent, aRequest } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

const at = '2026-04-01T00:00:00Z';

export const itKeepsPages = ({ store }: Opened): void => {
  describe('as a keeper of pages', () => {
    const checkpoint = async (window: string, storefront = 'us-store', runId = 'run-1'): Promise<Checkpoint> =>
      right(await store().readCheckpoint(runId, storefront, window)());

    it('starts every window at its first page', async () => {
      expect(await checkpoint('2026-01')).toStrictEqual({ cursor: O.none, done: false });
    });

    it('goes on where the last page left off, until the window is done', async () => {
      for (const cursor of ['page-2', 'page-3']) {
        right(
          await store().commitPage(aCommit('run-1', { checkpoint: { window: '2026-01', next: O.some(cursor) } }), at)(),
        );
      }
      expect(await checkpoint('2026-01')).toStrictEqual({ cursor: O.some('page-3'), done: false });
      right(await store().commitPage(aCommit('run-1', { checkpoint: { window: '2026-01', next: O.none } }), at)());
      expect(await checkpoint('2026-01')).toStrictEqual({ cursor: O.none, done: true });
    });

    it('keeps the checkpoints of windows, storefronts and runs apart', async () => {
      right(await store().openRun(aRequest({ dryRun: true }), { id: 'run-2', at })());
      right(await store().commitPage(aCommit('run-1', { checkpoint: { window: '2026-01', next: O.some('x') } }), at)());
      const untouched = { cursor: O.none, done: false };
      expect(await checkpoint('2026-02')).toStrictEqual(untouched);
      expect(await checkpoint('2026-01', 'eu-store')).toStrictEqual(untouched);
      expect(await checkpoint('2026-01', 'us-store', 'run-2')).toStrictEqual(untouched);
    });

    it('leaves the checkpoint alone when a page has none', async () => {
      right(await store().commitPage(aCommit('run-1', { checkpoint: { window: '2026-01', next: O.some('x') } }), at)());
      right(await store().commitPage(aCommit('run-1', { checkpoint: null, lines: [aReportLine()] }), at)());
      expect(await checkpoint('2026-01')).toStrictEqual({ cursor: O.some('x'), done: false });
    });

    it('remembers how far the changes of a storefront were read, across runs, and moves that back as well', async () => {
      const { changesReadUpTo } = store();
      const move = async (to: string, runId = 'run-1'): Promise<void> =>
        right(await store().commitPage(aCommit(runId, { changesReadUpTo: to }), at)());
      expect(right(await changesReadUpTo('us-store')())).toStrictEqual(O.none);
      await move('2026-04-01T00:00:00Z');
      right(await store().openRun(aRequest({ dryRun: true }), { id: 'run-2', at })());
      await move('2026-03-01T00:00:00Z', 'run-2');
      right(await store().commitPage(aCommit('run-1', { lines: [aReportLine()] }), at)());
      expect(right(await changesReadUpTo('us-store')())).toStrictEqual(O.some('2026-03-01T00:00:00Z'));
      expect(right(await changesReadUpTo('eu-store')())).toStrictEqual(O.none);
      expect(left(await store().commitPage(aCommit('run-9', { changesReadUpTo: at }), at)()).problem).toBe('other');
      const fence = { storefront: 'us-store', owner: 'another process' };
      expect(left(await store().commitPage(aCommit('run-1', { changesReadUpTo: at }), at, fence)()).problem).toBe(
        'taken over',
      );
      expect(right(await changesReadUpTo('us-store')())).toStrictEqual(O.some('2026-03-01T00:00:00Z'));
    });

    it('writes nothing of a page whose run it does not know', async () => {
      right(await store().saveIntents([anIntent()], at)());
      const page = aCommit('run-9', {
        lines: [aReportLine()],
        settledIntents: [{ id: 'shopify:1:1001', status: 'confirmed' }],
      });
      expect(left(await store().commitPage(page, at)())).toMatchObject({ _tag: 'StoreError', problem: 'other' });
      const known = right(
        await store().lookUpTransactions('run-9', [{ id: 'shopify:1:1001', name: 'Shopify #1001 · 1001' }])(),
      );
      expect(known.submissions.get('shopify:1:1001')).toMatchObject({ status: 'intent' });
      expect(known.settledInRun.size).toBe(0);
      expect(known.remoteById.size).toBe(0);
      expect(await checkpoint('2026-01', 'us-store', 'run-9')).toStrictEqual({ cursor: O.none, done: false });
    });
  });
};
