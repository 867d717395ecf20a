import { describe, expect, it } from '@jest/globals';
import type { Right } from '../../../src/web/screen/screen-ports.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { aScreenInMemory, type MemoryScreen } from '../../support/a-screen-in-memory.ts';
import { right } from '../../support/right.ts';

const held = (storefront: string) =>
  aReportLine({
    ...{ storefront, id: `shopify:${storefront}:1`, sourceId: '1', outcome: 'held', reason: 'missing address' },
    adjustments: [
      {
        ...{ kind: 'refund', id: '7', occurredAt: '2026-01-09T00:00:00Z', currency: 'USD', amount: -100n, tax: null },
        ...{ sent: false, message: 'a refund' },
      },
    ],
  });

/** A screen with runs in all states, for a user with these rights. */
const screenFor = async (may: readonly Right[] | undefined): Promise<MemoryScreen> => {
  const screen = aScreenInMemory({ authorize: () => ({ name: 'Ada', ...(may !== undefined && { may }) }) });
  await screen.finish('run-over', [held('us-store')]);
  await screen.finish('run-preview', [held('us-store')], { dryRun: true });
  await screen.open('run-now', { range: { from: '2026-02-01', to: '2026-02-03' } });
  await screen.open('run-paused', { range: { from: '2026-03-01', to: '2026-03-03' } });
  await screen.close('run-paused', 'paused');
  await screen.open('live:us-store', { kind: 'live', storefronts: ['us-store'] });
  await screen.commit('live:us-store', { lines: [held('us-store')] });
  right(await screen.store.reviews.closePeriod({ month: '2020-01', by: 'Ada', at: '2026-01-01T00:00:00Z' })());
  right(
    await screen.store.reviews.saveDailyCounts([
      {
        ...{ storefront: 'us-store', day: '2026-01-05', source: 2, service: 1, missing: 1, differing: 0 },
        countedAt: '2026-01-06T00:00:00Z',
      },
    ])(),
  );
  return screen;
};

const pages = [
  '',
  '/live',
  '/months',
  '/period?from=2026-01-01&to=2026-01-31',
  '/nexus/TX',
  '/calendar?month=2026-01',
  ...['run-over', 'run-preview', 'run-now', 'run-paused'].map((id) => `/runs/${id}`),
  ...['needs', 'sums', 'sign-off', 'lines'].map((name) => `/runs/run-over/${name}`),
  '/runs/run-over/lines?moved=yes',
  '/runs/run-over/line?id=shopify:us-store:1&storefront=us-store',
];

/** What the forms and links of all pages lead to, without ids. */
const actionsOf = async ({ html }: MemoryScreen): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const page of pages) {
    const text = await html(page);
    for (const [, action = ''] of text.matchAll(/<form[^>]* method="post" action="([^"]*)"/g))
      found.add(`POST ${/[^/]*$/.exec(action)?.[0] ?? ''}`);
    for (const [, link = ''] of text.matchAll(/href="[^"]*\/(new|check)[?"]/g)) found.add(`GET ${link}`);
  }
  return [...found].sort();
};

const operating = ['GET check', 'GET new', 'POST calendar', 'POST cancel', 'POST pause', 'POST retry', 'POST runs'];
const approving = ['POST TX', 'POST acknowledge', 'POST months', 'POST sign-off'];

describe('a user of the screen', () => {
  it.each([
    [undefined, [...operating, ...approving]],
    [
      ['view', 'operate', 'approve'],
      [...operating, ...approving],
    ],
    [['operate'], operating],
    [['approve'], approving],
    [['view'], []],
  ] as const)('with the rights %j sees what they may do, and nothing else', async (may, actions) => {
    expect(await actionsOf(await screenFor(may))).toStrictEqual([...actions].sort());
  });

  it('without the right is refused, and nothing changes', async () => {
    const screen = await screenFor(['view']);
    const days = { storefront: 'us-store', from: '2026-01-01', to: '2026-01-02' };
    for (const [path, fields] of [
      ['/runs', { ...days, mode: 'start' }],
      ['/calendar', days],
      ['/months', { month: '2020-02', what: 'close' }],
      ['/runs/run-now/pause', {}],
      ['/runs/run-now/cancel', {}],
      ['/runs/run-over/retry', {}],
      ['/runs/run-over/acknowledge', { storefront: 'us-store', id: 'x', note: 'x' }],
      ['/runs/run-over/sign-off', {}],
    ] as const) {
      expect([path, (await screen.post(path, fields)).status]).toStrictEqual([path, 403]);
    }
    for (const path of ['/new', '/import']) expect((await screen.get(path)).status).toBe(403);
    const { started, retried, ended, counted, store } = screen;
    expect([started, retried, ended, counted]).toStrictEqual([[], [], [], []]);
    expect(right(await store.reviews.closedPeriods())).toHaveLength(1);
    expect(right(await store.reviews.signOffs('run-over')())).toStrictEqual([]);
    expect(right(await store.inbox.resolutions('us-store')())).toStrictEqual([]);
  });

  it('who may decide has no sales read again, whatever the form says', async () => {
    const approver = await screenFor(['approve']);
    for (const [what, status] of [
      ['resync', 403],
      ['read again', 409],
      ['', 409],
    ] as const)
      expect([what, (await approver.post('/needs-you', { do: what })).status]).toStrictEqual([what, status]);
    expect(approver.woken).toStrictEqual([]);
    const operator = await screenFor(['operate']);
    expect((await operator.post('/needs-you', { do: 'resync' })).status).toBe(303);
    expect(operator.woken).toStrictEqual(['us-store']);
  });

  it('who may operate sends nothing into closed months without the right to approve', async () => {
    const days = { storefront: 'us-store', from: '2020-01-01', to: '2020-01-02', mode: 'start', confirm: 'closed' };
    const operator = await screenFor(['operate']);
    expect((await operator.post('/runs', days)).status).toBe(409);
    expect((await operator.post('/runs/live:us-store/retry', { confirm: 'closed' })).status).toBe(409);
    expect([operator.started, operator.retried]).toStrictEqual([[], []]);
    const both = await screenFor(['operate', 'approve']);
    expect((await both.post('/runs', days)).status).toBe(303);
  });

  it.each([{ may: [] }, { may: 'view' }, { may: ['everything'] }, { accounts: 'acme' }, { storefronts: [7] }])(
    'with unclear rights is none: %j',
    async (rights) => {
      const { get } = aScreenInMemory({ authorize: () => ({ name: 'Ada', ...rights }) as never });
      expect((await get('')).status).toBe(403);
    },
  );
});
