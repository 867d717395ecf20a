import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sampleRange } from '../../../src/sandbox/index.ts';
import { sqliteRecordBook } from '../../../src/state/sqlite/sqlite-record-book.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { right } from '../../support/right.ts';

const aPlugin = plugins();

describe('historicalSync on closed months', () => {
  it('says in the host’s log which ones a sync and its retry tell into, and nothing of a dry run', async () => {
    const { taxNexus, folder, logged } = await aPlugin();
    const book = right(await sqliteRecordBook(join(folder, 'book.db'))());
    right(await book.reviews.closeMonth({ month: '2025-02', by: 'Ada', at: '2025-06-01T00:00:00Z' })());
    right(await book.close());
    const notes = (): number =>
      logged.filter((line) => line.includes('closed months') && line.includes('2025-02')).length;

    const look = await taxNexus.historicalSync.start({ ...sampleRange, dryRun: true });
    await last(taxNexus.historicalSync.watch(look.id));
    expect(notes()).toBe(0);
    const run = await taxNexus.historicalSync.start(sampleRange);
    expect(notes()).toBe(1);
    expect(await last(taxNexus.historicalSync.watch(run.id))).toMatchObject({ status: 'finished' });
    const again = await taxNexus.historicalSync.retry(run.id);
    expect(notes()).toBe(2);
    await last(taxNexus.historicalSync.watch(again.id));
  });
});
