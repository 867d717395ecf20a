import { join } from 'node:path';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { describeStore } from '../../contracts/sync-store.ts';
import { describeSharedStore } from '../../contracts/shared-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;
const newFile = (): string => join(folder, `book-${++files}.db`);

describeStore('in an SQLite file', () => sqliteStore(newFile()));
describeSharedStore('in an SQLite file that is shared', () => {
  const path = newFile();
  return () => sqliteStore(path);
});
