import { describe, expect, it } from '@jest/globals';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { readReport } from '../support/printed-report.ts';
import { right } from '../support/right.ts';
import { syncAll } from '../support/a-world.ts';

const world = cliWorlds();

const close = async (path: string, months: readonly string[]): Promise<void> => {
  const store = right(await sqliteStore(path)());
  for (const month of months)
    right(await store.reviews.closePeriod({ month, by: 'Ada', at: '2025-06-01T00:00:00Z' })());
  right(await store.close());
};

const days = ['--from', '2025-02-10', '--to', '2025-04-05'];
const note = 'Note: these days lie in closed periods, whose taxes are filed: 2025-02, 2025-03. ';
const months = (sent: readonly { readonly text: string }[]): readonly string[] =>
  [...new Set(sent.map(({ text }) => /"transactedAt":"(\d{4}-\d{2})/.exec(text)?.[1] ?? ''))].sort();

describe('tax-nexus on closed periods', () => {
  it('holds their missing sales, reports it before and after, and sends the rest', async () => {
    const { cli, store, taxService } = await world({ shop: { orders: 60 } });
    await close(store, ['2025-01', '2025-02', '2025-03']);
    const synced = await cli(['sync', ...days, '--json']);
    expect(synced.err.startsWith(`${note}Their sales that the service does not hold are held.`)).toBe(true);
    expect(synced.err).toContain('--into-closed');
    expect(synced.code).toBe(1);
    const report = readReport(synced.out);
    expect(report.held).toStrictEqual({ 'closed period': expect.any(Number) });
    expect(report.review.decide).toContainEqual(expect.objectContaining({ what: 'closed period' }));
    expect(months(taxService.journal())).toStrictEqual(['2025-04']);
  });

  it('sends into them with --into-closed, and reports it', async () => {
    const { cli, store, taxService } = await world({ shop: { orders: 60 } });
    await close(store, ['2025-02', '2025-03']);
    const synced = await cli(['sync', ...days, '--into-closed', '--json']);
    expect(synced.err.startsWith(`${note}Their sales that the service does not hold are sent`)).toBe(true);
    expect(readReport(synced.out)).toMatchObject({ held: {} });
    expect(months(taxService.journal())).toStrictEqual(['2025-02', '2025-03', '2025-04']);
  });

  it('sends what was held by a retry with --into-closed, and not without it', async () => {
    const { cli, store, taxService } = await world({ shop: { orders: 60 } });
    await close(store, ['2025-02', '2025-03']);
    const { held } = readReport((await cli(['sync', ...days, '--json'])).out);
    const again = await cli(['retry', '--json']);
    expect(again.err).toContain(note);
    expect(readReport(again.out).held).toStrictEqual(held);
    const sent = await cli(['retry', '--into-closed', '--json']);
    expect(sent.code).toBe(0);
    expect(readReport(sent.out)).toMatchObject({ held: {}, failed: 0 });
    expect(months(taxService.journal())).toStrictEqual(['2025-02', '2025-03', '2025-04']);
  });

  it('prints nothing before a dry run, whose report shows what would be held, nor for days in open months', async () => {
    const { cli, store } = await world();
    await close(store, ['2025-01', '2025-05']);
    expect((await cli(['sync', ...days])).err).not.toContain('closed');
    await close(store, ['2025-02']);
    expect((await cli(['sync', ...days, '--dry-run'])).err).not.toContain('closed');
  });

  it('looks ahead with the same answer as the sync', async () => {
    const { cli, store, taxService } = await world({ shop: { orders: 60 } });
    await close(store, ['2025-02', '2025-03']);
    const without = readReport((await cli(['sync', ...days, '--dry-run', '--json'])).out);
    const within = readReport((await cli(['sync', ...days, '--dry-run', '--into-closed', '--json'])).out);
    expect(without.held['closed period']).toBeGreaterThan(0);
    expect(within.held).toStrictEqual({});
    expect(within.skipped['would be sent']).toBe(
      (without.held['closed period'] ?? 0) + (without.skipped['would be sent'] ?? 0),
    );
    expect(taxService.journal()).toHaveLength(0);
  });
});

const sentDates = (journal: readonly { readonly text: string }[]): readonly string[] =>
  journal.map(({ text }) => (JSON.parse(text) as { transactedAt: string }).transactedAt);

describe('service.wire.timeZone', () => {
  it('sends the local date with its offset, at the same instants, and doubles nothing when it is set later', async () => {
    const utc = await world({ shop: { orders: 12 } });
    await utc.cli(syncAll);
    const local = await world({ shop: { orders: 12 }, service: { wire: { timeZone: 'America/Los_Angeles' } } });
    await local.cli(syncAll);
    const dates = [...sentDates(local.taxService.journal())].sort();
    expect(dates).toHaveLength(12);
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[78]:00$/);
    const instants = (all: readonly string[]) => all.map((date) => Date.parse(date)).sort();
    expect(instants(dates)).toStrictEqual(instants(sentDates(utc.taxService.journal())));

    utc.configure({ service: { wire: { timeZone: 'America/Los_Angeles' } } });
    const again = await utc.cli(syncAll);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ attempted: 12, alreadyPresent: 12, differing: 0, adjustments: [] });
    expect(utc.taxService.journal()).toHaveLength(12);
  });

  it('refuses a time zone that does not exist', async () => {
    const { cli } = await world({ shop: { orders: 1 }, service: { wire: { timeZone: 'America/Los_Angles' } } });
    const { code, err } = await cli(syncAll);
    expect(code).toBe(2);
    expect(err).toContain('IANA time zone');
  });
});
