import { join } from 'node:path';
import { sqliteRecordBook } from '../../../src/state/sqlite/sqlite-record-book.ts';
import { describeRecordBook } from '../../contracts/record-book.ts';
import { describeSharedRecordBook } from '../../contracts/shared-record-book.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = (): string => join(folder, `book-${++files}.db`);

describeRecordBook('in an SQLite database in memory', () => sqliteRecordBook(':memory:'));
describeRecordBook('in an SQLite file', () => sqliteRecordBook(newFile()));
describeSharedRecordBook('in an SQLite file that is shared', () => {
  const path = newFile();
  return () => sqliteRecordBook(path);
});
