import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { RunRequest, RunStatus } from '../../../src/domain/run.ts';
import { aRequest } from '../../support/a-report-line.ts';
import { left, right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

const fresh = { id: 'run-2', at: '2026-04-02T00:00:00Z' };

export const itKeepsRuns = ({ store, run }: Opened): void => {
  describe('as a keeper of runs', () => {
    it('begins a run that is running and has no end yet', () => {
      expect(run()).toStrictEqual({
        ...aRequest(),
        id: 'run-1',
        status: 'running',
        startedAt: '2026-04-01T00:00:00Z',
        finishedAt: null,
        timeZones: {},
      });
    });

    it.each<RunStatus>(['running', 'paused', 'stopped'])(
      'resumes an equal run that is %s, under its first id and start',
      async (status) => {
        right(await store().closeRun('run-1', status, '2026-04-01T01:00:00Z')());
        const resumed = right(await store().openRun(aRequest(), fresh)());
        expect(resumed).toStrictEqual(run());
        expect(right(await store().findRun(O.some('run-1'))())).toStrictEqual(O.some(run()));
      },
    );

    it.each<RunStatus>(['finished', 'canceled'])('does not resume a run that is %s', async (status) => {
      right(await store().closeRun('run-1', status, '2026-04-01T01:00:00Z')());
      expect(right(await store().openRun(aRequest(), fresh)())).toMatchObject({ id: 'run-2', startedAt: fresh.at });
    });

    it.each<[RunStatus, RunStatus]>([
      ['finished', 'canceled'],
      ['canceled', 'finished'],
      ['canceled', 'paused'],
      ['canceled', 'running'],
    ])('keeps a run that is %s when another process reports it as %s later', async (first, second) => {
      right(await store().closeRun('run-1', first, '2026-04-01T01:00:00Z')());
      right(await store().closeRun('run-1', second, '2026-04-01T02:00:00Z')());
      const found = right(await store().findRun(O.some('run-1'))());
      expect(found).toStrictEqual(O.some({ ...run(), status: first, finishedAt: '2026-04-01T01:00:00Z' }));
    });

    it.each<[string, Partial<RunRequest>]>([
      ['range', { range: { from: '2026-01-01', to: '2026-04-30' } }],
      ['storefront', { storefronts: ['eu-store'] }],
      ['number of storefronts', { storefronts: ['us-store', 'eu-store'] }],
      ['intention', { dryRun: true }],
    ])('does not resume a run of another %s', async (_, difference) => {
      expect(right(await store().openRun(aRequest(difference), fresh)())).toMatchObject({ id: 'run-2', ...difference });
    });

    it('takes another precedence of the storefronts for another request', async () => {
      const both = ['us-store', 'eu-store'];
      right(await store().openRun(aRequest({ storefronts: both }), fresh)());
      const reversed = aRequest({ storefronts: [...both].reverse() });
      expect(right(await store().openRun(reversed, { ...fresh, id: 'run-3' })())).toMatchObject({ id: 'run-3' });
    });

    it('keeps whether a person agreed to send into closed periods, by the newest equal request', async () => {
      const agreed = aRequest({ intoClosedPeriods: true });
      const resumed = right(await store().openRun(agreed, fresh)());
      expect(resumed).toStrictEqual({ ...run(), intoClosedPeriods: true });
      expect(right(await store().findRun(O.some('run-1'))())).toStrictEqual(O.some(resumed));
      expect(right(await store().openRun(aRequest({ intoClosedPeriods: false }), fresh)())).toStrictEqual(run());
      expect(right(await store().findRun(O.some('run-1'))())).toStrictEqual(O.some(run()));
      const other = right(await store().openRun({ ...agreed, dryRun: true }, fresh)());
      expect(other).toMatchObject({ id: 'run-2', intoClosedPeriods: true });
      expect(right(await store().findRun(O.some('run-2'))())).toStrictEqual(O.some(other));
    });

    it('refuses an id that another run has', async () => {
      expect(left(await store().openRun(aRequest({ dryRun: true }), { ...fresh, id: 'run-1' })())).toMatchObject({
        problem: 'other',
        message: expect.stringContaining('run-1'),
      });
    });

    it('notes how and when a run ended', async () => {
      right(await store().closeRun('run-1', 'finished', '2026-04-01T01:00:00Z')());
      const found = right(await store().findRun(O.some('run-1'))());
      expect(found).toStrictEqual(O.some({ ...run(), status: 'finished', finishedAt: '2026-04-01T01:00:00Z' }));
    });

    it('finds the newest run, not the last one touched', async () => {
      right(await store().openRun(aRequest({ dryRun: true }), fresh)());
      right(await store().closeRun('run-1', 'finished', '2026-04-03T00:00:00Z')());
      expect(right(await store().findRun(O.none)())).toMatchObject(O.some({ id: 'run-2' }));
    });

    it('finds no run under an unknown id', async () => {
      expect(right(await store().findRun(O.some('run-9'))())).toStrictEqual(O.none);
    });

    it('keeps the last time zone of each storefront', async () => {
      for (const zone of ['America/New_York', 'America/Chicago']) {
        right(await store().setTimeZone('run-1', 'us-store', zone)());
      }
      right(await store().setTimeZone('run-1', 'eu-store', 'Europe/Berlin')());
      expect(right(await store().openRun(aRequest(), fresh)()).timeZones).toStrictEqual({
        'us-store': 'America/Chicago',
        'eu-store': 'Europe/Berlin',
      });
    });

    it('knows no run to close or to give a time zone under an unknown id', async () => {
      expect(left(await store().closeRun('run-9', 'finished', fresh.at)())).toMatchObject({ _tag: 'StoreError' });
      expect(left(await store().setTimeZone('run-9', 'us-store', 'UTC')())).toMatchObject({ _tag: 'StoreError' });
    });
  });
};
