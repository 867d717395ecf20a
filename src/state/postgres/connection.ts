import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PgClient } from './pg-driver.ts';

/** More statements than the book has; should one be made up of ever new texts, the server's memory stays bounded. */
const mostStatements = 300;

/** PostgreSQL takes no NUL in a text; SQLite would cut there. Both keep two names apart that differ behind it. */
const withoutNul = (parameter: unknown): unknown => {
  if (typeof parameter === 'string') return parameter.includes('\0') ? parameter.replaceAll('\0', '\uFFFD') : parameter;
  return Array.isArray(parameter) ? parameter.map(withoutNul) : parameter;
};

/** A short name for each text, the same one on all connections; none for more texts than a connection should prepare. */
export const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostStatements) return known;
    const name = `tax_nexus_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
};

/** A connection of the pool while somebody uses it. */
export interface PgConnection extends DatabaseConnection {
  /** Runs several statements without parameters in one round trip. */
  readonly runAll: (text: string) => Promise<void>;
  /** Gives it back to the pool, or closes it. */
  readonly release: (destroys: boolean) => void;
}

/** What kysely runs its statements on. Each text is prepared once. */
export const connectionTo = (client: PgClient, nameOf: (text: string) => string | undefined): PgConnection => {
  const executeQuery = async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    const name = parameters.length === 0 ? undefined : nameOf(sql);
    const values = parameters.map(withoutNul);
    const { rows } = await client.query({ text: sql, values, ...(name !== undefined && { name }) });
    // The row type is the query's own word: kysely's for what it built, ours for raw text.
    return { rows: rows as R[] };
  };
  return {
    executeQuery,
    streamQuery: async function* <R>(query: CompiledQuery) {
      yield await executeQuery<R>(query);
    },
    runAll: async (text) => {
      await client.query({ text });
    },
    release: (destroys) => client.release(destroys),
  };
};
