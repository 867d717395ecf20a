import { describe, expect, it } from '@jest/globals';
import type { ReportLine } from '../../../src/domain/run.ts';
import { storefrontEndCommit } from '../../../src/pipeline/run-marks.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { right } from '../../support/right.ts';

/** April 1, 2026. */
const clock = { now: () => Date.UTC(2026, 3, 1, 12), sleep: () => () => Promise.resolve() };

const line = (n: number, differences: Partial<ReportLine> = {}): ReportLine =>
  aReportLine({
    ...{ id: `shopify:1:${n}`, sourceId: String(n), name: `Shopify #${n} · ${n}` },
    occurredAt: '2026-02-10T12:00:00Z',
    ...differences,
  });

const held = line(3, {
  ...{ outcome: 'held', reason: 'partially paid', amounts: null },
  stated: { currency: 'USD', total: 300n, jurisdiction: 'CA' },
});

describe('the first page', () => {
  it('shows sales and tax of twelve months, and where all sales are, as the statement adds them up', async () => {
    const { finish, html, text } = aScreenInMemory({ clock });
    await finish('run-1', [line(1), line(2), held]);
    const page = await text('/');
    expect(page).toContain('1 sale needs you: 3.00 USD');
    expect(page).toMatch(/Gross sales 200\.00 USD Tax collected 14\.50 USD/);
    expect(page).toMatch(/Feb 2026 2 200\.00 14\.50 Mar 2026 0 0\.00 0\.00 Apr 2026 0/);
    expect(page).toMatch(/Sent 2 sales On hold 1 sale Left out 0 sales/);
    expect(page).toMatch(/Needs you Partially paid 1 sale 3\.00 USD/);
    expect(page).toMatch(/What happened Sync of Jan 1, 2026 to Mar 31, 2026 finished: 2 sent/);
    expect(await text('/period?from=2026-02-01&to=2026-02-28')).toMatch(/CA Feb 2026 2 200\.00 .* 14\.50/);
    expect(await html('/')).toContain('<title>Feb 2026: 200.00 USD, tax 14.50, 2 sales</title>');
  });

  it('says how many states are not known because days were not synced', async () => {
    const lastRead = { ...clock, now: () => Date.UTC(2026, 2, 31, 12) };
    const { finish, readAll, text } = aScreenInMemory({ clock: lastRead });
    await finish('run-1', [line(1)]);
    expect(await text('/')).toMatch(
      /Nexus No state is known to be reached or near where you are not registered\. 1 state is not known: days were not synced\./,
    );
    await readAll();
    expect(await text('/')).toContain('Nexus No state is reached or near where you are not registered. All states');
  });

  it('says that the last sync stopped, and why, until it is resumed', async () => {
    const { close, commit, finish, open, text } = aScreenInMemory({ clock });
    const message = 'The key is refused. Check service.apiKey';
    await finish('run-1', [line(1)]);
    await open('run-2', {}, '2026-04-01T10:00:00Z');
    await commit('run-2', storefrontEndCommit('run-2', 'us-store', { who: 'service', cause: 'credentials', message }));
    await close('run-2', 'stopped');
    const page = await text('/');
    expect(page).toContain(`The last sync stopped service: ${message}`);
    expect(page).toContain('Next: Look at the sync that stopped');
    expect(page).not.toContain('Nothing needs you');
    // The same request resumes it.
    await finish('run-2', [line(1)]);
    expect(await text('/')).not.toContain('stopped service');
  });

  it('has no state of storefronts that a user does not see', async () => {
    const authorize = () => ({ name: 'Ada', storefronts: ['us-store'] });
    const { finish, text } = aScreenInMemory({ clock, authorize });
    await finish('run-1', [line(1)]);
    expect(await text('/')).not.toContain('All states');
  });
});

describe('the page of months', () => {
  it('has a row a month and storefront: sent, on hold, compared, signed off, closed', async () => {
    const { finish, post, readAll, text } = aScreenInMemory({ clock });
    await readAll();
    await finish('run-1', [line(1), line(2), held]);
    const row =
      /Feb 2026 us-store 200\.00 USD 2 1 not compared : calendar of Feb 2026, us-store Tie out Sign off Close/;
    expect(await text('/months')).toMatch(row);
    await post('/runs/run-1/sign-off', { note: '', open: '1' });
    await post('/months', { month: '2026-02', what: 'close', open: '1' });
    expect(await text('/months')).toMatch(
      /Feb 2026 us-store 200\.00 USD 2 1 not compared : calendar of Feb 2026, us-store Tie out Ada closed by Ada/,
    );
  });

  it('is of a year, and leads to the other years of which sales were read', async () => {
    const { finish, html, text, get } = aScreenInMemory({ clock });
    const old = line(1, { occurredAt: '2025-11-10T12:00:00Z' });
    await finish('run-1', [old, line(2)], { range: { from: '2025-11-01', to: '2026-03-31' } });
    expect(await text('/months')).not.toContain('Nov 2025');
    expect(await html('/months')).toContain('/months?year=2025"');
    expect(await text('/months?year=2025')).toMatch(/Dec 2025 .* Nov 2025 /);
    expect(await text('/months?year=2024')).toContain('No sales of 2024 were synced.');
    expect((await get('/months?year=26')).status).toBe(404);
  });

  it('does not call a month complete without the sales that are on hold', async () => {
    const { finish, store, text } = aScreenInMemory({ clock });
    await finish('run-1', [line(1), held]);
    const days = Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`);
    const counted = { storefront: 'us-store', source: 1, service: 1, missing: 0, differing: 0 };
    right(
      await store.reviews.saveDailyCounts(
        days.map((day) => ({ ...counted, day, countedAt: '2026-04-02T00:00:00Z' })),
      )(),
    );
    expect(await text('/months')).toMatch(/Feb 2026 100\.00 USD 1 1 complete but for 1 : calendar/);
  });
});
