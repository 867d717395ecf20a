import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { RecordBook } from '../../../src/core/record-book.ts';
import { memoryRecordBook } from '../../../src/state/memory/memory-record-book.ts';
import { sqliteRecordBook } from '../../../src/state/sqlite/sqlite-record-book.ts';
import { aCommit, anIntent, aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';

const at = '2026-04-01T00:00:00Z';
const { id, name } = anIntent();

const opened = async (open: () => Promise<RecordBook>): Promise<RecordBook> => {
  const book = await open();
  right(await book.openRun(aRequest(), { id: 'run-1', at })());
  right(await book.saveIntents([anIntent()], at)());
  return book;
};

const settle = async (book: RecordBook, remoteId?: string): Promise<void> => {
  const settled = [{ id, status: 'confirmed', ...(remoteId !== undefined && { remoteId }) }] as const;
  right(await book.commitPage(aCommit('run-1', { settled }), at)());
};

/** What every record book does with the ids and names of a service. */
const promises: readonly (readonly [string, (book: RecordBook) => Promise<void>])[] = [
  [
    'takes no later word on the id of what was confirmed',
    async (book) => {
      await settle(book, 'txn_1');
      await settle(book, 'txn_2');
      const { sendings } = right(await book.lookUp('run-1', [{ id, name }])());
      expect(sendings.get(id)).toMatchObject({ remoteId: 'txn_1' });
    },
  ],
  [
    'answers for each of two names that differ in their form alone',
    async (book) => {
      const transactions = [{ id: 'a', name: 'ONE', shown: null }];
      right(await book.savePresence({ walk: 1, transactions, next: O.none, completes: true })());
      const wanted = ['One', 'one'].map((one) => ({ id: one, name: one }));
      const { presentNames } = right(await book.lookUp('run-1', wanted)());
      expect([...presentNames.keys()].sort()).toStrictEqual(['One', 'one']);
    },
  ],
];

describe.each(promises)('a record book %s', (_, promise) => {
  it('in memory', async () => promise(await opened(() => Promise.resolve(memoryRecordBook()))));
  it('in SQLite', async () => {
    const book = await opened(async () => right(await sqliteRecordBook(':memory:')()));
    try {
      await promise(book);
    } finally {
      right(await book.close());
    }
  });
});
