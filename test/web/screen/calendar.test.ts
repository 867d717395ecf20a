import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DailyCount } from '../../../src/domain/review-store.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';
import { aScreenInMemory, type MemoryScreen } from '../../support/a-screen-in-memory.ts';
import { anEntry } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

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

/** Noon of 15 March in New York. */
const clock = { now: () => Date.UTC(2026, 2, 15, 16), sleep: () => () => Promise.resolve() };

const aCalendar = async (days: readonly DailyCount[]): Promise<MemoryScreen> => {
  const screen = aScreenInMemory({ clock, connectorOf: () => scriptedConnector({ pages: [] }) });
  right(await screen.store.reviews.saveDailyCounts(days)());
  return screen;
};

const labels = (text: string): readonly string[] =>
  [...text.matchAll(/aria-label="([^"]+)"/g)].map(([, label = '']) => label);

describe('the calendar', () => {
  it('says of each day what the service holds of what was sold, and of a day that is not over nothing', async () => {
    const { get } = await aCalendar([
      aDay('2026-03-01'),
      aDay('2026-03-02', { service: 10, missing: 2 }),
      aDay('2026-03-03', { differing: 1 }),
      aDay('2026-03-04', { source: 0, service: 0 }),
      aDay('2026-03-05', { source: 12, service: 11 }),
    ]);
    const text = await (await get('/calendar?month=2026-03&storefront=us-store')).text();
    expect([...text.matchAll(/unseen">([^<]+)</g)].map(([, words]) => words)).toStrictEqual([
      '1 Mar 2026: all 12 sent',
      '2 Mar 2026: 10 of 12 sent, 2 missing',
      '3 Mar 2026: 12 sent of 12, 1 differs',
      '4 Mar 2026: nothing sold, nothing sent',
      // Somebody resolved the twelfth.
      '5 Mar 2026: 11 of 12 sent',
      ...[6, 7, 8, 9, 10, 11, 12, 13, 14].map((day) => `${day} Mar 2026: not counted`),
    ]);
  });

  it('syncs a day that is short by one click, and asks for a word when its month is closed', async () => {
    const { get, post, started } = await aCalendar([aDay('2026-03-02', { service: 10, missing: 2 })]);
    const text = await (await get('/calendar?month=2026-03')).text();
    expect(labels(text)).toContain('Sync this day: 2 Mar 2026');
    expect(text).not.toContain('name="confirm"');
    const day = { storefront: 'us-store', from: '2026-03-02', to: '2026-03-02', mode: 'start' };
    await post('/runs', day);
    expect(started).toStrictEqual([
      { storefronts: ['us-store'], range: { from: '2026-03-02', to: '2026-03-02' }, dryRun: false },
    ]);
    await post('/months', { month: '2026-03', what: 'close' });
    expect(await (await get('/calendar?month=2026-03')).text()).toContain('name="confirm"');
  });

  it('counts the days of a month that are over', async () => {
    const { post, counted } = await aCalendar([]);
    const answer = await post('/calendar', { storefront: 'us-store', from: '2026-03-01', to: '2026-03-31' });
    expect(answer.headers.get('location')).toBe('../screen/calendar?month=2026-03&storefront=us-store');
    expect(counted).toStrictEqual([['us-store', { from: '2026-03-01', to: '2026-03-14' }]]);
  });

  it.each([
    ['a storefront that is not configured', { storefront: 'constructor', from: '2026-03-01', to: '2026-03-02' }],
    ['days that are none', { storefront: 'us-store', from: '2026-02-30', to: '2026-03-02' }],
    ['more than a month', { storefront: 'us-store', from: '2026-01-01', to: '2026-02-01' }],
    ['days that are not over', { storefront: 'us-store', from: '2026-03-15', to: '2026-03-16' }],
  ])('does not count %s', async (_, fields) => {
    const { post, counted } = await aCalendar([]);
    expect((await post('/calendar', fields)).status).toBe(409);
    expect(counted).toStrictEqual([]);
  });

  it('says what is being counted, why the last count came to nothing, and that one is under way already', async () => {
    const counts = {
      begin: () => TE.right(false),
      now: () => ({ storefront: 'us-store', range: { from: '2026-03-01', to: '2026-03-14' } }),
      failure: () => 'the service does not answer',
    };
    const { get, post } = aScreenInMemory({
      clock,
      counts,
      connectorOf: () => scriptedConnector({ pages: [] }),
    });
    const text = await (await get('/calendar?month=2026-03')).text();
    expect(text).toContain('us-store, 1 Mar 2026 to 14 Mar 2026');
    expect(text).toContain('The last count came to nothing: the service does not answer');
    const again = await post('/calendar', { storefront: 'us-store', from: '2026-03-01', to: '2026-03-02' });
    expect(await again.text()).toContain('already');
  });

  it('ends its events when nothing is being counted any more', async () => {
    const { get } = await aCalendar([]);
    expect(await (await get('/calendar/events')).text()).toContain('event: over');
  });

  it('says that a sync has ended since a gap was counted', async () => {
    const screen = await aCalendar([aDay('2026-03-02', { service: 10, missing: 2 })]);
    const text = async (): Promise<string> => (await screen.get('/calendar?month=2026-03')).text();
    await screen.finish('early', [anEntry()], { range: { from: '2026-01-01', to: '2026-01-31' } });
    expect(await text()).not.toContain('has ended since');
    await screen.finish('run-1', [anEntry()], { range: { from: '2026-03-02', to: '2026-03-02' } });
    expect(await text()).toContain('has ended since');
  });

  it('shows a year by months, each with its gaps', async () => {
    const { get } = await aCalendar([
      aDay('2026-01-31'),
      aDay('2026-02-01', { missing: 1 }),
      aDay('2026-02-02', { differing: 1 }),
    ]);
    const found = labels(await (await get('/calendar?year=2026&storefront=us-store')).text());
    expect(found).toContain('Jan 2026, us-store: no gap');
    expect(found).toContain('Feb 2026, us-store: 1 day short, 1 day differs');
    expect(found).toContain('Mar 2026, us-store: not counted');
    expect(found).toContain('Apr 2026, us-store: ahead');
  });

  it.each(['month=2026-13', 'month=x', 'year=26'])('knows no %s', async (query) => {
    const { get } = await aCalendar([]);
    expect((await get(`/calendar?${query}`)).status).toBe(404);
  });

  it('shows what it has when the platform does not say its time zone, and counts nothing then', async () => {
    const silent = scriptedConnector({ pages: [] });
    const connector = {
      ...silent,
      account: TE.left({ _tag: 'SourceUnreachable', message: 'no answer', cause: 'x' } as const),
    };
    const { get, post, counted } = aScreenInMemory({ clock, connectorOf: () => connector });
    const text = await (await get('/calendar?month=2026-03')).text();
    expect(text).toContain('could not be asked just now');
    const answer = await post('/calendar', { storefront: 'us-store', from: '2026-03-01', to: '2026-03-02' });
    expect(answer.status).toBe(409);
    expect(counted).toStrictEqual([]);
  });
});
