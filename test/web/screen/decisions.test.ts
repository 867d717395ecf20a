import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { anEntry, aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

const days = { from: '2026-01-01', to: '2026-03-31', storefront: 'us-store' };
const kept = anEntry({ id: 'kept', outcome: 'held', reason: 'no destination', message: 'no address', amounts: null });

describe('what people decide on the screen', () => {
  it('starts a sync, or a preview that pushes nothing, of what was chosen', async () => {
    const { post, started } = aScreenInMemory();
    const answer = await post('/runs', { ...days, mode: 'start' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('../screen/runs/run-new');
    await post('/runs', { ...days, mode: 'preview' });
    const request = { storefronts: ['us-store'], range: { from: days.from, to: days.to } };
    expect(started).toStrictEqual([
      { ...request, dryRun: false },
      { ...request, dryRun: true },
    ]);
  });

  it.each([
    ['days that are none', { ...days, from: '2026-02-30' }],
    ['a range that ends before it begins', { ...days, to: '2025-01-01' }],
    ['a storefront that is not configured', { ...days, storefront: 'constructor' }],
  ])('starts nothing for %s, and says why', async (_, fields) => {
    const { post, started } = aScreenInMemory();
    const answer = await post('/runs', { ...fields, mode: 'start' });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('role="alert"');
    expect(started).toStrictEqual([]);
  });

  it('asks for an agreement before it sends into a closed month; a preview may look', async () => {
    const { post, get, started } = aScreenInMemory();
    await post('/months', { month: '2026-02', what: 'close' });
    expect(await (await get('/months')).text()).toContain('closed by Ada');
    const refused = await post('/runs', { ...days, mode: 'start' });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Feb 2026: closed.');
    expect(started).toStrictEqual([]);
    await post('/runs', { ...days, mode: 'preview' });
    await post('/runs', { ...days, mode: 'start', confirm: 'closed' });
    await post('/months', { month: '2026-02', what: 'reopen' });
    await post('/runs', { ...days, mode: 'start' });
    expect(started.map(({ dryRun, intoClosedPeriods }) => [dryRun, intoClosedPeriods])).toStrictEqual([
      [true, true],
      [false, true],
      [false, undefined],
    ]);
  });

  it('keeps a note on an entry, with who wrote it, and goes back to where it was written', async () => {
    const { post, get, finish, store } = aScreenInMemory();
    await finish('run-1', [kept]);
    const referer = 'https://host.example/tax-nexus/screen/runs/run-1/entry?id=kept&storefront=us-store';
    const fields = { storefront: 'us-store', id: 'kept', note: 'the buyer moved' };
    const answer = await post('/runs/run-1/acknowledge', fields, { 'sec-fetch-site': 'same-origin', referer });
    expect(answer.headers.get('location')).toBe(new URL(referer).pathname + new URL(referer).search);
    expect(right(await store.inbox.resolutions('us-store')())).toMatchObject([{ ...fields, by: 'Ada' }]);
    expect(await (await get('/runs/run-1')).text()).toContain('the buyer moved (Ada)');
  });

  it.each([
    ['another storefront', { storefront: 'eu-store', id: 'kept', note: 'x' }],
    ['nothing', { storefront: 'us-store', id: '', note: 'x' }],
    ['nothing to say', { storefront: 'us-store', id: 'kept', note: '  ' }],
  ])('keeps no note on %s', async (_, fields) => {
    const { post, finish, store } = aScreenInMemory();
    await finish('run-1', [kept]);
    expect((await post('/runs/run-1/acknowledge', fields)).status).toBe(409);
    expect(right(await store.inbox.resolutions(fields.storefront)())).toStrictEqual([]);
  });

  it('never leads to another host', async () => {
    const { post, finish } = aScreenInMemory();
    await finish('run-1', [kept]);
    const headers = { 'sec-fetch-site': 'same-origin', referer: 'https://evil.example//evil.example/screen' };
    const answer = await post('/runs/run-1/acknowledge', { storefront: 'us-store', id: 'kept', note: 'x' }, headers);
    expect(answer.headers.get('location')).toBe('../../../screen/runs/run-1');
  });

  it('retries everything, or one', async () => {
    const { post, finish, retried } = aScreenInMemory();
    await finish('run-1', [kept]);
    await post('/runs/run-1/retry', {});
    await post('/runs/run-1/retry', { id: 'kept' });
    expect(retried).toStrictEqual([
      ['run-1', null],
      ['run-1', 'kept'],
    ]);
  });

  it('asks for an agreement before a retry sends into a closed month', async () => {
    const { post, get, finish, retried, agreed } = aScreenInMemory();
    await finish('run-1', [kept]);
    await post('/months', { month: '2026-02', what: 'close' });
    for (const path of ['/runs/run-1', '/runs/run-1/entry?id=kept&storefront=us-store']) {
      expect(await (await get(path)).text()).toContain('name="confirm"');
    }
    for (const fields of [{}, { id: 'kept' }] as const) {
      const refused = await post('/runs/run-1/retry', fields);
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain('Feb 2026: closed.');
    }
    expect(retried).toStrictEqual([]);
    await post('/runs/run-1/retry', { confirm: 'closed' });
    await post('/runs/run-1/retry', { id: 'kept', confirm: 'closed' });
    await post('/months', { month: '2026-02', what: 'reopen' });
    await post('/runs/run-1/retry', {});
    expect(retried).toHaveLength(3);
    expect(agreed).toStrictEqual([true, true, false]);
  });

  it('pauses a run, or cancels it for good, whoever is at work on it', async () => {
    const { post, get, store, ended } = aScreenInMemory();
    right(await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
    const page = await (await get('/runs/run-1')).text();
    for (const how of ['pause', 'cancel']) {
      expect(page).toContain(`runs/run-1/${how}"`);
      expect((await post(`/runs/run-1/${how}`, {})).status).toBe(303);
    }
    expect(ended).toStrictEqual([
      ['run-1', 'pause'],
      ['run-1', 'cancel'],
    ]);
  });

  it('offers to go on with what was paused, and a new sync in place of what was cancelled', async () => {
    const { get, store } = aScreenInMemory();
    right(await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
    right(await store.closeRun('run-1', 'interrupted', '2026-04-01T00:06:00Z')());
    const paused = await (await get('/runs/run-1')).text();
    expect(paused).toContain('>Resume<');
    expect(paused).toContain('runs/run-1/cancel"');
    right(await store.closeRun('run-1', 'cancelled', '2026-04-01T00:07:00Z')());
    const cancelled = await (await get('/runs/run-1')).text();
    expect(cancelled).toContain('It was cancelled.');
    expect(cancelled).toContain('>Start the sync<');
    expect(cancelled).not.toContain('>Resume<');
    expect(cancelled).not.toContain('runs/run-1/cancel"');
  });

  it('signs what is so now: the statement stays, whatever becomes of the run', async () => {
    const { post, get, finish, store } = aScreenInMemory();
    await finish('run-1', [anEntry(), kept]);
    expect((await post('/runs/run-1/sign-off', { note: 'compared' })).status).toBe(303);
    right(
      await store.commitPage(
        {
          runId: 'run-1',
          storefront: 'us-store',
          checkpoint: null,
          lines: [{ ...kept, outcome: 'succeeded', reason: null }],
          references: [],
          settledIntents: [],
        },
        '2026-04-02T00:00:00Z',
      )(),
    );
    const statement = (await (await get('/runs/run-1/statement?number=1')).text()).replaceAll(/(?:<[^>]+>|\s)+/g, ' ');
    expect(statement).toContain('Ada');
    expect(statement).toContain('compared');
    expect(statement).toMatch(/held +1/);
    expect(statement).toMatch(/CA +Feb 2026 +USD +1 +107\.25 +7\.25 +all +USD +1 +107\.25 +7\.25/);
    expect((await get('/runs/run-1/statement?number=2')).status).toBe(404);
  });

  it.each([
    ['a preview', { dryRun: true }, 'finished'],
    ['a sync that is not finished', {}, 'interrupted'],
    ['a sync that was cancelled', {}, 'cancelled'],
  ] as const)('does not sign %s', async (_, request, status) => {
    const { post, store } = aScreenInMemory();
    right(await store.openRun(aRequest(request), { id: 'run-1', at: '2026-04-01T00:00:00Z' })());
    right(await store.closeRun('run-1', status, '2026-04-01T00:06:00Z')());
    expect((await post('/runs/run-1/sign-off', { note: '' })).status).toBe(409);
    expect(right(await store.reviews.signOffs('run-1')())).toStrictEqual([]);
  });

  it('says why something did not begin', async () => {
    const message = 'Another process works on us-store.';
    const runs = {
      start: () => TE.left({ message }),
      retry: () => TE.left({ message }),
      end: () => TE.left({ message }),
      progress: () => undefined,
      whyEnded: () => [],
    };
    const { post, store } = aScreenInMemory({ runs });
    await store.openRun(aRequest(), { id: 'run-1', at: '2026-04-01T00:00:00Z' })();
    for (const [path, fields] of [
      ['/runs', { ...days, mode: 'start' }],
      ['/runs/run-1/retry', {}],
      ['/runs/run-1/cancel', {}],
    ] as const) {
      expect(await (await post(path, fields)).text()).toContain(message);
    }
  });
});
