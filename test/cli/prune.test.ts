import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadSqliteDriver } from '../../src/store/sqlite/driver.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { readReport } from '../support/printed-report.ts';
import { right } from '../support/right.ts';

const world = cliWorlds();

/** As if all that was done so far had been done then. */
const aged = async (path: string): Promise<void> => {
  const database = new (right(await loadSqliteDriver()).DatabaseSync)(path);
  database.exec("update run set finished_at = '2020-01-01T00:00:00Z' where finished_at is not null");
  database.close();
};

describe('tax-nexus prune', () => {
  it('counts first, removes after --yes, and leaves reports, exports and the next sync as they were', async () => {
    const { cli, store, folder, taxService } = await world();
    const first = readReport((await cli(syncAll)).out);
    const second = readReport((await cli(syncAll)).out);
    await aged(store);
    const exported = async (what: string): Promise<string> =>
      (await cli(['export', '--from', '2025-01-01', '--to', '2026-12-31', '--what', what])).out;
    const files = async (): Promise<readonly string[]> => Promise.all(['transactions', 'audit'].map(exported));
    const [before, sent] = [await files(), taxService.journal().length];

    const counted = await cli(['prune', '--before', '2024-01']);
    expect(counted.code).toBe(0);
    const [, lines = ''] =
      /^To remove: (\d+) lines of runs and 0 bodies of requests\. Nothing was changed\./.exec(counted.out) ?? [];
    expect(Number(lines)).toBeGreaterThan(first.succeeded / 2);
    const pruned = await cli(['prune', '--before', '2024-01', '--yes', '--archive-to', 'old.ndjson']);
    expect(pruned).toMatchObject({ code: 0, out: expect.stringContaining(`Removed: ${lines} lines`) });
    const archive = join(folder, 'old.ndjson');
    const archived = readFileSync(archive, 'utf8').trim().split('\n');
    expect(archived).toHaveLength(Number(lines));
    expect(JSON.parse(archived[0] ?? '')).toMatchObject({ what: 'line', runId: first.runId });
    expect(statSync(archive).mode & 0o077).toBe(0);

    const report = await cli(['report', '--run', first.runId]);
    expect(report.out).toContain(`The list of this run was pruned on ${new Date().toISOString().slice(0, 10)}`);
    const inJson = JSON.parse((await cli(['report', '--run', first.runId, '--json'])).out) as object;
    expect(inJson).toMatchObject({ succeeded: first.succeeded, considered: first.considered });
    expect(inJson).not.toMatchObject({ prunedAt: null });
    expect(await files()).toStrictEqual(before);
    expect((await cli(['check', '--sums'])).out).toContain('sums of days are those of all');
    const third = readReport((await cli(syncAll)).out);
    expect(third).toMatchObject({ succeeded: 0, alreadyPresent: second.alreadyPresent, considered: second.considered });
    expect(taxService.journal()).toHaveLength(sent);
  });

  it('removes nothing where it cannot write the archive, and names a day that it cannot read', async () => {
    const { cli, folder } = await world({ shop: { orders: 5 } });
    await cli(syncAll);
    const before = readFileSync(join(folder, 'tax-nexus.config.json'), 'utf8');
    const refused = await cli(['prune', '--before', '2024-01', '--yes', '--archive-to', 'tax-nexus.config.json']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was removed') });
    expect(readFileSync(join(folder, 'tax-nexus.config.json'), 'utf8')).toBe(before);
    const future = await cli(['prune', '--before', '2999-01', '--json']);
    expect(future).toMatchObject({ code: 2, err: expect.stringContaining('in the past') });
  });
});
