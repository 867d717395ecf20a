import { expect, it } from '@jest/globals';
import { followRun } from '../../src/live/index.ts';
import { aSync, request } from '../support/a-sync.ts';
import { right } from '../support/right.ts';

it('a run that others work on is followed on when the machine was asleep for a day while it was counted', async () => {
  const { store, clock, ports } = aSync({ script: { pages: [] } });
  const [day, minute] = [24 * 60 * 60_000, 60_000];
  const start = clock.now();
  const { id } = right(await store.openRun(request, { id: 'run-x', at: '2026-04-01T00:00:00Z' })());
  let looks = 0;
  const asleep: typeof store.summarizeRun = (runId) => async () => {
    looks += 1;
    if (looks === 1) await clock.sleep(day)();
    if (looks === 2) right(await store.closeRun(id, 'finished', '2026-04-02T00:00:00Z')());
    return store.summarizeRun(runId)();
  };
  const run = await clock.run(followRun({ ...ports, store: { ...store, summarizeRun: asleep } })(id));
  expect(right(run).status).toBe('finished');
  expect(clock.now() - start).toBeLessThan(day + 15 * minute);
});

it('a run in which nothing happens is looked at less and less often, and each second again once something does', async () => {
  const { store, clock, ports } = aSync({ script: { pages: [] } });
  const { id } = right(await store.openRun(request, { id: 'run-x', at: '2026-04-01T00:00:00Z' })());
  const looks: number[] = [];
  const start = clock.now();
  const noting: typeof store.findRun = (runId) => async () => {
    looks.push(Math.round((clock.now() - start) / 1_000));
    if (looks.length === 6) right(await store.setTimeZone(id, 'us-store', 'UTC')());
    if (looks.length === 8) right(await store.closeRun(id, 'finished', '2026-04-02T00:00:00Z')());
    return store.findRun(runId)();
  };
  await clock.run(followRun({ ...ports, store: { ...store, findRun: noting } })(id));
  expect(looks).toEqual([0, 1, 3, 7, 15, 23, 24, 26]);
});
