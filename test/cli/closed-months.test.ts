import { describe, expect, it } from '@jest/globals';
import { sqliteRecordBook } from '../../src/state/sqlite/sqlite-record-book.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { right } from '../support/right.ts';

const world = cliWorlds();

const close = async (path: string, months: readonly string[]): Promise<void> => {
  const book = right(await sqliteRecordBook(path)());
  for (const month of months) right(await book.reviews.closeMonth({ month, by: 'Ada', at: '2025-06-01T00:00:00Z' })());
  right(await book.close());
};

const days = ['--from', '2025-02-10', '--to', '2025-04-05'];
const note = 'Note: these days lie in closed months, whose taxes are filed: 2025-02, 2025-03. ';

describe('tax-nexus on closed months', () => {
  it('says before a sync, and before its retry, which ones it tells into, and does it without being asked', async () => {
    const refuseOne = {
      on: 'push',
      skip: 3,
      times: 1,
      fault: { kind: 'status', status: 422, when: 'before' },
    } as const;
    const { cli, book, taxService } = await world({ taxService: { faults: [refuseOne] } });
    await close(book, ['2025-01', '2025-02', '2025-03']);
    const synced = await cli(['sync', ...days, '--json']);
    expect(synced.err.startsWith(note)).toBe(true);
    expect(synced.err).toContain('end the run, and look at a dry run first');
    expect(JSON.parse(synced.out)).toMatchObject({ status: 'finished', failed: 1 });
    const told = taxService.journal().length;
    const retried = await cli(['retry', '--json']);
    expect(retried.err).toContain(note);
    expect(taxService.journal()).toHaveLength(told + 1);
  });

  it('says nothing of a dry run, nor of days in open months', async () => {
    const { cli, book } = await world();
    await close(book, ['2025-01', '2025-05']);
    expect((await cli(['sync', ...days])).err).not.toContain('closed');
    await close(book, ['2025-02']);
    expect((await cli(['sync', ...days, '--dry-run'])).err).not.toContain('closed');
  });
});
