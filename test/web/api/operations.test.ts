import { describe, expect, it } from '@jest/globals';
import type { ScreenUser } from '../../../src/index.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import type { Exposure } from '../../../src/reconcile/thresholds/exposure.ts';
import { eventually, last, plugins } from '../../support/a-plugin.ts';
import { slowShop } from '../../support/a-screen.ts';
import { anApi, apiAddress, complaintsAbout } from '../../support/an-api.ts';

const aPlugin = plugins();
let user: ScreenUser | null = { name: 'Ada' };
const as = async <A>(other: ScreenUser | null, work: () => Promise<A>): Promise<A> => {
  user = other;
  return work().finally(() => {
    user = { name: 'Ada' };
  });
};
const { taxNexus } = await aPlugin(
  { authorize: () => user, publicUrl: 'https://app.example/tax-nexus/' },
  { shop: { orders: 150 } },
);
const { ask, document, answered } = await anApi(taxNexus);

const earlier = (await ask('POST', '/runs', { from: '2019-01-01', to: '2020-01-31' })).body as {
  readonly runId: string;
};
await last(taxNexus.historicalSync.watch(earlier.runId));
const started = (await ask('POST', '/runs', sampleRange)).body as { readonly runId: string };
await last(taxNexus.historicalSync.watch(started.runId));
const run = `/runs/${started.runId}`;

interface Line {
  readonly id: string;
  readonly sourceId: string;
  readonly storefront: string;
}

const linesOf = async (query: string): Promise<{ readonly items: readonly Line[]; readonly next: string | null }> =>
  (await ask('GET', `${run}/lines${query}`)).body as never;

const codeOf = (answer: { readonly status: number; readonly body: unknown }): unknown => [
  answer.status,
  (answer.body as { readonly code?: string } | null)?.code,
];

describe('the document', () => {
  it('is OpenAPI 3.1', () => {
    expect(complaintsAbout(document)).toStrictEqual([]);
    expect(complaintsAbout({ ...document, paths: { runs: {} } })).not.toStrictEqual([]);
  });
});

describe('the HTTP API', () => {
  it('lists what needs you, decides it together, and takes it back', async () => {
    const { body } = await ask('GET', '/needs-you');
    expect(body).toStrictEqual({ items: await taxNexus.decisions.open(), next: null });
    const { items } = body as { readonly items: readonly { what: string; isSent: boolean; count: number }[] };
    const [group] = items.filter(({ isSent }) => !isSent);
    if (group === undefined) throw new Error('nothing is held');
    const { what, isSent, count } = group;
    const sales = `/needs-you/sales?isSent=false&what=${encodeURIComponent(what)}`;
    expect((await ask('GET', sales)).body).toStrictEqual(await taxNexus.decisions.list({ what, isSent }));
    const leaveOut = { what, isSent, action: 'leave out', expected: count };
    expect(codeOf(await ask('POST', '/decisions', leaveOut))).toStrictEqual([422, 'INVALID']);
    const made = await ask('POST', '/decisions', { ...leaveOut, note: 'a test' });
    expect(made).toMatchObject({ status: 201, body: { count } });
    const { batch } = made.body as { readonly batch: string };
    expect((await ask('GET', `/decisions/${batch}`)).body).toStrictEqual(await taxNexus.decisions.progress({ batch }));
    expect((await ask('POST', `/decisions/${batch}/undo`, {})).body).toStrictEqual({ undone: count, kept: 0 });
    expect((await ask('POST', `/decisions/${batch}/send`, {})).body).toStrictEqual({ records: 0 });
    expect((await ask('POST', '/needs-you/resync', { what, isSent })).body).toMatchObject({ records: count });
  });

  it('shows what the methods of the plugin give', async () => {
    expect((await ask('GET', '/storefronts')).body).toMatchObject({
      items: [{ name: 'us-store', platform: 'shopify' }],
    });
    expect((await ask('POST', '/check')).body).toStrictEqual(JSON.parse(JSON.stringify(await taxNexus.check())));
    const { historicalSync } = taxNexus;
    expect((await ask('GET', run)).body).toStrictEqual(await historicalSync.find(started.runId));
    expect((await ask('GET', `${run}/report`)).body).toStrictEqual(await historicalSync.report(started.runId));
    expect((await ask('GET', `${run}/progress`)).body).toStrictEqual(await last(historicalSync.watch(started.runId)));
    expect((await ask('GET', '/runs?limit=1')).body).toStrictEqual(await historicalSync.list({ limit: 1 }));
    expect(await linesOf('?outcomes=held&outcomes=failed&limit=3')).toStrictEqual(
      await historicalSync.lines(started.runId, { outcomes: ['held', 'failed'], limit: 3 }),
    );
    const on = '2026-03-31';
    expect((await ask('GET', `/exposure?on=${on}`)).body).toStrictEqual(await taxNexus.exposure({ on }));
    expect(codeOf(await ask('GET', '/exposure?on=2026-02-30'))).toStrictEqual([422, 'RANGE']);
    const presence = await taxNexus.presence();
    expect(presence.states.map(({ state }) => state)).toStrictEqual(['MA', 'NJ', 'NV', 'TX']);
    expect((await ask('GET', '/presence')).body).toStrictEqual(presence);
    const days = `from=${sampleRange.from}&to=${sampleRange.to}`;
    expect((await ask('GET', '/overview')).body).toStrictEqual({
      items: await taxNexus.accounts.overview(),
      next: null,
    });
    const statement = await taxNexus.statement(sampleRange);
    expect(statement.lines.length).toBeGreaterThan(0);
    expect((await ask('GET', `/statement?${days}`)).body).toStrictEqual({ ...statement, at: expect.any(String) });
    for (const format of ['csv', 'json'] as const) {
      const { body, headers } = await ask('GET', `/export?${days}&what=summary&format=${format}`);
      const file = await taxNexus.export({ ...sampleRange, what: 'summary', format });
      const text = await new Response(file.body).text();
      expect(body).toStrictEqual(format === 'csv' ? text : JSON.parse(text));
      expect(headers.get('content-type')).toBe(file.contentType);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${file.fileName}"`);
    }
    expect(codeOf(await ask('GET', '/export?from=2026-02-30&to=2026-03-01'))).toStrictEqual([422, 'RANGE']);
    expect(codeOf(await ask('GET', `/export?${days}&format=pdf`))).toStrictEqual([422, 'INVALID']);
    const mine = await ask('GET', `/export?${days}`);
    for (const path of [`/export?${days}`, '/closed-periods', '/runs'])
      expect(codeOf(await as({ name: 'Bob', storefronts: [] }, () => ask('GET', path)))).toStrictEqual([
        404,
        'NOT_FOUND',
      ]);
    const linesIn = ({ body }: { readonly body: unknown }): number => String(body).trim().split('\n').length;
    expect(linesIn(mine)).toBeGreaterThan(100);
    expect((await ask('GET', '/me')).body).toStrictEqual({
      name: 'Ada',
      may: ['view', 'operate', 'approve'],
      account: 'default',
    });
    expect((await ask('GET', '/accounts')).body).toStrictEqual({ items: [{ name: 'default' }], next: null });
  });

  it('pages through all lines by the cursor', async () => {
    const seen = new Set<string>();
    let query = '?limit=150';
    for (;;) {
      const { items, next } = await linesOf(query);
      for (const { id } of items) seen.add(id);
      if (next === null) break;
      query = `?limit=150&cursor=${next}`;
    }
    const { considered } = await taxNexus.historicalSync.report(started.runId);
    expect(seen.size).toBe(considered);
  });

  it('explains sales that were sent and such that are held', async () => {
    for (const outcome of ['succeeded', 'held', 'skipped']) {
      for (const { storefront, sourceId } of (await linesOf(`?outcomes=${outcome}&limit=20`)).items) {
        const query = new URLSearchParams({ storefront, record: sourceId }).toString();
        expect((await ask('GET', `/explanations?${query}`)).status).toBe(200);
      }
    }
  });

  it('compares a month, and refuses more', async () => {
    const { body } = await ask('POST', '/reconciliations', { from: '2026-01-01', to: '2026-01-31' });
    expect(body).toMatchObject({ items: [{ storefront: 'us-store', differing: 0 }] });
    expect(codeOf(await ask('POST', '/reconciliations', { from: '2025-01-01', to: '2026-01-31' }))).toStrictEqual([
      422,
      'RANGE',
    ]);
  });

  it('puts the totals of a platform next to those of the service', async () => {
    const { body } = await ask('POST', '/tie-out', { month: '2026-01' });
    expect(body).toMatchObject({ items: [{ storefront: 'us-store', month: '2026-01' }] });
    expect(codeOf(await ask('POST', '/tie-out', { month: '2026-13' }))).toStrictEqual([422, 'RANGE']);
  });

  it('checks and repairs webhooks', async () => {
    const address = 'https://app.example/tax-nexus/webhooks/us-store';
    const path = '/storefronts/us-store/subscriptions';
    await ask('GET', `${path}?${new URLSearchParams({ address }).toString()}`);
    const { body } = await ask('POST', path, { address });
    expect((body as { readonly items: readonly object[] }).items).toContainEqual(
      expect.objectContaining({ state: 'created' }),
    );
  });

  it('takes decisions under the name of the user', async () => {
    const [line] = (await linesOf('?outcomes=held&limit=1')).items;
    const about = { storefront: 'us-store', id: line?.id, note: 'decided' };
    expect((await ask('POST', '/notes', about)).status).toBe(204);
    expect((await linesOf(`?id=${encodeURIComponent(line?.id ?? '')}`)).items).toMatchObject([
      { note: { note: 'decided', by: 'Ada' } },
    ]);
    const refused = (await ask('POST', `${run}/sign-offs`, { note: 'as filed' })).body;
    const { open } = refused as { readonly open: number };
    expect(open).toBeGreaterThan(10);
    expect(refused).toMatchObject({
      ...{ code: 'RUN_STATE', detail: expect.stringContaining(`${open} matters are open.`) as unknown },
    });
    const signed = await ask('POST', `${run}/sign-offs`, { note: 'as filed', open });
    expect(signed.body).toMatchObject({ by: 'Ada' });
    expect((await ask('GET', `${run}/sign-offs`)).body).toMatchObject({ items: [{ by: 'Ada', note: 'as filed' }] });
  });

  it('closes and opens months, and says when nothing was changed', async () => {
    const january = { month: '2020-01', isClosed: true, closed: { by: 'Ada', at: expect.any(String) as unknown } };
    const close = (): ReturnType<typeof ask> => ask('POST', '/closed-periods', { month: '2020-01' });
    expect((await close()).body).toStrictEqual({ ...january, hasChanged: true });
    expect((await as({ name: 'Bob' }, close)).body).toStrictEqual({ ...january, hasChanged: false });
    expect((await ask('GET', '/closed-periods')).body).toMatchObject({ items: [{ month: '2020-01', by: 'Ada' }] });
    for (const hasChanged of [true, false]) {
      const { body } = await ask('POST', '/closed-periods/2020-01/reopen', { reason: 'late' });
      expect(body).toStrictEqual({ month: '2020-01', isClosed: false, hasChanged, closed: null });
    }
    expect((await ask('GET', '/closed-periods')).body).toMatchObject({ items: [] });
    const months = (await ask('GET', '/closed-periods/months')).body as { readonly items: readonly unknown[] };
    expect(months.items).toContainEqual({
      ...{ month: '2020-01', isClosed: false },
      changes: [
        { action: 'reopen', by: 'Ada', at: expect.any(String) as unknown, reason: 'late' },
        { action: 'close', by: 'Ada', at: expect.any(String) as unknown, reason: '' },
      ],
    });
    expect((await ask('POST', '/closed-periods/2020-01/reopen', {})).status).toBe(422);
    const unread = await ask('POST', '/closed-periods', { month: '2018-12' });
    expect(unread).toMatchObject({ status: 409, body: { code: 'RUN_STATE' } });
    expect((unread.body as { readonly detail: string }).detail).toContain('--from 2018-12-01 --to 2018-12-31');
    const { items } = await taxNexus.decisions.list({ limit: 500 });
    // In the middle of it, it is the same month in each time zone.
    const sold = items.map(({ occurredAt }) => occurredAt ?? '').find((at) => /^\d{4}-\d\d-1/.test(at)) ?? '';
    const month = sold.slice(0, 7);
    const refused = (await ask('POST', '/closed-periods', { month })).body as { readonly open: number };
    expect(refused).toMatchObject({ code: 'RUN_STATE', open: expect.any(Number) as unknown });
    expect((await ask('POST', '/closed-periods', { month, open: refused.open })).body).toMatchObject({
      isClosed: true,
    });
    await ask('POST', `/closed-periods/${month}/reopen`, { reason: 'late' });
  });

  it('notes where the business is registered, and removes it', async () => {
    const texas = { state: 'TX', status: 'registered', since: '2026-05-01', by: 'our accountant', isSetting: false };
    const noted = { state: 'TX', since: '2026-05-01', registeredBy: 'our accountant' };
    expect((await ask('POST', '/registrations', noted)).body).toStrictEqual(texas);
    expect((await ask('GET', '/registrations')).body).toStrictEqual({ items: [texas], next: null });
    expect((await ask('GET', '/exposure')).body).toMatchObject({
      registrations: [{ state: 'TX', by: 'our accountant' }],
    });
    expect(codeOf(await ask('POST', '/registrations', { state: 'CA' }))).toStrictEqual([422, 'INVALID']);
    for (const hasChanged of [true, false])
      expect((await ask('POST', '/registrations/TX/remove')).body).toStrictEqual({ state: 'TX', hasChanged });
  });

  it('keeps opening balances, which count toward thresholds and are in no statement', async () => {
    const fairs = { channel: 'Fairs', state: 'NE', month: '2026-01', sales: '150000.00', transactions: 31 };
    const days = '/statement?from=2025-12-01&to=2026-02-28';
    const statement = async () => ({ ...((await ask('GET', days)).body as object), at: '' });
    const before = await statement();
    const saved = await ask('POST', '/opening-balances', { balances: [fairs] });
    const listed = { ...fairs, isMarketplace: false, notedBy: 'Ada', notedAt: expect.any(String) as unknown };
    expect(saved).toMatchObject({ status: 200, body: { items: [listed] } });
    expect((await ask('GET', '/opening-balances')).body).toStrictEqual({ items: [listed], next: null });
    const { states } = (await ask('GET', '/exposure?on=2026-02-28')).body as Exposure;
    expect(states.find(({ state }) => state === 'NE')).toMatchObject({
      ...{ status: 'reached', openingBalances: { sales: '150000.00', transactions: 31, channels: ['Fairs'] } },
    });
    expect(await statement()).toStrictEqual(before);
    const wrong: readonly (readonly [object, string])[] = [
      [{ sales: '1,000' }, 'the sales are not a decimal number'],
      [{ sales: '-1' }, 'negative'],
      [{ state: 'OR' }, 'US state with a sales tax'],
      [{ month: '2099-01' }, 'has not begun'],
      [{ channel: ' ' }, 'name of the channel'],
    ];
    for (const [difference, problem] of wrong) {
      const refused = await ask('POST', '/opening-balances', { balances: [fairs, { ...fairs, ...difference }] });
      expect(codeOf(refused)).toStrictEqual([422, 'INVALID']);
      expect((refused.body as { readonly detail: string }).detail).toContain(`Opening balance 2: `);
      expect((refused.body as { readonly detail: string }).detail).toContain(problem);
    }
    for (const removed of [1, 0])
      expect((await ask('POST', '/opening-balances/remove', { channel: 'Fairs' })).body).toStrictEqual({ removed });
  });

  it('sends again what is gone from the service, as many as were shown, with the right to approve', async () => {
    const { configuration, another, taxService } = await aPlugin(
      {},
      { shop: { orders: 6 }, taxService: { corrections: ['DELETE'] } },
    );
    const own = another({ authorize: () => user, service: configuration.service });
    const api = await anApi(own);
    const sync = async (): Promise<void> => {
      const { id } = await own.historicalSync.start(sampleRange);
      await last(own.historicalSync.watch(id));
    };
    await sync();
    const [lost] = taxService.journal();
    const headers = { authorization: 'Bearer sandbox-key' };
    const address = `${taxService.origin}/transactions/${encodeURIComponent(lost?.id ?? '')}`;
    await fetch(address, { method: 'DELETE', headers });
    await sync();
    const path = '/corrections/gone?storefront=us-store';
    const send = (expected: number): ReturnType<typeof ask> =>
      api.ask('POST', '/corrections/gone', { storefront: 'us-store', expected });
    expect((await api.ask('GET', path)).body).toStrictEqual({
      ...{ storefront: 'us-store', count: 1, names: [expect.stringContaining('Shopify')] as unknown },
    });
    expect(codeOf(await as({ name: 'Bob', may: ['operate'] }, () => send(1)))).toStrictEqual([403, 'FORBIDDEN']);
    expect(codeOf(await send(2))).toStrictEqual([409, 'RUN_STATE']);
    expect((await send(1)).body).toMatchObject({
      ...{ storefront: 'us-store', held: 0 },
      items: [{ isCorrected: true, way: 'send again', answer: 'accepted' }],
    });
    expect(codeOf(await api.ask('GET', '/corrections/gone?storefront=nowhere'))).toStrictEqual([
      ...[404, 'UNKNOWN_STOREFRONT'],
    ]);
    for (const operation of api.answered) answered.add(operation);
  });

  it('corrects what the service holds of a sale, as it was shown to who agreed', async () => {
    const shown = { shop: { orders: 12 }, taxService: { corrections: ['PUT'] } } as const;
    const { configuration, another, shop } = await aPlugin({}, shown);
    const service = { ...configuration.service, wire: { corrections: 'PUT' } } as const;
    const own = another({ authorize: () => user, service });
    const api = await anApi(own);
    const { id } = await own.historicalSync.start(sampleRange);
    await last(own.historicalSync.watch(id));
    shop.moveOrder(1, 'WA');
    const about = { storefront: 'us-store', record: '#1002' } as const;
    const path = `/corrections?${new URLSearchParams(about).toString()}`;
    const found = (await api.ask('GET', path)).body as { readonly seen: string };
    expect(found).toStrictEqual(await own.corrections.find('us-store', '#1002'));
    const tax = { field: 'taxCollected', ours: expect.any(String) as unknown, theirs: expect.any(String) as unknown };
    expect(found).toMatchObject({
      storefront: 'us-store',
      items: [
        {
          state: 'Differs',
          ways: ['replace', 'offset'],
          message: null,
          differences: expect.arrayContaining([tax]) as unknown,
        },
      ],
    });
    const correct = (seen: string): ReturnType<typeof ask> => api.ask('POST', '/corrections', { ...about, seen });
    expect(codeOf(await correct('something else'))).toStrictEqual([409, 'RUN_STATE']);
    for (const [may, ofRight] of [
      ['operate', () => correct(found.seen)],
      ['approve', () => api.ask('GET', path)],
    ] as const)
      expect(codeOf(await as({ name: 'Bob', may: [may] }, ofRight))).toStrictEqual([403, 'FORBIDDEN']);
    expect((await api.ask('GET', path)).body).toStrictEqual(found);
    const done = {
      isCorrected: true,
      way: 'replace',
      offset: null,
      replacement: null,
      answer: 'accepted',
      message: null,
    };
    expect((await correct(found.seen)).body).toMatchObject({ storefront: 'us-store', items: [done] });
    expect((await api.ask('GET', path)).body).toMatchObject({ items: [{ state: 'Same', differences: [] }] });
    expect(codeOf(await correct(found.seen))).toStrictEqual([409, 'RUN_STATE']);
    const { audit } = await own.explain('us-store', '#1002');
    expect(audit).toContainEqual(expect.objectContaining({ action: 'correct', answer: 'accepted', by: 'Ada' }));
    shop.moveOrder(1, 'TX');
    const unsupported = another({ authorize: () => user });
    const { seen } = await unsupported.corrections.find('us-store', '#1002');
    const byReplacement = { ...about, by: 'Ada', seen, way: 'replace' } as const;
    await expect(unsupported.corrections.correct(byReplacement)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    const offsetApi = await anApi(unsupported);
    const body = { ...about, seen, way: 'offset' };
    expect((await offsetApi.ask('POST', '/corrections', body)).body).toMatchObject({
      items: [
        {
          isCorrected: true,
          way: 'offset',
          offset: expect.stringContaining(':undone:changed-1') as unknown,
          replacement: expect.stringContaining(':restored:changed-1') as unknown,
        },
      ],
    });
    for (const operation of api.answered) answered.add(operation);
  });

  it('pauses, resumes, follows, retries and cancels runs', async () => {
    const slow = await aPlugin({ authorize: () => ({ name: 'Ada' }) }, slowShop(150));
    const api = await anApi(slow.taxNexus);
    const { body } = await api.ask('POST', '/runs', sampleRange);
    const path = `/runs/${(body as { readonly runId: string }).runId}`;
    expect((await api.ask('POST', `${path}/pause`)).body).toStrictEqual({ hasEnded: true });
    expect((await api.ask('GET', path)).body).toMatchObject({ status: 'paused' });
    expect((await api.ask('POST', `${path}/resume`)).body).toStrictEqual(body);
    const events = (await api.ask('GET', `${path}/events`)).body as string;
    const progress = [...events.matchAll(/event: progress\ndata: (.*)\n/g)].map(
      ([, data = '']) => JSON.parse(data) as { readonly considered: number; readonly status: string },
    );
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toMatchObject({ status: 'finished', considered: 60 });
    expect(events.trimEnd().endsWith('event: over\ndata: -')).toBe(true);
    expect((await api.ask('POST', `${path}/retry`)).body).toStrictEqual(body);
    await eventually(async () => (await last(slow.taxNexus.historicalSync.watch(path.slice(6)))).status === 'finished');
    const preview = (await api.ask('POST', '/runs', { ...sampleRange, dryRun: true })).body as typeof started;
    expect((await api.ask('POST', `/runs/${preview.runId}/cancel`)).status).toBe(200);
    expect(codeOf(await api.ask('POST', `/runs/${preview.runId}/resume`))).toStrictEqual([409, 'RUN_STATE']);
    expect([...api.answered]).toEqual(
      expect.arrayContaining(['followRun', 'pauseRun', 'cancelRun', 'resumeRun', 'retryRun']),
    );
    for (const operation of api.answered) answered.add(operation);
  });

  it('refuses with a problem that has a code', async () => {
    const refusals = [
      ['GET', '/runs/no-run', undefined, 404, 'UNKNOWN_RUN'],
      ['GET', '/runs/no-run/events', undefined, 404, 'UNKNOWN_RUN'],
      ['GET', `${run}/lines?limit=501`, undefined, 422, 'INVALID'],
      ['GET', `${run}/lines?cursor=x`, undefined, 422, 'INVALID'],
      ['GET', `${run}/lines?outcomes=none`, undefined, 422, 'INVALID'],
      ['GET', `${run}/lines?unknown=1`, undefined, 422, 'INVALID'],
      ['GET', `${run}/nothing`, undefined, 404, 'NOT_FOUND'],
      ['GET', '/notes', undefined, 405, 'METHOD_NOT_ALLOWED'],
      ['GET', '/runs?account=other', undefined, 404, 'NOT_FOUND'],
      ['GET', '/explanations?storefront=us-store&record=999', undefined, 404, 'UNKNOWN_RECORD'],
      ['GET', '/corrections?storefront=us-store&record=999', undefined, 404, 'UNKNOWN_RECORD'],
      ['GET', '/corrections?storefront=nowhere&record=999', undefined, 404, 'UNKNOWN_STOREFRONT'],
      ['POST', '/runs', { from: 'x', to: 'y' }, 422, 'RANGE'],
      ['POST', '/runs', { from: '2026-01-01' }, 422, 'INVALID'],
      ['POST', '/runs', [], 422, 'INVALID'],
      ['POST', '/runs', '{', 400, 'BODY'],
      ['POST', '/runs', { ...sampleRange, storefronts: ['nowhere'] }, 404, 'UNKNOWN_STOREFRONT'],
      ['POST', '/runs', { ...sampleRange, storefronts: [] }, 404, 'UNKNOWN_STOREFRONT'],
      ['POST', '/notes', { storefront: 'us-store', id: 'x', note: ' ' }, 422, 'INVALID'],
      ['POST', `${run}/resume`, {}, 409, 'RUN_STATE'],
      ['POST', '/check', ' '.repeat(70_000), 413, 'BODY'],
    ] as const;
    for (const [method, path, body, status, code] of refusals) {
      expect([path, codeOf(await ask(method, path, body))]).toStrictEqual([path, [status, code]]);
    }
  });

  it('refuses a query parameter of a POST, and says where its fields belong', async () => {
    expect((await ask('POST', '/runs?from=2026-01-01', {})).body).toMatchObject({
      code: 'INVALID',
      detail: 'A POST takes no query parameter but "account". Send the other fields in its JSON body.',
    });
  });

  it('answers each operation of its document', () => {
    const all = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect([...all.map(({ operationId }) => operationId)].sort()).toStrictEqual([...answered, 'openApi'].sort());
  });

  it('answers 414 and 404 where the screen does', async () => {
    const long = await taxNexus.handler(new Request(`${apiAddress}/runs/${'x'.repeat(9_000)}`));
    expect(long.status).toBe(414);
    const { taxNexus: none } = await aPlugin();
    expect((await none.handler(new Request(`${apiAddress}/runs`))).status).toBe(404);
  });
});

describe('an Idempotency-Key', () => {
  it('gives the same answer to the same request, also after the run is over', async () => {
    const request = { from: '2026-01-01', to: '2026-01-31' };
    const key = { 'idempotency-key': 'start-1' };
    const [first, second] = await Promise.all([ask('POST', '/runs', request, key), ask('POST', '/runs', request, key)]);
    expect(second.body).toStrictEqual(first.body);
    await last(taxNexus.historicalSync.watch((first.body as typeof started).runId));
    expect((await ask('POST', '/runs', request, key)).body).toStrictEqual(first.body);
    const other = await ask('POST', '/runs', request, { 'idempotency-key': 'start-2' });
    expect(other.body).not.toStrictEqual(first.body);
    expect(codeOf(await ask('POST', '/runs', { ...request, to: '2026-01-30' }, key))).toStrictEqual([
      422,
      'KEY_REUSED',
    ]);
  });

  it('of another user is another key, and a refusal may be tried again', async () => {
    const key = { 'idempotency-key': 'start-3' };
    const refused = await ask('POST', '/runs', { from: 'x', to: 'y' }, key);
    expect(refused.status).toBe(422);
    const request = { from: '2025-12-01', to: '2025-12-31', dryRun: true };
    const first = await ask('POST', '/runs', request, key);
    expect(first.status).toBe(201);
    const ofBob = { ...request, to: '2025-12-30' };
    expect((await as({ name: 'Bob' }, () => ask('POST', '/runs', ofBob, key))).status).toBe(201);
    expect(codeOf(await ask('POST', '/runs', ofBob, key))).toStrictEqual([422, 'KEY_REUSED']);
  });
});

describe('who may ask', () => {
  it('is whom the host lets in', async () => {
    const answer = await as(null, () => ask('GET', '/runs'));
    expect(codeOf(answer)).toStrictEqual([401, 'UNAUTHENTICATED']);
    expect(answer.headers.get('www-authenticate')).toBe('Session');
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://other.host.example' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://host.example' }, 200],
    [{}, 200],
  ])('is a page of the same origin, or no browser: %j', async (headers, status) => {
    const answer = await ask('POST', '/closed-periods', { month: '2019-01' }, headers);
    expect(answer.status).toBe(status);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'sends JSON, and not %s, which forms of other pages can send',
    async (type) => {
      const answer = await ask('POST', '/closed-periods', { month: '2019-02' }, { 'content-type': type });
      expect(codeOf(answer)).toStrictEqual([415, 'MEDIA_TYPE']);
    },
  );

  it.each([
    [['view'], 'GET', '/runs', {}, 200],
    [['view'], 'POST', '/check', {}, 403],
    [['view'], 'POST', '/runs', { from: '2026-01-01', to: '2026-01-02', dryRun: true }, 403],
    [['view'], 'POST', '/closed-periods', { month: '2019-03' }, 403],
    [['operate'], 'POST', '/closed-periods', { month: '2019-03' }, 403],
    [['operate'], 'POST', '/check', {}, 200],
    [['operate'], 'POST', '/runs', { from: '2026-01-01', to: '2026-01-02', intoClosedPeriods: true }, 403],
    [['approve'], 'POST', '/closed-periods', { month: '2019-03' }, 200],
    [['approve'], 'POST', '/check', {}, 403],
  ] as const)('has the right: %j %s %s %j', async (may, method, path, body, status) => {
    const answer = await as({ name: 'Bob', may }, () => ask(method, path, body));
    expect(answer.status).toBe(status);
  });
});
