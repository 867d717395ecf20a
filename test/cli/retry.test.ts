import { describe, expect, it } from '@jest/globals';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { addsUp, readReport } from '../support/printed-report.ts';

const world = cliWorlds();

describe('tax-nexus retry', () => {
  it('settles what was held, after the setting that decides it', async () => {
    const { cli, configure, taxService } = await world({ shop: { orders: 75 } });
    const before = readReport((await cli(syncAll)).out);
    expect(before.held).toStrictEqual({ 'partially paid': 1 });

    configure({ policy: { partiallyPaid: 'send' } });
    const { code, out } = await cli(['retry', '--json']);
    const after = readReport(out);
    expect(code).toBe(0);
    expect(addsUp(after)).toBe(true);
    expect(after).toMatchObject({ runId: before.runId, considered: before.considered, held: {} });
    expect(after.succeeded).toBe(before.succeeded + 1);
    expect(taxService.journal()).toHaveLength(after.succeeded);
  });

  it('settles what was refused, once the service takes it', async () => {
    const rule = { on: 'push', skip: 3, times: 2, fault: { kind: 'status', status: 422, when: 'before' } } as const;
    const { cli, taxService } = await world({ shop: { orders: 20 }, taxService: { faults: [rule] } });
    const before = readReport((await cli(syncAll)).out);
    expect(before).toMatchObject({ failed: 2, succeeded: 18 });

    const { code, out } = await cli(['retry', '--run', before.runId, '--json']);
    expect(code).toBe(0);
    expect(readReport(out)).toMatchObject({ runId: before.runId, failed: 0, failures: [], succeeded: 20 });
    expect(taxService.journal()).toHaveLength(20);
  });

  it('leaves held what nothing has changed about, and changes nothing else', async () => {
    const { cli, taxService } = await world({ shop: { orders: 75 } });
    const before = await cli(syncAll);
    const pushes = taxService.answers()['push 200'];
    const after = await cli(['retry', '--json']);
    expect(after).toMatchObject({ code: 1, out: before.out });
    expect(taxService.answers()['push 200']).toBe(pushes);
  });
});
