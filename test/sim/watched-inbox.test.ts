import { describe, expect, it } from '@jest/globals';
import { aCommit, anIntent, aRequest } from '../support/a-report-line.ts';
import { right } from '../support/right.ts';
import { watchedInbox, watchedIntents } from './app/watched-inbox.ts';
import { newStore } from './app/store.ts';

const at = '2026-04-05T16:00:00Z';

describe('the witness of erasures', () => {
  it('sees the body of a push in doubt go, no matter which process learns of the erasure, and no other', async () => {
    const store = newStore();
    const book = store.open();
    const [doubtful, pushed, otherStorefronts] = [
      anIntent(),
      anIntent({ id: 'shopify:1:1002', sourceId: '1002' }),
      anIntent({ id: 'shopify:2:7', sourceId: '7', storefront: 'eu-store' }),
    ];
    right(await book.openRun(aRequest(), { id: 'run-1', at })());
    right(await book.saveIntents([doubtful, pushed, otherStorefronts], at)());
    const settled = [{ id: pushed.id, status: 'confirmed' as const }];
    right(await book.commitPage(aCommit('run-1', { settledIntents: settled }), at)());
    const seen: string[] = [];
    const inbox = watchedInbox(book.inbox, store, (id) => seen.push(id));
    right(await inbox.eraseRecords('us-store', ['9999'])());
    expect(seen).toStrictEqual([]);
    right(await inbox.eraseStorefront('us-store')());
    expect(seen).toStrictEqual([doubtful.id]);
    const { saveIntents } = watchedIntents(book, store, (id) => seen.push(id));
    right(await saveIntents([anIntent({ id: 'shopify:1:9999', sourceId: '9999' })], at)());
    expect(seen).toStrictEqual([doubtful.id, 'shopify:1:9999']);
  });
});
