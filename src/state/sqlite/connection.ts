import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { SqliteDatabase, SqliteStatement } from './sqlite-driver.ts';

/** More statements than the book has; should one be made up of ever new texts, memory stays bounded all the same. */
const mostStatements = 300;

/** A NUL would cut the text off when it is read back, and two different names could become one. */
const hasNul = (parameter: unknown): boolean => typeof parameter === 'string' && parameter.includes('\0');

const withoutNul = (parameter: unknown): unknown =>
  typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter;

/** What kysely runs its statements on. Each text is prepared once. */
export const connectionTo = (database: SqliteDatabase): DatabaseConnection => {
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= mostStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  // `async`, so that a throw of the driver becomes a rejection.
  const executeQuery = async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    const rows = prepare(sql).all(...(parameters.some(hasNul) ? parameters.map(withoutNul) : parameters));
    // The row type is the query's own word: kysely's for what it built, ours for raw text.
    return Promise.resolve({ rows: rows as R[] });
  };

  return {
    executeQuery,
    streamQuery: async function* <R>(query: CompiledQuery) {
      yield await executeQuery<R>(query);
    },
  };
};
