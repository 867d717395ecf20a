import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { fieldOf } from '../../domain/fields.ts';

/**
 * An optional package, loaded with `load`; undefined when it is not installed. Never at the top of a module: users of another
 * database do not need it.
 */
export const loadOptional = async <Package>(
  load: (name: string) => Promise<unknown>,
  name: string,
  isPackage: (loaded: unknown) => loaded is Package,
): Promise<Package | undefined> => {
  const loaded = await load(name).catch(() => undefined);
  // The second for a CommonJS package whose names Node did not find by itself.
  return [loaded, fieldOf(loaded, 'default')].find(isPackage);
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
