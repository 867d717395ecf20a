import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncDatabase } from '../domain/inbox.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { StateConfiguration } from './configuration/configuration.ts';

/** Opens the configured sync database, and loads only its engine. Left names the remedy. */
export const openConfiguredStore =
  (state: StateConfiguration): TE.TaskEither<StoreError, SyncDatabase> =>
  async () => {
    if (state.engine === 'sqlite') {
      const { sqliteStore } = await import('../store/sqlite/sqlite-store.ts');
      return sqliteStore(state.path)();
    }
    const { postgresStore } = await import('../store/postgres/postgres-store.ts');
    return postgresStore(state.address)();
  };
