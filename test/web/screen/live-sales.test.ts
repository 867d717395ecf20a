import { describe, expect, it } from '@jest/globals';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aCommit, aAdjustment, anEntry, aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';

const live = async ({ store }: Pick<ReturnType<typeof aScreenInMemory>, 'store'>): Promise<void> => {
  const entries = [
    anEntry({ id: 'refunded', adjustments: [aAdjustment()] }),
    anEntry({ id: 'kept', outcome: 'held', reason: 'no destination', amounts: null }),
  ];
  right(await store.openRun(aRequest({ kind: 'live' }), { id: 'live:us-store', at })());
  right(await store.commitPage(aCommit('live:us-store', { lines: entries }), at)());
};

const textOf = async (answer: Response): Promise<string> =>
  (await answer.text()).replaceAll(/<style[^]*?<\/style>/g, '').replaceAll(/(?:<[^>]+>|\s)+/g, ' ');

describe('live sales on the screen', () => {
  it('are counted by storefront, with what waits for a person; one without any says so', async () => {
    const screen = aScreenInMemory();
    await live(screen);
    const text = await textOf(await screen.get('/live'));
    expect(text).toMatch(
      /us-store Retry all 1 sale 1 sale to look at 2 sales since 1 Apr 2026: 1 sent, 0 skipped Refunds and changes after the sale Shopify #1001 · 1001 held .* no destination/,
    );
    expect(text).toContain('eu-store Nothing has come in yet.');
  });

  it('are an inbox of refunds and changes; a note acknowledges one where a reconciliation finds it', async () => {
    const screen = aScreenInMemory();
    await live(screen);
    const path = '/runs/live%3Aus-store/entries?moved=yes';
    expect(await textOf(await screen.get(path))).toContain('refunded on 10 February Acknowledge');
    const fields = { storefront: 'us-store', id: 'refunded/9001', note: 'credited in May' };
    expect((await screen.post('/runs/live%3Aus-store/acknowledge', fields)).status).toBe(303);
    expect(await textOf(await screen.get(path))).toContain('noted: credited in May (Ada)');
    expect(right(await screen.store.inbox.resolutions('us-store')())).toMatchObject([fields]);
  });

  it.each(['refund', 'edit', 'return'])('say of what came after a sale that it is of a kind: %s', async (kind) => {
    const screen = aScreenInMemory();
    await live(screen);
    const later = anEntry({ id: `shopify:1:1001:${kind}:9`, sourceId: '9', kind: 'refund' });
    right(await screen.store.commitPage(aCommit('live:us-store', { checkpoint: null, lines: [later] }), at)());
    expect(await textOf(await screen.get('/runs/live%3Aus-store/entries'))).toContain(`us-store · ${kind} · `);
  });

  it('stand in no list of runs, are followed by nobody, and are not signed', async () => {
    const screen = aScreenInMemory();
    await live(screen);
    expect(await textOf(await screen.get(''))).toContain('No sync yet');
    expect((await screen.get('/runs/live%3Aus-store')).headers.get('location')).toContain('/entries');
    expect(await (await screen.get('/runs/live%3Aus-store/events')).text()).toBe('');
    for (const action of ['sign-off', 'pause', 'cancel']) {
      expect((await screen.post(`/runs/live%3Aus-store/${action}`, { note: '' })).status).toBe(409);
    }
  });

  it('are retried, one or all, by ringing for their records; the page says how many are to be read again', async () => {
    const screen = aScreenInMemory();
    await live(screen);
    const second = anEntry({ id: 'b', sourceId: '1002', outcome: 'failed', reason: 'refused' });
    right(await screen.store.commitPage(aCommit('live:us-store', { checkpoint: null, lines: [second] }), at)());
    const rung = async (): Promise<number | undefined> => right(await screen.store.inbox.state())[0]?.due;
    const answer = await screen.post('/runs/live%3Aus-store/retry', { id: 'b' });
    expect(answer.headers.get('location')).toBe('../../../screen/live');
    expect(await rung()).toBe(1);
    await screen.post('/runs/live%3Aus-store/retry', {});
    expect(await rung()).toBe(2);
    expect(screen.woken).toStrictEqual(['us-store', 'us-store']);
    expect(screen.retried).toStrictEqual([]);
    expect(await textOf(await screen.get('/live'))).toContain('2 records to be read again');
  });

  it('that are held because their month is closed are sent once a person agrees, one or all of them', async () => {
    const screen = aScreenInMemory();
    await live(screen);
    expect(await (await screen.get('/live')).text()).not.toContain('name="confirm"');
    const held = anEntry({ id: 'closed', sourceId: '1003', outcome: 'held', reason: 'period closed' });
    right(await screen.store.commitPage(aCommit('live:us-store', { checkpoint: null, lines: [held] }), at)());
    await screen.post('/months', { month: '2026-02', what: 'close' });
    const path = '/runs/live%3Aus-store';
    const entryPage = async (): Promise<string> =>
      (await screen.get(`${path}/entry?id=closed&storefront=us-store`)).text();
    expect(await entryPage()).toContain('name="confirm" value="closed" required');
    const page = await (await screen.get('/live')).text();
    expect(page).toContain('name="confirm" value="closed"/>');

    const answer = await screen.post(`${path}/retry`, { id: 'closed', confirm: 'closed' });
    expect(answer.headers.get('location')).toBe('../../../screen/live');
    await screen.post(`${path}/retry`, { confirm: 'closed' });
    expect(screen.retried).toStrictEqual([
      ['live:us-store', 'closed'],
      ['live:us-store', null],
    ]);
    expect(screen.agreed).toStrictEqual([true, true]);
    expect(right(await screen.store.inbox.state())).toStrictEqual([]);
    await screen.post('/months', { month: '2026-02', what: 'reopen' });
    expect(await entryPage()).not.toContain('name="confirm"');
  });

  it('that wait for a person come first', async () => {
    const screen = aScreenInMemory();
    const held = anEntry({ id: 'kept', storefront: 'eu-store', outcome: 'held', reason: 'no destination' });
    right(
      await screen.store.openRun(aRequest({ storefronts: ['eu-store'], kind: 'live' }), { id: 'live:eu-store', at })(),
    );
    right(await screen.store.commitPage(aCommit('live:eu-store', { storefront: 'eu-store', lines: [held] }), at)());
    const text = await textOf(await screen.get('/live'));
    expect(text.indexOf('eu-store')).toBeLessThan(text.indexOf('us-store'));
  });
});
