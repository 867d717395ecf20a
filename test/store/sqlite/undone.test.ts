import { join } from 'node:path';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { describeUndoneLive } from '../../contracts/undone-live.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;

describeUndoneLive('an SQLite file', () => sqliteStore(join(folder, `book-${++files}.db`)));
