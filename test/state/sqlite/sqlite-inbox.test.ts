import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sqliteRecordBook } from '../../../src/state/sqlite/sqlite-record-book.ts';
import { describeInbox } from '../../contracts/inbox.ts';
import { aDelivery, ringTime } from '../../support/a-delivery.ts';
import { aCommit, anEntry, anIntent, aRequest } from '../../support/an-entry.ts';
import { right } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = (): string => join(folder, `inbox-${++files}.db`);

describeInbox('in an SQLite file', () => sqliteRecordBook(newFile()));

const filesHold = (path: string, words: string): boolean =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(basename(path)))
    .some((name) => readFileSync(join(dirname(path), name)).includes(words));

describe('the inbox in an SQLite file', () => {
  const canary = 'CANARY_STREET';
  const at = '2026-04-01T12:00:00Z';

  it('leaves nothing of an erased record in the bytes of any of its files', async () => {
    const path = newFile();
    const book = right(await sqliteRecordBook(path)());
    right(await book.openRun(aRequest(), { id: 'run-1', at })());
    right(await book.saveIntents([anIntent({ body: canary })], at)());
    right(await book.commitPage(aCommit('run-1', { entries: [anEntry({ message: canary })] }), at)());
    expect(filesHold(path, canary)).toBe(true);
    right(await book.inbox.eraseRecords('us-store', ['1001'])());
    expect(filesHold(path, canary)).toBe(false);
    right(await book.close());
  });

  it('hands its bells to another process when the first one died with its claim', async () => {
    const path = newFile();
    const [one, other] = [right(await sqliteRecordBook(path)()), right(await sqliteRecordBook(path)())];
    right(await one.inbox.receive(aDelivery())());
    right(await one.inbox.claim('us-store', { now: ringTime, until: ringTime + 100, owner: 'one', limit: 9 })());
    const claim = { until: ringTime + 999, owner: 'other', limit: 9 };
    expect(right(await other.inbox.claim('us-store', { ...claim, now: ringTime + 99 })())).toHaveLength(0);
    expect(right(await other.inbox.claim('us-store', { ...claim, now: ringTime + 100 })())).toHaveLength(1);
    right(await one.close());
    right(await other.close());
  });
});
