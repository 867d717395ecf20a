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
    expect(report).toMatchObject({ status: 'canceled', succeeded: taxService.journal().length });
    expect(out).toBe(`Run ${report.runId} is canceled. What it sent stays sent.\n`);
    expect(addsUp(report)).toBe(true);
    expect((await cli(['cancel', '--run', report.runId])).out).toBe(`Run ${report.runId} is canceled already.\n`);

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

describe('tax-nexus sign-off and close', () => {
  it('ask how many open matters are left open, and keep who approved', async () => {
    const { cli } = await world({ shop: { orders: 75 } });
    expect(await cli(['sign-off'])).toMatchObject({ code: 2, err: expect.stringMatching(/^There is no run yet/) });
    const { runId, held } = readReport((await cli(syncAll)).out);
    expect(held).toStrictEqual({ 'partially paid': 1 });
    const refused = await cli(['sign-off', '--note', 'compared']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    const [, open = ''] = /--open (\d+)\.\n$/.exec(refused.err) ?? [];
    expect(Number(open)).toBeGreaterThan(0);
    for (const other of ['0', String(Number(open) + 1)])
      expect(await cli(['sign-off', '--open', other])).toMatchObject({ code: 1, out: '' });
    const signed = await cli(['sign-off', '--note', 'compared', '--open', open, '--by', 'mia', '--json']);
    expect(signed.code).toBe(0);
    expect(JSON.parse(signed.out)).toMatchObject({ runId, by: 'mia', note: 'compared' });
  });

  it('close and reopen a month for the user of this machine', async () => {
    const { cli } = await world({ shop: { orders: 75 } });
    await cli(syncAll);
    const matters = JSON.parse((await cli(['report', '--json'])).out) as {
      readonly review: { readonly decide: readonly { readonly what: string }[] };
    };
    expect(matters.review.decide.length).toBeGreaterThan(0);
    const results = [];
    for (let month = 1; month <= 12; month += 1)
      results.push(await cli(['close', '--month', `2025-${String(month).padStart(2, '0')}`]));
    const refused = results.filter(({ code }) => code === 1);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.err).toMatch(/Nothing was changed\..* with --open \d+\.\n$/);
    const closed = results.findIndex(({ code }) => code === 0) + 1;
    const month = `2025-${String(closed).padStart(2, '0')}`;
    expect(JSON.parse((await cli(['status', '--json'])).out)).toMatchObject({
      closedMonths: expect.arrayContaining([month]) as unknown,
    });
    expect((await cli(['reopen', '--month', month, '--reason', 'late'])).out).toBe(
      `${month} is open again. Its sales are sent like others.\n`,
    );
    expect((await cli(['reopen', '--month', month, '--reason', 'late'])).out).toBe(
      `${month} was not closed. Nothing was changed.\n`,
    );
    await cli(['close', '--month', month, '--by', 'Ada']);
    const again = await cli(['close', '--month', month, '--by', 'Grace']);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toMatch(/was closed before, by Ada on \d{4}-\d\d-\d\d\. Nothing was changed\.\n$/);
    expect(JSON.parse((await cli(['reopen', '--month', month, '--reason', 'late', '--json'])).out)).toStrictEqual({
      ...{ month, isClosed: false, hasChanged: true, closed: null },
    });
    expect((await cli(['status', '--json'])).out).not.toContain(`"${month}"`);
    expect(await cli(['close', '--month', 'March'])).toMatchObject({ code: 2, out: '' });
    expect(await cli(['close'])).toMatchObject({ code: 2, out: '' });
    const silent = await cli(['reopen', '--month', month]);
    expect([silent.code, silent.err]).toStrictEqual([2, expect.stringContaining('--reason <text>')]);
  });
});

describe('tax-nexus retry', () => {
  it('settles what was held, after the setting that decides it', async () => {
    const { cli, configure, taxService } = await world({ shop: { orders: 75 } });
    const before = readReport((await cli(syncAll)).out);
    expect(before.held).toStrictEqual({ 'partially paid': 1 });
    expect((await cli(['retry'])).err).toMatch(/\nCorrect what is listed\. Next: tax-nexus retry\n$/);

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

  it('has nothing to do for a preview, or without a run', async () => {
    const { cli } = await world({ shop: { orders: 3 } });
    expect(await cli(['retry'])).toMatchObject({ code: 2, err: expect.stringMatching(/^There is no run yet/) });
    await cli([...syncAll, '--dry-run']);
    const { code, err } = await cli(['retry']);
    expect(code).toBe(2);
    expect(err).toContain('A preview sent nothing');
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
