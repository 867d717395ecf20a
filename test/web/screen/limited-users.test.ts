import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { api } from '../../../src/web/api/api.ts';
import type { Authorize, ScreenUser } from '../../../src/web/index.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { aScreenInMemory, type MemoryScreen } from '../../support/a-screen-in-memory.ts';
import { right } from '../../support/right.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';

const shops: Readonly<Record<string, readonly string[]>> = {
  'us-store': ['us-store'],
  'eu-store': ['eu-store'],
  'acme.myshopify.com': ['us-store'],
};

const lineOf = (storefront: string) =>
  aReportLine({ storefront, id: `shopify:${storefront}:1`, name: `Sale of ${storefront}`, sourceId: '1' });

/** Runs of the user's storefront, of another one, and of both; live sales and a count of the other one. */
const screenOf = async (user: ScreenUser): Promise<MemoryScreen> => {
  const screen = aScreenInMemory({
    authorize: () => user,
    storefrontsOf: (name) => shops[name] ?? [],
    counts: {
      begin: () => () => Promise.reject(new Error('not used here')),
      now: () => ({ storefront: 'eu-store', range: { from: '2026-01-01', to: '2026-01-31' } }),
      failure: () => undefined,
      reconcile: () => () => Promise.reject(new Error('not used here')),
      tieOut: () => () => Promise.reject(new Error('not used here')),
    },
  });
  await screen.finish('run-own', [lineOf('us-store')]);
  await screen.finish('run-other', [lineOf('eu-store')], { storefronts: ['eu-store'] });
  await screen.finish('run-both', [lineOf('us-store')], { storefronts: ['us-store', 'eu-store'] });
  await screen.open('live:eu-store', { kind: 'live', storefronts: ['eu-store'] });
  return screen;
};

const acme: ScreenUser = { name: 'Ada', storefronts: ['acme.myshopify.com'] };

const pagesOf = (run: string): readonly string[] =>
  ['', '/events', '/lines', `/line?id=shopify:eu-store:1`, '/statement', '/lines.csv', '/report.json'].map(
    (page) => `/runs/${encodeURIComponent(run)}${page}`,
  );
const changesOf = (run: string): readonly string[] =>
  ['pause', 'cancel', 'retry', 'acknowledge', 'sign-off'].map((change) => `/runs/${run}/${change}`);

describe('a user who may see the storefronts of one shop', () => {
  it('sees its runs, and none that include another storefront', async () => {
    const { html, get } = await screenOf(acme);
    const list = await html('/activity');
    const runs = [...list.matchAll(/href="..\/screen\/runs\/([\w-]+)"/g)].map(([, id]) => id);
    expect([...new Set(runs)]).toStrictEqual(['run-own']);
    expect(await html('/runs/run-own/lines')).toContain('Sale of us-store');
    for (const run of ['run-other', 'run-both', 'live:eu-store']) {
      for (const page of pagesOf(run)) expect([page, (await get(page)).status]).toStrictEqual([page, 404]);
    }
  });

  it('changes nothing of another storefront', async () => {
    const { post, started, retried, ended, store } = await screenOf(acme);
    const fields = {
      storefront: 'eu-store',
      id: 'shopify:eu-store:1',
      note: 'x',
      from: '2026-01-01',
      to: '2026-01-31',
    };
    for (const run of ['run-other', 'run-both', 'live:eu-store']) {
      for (const change of changesOf(run)) expect((await post(change, fields)).status).toBe(404);
    }
    expect((await post('/runs', { ...fields, mode: 'start' })).status).toBe(409);
    expect((await post('/calendar', fields)).status).toBe(409);
    expect([started, retried, ended]).toStrictEqual([[], [], []]);
    expect(right(await store.inbox.resolutions('eu-store')())).toStrictEqual([]);
  });

  it('has no run of another storefront followed by the process', async () => {
    const { ports } = await screenOf(acme);
    const joined: string[] = [];
    const runs = { ...ports.runs, join: (id: string) => Promise.resolve(void joined.push(id)) };
    const ask = api({ ...ports, runs });
    for (const [run, status] of [
      ['run-other', 404],
      ['run-both', 404],
      ['run-own', 200],
    ] as const) {
      const answer = await ask(new Request(`https://host.example/tax-nexus/api/v1/runs/${run}/events`));
      await answer.text();
      expect([run, answer.status]).toStrictEqual([run, status]);
    }
    expect(joined).toStrictEqual(['run-own']);
  });

  it('finds no other name on any page', async () => {
    const { html } = await screenOf(acme);
    for (const path of ['', '/new', '/live', '/calendar', '/months?year=2026', '/runs/run-own']) {
      expect([path, (await html(path)).includes('eu-store')]).toStrictEqual([path, false]);
    }
    expect(await html('/check?storefront=eu-store&from=2026-01-01&to=2026-01-31')).toContain('at least one storefront');
    expect(await html('/calendar/events')).toContain('event: over');
  });

  it('gets files of its sales, and no thresholds, which are of all storefronts', async () => {
    const limited = await screenOf(acme);
    for (const what of ['transactions', 'adjustments', 'summary', 'audit']) {
      const file = await (await limited.get(`/export?from=2026-01-01&to=2026-12-31&what=${what}`)).text();
      expect([what, file.includes('eu-store')]).toStrictEqual([what, false]);
      if (what === 'transactions') expect(file).toContain('Sale of us-store');
    }
    expect((await limited.get('/nexus')).status).toBe(409);
    const all = await screenOf({ name: 'Ada', storefronts: ['acme.myshopify.com', 'eu-store'] });
    expect((await all.get('/nexus')).status).toBe(200);
  });

  it('sees the locations of its storefronts alone', async () => {
    const located = (city: string) => ({
      ...scriptedConnector({ pages: [] }),
      locations: TE.right([{ country: 'US', state: 'TX', city, uses: [] }]),
    });
    const connectors: Readonly<Record<string, SourceConnector>> = {
      'us-store': located('Austin'),
      'eu-store': located('Dallas'),
    };
    const { ports } = aScreenInMemory({
      authorize: () => acme,
      storefrontsOf: (name) => shops[name] ?? [],
      connectorOf: (name) => connectors[name],
    });
    const answer = await api(ports)(new Request('https://host.example/tax-nexus/api/v1/presence'));
    expect(await answer.json()).toStrictEqual({
      states: [{ state: 'TX', locations: [{ storefront: 'us-store', city: 'Austin', uses: [] }] }],
      notRead: [],
      notStated: [],
    });
  });

  it('does not close or reopen a month for all, and does not see who did', async () => {
    const { post, text, store } = await screenOf(acme);
    const closed = { month: '2026-01', by: 'Grace', at: '2026-04-01T00:00:00Z' };
    right(await store.reviews.closePeriod(closed)());
    expect((await post('/months', { month: '2026-02', what: 'close' })).status).toBe(409);
    expect((await post('/months', { month: '2026-01', what: 'reopen', reason: 'late' })).status).toBe(409);
    expect(right(await store.reviews.closedPeriods())).toStrictEqual([closed]);
    expect(await text('/months?year=2026')).not.toContain('Grace');
    const page = await text('/period?from=2026-01-01&to=2026-01-31');
    expect(page).toContain('Jan 2026 closed Closed on Apr 1, 2026');
    expect(page).toContain('Months are closed for all storefronts together');
    expect(page).not.toContain('Grace');
  });

  it('closes months when these are all storefronts', async () => {
    const { post } = await screenOf({ name: 'Ada', storefronts: ['acme.myshopify.com', 'eu-store'] });
    expect((await post('/months', { month: '2026-02', what: 'close' })).status).toBe(303);
  });

  it('does not see all of an account whose other storefronts only the sync database knows', async () => {
    const screen = aScreenInMemory({
      authorize: () => acme,
      storefronts: () => ['us-store'],
      storefrontsOf: (name) => shops[name] ?? [],
    });
    const february = '/period?from=2026-02-01&to=2026-02-28';
    expect(await screen.html(february)).toContain('Close Feb 2026');
    await screen.finish('run-other', [lineOf('eu-store')], { storefronts: ['eu-store'] });
    expect(await screen.html(february)).not.toContain('Close Feb 2026');
    expect((await screen.post('/months', { month: '2026-02', what: 'close' })).status).toBe(409);
    expect(right(await screen.store.reviews.closedPeriods())).toStrictEqual([]);
  });

  it('pages through its runs among those of others', async () => {
    const screen = aScreenInMemory({ authorize: () => ({ name: 'Ada', storefronts: ['us-store'] }) });
    for (let number = 10; number < 40; number += 1) {
      const storefronts = number % 2 === 0 ? ['us-store'] : ['eu-store'];
      await screen.finish(`run-${number}`, [], { storefronts }, `2026-04-01T00:00:${number}Z`);
    }
    const listed = (html: string): readonly string[] => [
      ...new Set([...html.matchAll(/href="..\/screen\/runs\/run-(\d+)"/g)].map(([, number = '']) => number)),
    ];
    const first = await screen.html('/activity');
    expect(listed(first)).toStrictEqual(['38', '36', '34', '32', '30', '28', '26', '24', '22', '20', '18', '16']);
    const [, older = ''] = /href="..\/screen\/activity(\?before=[^"]+)"/.exec(first) ?? [];
    expect(listed(await screen.html(`/activity${older}`))).toStrictEqual(['14', '12', '10']);
  });

  it.each<[string, unknown]>([
    ['a shop that is not set up', { name: 'Ada', storefronts: ['gone.myshopify.com'] }],
    ['no storefront', { name: 'Ada', storefronts: [] }],
    ['rights that are no list', { name: 'Ada', storefronts: 'us-store' }],
  ])('is refused with %s', async (_, user) => {
    const { get, post } = aScreenInMemory({ authorize: (() => user) as Authorize });
    for (const path of ['', '/new', '/months', '/runs/run-own']) expect((await get(path)).status).toBe(403);
    expect((await post('/months', { month: '2026-02', what: 'close' })).status).toBe(403);
  });
});
