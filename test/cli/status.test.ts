import { describe, expect, it } from '@jest/globals';
import { withColors } from '../../src/cli/colors.ts';
import { processLog } from '../../src/cli/human-log.ts';
import { dayIn } from '../../src/domain/date-range.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { right } from '../support/right.ts';

const world = cliWorlds();
const days = ['--from', '2025-01-01', '--to', '2026-03-31'];

describe('tax-nexus runs', () => {
  it('lists historical syncs, newest first, with what to do next', async () => {
    const { cli } = await world({ shop: { orders: 6 } });
    expect((await cli(['runs'])).out).toBe('There is no run yet.\nNext: tax-nexus sync --from 90d --dry-run\n');
    await cli(['sync', ...days, '--dry-run', '--json']);
    await cli(syncAll);
    const { runs } = JSON.parse((await cli(['runs', '--json'])).out) as {
      readonly runs: readonly {
        readonly id: string;
        readonly dryRun: boolean;
        readonly counts: { readonly succeeded: number };
      }[];
    };
    expect(runs.map(({ dryRun }) => dryRun)).toStrictEqual([false, true]);
    expect(runs[0]?.counts.succeeded).toBeGreaterThan(0);
    const { code, out } = await cli(['runs', '--limit', '1']);
    expect(code).toBe(0);
    expect(out).toContain('2025-01-01 to 2026-03-31');
    expect(out).toContain('There are older ones: --limit 2 shows more.');
    expect(out).toContain(`Next: tax-nexus report --run ${runs[0]?.id}`);
    expect(out).not.toContain('would be sent');
  });
});

describe('tax-nexus status', () => {
  it('says what waits and what needs a person, and asks no platform', async () => {
    const { cli, shop, taxService } = await world({ shop: { orders: 6 } });
    const { code, out } = await cli(['status']);
    expect(code).toBe(0);
    expect(out).toMatch(/^us-store +0 +0 +0 +0 +0$/m);
    expect(out).toContain('No historical sync yet.\nNothing needs you.');
    expect({ ...shop.answers(), ...taxService.answers() }).toStrictEqual({});
    await cli(syncAll);
    expect((await cli(['status'])).out).toMatch(/Last run \S+: 2025-01-01 to 2026-03-31, finished\./);
    expect((await cli(['runs'])).out).not.toContain('storefronts');
    const { storefronts, closedMonths } = JSON.parse((await cli(['status', '--json'])).out) as Record<string, unknown>;
    expect(storefronts).toMatchObject([{ storefront: 'us-store', waiting: 0, parked: 0 }]);
    expect(closedMonths).toStrictEqual([]);
  });

  it('names what the last run holds', async () => {
    const { cli, store } = await world({ shop: { orders: 75 } });
    await cli(syncAll);
    // However many previews follow it.
    const opened = right(await sqliteStore(store)());
    for (let day = 1; day <= 101; day += 1) {
      const [from, to] = ['2025-01-01', dayIn('UTC', new Date(Date.UTC(2025, 0, day)).toISOString())];
      const preview = { storefronts: ['us-store'], range: { from, to }, dryRun: true };
      right(await opened.openRun(preview, { id: `preview-${day}`, at: '2030-01-01T00:00:00Z' })());
    }
    right(await opened.close());
    const { code, out } = await cli(['status']);
    expect(code).toBe(1);
    const [, id = ''] = /Last run (\S+): 2025-01-01 to 2026-03-31, finished, 1 held\./.exec(out) ?? [];
    expect(out).toContain(`1 sale needs you.\n\nNext: tax-nexus report --run ${id}\n`);
    expect(JSON.parse((await cli(['status', '--json'])).out)).toMatchObject({ lastRun: { id, held: 1, failed: 0 } });
    const { runs } = JSON.parse((await cli(['runs', '--limit', '200', '--json'])).out) as { readonly runs: unknown[] };
    expect([runs.length, runs.at(-1)]).toMatchObject([102, { id }]);
    const { reviews, close } = right(await sqliteStore(store)());
    const at = '2026-04-01T12:00:00Z';
    const decision = { action: 'leave out', note: 'a test order', by: 'Ada', at, until: null, batch: 'b-1' } as const;
    right(await reviews.decide({ storefronts: ['us-store'], state: 'open', now: at }, decision)());
    right(await close());
    expect(await cli(['status'])).toMatchObject({ code: 0, out: expect.stringContaining('Nothing needs you.') });
  });
});

describe('after a sync', () => {
  it.each<[string, readonly string[], string]>([
    ['a dry run', ['--dry-run'], 'Next: tax-nexus sync --from 2025-01-01 --to 2026-03-31'],
    ['a run', [], 'Next: tax-nexus reconcile --from 2025-01-01 --to 2026-03-31'],
  ])('the next step of %s is named, and not in JSON', async (_, more, hint) => {
    const { cli } = await world({ shop: { orders: 1 } });
    expect((await cli(['sync', ...days, ...more])).err).toContain(hint);
    expect((await cli(['sync', ...days, ...more, '--json'])).err).not.toContain('Next:');
  });
});

describe('the log of a process that goes on', () => {
  const logged = (isTerminal: boolean): string => {
    let text = '';
    const log = processLog({ err: (line) => (text += line), now: () => 0, isTerminal });
    log.warn('record.held', { storefront: 'us-store', detail: 'it is \u001B[2K held', reason: null });
    return text;
  };

  it('is for a person on a terminal: time of day, message, fields', () => {
    const line = withColors(logged(true), false);
    expect(line).toMatch(/^\d\d:\d\d:\d\d {2}record\.held {2}storefront=us-store {2}detail=it is \uFFFD\[2K held\n$/);
    const yellow = '\u001B[33m';
    expect(withColors(logged(true), true)).toContain(`${yellow}record.held`);
  });

  it('is JSON otherwise', () => {
    expect(JSON.parse(logged(false))).toMatchObject({ level: 'warn', message: 'record.held', storefront: 'us-store' });
  });
});
