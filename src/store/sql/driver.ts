import * as E from 'fp-ts/lib/Either.js';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { fieldOf } from '../../domain/fields.ts';
import type { StoreResult } from '../../domain/sync-store.ts';

/**
 * Loads the first of some packages that is installed; Left with `message` when none is. Never at the top of a module: users of
 * another database need none of them.
 */
export const optionalPackage =
  <Package>(names: readonly string[], isPackage: (loaded: unknown) => loaded is Package, message: string) =>
  async (load: (name: string) => Promise<unknown> = (name) => import(name)): StoreResult<Package> => {
    for (const name of names) {
      const loaded = await load(name).catch(() => undefined);
      // The second for a CommonJS package whose names Node did not find by itself.
      const found = [loaded, fieldOf(loaded, 'default')].find(isPackage);
      if (found !== undefined) return E.right(found);
    }
    return E.left({ _tag: 'StoreError', problem: 'cannot open', message });
  };

export const retryHint = 'Then run the same command again: it goes on where it stopped.';

/**
 * A parameter without NUL: PostgreSQL takes none in a text, and SQLite would cut there. Both keep two names apart that differ
 * behind it.
 */
export const withoutNul = (parameter: unknown): unknown => {
  if (typeof parameter === 'string') return parameter.includes('\0') ? parameter.replaceAll('\0', '\uFFFD') : parameter;
  return Array.isArray(parameter) ? parameter.map(withoutNul) : parameter;
};

/** What kysely runs its statements on, from a function that gives the rows of one. */
export const connectionOver = (rowsOf: (query: CompiledQuery) => Promise<readonly unknown[]>): DatabaseConnection => {
  // The row type is the query's own word: kysely's for what it built, ours for raw text.
  const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({
    rows: (await rowsOf(query)) as R[],
  });
  return {
    executeQuery,
    streamQuery: async function* <R>(query: CompiledQuery) {
      yield await executeQuery<R>(query);
    },
  };
};
