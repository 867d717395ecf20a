import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T12:00:00Z';

export const itKeepsLiveRuns = (store: () => SyncDatabase): void => {
  describe('together with live runs', () => {
    it('never takes a live run for a historical one of the same storefront and range', async () => {
      const live = right(await store().openRun(aRequest({ kind: 'live' }), { id: 'live', at })());
      const historical = right(await store().openRun(aRequest(), { id: 'historical', at })());
      expect(live).toMatchObject({ id: 'live', kind: 'live' });
      expect(historical.id).toBe('historical');
      expect(historical).not.toHaveProperty('kind');
    });

    it('opens the standing live run again', async () => {
      const first = right(await store().openRun(aRequest({ kind: 'live' }), { id: 'live', at })());
      expect(right(await store().openRun(aRequest({ kind: 'live' }), { id: 'other', at })())).toStrictEqual(first);
      expect(right(await store().findRun(O.some('live'))())).toStrictEqual(O.some(first));
    });

    it('finds the newest historical run, whatever was live since', async () => {
      expect(right(await store().findRun(O.none)())).toStrictEqual(O.none);
      right(await store().openRun(aRequest(), { id: 'historical', at })());
      right(await store().openRun(aRequest({ kind: 'live' }), { id: 'live', at })());
      expect(right(await store().findRun(O.none)())).toMatchObject(O.some({ id: 'historical' }));
    });
  });
};
