import { describe, expect, it } from '@jest/globals';
import type { RunProgress } from '../../../../src/operations/progress.ts';
import { type SandboxOptions, sampleRange } from '../../../../sandbox/index.ts';
import { aPostgres } from '../../../support/a-postgres.ts';
import { eventually, last, plugins, type PluginUnderTest } from '../../../support/a-plugin.ts';
import { shopTruth } from '../../../kill/shop-truth.ts';

// What is over the database ends before it does.
const aPlugin = plugins();
const postgres = aPostgres();

/** Small pages would be nicer still; slow ones leave time to stop one in the middle. */
const slowly: SandboxOptions = {
  shop: { orders: 400, faults: [{ on: 'graphql', fault: { kind: 'delay', when: 'before', milliseconds: 200 } }] },
};

const onePlugin = async (options: Parameters<typeof aPlugin>[0] = {}): Promise<PluginUnderTest> =>
  aPlugin({ state: await postgres().newDatabase(), ...options }, slowly);

const expectAllPushed = ({ taxService }: PluginUnderTest, end: RunProgress): void => {
  const considered = shopTruth(400).length;
  expect(end).toMatchObject({ phase: 'over', status: 'finished', considered, failed: 0, alreadyPresent: 0 });
  const pushed = taxService.journal().map(({ id }) => id);
  expect(new Set(pushed).size).toBe(end.succeeded);
  expect(pushed).toHaveLength(end.succeeded);
};

describe('a historical sync of several processes on PostgreSQL', () => {
  it('that one of them starts is watched from another, with the same numbers at its end', async () => {
    const plugin = await onePlugin();
    const other = plugin.another();
    const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
    const seen: RunProgress[] = [];
    for await (const progress of other.historicalSync.watch(id)) seen.push(progress);
    expect(seen.some(({ phase, considered }) => phase === 'syncing' && considered < 400)).toBe(true);
    const [end] = seen.slice(-1);
    expect(end).toStrictEqual(await last(plugin.taxNexus.historicalSync.watch(id)));
    if (end !== undefined) expectAllPushed(plugin, end);
  }, 150_000);

  it('goes on in the others when the process that started it is stopped', async () => {
    const plugin = await onePlugin();
    const other = plugin.another();
    await other.start();
    const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
    await eventually(() => plugin.taxService.journal().length > 0);
    await plugin.taxNexus.stop();
    const before = plugin.taxService.journal().length;
    const end = await last(other.historicalSync.watch(id));
    expect(end.succeeded).toBeGreaterThan(before);
    expectAllPushed(plugin, end);
  }, 150_000);

  it('goes on by itself after the only process is started again', async () => {
    const plugin = await onePlugin();
    const { taxNexus, taxService } = plugin;
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await eventually(() => taxService.journal().length > 0);
    await taxNexus.stop();
    await taxNexus.start();
    expectAllPushed(plugin, await last(taxNexus.historicalSync.watch(id)));
  }, 150_000);

  it('is paused and gone on with from any of them', async () => {
    const plugin = await onePlugin();
    const other = plugin.another();
    const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
    await eventually(() => plugin.taxService.journal().length > 0);
    expect(await other.historicalSync.pause(id)).toBe(true);
    const paused = await last(plugin.taxNexus.historicalSync.watch(id));
    expect(paused.status).toBe('paused');
    expect(paused.considered).toBeLessThan(400);
    expect((await other.historicalSync.start(sampleRange)).id).toBe(id);
    expectAllPushed(plugin, await last(plugin.taxNexus.historicalSync.watch(id)));
  }, 150_000);

  it('waits for a worker where the host set worker to false', async () => {
    const plugin = await onePlugin({ worker: false });
    await plugin.taxNexus.start();
    const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(plugin.taxService.journal()).toHaveLength(0);
    await plugin.another({ worker: true }).start();
    expectAllPushed(plugin, await last(plugin.taxNexus.historicalSync.watch(id)));
  }, 150_000);

  it('informs each listener once that it is finished', async () => {
    const plugin = await onePlugin();
    const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
    await last(plugin.taxNexus.historicalSync.watch(id));
    const ends = plugin.events.filter(({ type }) => type === 'run.finished');
    expect(ends).toStrictEqual([expect.objectContaining({ runId: id, status: 'finished' })]);
  }, 150_000);
});
