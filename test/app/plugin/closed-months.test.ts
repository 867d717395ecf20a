import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sampleRange } from '../../../sandbox/index.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { last, plugins, type PluginUnderTest } from '../../support/a-plugin.ts';
import { right } from '../../support/right.ts';

const aPlugin = plugins();
const february = { from: '2025-02-01', to: '2025-02-28' };

const withClosed = async (): Promise<PluginUnderTest> => {
  const plugin = await aPlugin();
  const store = right(await sqliteStore(join(plugin.folder, 'book.db'))());
  right(await store.reviews.closePeriod({ month: '2025-02', by: 'Ada', at: '2025-06-01T00:00:00Z' })());
  right(await store.close());
  return plugin;
};

describe('historicalSync on closed periods', () => {
  it('holds what the service does not hold of them, until intoClosedPeriods of a start or of a retry', async () => {
    const { taxNexus, taxService } = await withClosed();
    const { start, retry, watch, report } = taxNexus.historicalSync;
    const { id } = await start(february);
    const held = (await last(watch(id))).held;
    expect(held).toBeGreaterThan(0);
    expect((await report(id)).held).toStrictEqual({ 'closed period': held });
    await last(watch((await retry(id)).id));
    expect((await report(id)).held).toStrictEqual({ 'closed period': held });
    expect(taxService.journal()).toHaveLength(0);
    await last(watch((await retry(id, { intoClosedPeriods: true })).id));
    expect(await report(id)).toMatchObject({ held: {}, succeeded: held });
    const again = await start({ ...february, intoClosedPeriods: true });
    expect(await last(watch(again.id))).toMatchObject({ held: 0, alreadyPresent: held });
  });

  it('sends into them at once when it is started so', async () => {
    const { taxNexus } = await withClosed();
    const { id } = await taxNexus.historicalSync.start({ ...february, intoClosedPeriods: true });
    expect(await last(taxNexus.historicalSync.watch(id))).toMatchObject({ status: 'finished', held: 0 });
  });

  it('are in the host’s log for a sync and its retry, and not for a dry run', async () => {
    const { taxNexus, logged } = await withClosed();
    const notes = (words: string): number =>
      logged.filter((line) => line.includes('closed periods') && line.includes('2025-02') && line.includes(words))
        .length;

    const look = await taxNexus.historicalSync.start({ ...sampleRange, dryRun: true });
    await last(taxNexus.historicalSync.watch(look.id));
    expect(notes('')).toBe(0);
    const run = await taxNexus.historicalSync.start(sampleRange);
    expect(notes('are held')).toBe(1);
    expect(await last(taxNexus.historicalSync.watch(run.id))).toMatchObject({ status: 'finished' });
    const again = await taxNexus.historicalSync.retry(run.id, { intoClosedPeriods: true });
    expect(notes('are sent')).toBe(1);
    await last(taxNexus.historicalSync.watch(again.id));
  });

  it('refuses an equal request with another agreement while the first one is at work', async () => {
    const { taxNexus } = await withClosed();
    const run = await taxNexus.historicalSync.start(sampleRange);
    const other = taxNexus.historicalSync.start({ ...sampleRange, intoClosedPeriods: true });
    await expect(other).rejects.toMatchObject({ code: 'RUN_ACTIVE' });
    expect(await taxNexus.historicalSync.start(sampleRange)).toStrictEqual(run);
    await last(taxNexus.historicalSync.watch(run.id));
  });
});
