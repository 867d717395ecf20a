import { sqliteStore } from '../../../../src/store/sqlite/sqlite-store.ts';
import { describeStore } from '../../../contracts/sync-store.ts';

describeStore('in an SQLite database in memory', () => sqliteStore(':memory:'));
