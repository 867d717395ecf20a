import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { aScreenInMemory, plainText } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const days = { from: '2026-01-01', to: '2026-03-31', storefront: 'us-store' };
const held = aReportLine({
  id: 'kept',
  outcome: 'held',
  reason: 'missing address',
  message: 'no address',
  amounts: null,
});
const ownPage = { 'sec-fetch-site': 'same-origin' };

describe('decisions of people on the screen', () => {
  it('start a sync, or a preview that sends nothing, of the chosen days', async () => {
    const { post, started } = aScreenInMemory();
    const response = await post('/runs', { ...days, mode: 'start' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('../screen/runs/run-new');
    await post('/runs', { ...days, mode: 'preview' });
    const request = { storefronts: ['us-store'], range: { from: days.from, to: days.to } };
    expect(started).toStrictEqual([
      { ...request, dryRun: false },
      { ...request, dryRun: true },
    ]);
  });

  it.each([
    ['days that do not exist', { ...days, from: '2026-02-30' }],
    ['a range that ends before it begins', { ...days, to: '2025-01-01' }],
    ['a storefront that is not configured', { ...days, storefront: 'constructor' }],
  ])('start nothing for %s, with a reason', async (_, fields) => {
    const { post, started } = aScreenInMemory();
    const response = await post('/runs', { ...fields, mode: 'start' });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('role="alert"');
    expect(started).toStrictEqual([]);
  });

  it('hold sales of a closed month by default, and send them in a sync of which a person agreed to that', async () => {
    const { post, html, started, readAll } = aScreenInMemory();
    await readAll();
    await post('/months', { month: '2026-02', what: 'close' });
    expect(plainText(await html('/months?year=2026'))).toMatch(/Feb 2026 .* closed by Ada/);
    const unchanged = await post('/months', { month: '2026-02', what: 'close' });
    expect(unchanged.status).toBe(200);
    expect(plainText(await unchanged.text())).toMatch(
      /Feb 2026 was closed before, by Ada on .+\. Nothing was changed\./,
    );
    const open = await post('/months', { month: '2026-01', what: 'reopen', reason: 'late' });
    expect(plainText(await open.text())).toContain('Jan 2026 is not closed. Nothing was changed.');
    for (const mode of ['preview', 'start']) {
      await post('/runs', { ...days, mode });
      await post('/runs', { ...days, mode, confirm: 'closed' });
    }
    expect(started.map(({ dryRun, intoClosedPeriods }) => [dryRun, intoClosedPeriods])).toStrictEqual([
      [true, undefined],
      [true, true],
      [false, undefined],
      [false, true],
    ]);
  });

  it('close no month that is not over, and none of the future', async () => {
    const now = Date.UTC(2026, 3, 1, 11, 59);
    const { post, store, readAll } = aScreenInMemory({
      clock: { now: () => now, sleep: () => () => Promise.resolve() },
    });
    await readAll();
    // In the last place on earth, March is not over.
    for (const month of ['2026-03', '2026-04', '2026-05']) {
      const refused = await post('/months', { month, what: 'close' });
      expect([refused.status, await refused.text()]).toStrictEqual([422, expect.stringContaining('is not over yet')]);
    }
    expect((await post('/months', { month: '2026-02', what: 'close' })).status).toBe(303);
    expect(right(await store.reviews.closedPeriods())).toMatchObject([{ month: '2026-02' }]);
  });

  it('close no month of which days were not read, and say which, and how to read them', async () => {
    const { post, store, open, close, finish } = aScreenInMemory();
    const february = { month: '2026-02', what: 'close' };
    const refusal = async (): Promise<string> => {
      const refused = await post('/months', february);
      expect(refused.status).toBe(422);
      return plainText(await refused.text());
    };
    expect(await refusal()).toContain(
      'Sales of 2026-02 were not read from us-store (2026-02-01 to 2026-02-28), eu-store (2026-02-01 to 2026-02-28). ' +
        'Run tax-nexus sync --storefront us-store --storefront eu-store --from 2026-02-01 --to 2026-02-28, then close it.',
    );
    await finish('run-1', [], { storefronts: ['us-store'], range: { from: '2026-01-01', to: '2026-02-10' } });
    await finish('run-2', [], { dryRun: true, storefronts: ['us-store', 'eu-store'] });
    await open('run-3', { storefronts: ['eu-store'] });
    await open('live:us-store', { kind: 'live' }, '2026-02-10T08:00:00Z');
    expect(await refusal()).toContain(
      'from eu-store (2026-02-01 to 2026-02-28). Run tax-nexus sync --storefront eu-store --from',
    );
    await close('run-3', 'finished');
    expect((await post('/months', february)).status).toBe(303);
    expect(right(await store.reviews.closedPeriods())).toMatchObject([{ month: '2026-02' }]);
  });

  it('reopen a month for a reason only, which stays with it', async () => {
    const { post, text, readAll } = aScreenInMemory();
    await readAll();
    await post('/months', { month: '2026-02', what: 'close' });
    const silent = await post('/months', { month: '2026-02', what: 'reopen', reason: ' ' });
    expect([silent.status, plainText(await silent.text())]).toStrictEqual([
      422,
      expect.stringContaining('2026-02 was not reopened: the reason is missing.'),
    ]);
    const february = '/period?from=2026-02-01&to=2026-02-28';
    expect(await text(february)).toMatch(/Feb 2026 closed Closed by Ada on/);
    await post('/months', { month: '2026-02', what: 'reopen', reason: 'a return came late' });
    expect(await text(february)).toMatch(
      /Feb 2026 open Reopened by Ada on .+: a return came late Closed by Ada on .*Feb 2026 was reopened by Ada on .+: a return came late\./,
    );
  });

  it('save a note on a line with its author, and return to the page where it was written', async () => {
    const { post, html, finish, store } = aScreenInMemory();
    await finish('run-1', [held]);
    const referer = 'https://host.example/tax-nexus/screen/runs/run-1/line?id=kept&storefront=us-store';
    const fields = { storefront: 'us-store', id: 'kept', note: 'the buyer moved' };
    const response = await post('/runs/run-1/acknowledge', fields, { ...ownPage, referer });
    expect(response.headers.get('location')).toBe(new URL(referer).pathname + new URL(referer).search);
    expect(right(await store.inbox.resolutions('us-store')())).toMatchObject([{ ...fields, by: 'Ada' }]);
    expect(await html('/runs/run-1/needs')).toContain('the buyer moved (Ada)');
  });

  it.each([
    ['on another storefront', { storefront: 'eu-store', id: 'kept', note: 'x' }],
    ['on nothing', { storefront: 'us-store', id: '', note: 'x' }],
    ['without text', { storefront: 'us-store', id: 'kept', note: '  ' }],
  ])('save no note %s', async (_, fields) => {
    const { post, finish, store } = aScreenInMemory();
    await finish('run-1', [held]);
    expect((await post('/runs/run-1/acknowledge', fields)).status).toBe(409);
    expect(right(await store.inbox.resolutions(fields.storefront)())).toStrictEqual([]);
  });

  it('never redirect to another host', async () => {
    const { post, finish } = aScreenInMemory();
    await finish('run-1', [held]);
    const headers = { ...ownPage, referer: 'https://evil.example//evil.example/screen' };
    const response = await post('/runs/run-1/acknowledge', { storefront: 'us-store', id: 'kept', note: 'x' }, headers);
    expect(response.headers.get('location')).toBe('../../../screen/runs/run-1');
  });

  it('retry everything, or one line', async () => {
    const { post, finish, retried } = aScreenInMemory();
    await finish('run-1', [held]);
    await post('/runs/run-1/retry', {});
    await post('/runs/run-1/retry', { id: 'kept' });
    expect(retried).toStrictEqual([
      ['run-1', null],
      ['run-1', 'kept'],
    ]);
  });

  it('hold sales of a closed month when they are retried, unless a person agrees to send them', async () => {
    const { post, html, finish, readAll, retried, agreed } = aScreenInMemory();
    await readAll();
    await finish('run-1', [held]);
    await post('/months', { month: '2026-02', what: 'close', open: '1' });
    for (const path of ['/runs/run-1', '/runs/run-1/line?id=kept&storefront=us-store']) {
      const page = await html(path);
      expect(page).toContain('name="confirm"');
      expect(page).toContain('name="confirm" value="closed"/>');
    }
    await post('/runs/run-1/retry', {});
    await post('/runs/run-1/retry', { id: 'kept' });
    await post('/runs/run-1/retry', { confirm: 'closed' });
    await post('/runs/run-1/retry', { id: 'kept', confirm: 'closed' });
    expect(retried).toHaveLength(4);
    expect(agreed).toStrictEqual([false, false, true, true]);
  });

  it('offer to send into closed months only where the month of the sale is closed', async () => {
    const { post, html, finish, readAll } = aScreenInMemory();
    await readAll();
    const lines = ['2026-01-15', '2026-02-15'].map((day) => ({ ...held, id: day, occurredAt: `${day}T12:00:00Z` }));
    await finish('run-1', lines);
    await post('/months', { month: '2026-02', what: 'close', open: '1' });
    const pageOf = (id: string): Promise<string> => html(`/runs/run-1/line?id=${id}&storefront=us-store`);
    expect(await pageOf('2026-02-15')).toContain('name="confirm"');
    expect(await pageOf('2026-01-15')).not.toContain('name="confirm"');
  });

  it('pause or cancel a run in any process', async () => {
    const { post, html, open, ended } = aScreenInMemory();
    await open('run-1');
    const page = await html('/runs/run-1');
    for (const how of ['pause', 'cancel']) {
      expect(page).toContain(`runs/run-1/${how}"`);
      expect((await post(`/runs/run-1/${how}`, {})).status).toBe(303);
    }
    expect(ended).toStrictEqual([
      ['run-1', 'pause'],
      ['run-1', 'cancel'],
    ]);
  });

  it('can resume a paused run; in place of a canceled one they start a new sync', async () => {
    const { html, open, close } = aScreenInMemory();
    await open('run-1');
    await close('run-1', 'paused');
    const paused = await html('/runs/run-1');
    expect(paused).toContain('>Resume<');
    expect(paused).toContain('runs/run-1/cancel"');
    await close('run-1', 'canceled');
    const canceled = await html('/runs/run-1');
    expect(canceled).toContain('The run was canceled');
    expect(canceled).toContain('>Start the sync<');
    expect(canceled).not.toContain('>Resume<');
    expect(canceled).not.toContain('runs/run-1/cancel"');
  });

  it('sign the current numbers: the statement stays the same when the run changes', async () => {
    const { post, get, text, finish, commit } = aScreenInMemory();
    await finish('run-1', [aReportLine(), held]);
    expect((await post('/runs/run-1/sign-off', { note: 'compared', open: '1' })).status).toBe(303);
    await commit('run-1', { checkpoint: null, lines: [{ ...held, outcome: 'succeeded', reason: null }] });
    const statement = await text('/runs/run-1/statement?number=1');
    expect(statement).toContain('Ada');
    expect(statement).toContain('compared');
    expect(statement).toMatch(/on hold +1/);
    expect(statement).toMatch(/CA +Feb 2026 +USD +1 +107\.25 +7\.25 +all +USD +1 +107\.25 +7\.25/);
    expect((await get('/runs/run-1/statement?number=2')).status).toBe(404);
  });

  it.each([
    ['a preview', { dryRun: true }, 'finished'],
    ['an unfinished sync', {}, 'paused'],
    ['a canceled sync', {}, 'canceled'],
  ] as const)('do not sign %s', async (_, request, status) => {
    const { post, open, close, store } = aScreenInMemory();
    await open('run-1', request);
    await close('run-1', status);
    expect((await post('/runs/run-1/sign-off', { note: '' })).status).toBe(409);
    expect(right(await store.reviews.signOffs('run-1')())).toStrictEqual([]);
  });

  it('get the reason when nothing was started', async () => {
    const message = 'Another process is at work on us-store.';
    const refuse = () => TE.left({ code: 'STOREFRONT_BUSY' as const, message });
    const runs = {
      start: refuse,
      retry: refuse,
      end: refuse,
      progress: () => undefined,
      whyEnded: () => [],
      worksToEnd: false,
    };
    const { post, open } = aScreenInMemory({ runs });
    await open('run-1');
    for (const [path, fields] of [
      ['/runs', { ...days, mode: 'start' }],
      ['/runs/run-1/retry', {}],
      ['/runs/run-1/cancel', {}],
    ] as const) {
      expect(await (await post(path, fields)).text()).toContain(message);
    }
  });
});
