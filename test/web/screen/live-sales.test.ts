import { describe, expect, it } from '@jest/globals';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aCommit, aMovement, anEntry, aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';

const live = async ({ book }: Pick<ReturnType<typeof aScreenInMemory>, 'book'>): Promise<void> => {
  const entries = [
    anEntry({ id: 'refunded', movements: [aMovement()] }),
    anEntry({ id: 'kept', outcome: 'held', reason: 'no destination', amounts: null }),
  ];
  right(await book.openRun(aRequest({ kind: 'live' }), { id: 'live:us-store', at })());
  right(await book.commitPage(aCommit('live:us-store', { entries }), at)());
};

const textOf = async (answer: Response): Promise<string> =>
  (await answer.text()).replaceAll(/<style[^]*?<\/style>/g, '').replaceAll(/(?:<[^>]+>|\s)+/g, ' ');

describe('live sales on the screen', () => {
  it('are counted by storefront, with what waits for a person; one without any says so', async () => {
    const screen = aScreenInMemory();
    await live(screen);
    const text = await textOf(await screen.get('/live'));
    expect(text).toMatch(/us-store 2 sales since 1 Apr 2026: 1 told, 0 skipped 1 sale to look at Refunds and changes/);
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
    expect(right(await screen.book.inbox.resolutions('us-store')())).toMatchObject([fields]);
  });

  it('stand in no list of runs, are followed by nobody, and are neither retried nor signed', async () => {
    const screen = aScreenInMemory();
    await live(screen);
    expect(await textOf(await screen.get(''))).toContain('No sync yet');
    expect((await screen.get('/runs/live%3Aus-store')).headers.get('location')).toContain('/entries');
    expect(await (await screen.get('/runs/live%3Aus-store/events')).text()).toBe('');
    for (const action of ['retry', 'sign-off', 'pause', 'cancel']) {
      expect((await screen.post(`/runs/live%3Aus-store/${action}`, { note: '' })).status).toBe(409);
    }
    expect(screen.retried).toStrictEqual([]);
  });
});
