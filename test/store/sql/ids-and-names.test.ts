import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import { memoryStore } from '../../../src/store/memory/memory-store.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { aCommit, anIntent, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const { id, name } = anIntent();

const opened = async (open: () => Promise<SyncStore>): Promise<SyncStore> => {
  const store = await open();
  right(await store.openRun(aRequest(), { id: 'run-1', at })());
  right(await store.saveIntents([anIntent()], at)());
  return store;
};

const settle = async (store: SyncStore, remoteId?: string): Promise<void> => {
  const settled = [{ id, status: 'confirmed', ...(remoteId !== undefined && { remoteId }) }] as const;
  right(await store.commitPage(aCommit('run-1', { settledIntents: settled }), at)());
};

/** What every sync database does with the ids and names of a service. */
const promises: readonly (readonly [string, (store: SyncStore) => Promise<void>])[] = [
  [
    'takes no later word on the id of what was confirmed',
    async (store) => {
      await settle(store, 'txn_1');
      await settle(store, 'txn_2');
      const { submissions } = right(await store.lookUpTransactions('run-1', [{ id, name }])());
      expect(submissions.get(id)).toMatchObject({ remoteId: 'txn_1' });
    },
  ],
  [
    'answers for each of two names that differ in their form alone',
    async (store) => {
      const transactions = [{ id: 'a', name: 'ONE', shown: null }];
      right(await store.saveRemoteIndexPage({ scan: 1, transactions, next: O.none, completesScan: true })());
      const wanted = ['One', 'one'].map((one) => ({ id: one, name: one }));
      const { remoteByName } = right(await store.lookUpTransactions('run-1', wanted)());
      expect([...remoteByName.keys()].sort()).toStrictEqual(['One', 'one']);
    },
  ],
];

describe.each(promises)('a sync database %s', (_, promise) => {
  it('in memory', async () => promise(await opened(() => Promise.resolve(memoryStore()))));
  it('in SQLite', async () => {
    const store = await opened(async () => right(await sqliteStore(':memory:')()));
    try {
      await promise(store);
    } finally {
      right(await store.close());
    }
  });
});
