import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DailyCount } from '../../../src/domain/review-store.ts';
import { aScreenInMemory, type MemoryScreen, plainText } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import type { Right, ScreenPorts } from '../../../src/web/screen/screen-ports.ts';
import { right } from '../../support/right.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';

const aDay = (day: string, differences: Partial<DailyCount> = {}): DailyCount => ({
  storefront: 'us-store',
  day,
  source: 12,
  service: 12,
  missing: 0,
  differing: 0,
  countedAt: '2026-03-20T00:00:00Z',
  ...differences,
});

/** Noon of March 15 in New York. */
const clock = { now: () => Date.UTC(2026, 2, 15, 16), sleep: () => () => Promise.resolve() };
const connectorOf = () => scriptedConnector({ pages: [] });

const aCalendar = async (days: readonly DailyCount[]): Promise<MemoryScreen> => {
  const screen = aScreenInMemory({ clock, connectorOf });
  right(await screen.store.reviews.saveDailyCounts(days)());
  return screen;
};

const labels = (text: string): readonly string[] =>
  [...text.matchAll(/aria-label="([^"]+)"/g)].map(([, label = '']) => label);

describe('the calendar', () => {
  it('shows for each past day how many sales are in the service', async () => {
    const { html } = await aCalendar([
      aDay('2026-03-01'),
      aDay('2026-03-02', { service: 10, missing: 2 }),
      aDay('2026-03-03', { differing: 1 }),
      aDay('2026-03-04', { source: 0, service: 0 }),
      // The missing sale was resolved by a person.
      aDay('2026-03-05', { source: 12, service: 11 }),
    ]);
    const page = await html('/calendar?month=2026-03&storefront=us-store');
    expect([...page.matchAll(/unseen">([^<]+)</g)].map(([, label]) => label)).toStrictEqual([
      'Mar 1, 2026: all 12 sent',
      'Mar 2, 2026: 10 of 12 sent, 2 missing',
      'Mar 3, 2026: 12 of 12 sent, 1 differs',
      'Mar 4, 2026: no sales',
      'Mar 5, 2026: 11 of 12 sent',
      ...[6, 7, 8, 9, 10, 11, 12, 13, 14].map((day) => `Mar ${day}, 2026: not counted`),
    ]);
  });

  it('names what is on hold or left out, and calls no day with such a sale complete or without sales', async () => {
    const screen = await aCalendar([
      aDay('2026-03-01'),
      aDay('2026-03-02', { source: 0, service: 0 }),
      aDay('2026-03-03', { source: 3, service: 3 }),
    ]);
    const held = { outcome: 'held', reason: 'missing address', amounts: null } as const;
    const stated = { currency: 'USD', total: 10_999n, jurisdiction: 'CA' };
    const lines = ['2026-03-02', '2026-03-03'].map((day) =>
      aReportLine({ ...held, stated, id: day, sourceId: day, occurredAt: `${day}T12:00:00Z` }),
    );
    await screen.finish('run-1', lines);
    const leaveOut = { do: 'decide', what: 'missing address', action: 'leave out', expected: '1', note: 'a test' };
    await screen.post('/needs-you', { ...leaveOut, line: '2026-03-03' });
    const month = '/calendar?month=2026-03&storefront=us-store';
    const page = await screen.html(month);
    expect([...page.matchAll(/unseen">([^<]+)</g)].slice(1, 3).map(([, label]) => label)).toStrictEqual([
      'Mar 2, 2026: 1 sale on hold, 109.99 USD',
      'Mar 3, 2026: all 3 sent, 1 sale left out, 109.99 USD',
    ]);
    expect(plainText(page)).toContain('1 day complete 1 sale on hold, 109.99 USD 1 sale left out, 109.99 USD');
    const settled = { outcome: 'skipped', reason: 'left out by decision' } as const;
    await screen.finish('run-2', [{ ...aReportLine(), ...lines[1], ...settled }]);
    expect(await screen.text(month)).toContain('1 sale left out, 109.99 USD');
  });

  it('syncs an incomplete day with one click, and offers to send into its month when that is closed', async () => {
    const { html, post, started, store } = await aCalendar([aDay('2026-03-02', { service: 10, missing: 2 })]);
    const page = await html('/calendar?month=2026-03');
    expect(labels(page)).toContain('Sync this day: Mar 2, 2026');
    expect(page).not.toContain('name="confirm"');
    const range = { from: '2026-03-02', to: '2026-03-02' };
    await post('/runs', { storefront: 'us-store', ...range, mode: 'start' });
    expect(started).toStrictEqual([{ storefronts: ['us-store'], range, dryRun: false }]);
    right(await store.reviews.closePeriod({ month: '2026-03', by: 'Ada', at: '2026-03-10T00:00:00Z' })());
    expect(await html('/calendar?month=2026-03')).toContain('name="confirm"');
  });

  it('counts the past days of a month', async () => {
    const { post, counted } = await aCalendar([]);
    const response = await post('/calendar', { storefront: 'us-store', from: '2026-03-01', to: '2026-03-31' });
    expect(response.headers.get('location')).toBe('../screen/calendar?month=2026-03&storefront=us-store');
    expect(counted).toStrictEqual([['us-store', { from: '2026-03-01', to: '2026-03-14' }]]);
  });

  it.each([
    ['a storefront that is not configured', { storefront: 'constructor', from: '2026-03-01', to: '2026-03-02' }],
    ['days that do not exist', { storefront: 'us-store', from: '2026-02-30', to: '2026-03-02' }],
    ['more than a month', { storefront: 'us-store', from: '2026-01-01', to: '2026-02-01' }],
    ['days that are not over', { storefront: 'us-store', from: '2026-03-15', to: '2026-03-16' }],
  ])('does not count %s', async (_, fields) => {
    const { post, counted } = await aCalendar([]);
    expect((await post('/calendar', fields)).status).toBe(409);
    expect(counted).toStrictEqual([]);
  });

  it('shows the running count and why the last one failed, and refuses a second one', async () => {
    const counts = {
      begin: () => TE.right(false),
      now: () => ({ storefront: 'us-store', range: { from: '2026-03-01', to: '2026-03-14' } }),
      failure: () => 'the service does not answer',
      reconcile: () => TE.right([]),
      tieOut: () => TE.right([]),
    };
    const { html, post } = aScreenInMemory({ clock, counts, connectorOf });
    const page = await html('/calendar?month=2026-03');
    expect(page).toContain('us-store, Mar 1, 2026 to Mar 14, 2026');
    expect(page).toContain('The last count failed: the service does not answer');
    const again = await post('/calendar', { storefront: 'us-store', from: '2026-03-01', to: '2026-03-02' });
    expect(await again.text()).toContain('already');
  });

  it('ends its events when no count is running', async () => {
    const { html } = await aCalendar([]);
    expect(await html('/calendar/events')).toContain('event: over');
  });

  it('says that a sync ended after a gap was counted', async () => {
    const { html, finish } = await aCalendar([aDay('2026-03-02', { service: 10, missing: 2 })]);
    const month = '/calendar?month=2026-03';
    await finish('early', [aReportLine()], { range: { from: '2026-01-01', to: '2026-01-31' } });
    expect(await html(month)).not.toContain('ended after they were counted');
    await finish('run-1', [aReportLine()], { range: { from: '2026-03-02', to: '2026-03-02' } });
    expect(await html(month)).toContain('ended after they were counted');
  });

  it('opens on the last month that was synced, and counts by itself what was not counted since', async () => {
    let now: ReturnType<ScreenPorts['counts']['now']>;
    let failure: string | undefined;
    const begun: unknown[] = [];
    const begin: ScreenPorts['counts']['begin'] = (storefront, range) => {
      begun.push([storefront, range]);
      now = { storefront, range };
      return TE.right(true);
    };
    const counts: ScreenPorts['counts'] = {
      ...{ begin, now: () => now, failure: () => failure },
      ...{ reconcile: () => TE.right([]), tieOut: () => TE.right([]) },
    };
    let may: readonly Right[] = ['view'];
    const screen = aScreenInMemory({ clock, connectorOf, counts, authorize: () => ({ name: 'Ada', may }) });
    right(await screen.store.reviews.saveDailyCounts([aDay('2026-02-03'), aDay('2026-02-05', { missing: 1 })])());
    await screen.finish('run-1', [aReportLine()], { range: { from: '2026-02-03', to: '2026-02-20' } });
    await screen.finish('preview', [], { dryRun: true, range: { from: '2026-03-01', to: '2026-03-10' } });
    expect(await screen.html('/calendar')).toContain('<h1>Feb 2026</h1>');
    expect(begun).toStrictEqual([]);
    may = ['view', 'operate'];
    await screen.get('/calendar', { 'sec-fetch-site': 'cross-site' });
    failure = 'the service does not answer';
    await screen.html('/calendar');
    expect(begun).toStrictEqual([]);
    failure = undefined;
    expect(await screen.html('/calendar')).toContain('us-store, Feb 4, 2026 to Feb 20, 2026');
    await screen.html('/calendar');
    now = undefined;
    await screen.html('/calendar?month=2026-03');
    expect(begun).toStrictEqual([['us-store', { from: '2026-02-04', to: '2026-02-20' }]]);
  });

  it('counts all that syncs of a year covered once the year is opened, which the first page leads to until it is complete', async () => {
    const screen = await aCalendar([aDay('2026-02-05')]);
    await screen.finish('run-1', [aReportLine()], { range: { from: '2026-01-03', to: '2026-02-20' } });
    const home = await screen.html('');
    expect(plainText(home)).toContain('Not compared with the service from Jan 3, 2026 on: compare 2026 .');
    expect(home).toContain('/months?year=2026"');
    expect(home).toContain('/period?from=2026-02-01&amp;to=2026-02-28">Statement and files for your accountant');
    const reader = aScreenInMemory({ clock, connectorOf, authorize: () => ({ name: 'Bob', may: ['view'] }) });
    await reader.finish('run-1', [aReportLine()], { range: { from: '2026-01-03', to: '2026-02-20' } });
    expect(await reader.text('')).toMatch(/Not compared with the service from Jan 3, 2026 on ?\. /);
    await screen.html('/months?year=2026&storefront=us-store');
    expect(screen.counted).toStrictEqual([['us-store', { from: '2026-01-03', to: '2026-02-20' }]]);
    const { saveDailyCounts } = screen.store.reviews;
    right(await saveDailyCounts([aDay('2026-01-03'), aDay('2026-01-04', { missing: 1 })])());
    const short = plainText(await screen.html(''));
    expect(short).toContain(
      'Complete through Jan 3, 2026: us-store. Sales of Jan 4, 2026 are missing in the service: us-store . ',
    );
    expect(short).not.toContain('Not compared');
    const days = Array.from({ length: 49 }, (_, n) => new Date(Date.UTC(2026, 0, 3 + n)).toISOString().slice(0, 10));
    right(await saveDailyCounts(days.map((day) => aDay(day)))());
    expect(plainText(await screen.html(''))).toMatch(/Complete through Feb 20, 2026: us-store\. Next/);
  });

  it.each(['month=2026-13', 'month=x'])('is not found for %s', async (query) => {
    const { get } = await aCalendar([]);
    expect((await get(`/calendar?${query}`)).status).toBe(404);
  });

  it('works while the platform does not return its time zone, but counts nothing', async () => {
    const connector = {
      ...scriptedConnector({ pages: [] }),
      account: TE.left({ _tag: 'SourceUnreachable', message: 'no answer', cause: 'x' } as const),
    };
    const { html, post, counted } = aScreenInMemory({ clock, connectorOf: () => connector });
    expect(await html('/calendar?month=2026-03')).toContain('the platform did not respond');
    const response = await post('/calendar', { storefront: 'us-store', from: '2026-03-01', to: '2026-03-02' });
    expect(response.status).toBe(409);
    expect(counted).toStrictEqual([]);
  });
});
