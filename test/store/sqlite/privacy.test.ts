import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { aCommit, anIntent, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const at = '2026-04-01T00:00:00Z';
const canary = 'CANARY_ADDR_17_Elm_Street';
const folder = temporaryFolder();

const filesHold = (path: string, text: string): boolean =>
  ['', '-wal', '-shm'].some((suffix) => existsSync(path + suffix) && readFileSync(path + suffix).includes(text));

/** Bodies with an address in them, some small, some larger than a page of the file. */
const intents = Array.from({ length: 50 }, (_, index) =>
  anIntent({ id: `tx-${index}`, body: JSON.stringify({ line1: canary, more: 'y'.repeat(index * 200) }) }),
);

const openWithIntents = async (path: string): Promise<SyncStore> => {
  const store = right(await sqliteStore(path)());
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  right(await store.saveIntents(intents, at)());
  return store;
};

const confirm = async (store: SyncStore): Promise<void> => {
  const settled = intents.map(({ id }) => ({ id, status: 'confirmed' as const }));
  right(await store.commitPage(aCommit('run-1', { settledIntents: settled }), at)());
};

describe('addresses in a sync database in an SQLite file', () => {
  it('are there until their transactions are confirmed: they are needed to try again', async () => {
    const path = join(folder, 'pending.db');
    const store = await openWithIntents(path);
    expect(filesHold(path, canary)).toBe(true);
    right(await store.close());
    expect(filesHold(path, canary)).toBe(true);
  });

  it('leave every file when their transactions are confirmed and the run ends', async () => {
    const path = join(folder, 'confirmed.db');
    const store = await openWithIntents(path);
    await confirm(store);
    right(await store.closeRun('run-1', 'finished', at)());
    expect(filesHold(path, canary)).toBe(false);
    expect(filesHold(path, 'tx-49')).toBe(true);
    right(await store.close());
  });

  it('leave every file when the book is closed, although the run goes on', async () => {
    const path = join(folder, 'closed.db');
    const store = await openWithIntents(path);
    await confirm(store);
    right(await store.close());
    expect(filesHold(path, canary)).toBe(false);
  });

  it('leave every file of a run that never ends, a few dozen commits later', async () => {
    const path = join(folder, 'endless.db');
    const store = await openWithIntents(path);
    await confirm(store);
    expect(filesHold(path, canary)).toBe(true);
    for (let commit = 0; commit < 40; commit += 1) await confirm(store);
    expect(filesHold(path, canary)).toBe(false);
    right(await store.close());
  });

  it('leave every file with an erasure, as the service showed them, too', async () => {
    const path = join(folder, 'erased.db');
    const store = right(await sqliteStore(path)());
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    const [name, zip, id] = ['Shopify #CANARY-1 · 5012', '73301', 'shopify:1:5012'];
    const intent = anIntent({ id, sourceId: '5012', name, body: JSON.stringify({ line1: canary, zip }) });
    right(await store.saveIntents([intent], at)());
    const shown = { total: '107.25', zip };
    const settled = [{ id, status: 'confirmed' as const, remoteId: 'txn_1', shown }];
    right(await store.commitPage(aCommit('run-1', { settledIntents: settled }), at)());
    const transactions = [{ id: 'txn_1', name, shown }];
    right(await store.saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
    const kept = (): readonly string[] => [zip, 'canary-1', 'CANARY-1', canary].filter((text) => filesHold(path, text));
    expect(kept()).toContain(zip);
    right(await store.inbox.eraseRecords('us-store', ['5012'])());
    expect(right(await store.inbox.purge())).toBe(true);
    expect(kept()).toStrictEqual([]);
    expect(filesHold(path, 'txn_1')).toBe(true);
    right(await store.close());
  });
});
