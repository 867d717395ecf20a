import { describe, expect, it } from '@jest/globals';
import { csvRows } from '../../src/operations/lines-as-csv.ts';
import { DatabaseSync } from '../kill/read-store.ts';
import { aReportLine } from '../support/a-report-line.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { readReport } from '../support/printed-report.ts';

const world = cliWorlds();

describe('tax-nexus report', () => {
  it('is the report of the newest run, or of a named one, as the run itself printed it', async () => {
    const { cli } = await world({ shop: { orders: 60 } });
    const first = await cli(syncAll);
    const second = await cli(syncAll);
    const { runId } = readReport(first.out);
    expect((await cli(['report', '--format', 'json'])).out).toBe(second.out);
    expect(await cli(['report', '--format', 'json', '--run', runId])).toMatchObject({ code: 0, out: first.out });
    expect((await cli(['report', '--run', runId])).out).toContain(`Run ${runId}`);
  });

  it('has one line of CSV per entry, whatever became of it, under a head', async () => {
    const { cli } = await world({ shop: { orders: 60 } });
    const { considered } = readReport((await cli(syncAll)).out);
    const { code, out } = await cli(['report', '--format', 'csv']);
    const [head, ...lines] = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(head).toBe(
      'storefront,id,sourceId,name,kind,outcome,reason,message,currency,place,month,total,taxCollected,serviceTax,serviceTaxAsGiven,findings,adjustments,occurredAt',
    );
    expect(lines).toHaveLength(considered);
    expect(lines.filter((line) => line.includes(',skipped,'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes(',succeeded,'))).toHaveLength(58);
  });

  it.each(['csv', 'table'])('with --json is one JSON object, also next to --format %s', async (format) => {
    const { cli } = await world({ shop: { orders: 5 } });
    const synced = await cli(syncAll);
    expect((await cli(['report', '--json', '--format', format])).out).toBe(synced.out);
  });

  it('that breaks off half way never exits as a whole one', async () => {
    const { cli, store } = await world({ shop: { orders: 10 } });
    await cli(syncAll);
    const file = new DatabaseSync(store);
    file.exec("update line_version set total = 'no amount' where version = (select max(version) from line_version)");
    file.close();
    const { code, err } = await cli(['report', '--format', 'csv']);
    expect(code).toBe(1);
    expect(err).toContain('not all lines are above');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('never lets a spreadsheet compute the name %j', (name) => {
    expect(csvRows([aReportLine({ name })])).toMatch(/,"?'/);
  });

  it('keeps an amount below zero a number', () => {
    const amounts = { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: -5_363n, taxCollected: -363n };
    expect(csvRows([aReportLine({ kind: 'refund', amounts })])).toContain(',-53.63,-3.63,');
  });

  it('has date, state and total of a sale on hold as well', () => {
    const stated = { currency: 'USD', total: 5_363n, jurisdiction: 'NY' };
    const held = { outcome: 'held', reason: 'partially paid', amounts: null } as const;
    const row = csvRows([aReportLine({ ...held, occurredAt: '2026-02-10T23:30:00Z', stated })]);
    expect(row).toContain(',held,partially paid,,USD,NY,,53.63,,,,,,2026-02-10T23:30:00Z');
  });

  it('ends a matter before it names the settings that decide it', async () => {
    const { cli } = await world({ shop: { orders: 75 } });
    await cli(syncAll);
    expect((await cli(['report'])).out).toContain('or you decide. Setting: policy.partiallyPaid.\n');
  });

  it('of a stopped run names the remedy, also after another command printed it', async () => {
    const { cli } = await world({ token: 'shpat_CANARY_OLD', shop: { orders: 5 } });
    await cli(syncAll);
    const { out } = await cli(['report']);
    expect(out).toContain('stopped; solve the problem that tax-nexus check names, then the same command resumes it');
    expect(out).not.toContain('above');
  });

  it('keeps its exit code: 1 for a run in which something is held', async () => {
    const { cli } = await world({ shop: { orders: 75 } });
    await cli(syncAll);
    for (const format of ['table', 'json', 'csv']) expect((await cli(['report', '--format', format])).code).toBe(1);
  });
});
