import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { aCommit, aReportLine, aRequest } from '../support/a-report-line.ts';
import { aLiveWorld, type LiveWorld } from '../support/a-live-world.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** Two runs over one sale, of January 2024 and of January 2026; it is the night of 1 April 2026. */
const withTwoRuns = async (retentionMonths: number | null): Promise<LiveWorld> => {
  const world = aLiveWorld({
    since: '2026-03-30',
    clock: virtualClock(Date.UTC(2026, 3, 1, 7)),
    ports: { schedule: { catchUp: null, reconcile: '0 4 * * *' }, retentionMonths },
  });
  for (const year of ['2024', '2026']) {
    const [runId, at] = [`run-${year}`, `${year}-01-15T12:00:00Z`];
    const range = { from: '2023-12-01', to: `${year}-01-14` };
    right(await world.store.openRun(aRequest({ range }), { id: runId, at })());
    right(await world.store.setTimeZone(runId, 'us-store', 'UTC')());
    right(await world.store.commitPage(aCommit(runId, { checkpoint: null, lines: [aReportLine()] }), at)());
    right(await world.store.closeRun(runId, 'finished', at)());
  }
  await world.live(() => world.wait(2 * 60 * 60_000));
  return world;
};

const linesOf = async ({ store }: LiveWorld): Promise<readonly number[]> => {
  const pages = ['run-2024', 'run-2026'].map((run) => store.findLines(run, {}, { after: O.none, limit: 10 })());
  return (await Promise.all(pages)).map((page) => right(page).lines.length);
};

describe('live work, after the reconciliation of a night', () => {
  it('removes the details of runs that finished more months ago than are kept', async () => {
    const world = await withTwoRuns(24);
    expect(await linesOf(world)).toStrictEqual([0, 1]);
    expect(right(await world.store.summarizeRun('run-2024')()).counts.succeeded).toBe(1);
  });

  it('keeps the details of newer runs', async () => {
    expect(await linesOf(await withTwoRuns(27))).toStrictEqual([1, 1]);
  });

  it('removes nothing where no setting says how long details are kept', async () => {
    expect(await linesOf(await withTwoRuns(null))).toStrictEqual([1, 1]);
  });
});
