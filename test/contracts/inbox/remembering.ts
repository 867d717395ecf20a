import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { liveRunId } from '../../../src/domain/run.ts';
import { right } from '../../support/right.ts';

export const itRemembers = (store: () => SyncDatabase): void => {
  describe('as a memory of what was done when', () => {
    it('remembers up to when each storefront is caught up', async () => {
      expect(right(await store().inbox.catchUpCursor('us-store')())).toStrictEqual(O.none);
      for (const at of ['2026-04-01T12:00:00.25Z', '2026-04-01T13:00:00Z']) {
        right(await store().inbox.setCatchUpCursor('us-store', at)());
        expect(right(await store().inbox.catchUpCursor('us-store')())).toStrictEqual(O.some(at));
      }
      expect(right(await store().inbox.catchUpCursor('eu-store')())).toStrictEqual(O.none);
    });

    it('gives a due task to the first who begins it', async () => {
      const begin = async (task: string, storefront: string, dueAt: string, at: string): Promise<boolean> =>
        right(await store().inbox.startTask(task, storefront, dueAt, at)());
      expect(right(await store().inbox.lastTaskStart('catchUp', 'us-store')())).toStrictEqual(O.none);
      expect(await begin('catchUp', 'us-store', '2026-04-01T12:00:00Z', '2026-04-01T12:00:01Z')).toBe(true);
      expect(await begin('catchUp', 'us-store', '2026-04-01T12:00:00Z', '2026-04-01T12:00:02Z')).toBe(false);
      expect(await begin('catchUp', 'eu-store', '2026-04-01T12:00:00Z', '2026-04-01T12:00:02Z')).toBe(true);
      expect(await begin('reconcile', 'us-store', '2026-04-01T12:00:00Z', '2026-04-01T12:00:02Z')).toBe(true);
      expect(await begin('catchUp', 'us-store', '2026-04-01T12:15:00Z', '2026-04-01T12:15:01Z')).toBe(true);
      expect(right(await store().inbox.lastTaskStart('catchUp', 'us-store')())).toStrictEqual(
        O.some('2026-04-01T12:15:01Z'),
      );
    });

    it('lists the historical runs that are not at their end and not paused, of all accounts, oldest first', async () => {
      expect(right(await store().inbox.unfinishedRuns())).toStrictEqual([]);
      const open = async (account: string, storefronts: readonly string[], id: string): Promise<void> => {
        const kind = id === liveRunId(id.slice('live:'.length)) ? 'live' : 'historical';
        const range = { from: '2026-01-01', to: '2026-01-31' };
        const request = { storefronts, range, dryRun: false, kind } as const;
        const at = `2026-04-01T12:00:0${id.at(-1) ?? ''}Z`;
        right(await store().forAccount(account).openRun(request, { id, at })());
      };
      await open('default', ['us-store', 'eu-store'], 'run-1');
      await open('acme', ['acme'], 'run-2');
      await open('default', ['jp-store'], 'run-3');
      await open('default', ['uk-store'], 'run-4');
      await open('default', ['store-5'], liveRunId('store-5'));
      right(await store().closeRun('run-3', 'paused', '2026-04-02T12:00:00Z')());
      right(await store().closeRun('run-4', 'finished', '2026-04-02T12:00:00Z')());
      expect(right(await store().inbox.unfinishedRuns())).toStrictEqual([
        { account: 'default', runId: 'run-1', storefronts: ['us-store', 'eu-store'] },
        { account: 'acme', runId: 'run-2', storefronts: ['acme'] },
      ]);
    });

    it('lists the storefronts that live work has opened, with their time zones and the last starts of their tasks', async () => {
      expect(right(await store().inbox.knownStorefronts())).toStrictEqual([]);
      const range = { from: '1970-01-01', to: '9999-12-31' };
      const open = async (storefront: string, id: string, timeZone: string): Promise<void> => {
        const kind = id === liveRunId(storefront) ? 'live' : 'historical';
        right(
          await store().openRun({ storefronts: [storefront], range, dryRun: false, kind }, { id, at: range.from })(),
        );
        right(await store().setTimeZone(id, storefront, timeZone)());
      };
      await open('us-store', liveRunId('us-store'), 'America/New_York');
      await open('eu-store', liveRunId('eu-store'), 'Europe/Berlin');
      await open('jp-store', 'run-7', 'Asia/Tokyo');
      const begin = async (task: string, at: string): Promise<boolean> =>
        right(await store().inbox.startTask(task, 'us-store', at, at)());
      await begin('catchUp', '2026-04-01T12:00:00Z');
      await begin('catchUp', '2026-04-01T12:15:00Z');
      await begin('reconcile', '2026-04-01T08:00:00Z');
      const known = right(await store().inbox.knownStorefronts());
      expect([...known].sort((one, other) => (one.storefront < other.storefront ? -1 : 1))).toStrictEqual([
        { storefront: 'eu-store', timeZone: 'Europe/Berlin', lastStarts: {} },
        {
          storefront: 'us-store',
          timeZone: 'America/New_York',
          lastStarts: { catchUp: '2026-04-01T12:15:00Z', reconcile: '2026-04-01T08:00:00Z' },
        },
      ]);
    });

    it('gives a due task once that a clock which is hours ahead has begun in the future', async () => {
      const begin = async (dueAt: string, at: string): Promise<boolean> =>
        right(await store().inbox.startTask('catchUp', 'us-store', dueAt, at)());
      expect(await begin('2026-04-01T18:00:00Z', '2026-04-01T18:00:01Z')).toBe(true);
      // Two clocks may disagree a little: a start by another process is believed.
      expect(await begin('2026-04-01T17:58:00Z', '2026-04-01T17:58:00Z')).toBe(false);
      expect(await begin('2026-04-01T12:00:00Z', '2026-04-01T12:00:01Z')).toBe(true);
      expect(await begin('2026-04-01T12:00:00Z', '2026-04-01T12:00:02Z')).toBe(false);
      expect(right(await store().inbox.lastTaskStart('catchUp', 'us-store')())).toStrictEqual(
        O.some('2026-04-01T12:00:01Z'),
      );
    });

    it('keeps every resolution of a storefront, in their order', async () => {
      const one = {
        storefront: 'us-store',
        id: 'shopify:1:1001',
        note: 'corrected there',
        by: 'mia',
        at: '2026-04-01T12:00:00Z',
      };
      const other = { ...one, id: 'shopify:1:1002/drift-1', note: 'as it should be' };
      for (const resolution of [one, { ...one, storefront: 'eu-store' }, other, one]) {
        right(await store().inbox.saveResolution(resolution)());
      }
      expect(right(await store().inbox.resolutions('us-store')())).toStrictEqual([one, other, one]);
    });
  });
};
