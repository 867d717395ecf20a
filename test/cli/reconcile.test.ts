import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { userName } from '../../src/cli/process.ts';
import { dayIn } from '../../src/domain/date-range.ts';
import { reasonTitle } from '../../src/reconcile/reasons/reasons.ts';
import type { Reconciliation } from '../../src/reconcile/reconciliation.ts';
import { sampleRange } from '../../sandbox/index.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { right } from '../support/right.ts';

const world = cliWorlds();
const range = ['--from', sampleRange.from, '--to', sampleRange.to] as const;
const refuseTwo = [{ on: 'push', skip: 3, times: 2, fault: { kind: 'status', status: 422, when: 'before' } }] as const;

interface Printed {
  readonly isComplete: boolean;
  readonly storefronts: readonly Reconciliation[];
}

describe('tax-nexus reconcile', () => {
  it('proves to the cent that everything of a sync is there', async () => {
    const { cli } = await world({ shop: { orders: 60 } });
    await cli(syncAll);
    const { code, out } = await cli(['reconcile', ...range, '--json']);
    const { isComplete, storefronts } = JSON.parse(out) as Printed;
    expect([code, isComplete]).toStrictEqual([0, true]);
    const [proof] = storefronts;
    expect(proof?.differences).toStrictEqual([]);
    expect(proof?.source.transactions).toBeGreaterThan(20);
    const excluded = Object.keys(proof?.source.excluded ?? {});
    expect(excluded.length).toBeGreaterThan(0);
    const text = await cli(['reconcile', ...range]);
    for (const reason of excluded) expect(text.out).toContain(`  excluded, ${reasonTitle(reason)}: `);
    expect(proof?.totals.filter(({ isSame }) => !isSame)).toStrictEqual([]);
  });

  it('names what is missing, takes a note about it, and shows the note', async () => {
    const { cli } = await world({ shop: { orders: 20 }, taxService: { faults: refuseTwo } });
    await cli(syncAll);
    const first = await cli(['reconcile', ...range, '--storefront', 'us-store', '--json']);
    expect(first.code).toBe(1);
    const differences = (JSON.parse(first.out) as Printed).storefronts[0]?.differences ?? [];
    expect(differences.map(({ kind }) => kind)).toStrictEqual(['missing at the service', 'missing at the service']);

    for (const { id } of differences) {
      const noted = await cli(['resolve', 'us-store', id, '--note', 'entered by hand', '--by', 'mia']);
      expect(noted).toMatchObject({ code: 0 });
    }
    const text = await cli(['reconcile', ...range]);
    expect(text.code).toBe(0);
    expect(text.out).toContain('Complete');
    expect(text.out.split('resolved by mia')).toHaveLength(3);
  });

  it('signs a note with the user of this machine, as the screen does, unless another name is given', async () => {
    const { cli } = await world({ shop: { orders: 20 }, taxService: { faults: refuseTwo } });
    await cli(syncAll);
    const { out } = await cli(['reconcile', ...range, '--storefront', 'us-store', '--json']);
    const [difference] = (JSON.parse(out) as Printed).storefronts[0]?.differences ?? [];
    await cli(['resolve', 'us-store', difference?.id ?? '', '--note', 'entered by hand']);
    expect((await cli(['reconcile', ...range])).out).toContain(`resolved by ${userName({})} at`);
  });

  it('promises nothing of a note under the id of a transaction, which resolves no difference of it', async () => {
    const { cli, taxService } = await world({ shop: { orders: 5 } });
    await cli(syncAll);
    const id = taxService.journal()[0]?.id ?? '';
    const unknown = await cli(['resolve', 'us-store', 'shopify:1:5012', '--note', 'entered by hand']);
    expect([unknown.code, unknown.err]).toStrictEqual([
      2,
      expect.stringContaining('no line, difference or adjustment'),
    ]);
    const { code, out } = await cli(['resolve', 'us-store', id, '--note', 'entered by hand']);
    expect(code).toBe(0);
    expect(out).not.toContain('as resolved');
    expect(out).toContain('under its own id');
  });

  it('shows a person the totals of both sides and the differences', async () => {
    const { cli } = await world({ shop: { orders: 20 }, taxService: { faults: refuseTwo } });
    await cli(syncAll);
    const { out } = await cli(['reconcile', ...range]);
    expect(out).toContain('Not complete: 2 differences need a person.');
    expect(out).toContain('Missing at the service: ');
    expect(out).toMatch(/2025-\d\d {2}/);
  });

  it('compares all days from the first synced one on with --full, and no days besides', async () => {
    const { cli } = await world({ shop: { orders: 20 }, taxService: { faults: refuseTwo } });
    const early = await cli(['reconcile', '--full']);
    expect(early).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Nothing was synced yet.') });
    await cli(syncAll);
    const { code, out } = await cli(['reconcile', '--full', '--json']);
    expect(code).toBe(1);
    const [proof] = (JSON.parse(out) as Printed).storefronts;
    expect(proof?.differences).toHaveLength(2);
    expect(proof?.range.from).toBe('2025-01-01');
    expect(proof?.range.to.startsWith(String(new Date().getUTCFullYear()))).toBe(true);
    expect(await cli(['reconcile', '--full', '--month', '2026-03'])).toMatchObject({ code: 2, out: '' });
  });

  it('begins with the day of going live in the days of the storefront, and proves nothing of one that was never synced', async () => {
    const { cli, configuration, folder, store } = await world({ shop: { orders: 5 } });
    const opened = right(await sqliteStore(store)());
    const live = { storefronts: ['us-store'], range: sampleRange, dryRun: false, kind: 'live' } as const;
    right(await opened.openRun(live, { id: 'live:us-store', at: '2025-02-01T03:00:00Z' })());
    right(await opened.close());
    const config = join(folder, 'tax-nexus.config.json');
    const { storefronts, ...others } = JSON.parse(readFileSync(config, 'utf8')) as { readonly storefronts: object };
    const both = { ...storefronts, billing: configuration.storefronts.billing };
    writeFileSync(config, JSON.stringify({ ...others, storefronts: both }));
    const all = await cli(['reconcile', '--full']);
    expect(all).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Nothing of billing was synced yet.') });
    const { out } = await cli(['reconcile', '--full', '--storefront', 'us-store', '--json']);
    expect((JSON.parse(out) as Printed).storefronts.map(({ range: days }) => days)).toMatchObject([
      { from: '2025-01-31', to: dayIn('America/New_York', new Date().toISOString()) },
    ]);
  });

  it('proves nothing, and reports it, when the key is refused or a name is wrong', async () => {
    const { cli, configure } = await world({ shop: { orders: 5 } });
    expect(await cli(['reconcile', ...range, '--storefront', 'nowhere'])).toMatchObject({ code: 2, out: '' });
    expect(await cli(['reconcile', '--from', '2026-02-30', '--to', '2026-03-01'])).toMatchObject({ code: 2 });
    expect(await cli(['resolve', 'nowhere', 'id', '--note', 'x'])).toMatchObject({ code: 2 });
    configure({ service: { apiKey: 'tnx_wrong' } });
    expect(await cli(['reconcile', ...range])).toMatchObject({ code: 3, out: '' });
  });
});
