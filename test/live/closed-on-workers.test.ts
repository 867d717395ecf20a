import { afterAll, expect } from '@jest/globals';
import { startSandbox } from '../../sandbox/index.ts';
import { aPostgres } from '../support/a-postgres.ts';
import { right } from '../support/right.ts';
import { runsOnWorkers } from '../support/runs-on-workers.ts';
import { itInAll } from '../support/it-in-all.ts';

const postgres = aPostgres();
const sandbox = await startSandbox({ shop: { orders: 60 } });
afterAll(async () => sandbox.stop());

itInAll(
  'workers hold sales of closed periods, and send them in a run whose request agreed',
  async () => {
    const runs = await runsOnWorkers(sandbox.configuration, await postgres().newDatabase());
    const stop = await runs.startWorker();
    right(await runs.reviews.closePeriod({ month: '2025-02', by: 'Ada', at: '2025-06-01T00:00:00Z' })());
    const request = { storefronts: ['sample-store'], range: { from: '2025-02-01', to: '2025-02-28' } };
    const held = right(await runs.follow(request));
    const { counts } = right(await runs.reviews.overview(held.id)()).summary;
    expect(counts.held).toBeGreaterThan(0);
    expect(counts).toMatchObject({ succeeded: 0, failed: 0 });
    expect(sandbox.taxService.journal()).toHaveLength(0);

    const agreed = right(await runs.follow({ ...request, intoClosedPeriods: true }));
    expect(agreed.id).not.toBe(held.id);
    expect(right(await runs.reviews.outcomeCounts(agreed.id)())).toMatchObject({ held: 0, succeeded: counts.held });
    await stop();
    await runs.close();
  },
  120_000,
);
