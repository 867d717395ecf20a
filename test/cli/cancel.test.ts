import { describe, expect, it } from '@jest/globals';
import { slowShop } from '../support/a-screen.ts';
import { eventually } from '../support/a-plugin.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { addsUp, readReport } from '../support/printed-report.ts';

const world = cliWorlds();

describe('tax-nexus cancel', () => {
  it('cancels the newest run in any process; the same command starts a new one', async () => {
    const { cli, taxService } = await world(slowShop(150));
    const syncing = cli(syncAll);
    await eventually(() => taxService.journal().length > 0);
    const { code, out } = await cli(['cancel']);
    expect(code).toBe(0);
    const report = readReport((await syncing).out);
    expect(report).toMatchObject({ status: 'cancelled', succeeded: taxService.journal().length });
    expect(out).toBe(`Run ${report.runId} is canceled. What it sent stays sent.\n`);
    expect(addsUp(report)).toBe(true);
    expect((await cli(['cancel', '--run', report.runId])).out).toBe(`Run ${report.runId} is cancelled already.\n`);

    const again = readReport((await cli(syncAll)).out);
    expect(again.runId).not.toBe(report.runId);
    expect(again).toMatchObject({ status: 'finished', considered: 60, alreadyPresent: report.succeeded });
  }, 30_000);

  it('reports that there is nothing to cancel, or no such run', async () => {
    const { cli } = await world();
    expect(await cli(['cancel'])).toMatchObject({ code: 2, err: 'There is no run to cancel.\n' });
    const { code, err } = await cli(['cancel', '--run', 'nothing']);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^There is no run "nothing" in the sync database\. The first line of a report has the run's id; .*\n$/,
    );
  });
});
