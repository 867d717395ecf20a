import { describe, expect, it } from '@jest/globals';
import type { ReportLine } from '../../../src/domain/run.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';

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
    expect(await text('/period?from=2026-02-01&to=2026-02-28')).toMatch(/CA 2 200\.00 .* 14\.50/);
    expect(await html('/')).toContain('aria-label="Feb 2026: 200.00 USD, tax 14.50, 2 sales"');
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
    const { finish, post, text } = aScreenInMemory({ clock });
    await finish('run-1', [line(1), line(2), held]);
    const row = /Feb 2026 200\.00 USD 2 1 – not compared : calendar of Feb 2026, us-store Tie out – open/;
    expect(await text('/months')).toMatch(row);
    await post('/runs/run-1/sign-off', { note: '', open: '1' });
    expect(await text('/months')).toMatch(
      /Feb 2026 200\.00 USD 2 1 – not compared : calendar of Feb 2026, us-store Tie out Ada open/,
    );
  });
});
