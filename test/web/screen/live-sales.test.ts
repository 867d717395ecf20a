import { describe, expect, it } from '@jest/globals';
import { aScreenInMemory, type MemoryScreen, plainText } from '../../support/a-screen-in-memory.ts';
import { anAdjustment, aReportLine } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const run = '/runs/live%3Aus-store';

/** A live run with one refunded sale and one that is held. */
const aLiveScreen = async (...differences: Parameters<typeof aScreenInMemory>): Promise<MemoryScreen> => {
  const screen = aScreenInMemory(...differences);
  const refunded = aReportLine({ id: 'refunded', adjustments: [anAdjustment()] });
  const held = aReportLine({ id: 'kept', outcome: 'held', reason: 'missing address', amounts: null });
  await screen.open('live:us-store', { kind: 'live' });
  await screen.commit('live:us-store', { lines: [refunded, held] });
  return screen;
};

describe('live sales on the screen', () => {
  it('are counted by storefront, with the ones that need a person', async () => {
    const { text } = await aLiveScreen();
    const page = await text('/live');
    expect(page).toMatch(
      /us-store Retry this sale 1 failed or on hold 2 sales since Apr 1, 2026: 1 sent, 0 skipped. Refunds and later changes Shopify #1001 · 1001 on hold .* Missing address/,
    );
    expect(page).toContain('eu-store No live sales yet.');
  });

  it('list refunds and later changes; a note acknowledges one, where a reconciliation finds it', async () => {
    const { text, post, store } = await aLiveScreen();
    expect(await text(`${run}/lines?moved=yes`)).toContain('refunded on 10 February Acknowledge');
    const fields = { storefront: 'us-store', id: 'refunded/9001', note: 'credited in May' };
    expect((await post(`${run}/acknowledge`, fields)).status).toBe(303);
    expect(await text(`${run}/lines?moved=yes`)).toContain('note: credited in May (Ada)');
    expect(right(await store.inbox.resolutions('us-store')())).toMatchObject([fields]);
  });

  it.each(['refund', 'edit', 'return'])('show the kind of an adjustment: %s', async (kind) => {
    const { text, commit } = await aLiveScreen();
    const later = aReportLine({ id: `shopify:1:1001:${kind}:9`, sourceId: '9', kind: 'refund' });
    await commit('live:us-store', { checkpoint: null, lines: [later] });
    expect(await text(`${run}/lines`)).toContain(`us-store · ${kind} · `);
  });

  it('are in no list of runs, have no events, and cannot be signed, paused or canceled', async () => {
    const { get, html, text, post } = await aLiveScreen();
    expect(await text('')).toContain('No sync yet');
    expect((await get(run)).headers.get('location')).toContain('/lines');
    expect(await html(`${run}/events`)).toBe('');
    for (const action of ['sign-off', 'pause', 'cancel']) {
      expect((await post(`${run}/${action}`, { note: '' })).status).toBe(409);
    }
  });

  it('are retried, one or all, by resync requests; the page shows how many records will be read again', async () => {
    const { text, post, commit, store, woken, retried } = await aLiveScreen();
    const failed = aReportLine({ id: 'b', sourceId: '1002', outcome: 'failed', reason: 'refused' });
    await commit('live:us-store', { checkpoint: null, lines: [failed] });
    const requested = async (): Promise<number | undefined> => right(await store.inbox.state())[0]?.due;
    const response = await post(`${run}/retry`, { id: 'b', storefront: 'us-store', was: 'refused' });
    const back = '/runs/live%3Aus-store/line?id=b&storefront=us-store&retried=refused';
    expect(response.headers.get('location')).toBe(`../../../screen${back}`);
    expect(await text(back)).toContain('It is being read again. Reload this page in a moment');
    expect(await requested()).toBe(1);
    await post(`${run}/retry`, {});
    expect(await requested()).toBe(2);
    expect(woken).toStrictEqual(['us-store', 'us-store']);
    expect(retried).toStrictEqual([]);
    expect(await text('/live')).toContain('2 records to be read again');
  });

  it('of a storefront that is configured no more are not retried, and the answer says so', async () => {
    const { post, store } = await aLiveScreen({ storefronts: () => ['eu-store'] });
    const response = await post(`${run}/retry`, {});
    expect(response.status).toBe(409);
    expect(plainText(await response.text())).toContain('us-store');
    expect(right(await store.inbox.state())).toStrictEqual([]);
  });

  it('of a closed month are sent once a person agrees, one or all of them', async () => {
    const { html, post, commit, store, retried, agreed, readAll } = await aLiveScreen();
    await readAll();
    expect(await html('/live')).not.toContain('name="confirm"');
    const held = aReportLine({ id: 'closed', sourceId: '1003', outcome: 'held', reason: 'closed period' });
    await commit('live:us-store', { checkpoint: null, lines: [held] });
    await post('/months', { month: '2026-02', what: 'close', open: '3' });
    const linePage = `${run}/line?id=closed&storefront=us-store`;
    expect(await html(linePage)).toContain('name="confirm" value="closed"/>');
    expect(await html('/live')).toContain('name="confirm" value="closed"/>');

    const response = await post(`${run}/retry`, { id: 'closed', confirm: 'closed' });
    expect(response.headers.get('location')).toContain('/line?id=closed');
    await post(`${run}/retry`, { confirm: 'closed' });
    expect(retried).toStrictEqual([
      ['live:us-store', 'closed'],
      ['live:us-store', null],
    ]);
    expect(agreed).toStrictEqual([true, true]);
    expect(right(await store.inbox.state())).toStrictEqual([]);
    await post('/months', { month: '2026-02', what: 'reopen', reason: 'late' });
    expect(await html(linePage)).not.toContain('name="confirm"');
  });

  it('that need a person come first', async () => {
    const { text, open, commit } = aScreenInMemory();
    const held = aReportLine({ id: 'kept', storefront: 'eu-store', outcome: 'held', reason: 'missing address' });
    await open('live:eu-store', { storefronts: ['eu-store'], kind: 'live' });
    await commit('live:eu-store', { storefront: 'eu-store', lines: [held] });
    const page = await text('/live');
    expect(page.lastIndexOf('eu-store')).toBeLessThan(page.lastIndexOf('us-store'));
  });
});
