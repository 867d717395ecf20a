import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { processMark } from '../../src/app/system-environment.ts';
import { DatabaseSync } from '../kill/read-store.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { addsUp, readReport } from '../support/printed-report.ts';

const world = cliWorlds();
const asText = syncAll.filter((word) => word !== '--json');

/** A sample in which one order is held: number 72 is partially paid. */
const withOneHeld = { shop: { orders: 75 } };

describe('tax-nexus sync', () => {
  it('pushes what is missing and reports it; a second run finds everything there and pushes nothing', async () => {
    const { cli, taxService } = await world({ shop: { orders: 60 } });
    const first = await cli(syncAll);
    const report = readReport(first.out);
    expect(first.code).toBe(0);
    expect(addsUp(report)).toBe(true);
    expect(report).toMatchObject({ considered: 60, attempted: 58, succeeded: 58, alreadyPresent: 0, failed: 0 });
    expect(taxService.journal()).toHaveLength(58);

    const second = readReport((await cli(syncAll)).out);
    expect(second).toMatchObject({ considered: 60, attempted: 58, succeeded: 0, alreadyPresent: 58 });
    expect(taxService.journal()).toHaveLength(58);
    expect(taxService.answers()).not.toHaveProperty('push 409');
  });

  it('prints exactly one JSON object, of the keys that docs/commands.md names, in their order', async () => {
    const { cli } = await world({ shop: { orders: 3 } });
    const { out, err } = await cli(syncAll);
    const [, section = ''] = readFileSync('docs/commands.md', 'utf8').split('## The report in JSON');
    const documented = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, key]) => key);
    expect(Object.keys(readReport(out))).toStrictEqual(documented);
    expect(err).toContain('3 considered');
  });

  it('takes over at once from a process that has died, also when the system has given its process id to another one', async () => {
    const { cli, store } = await world({ shop: { orders: 3 } });
    await cli(syncAll);
    const mark = processMark(process.ppid);
    const lease = (owner: string): void => {
      const database = new DatabaseSync(store);
      database.prepare('insert or replace into lease values (?, ?, ?)').all('us-store', owner, Date.now() + 60_000);
      database.close();
    };
    lease(`${hostname()}/${process.ppid}/0-0a1b2c3d/${mark ?? ''}`);
    expect((await cli(syncAll)).err).toContain(`Another process works on us-store (process ${process.ppid} on`);
    lease(`${hostname()}/${process.ppid}/0-0a1b2c3d/of an earlier process`);
    expect((await cli(syncAll)).code).toBe(mark === null ? 1 : 0);
  });

  it('shows a table to a person, and names the service to review in, without its API address', async () => {
    const { cli, taxService } = await world({ shop: { orders: 10 } });
    const { out } = await cli(asText);
    expect(out).toContain('us-store, 2025-01-01 to 2026-03-31, finished');
    expect(out).toMatch(/considered {2}attempted {2}succeeded {2}already present {2}failed {2}skipped {2}held/);
    expect(out).toContain('in the Tax Nexus Service, by state and month.');
    expect(out).not.toContain(taxService.origin);
  });

  it('reads nothing of a range whose older orders the token may not read, and names the remedy', async () => {
    const { cli, taxService } = await world({ shop: { orders: 20, scopes: ['read_orders'] } });
    const { code, out, err } = await cli(syncAll);
    expect(code).toBe(1);
    expect(err).toContain('add the scope read_all_orders');
    expect(readReport(out)).toMatchObject({ considered: 0, status: expect.not.stringMatching('finished') });
    expect(taxService.answers()).not.toHaveProperty('push 200');
  });

  it('shows in a dry run what would be sent, with its table by place, and counts none of it as skipped', async () => {
    const { cli } = await world();
    const { out, err } = await cli([...asText, '--dry-run']);
    expect(err).toMatch(/^dry run: 24 considered(, \d+ held)? \(/m);
    const [, considered, planned] = /considered +would be sent[^\n]*\n[^\n]*\n +(\d+) +(\d+)/.exec(out) ?? [];
    expect(Number(planned)).toBeGreaterThan(20);
    expect(Number(considered)).toBeGreaterThanOrEqual(Number(planned));
    expect(out).toMatch(/place +currency +transactions/);
    expect(out).not.toContain('skipped: Would be sent');
    const counted = [...out.matchAll(/^[A-Z-]+\*? +[A-Z]{3} +(\d+) /gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
    expect(counted).toBe(Number(planned));
  });

  it('only looks when it is a dry run', async () => {
    const { cli, taxService, store } = await world({ shop: { orders: 20 } });
    const { code, out } = await cli([...syncAll, '--dry-run']);
    expect(code).toBe(0);
    expect(readReport(out)).toMatchObject({ dryRun: true, attempted: 0, skipped: { 'would be sent': 20 } });
    expect(taxService.answers()).not.toHaveProperty('push 200');
    expect(readFileSync(store, 'latin1')).not.toContain('CANARY');
    expect(readReport((await cli(syncAll)).out)).toMatchObject({ dryRun: false, succeeded: 20 });
  });

  it('exits with 1 when something is held, and names the decision', async () => {
    const { cli } = await world(withOneHeld);
    const { code, out } = await cli(asText);
    expect(code).toBe(1);
    expect(out).toContain('held: Partially paid: 1');
    expect(out).toMatch(
      /Needs you:\n {2}Partially paid \(1\): Retry once they are paid.+ Setting: policy\.partiallyPaid\.\n/,
    );
  });

  it('exits with 1 when the service refuses a transaction, and names it', async () => {
    const rule = { on: 'push', skip: 3, times: 1, fault: { kind: 'status', status: 422, when: 'before' } } as const;
    const { cli } = await world({ shop: { orders: 20 }, taxService: { faults: [rule] } });
    const { code, out } = await cli(syncAll);
    expect(code).toBe(1);
    const report = readReport(out);
    expect(addsUp(report)).toBe(true);
    expect(report).toMatchObject({ failed: 1, failures: [{ storefront: 'us-store', reason: 'refused' }] });
    expect(report.failures[0]?.message).toContain('then retry');
  });

  it('takes only the days of the range, both included', async () => {
    const { cli } = await world();
    const { out } = await cli('sync --from 2025-02-01 --to 2025-03-31 --storefront us-store --json'.split(' '));
    const { considered, range } = readReport(out);
    expect(range).toStrictEqual({
      from: '2025-02-01',
      to: '2025-03-31',
      timeZone: { 'us-store': 'America/New_York' },
    });
    expect(considered).toBeGreaterThan(0);
    expect(considered).toBeLessThan(20);
  });
});
