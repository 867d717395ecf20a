import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { sampleRange, startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { endRun } from '../../../src/pipeline/run-context.ts';
import { jobRunner, runOnWorkers } from '../../../src/live/index.ts';
import { eventually } from '../../support/a-plugin.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { slowShop } from '../../support/a-screen.ts';
import { silent } from '../../support/a-sync.ts';
import { openedCommand } from '../../support/opened-command.ts';
import { right } from '../../support/right.ts';

const postgres = aPostgres();
let sandbox: Sandbox;

/** So many, so slowly, that workers which look once a second cannot have read them all by then. */
const orders = 400;

beforeAll(async () => {
  sandbox = await startSandbox({ shop: { ...slowShop(500).shop, orders } });
});
afterAll(async () => sandbox.stop());

it('workers stop on a pause or a cancellation, settle what is in progress, and their counts add up', async () => {
  const opened = await openedCommand({ ...sandbox.configuration, state: await postgres().newDatabase() });
  const { ports, inbox, jobs, close } = opened;
  if (jobs === null) throw new Error('a sync database in PostgreSQL has jobs');
  const schedule = { catchUp: null, reconcile: null };
  const live = { sync: ports, inbox, log: silent, schedule, onEvent: () => undefined };
  const worker = jobRunner(live, jobs, { concurrency: 2, deadAfter: 5_000 });
  right(await worker.start());
  const request = { storefronts: ['sample-store'], range: sampleRange, dryRun: false };
  const counted = async (id: string): Promise<number> => {
    const { counts } = right(await ports.store.summarizeRun(id)());
    return Object.values(counts).reduce((all, number) => all + number, 0);
  };

  const following = runOnWorkers(ports, jobs)(request)();
  let runId = '';
  await eventually(async () => {
    const found = right(await ports.store.findRun(O.none)());
    if (O.isSome(found)) runId = found.value.id;
    return runId !== '' && (await counted(runId)) > 0;
  });
  expect(right(await endRun(ports)(runId, 'pause')())).toBe(true);
  expect(right(await following)).toMatchObject({ id: runId, status: 'paused' });

  const again = runOnWorkers(ports, jobs)(request)();
  await eventually(async () => {
    const found = right(await ports.store.findRun(O.some(runId))());
    return O.isSome(found) && found.value.status === 'running';
  });
  expect(right(await endRun(ports)(runId, 'cancel')())).toBe(true);
  expect(right(await again)).toMatchObject({ id: runId, status: 'canceled' });
  await worker.stop(5_000);
  const { counts } = right(await ports.store.summarizeRun(runId)());
  expect(counts.failed).toBe(0);
  expect(new Set(sandbox.taxService.journal().map(({ id }) => id)).size).toBe(sandbox.taxService.journal().length);
  expect(counts.succeeded).toBe(sandbox.taxService.journal().length);
  expect(await counted(runId)).toBeLessThan(orders);
  await close();
});
