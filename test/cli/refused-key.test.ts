import { describe, expect, it } from '@jest/globals';
import { type FaultRule, sampleRange } from '../../sandbox/index.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { addsUp, readReport } from '../support/printed-report.ts';

const world = cliWorlds();

const refuseAfter = (pushes: number): readonly FaultRule[] => [
  { on: 'push', skip: pushes, fault: { kind: 'status', status: 401, when: 'before' } },
];

describe('a key that is refused', () => {
  it('by the service from the start: exit code 3, nothing is sent, and the good key finishes the same run', async () => {
    const { cli, configure, taxService } = await world();
    configure({ service: { apiKey: 'CANARY_WRONG' } });
    const refused = await cli(syncAll);
    const before = readReport(refused.out);
    expect(refused.code).toBe(3);
    expect(before).toMatchObject({ considered: 0, attempted: 0 });
    expect(refused.err.match(/refused the API key/g)).toHaveLength(1);
    expect(refused.err).toContain('service: the Tax Nexus Service refused the API key (401). Check service.apiKey');

    configure({});
    const good = await cli(syncAll);
    expect(good.code).toBe(0);
    expect(readReport(good.out)).toMatchObject({ runId: before.runId, considered: 24, succeeded: 24 });
    expect(taxService.journal()).toHaveLength(24);
  });

  it('by the service half way: what is settled stays, what is pending stays pending, and in the end all adds up', async () => {
    const { cli, taxService } = await world({ taxService: { faults: refuseAfter(10) } });
    const refused = await cli(syncAll);
    const before = readReport(refused.out);
    expect(refused.code).toBe(3);
    expect(addsUp(before)).toBe(true);
    expect(before).toMatchObject({ status: 'stopped', succeeded: 10, failed: 0 });

    taxService.setFaults([]);
    const good = await cli(syncAll);
    const after = readReport(good.out);
    expect(good.code).toBe(0);
    expect(addsUp(after)).toBe(true);
    expect(after).toMatchObject({ runId: before.runId, succeeded: 24, alreadyPresent: 0, failed: 0 });
    expect(taxService.journal()).toHaveLength(24);
  });

  it('is named by the report as well, with the same exit code, until the run is finished', async () => {
    const { cli, configure } = await world({ token: 'shpat_CANARY_OLD', shop: { orders: 5 } });
    const byShop = await cli(syncAll);
    configure({ service: { apiKey: 'CANARY_WRONG' } });
    const report = await cli(['report', '--format', 'json']);
    expect(report).toMatchObject({ code: 3, out: byShop.out });
    expect(report.err).toMatch(/^us-store: .*token.*\n$/);

    const byService = await cli(syncAll);
    expect(readReport(byService.out)).toMatchObject({ runId: readReport(byShop.out).runId, status: 'stopped' });
    expect((await cli(['report'])).err).toMatch(/^service: .*Check service\.apiKey.*\n$/);
  });

  it('by the shop: exit code 3, and the storefront is named', async () => {
    const { cli } = await world({ token: 'shpat_CANARY_OLD' });
    const { code, out, err } = await cli(syncAll);
    expect(code).toBe(3);
    expect(readReport(out)).toMatchObject({ considered: 0 });
    expect(err).toMatch(/^us-store: .*token/m);
  });

  it.each([
    ['reconcile', ['reconcile', '--from', sampleRange.from, '--to', sampleRange.to]],
    ['explain', ['explain', 'us-store', '#1001']],
  ])('by the shop, in %s: exit code 3, nothing is printed as if it were proved', async (_, words) => {
    const { cli } = await world({ token: 'shpat_CANARY_OLD', shop: { orders: 5 } });
    const { code, out, err } = await cli(words);
    expect([code, out]).toStrictEqual([3, '']);
    expect(err).toMatch(/^us-store: .*token/m);
  });

  it('by the service, in reconcile: exit code 3, and the setting is named', async () => {
    const { cli, configure } = await world({ shop: { orders: 5 } });
    configure({ service: { apiKey: 'CANARY_WRONG' } });
    const { code, out, err } = await cli(['reconcile', '--from', sampleRange.from, '--to', sampleRange.to]);
    expect([code, out]).toStrictEqual([3, '']);
    expect(err).toContain('refused the API key (401). Check service.apiKey');
  });

  it('by the service, in correct: exit code 3, and nothing is replaced', async () => {
    const { cli, configure, taxService } = await world({
      shop: { orders: 5 },
      taxService: { corrections: ['PUT'] },
    });
    await cli(syncAll);
    configure({ service: { apiKey: 'CANARY_WRONG', wire: { corrections: 'PUT' } } });
    const { code, out } = await cli(['correct', 'us-store', '#1001', '--yes']);
    expect(code).toBe(3);
    expect(out).toContain('refused the API key (401). Check service.apiKey');
    expect(Object.keys(taxService.answers()).filter((answer) => answer.startsWith('correct'))).toStrictEqual([]);
  });

  it('by the service, in explain: exit code 3 behind what the sale would be sent as', async () => {
    const { cli, configure } = await world({ shop: { orders: 5 } });
    configure({ service: { apiKey: 'CANARY_WRONG' } });
    const { code, out } = await cli(['explain', 'us-store', '#1001']);
    expect(code).toBe(3);
    expect(out).toContain('total');
    expect(out).toContain('refused the API key (401). Check service.apiKey');
  });
});
