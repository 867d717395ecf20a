import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../domain/sync-store.ts';

/** The part of `pg` that we use. */
export interface PgDriver {
  readonly Pool: new (settings: PgPoolSettings) => PgPool;
}

interface PgPoolSettings {
  readonly connectionString: string;
  /** Connections at most. */
  readonly max: number;
  /** Milliseconds, here and below. */
  readonly connectionTimeoutMillis: number;
  readonly idleTimeoutMillis: number;
  readonly keepAlive: boolean;
  readonly application_name: string;
  /** Whether the process may end while connections are idle. */
  readonly allowExitOnIdle: boolean;
}

export interface PgPool {
  readonly connect: () => Promise<PgClient>;
  readonly end: () => Promise<void>;
  readonly on: ((event: 'error', listener: (error: unknown) => void) => unknown) &
    ((event: 'connect', listener: (client: PgClient) => void) => unknown);
}

export interface PgClient {
  readonly query: (query: PgQuery) => Promise<PgResult>;
  /** `true` closes the connection instead of keeping it for the next one who asks. */
  readonly release: (destroys?: boolean) => void;
  readonly on: (event: 'error', listener: (error: unknown) => void) => unknown;
}

interface PgQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Prepared once on each connection under this name. */
  readonly name?: string;
}

interface PgResult {
  readonly rows: readonly unknown[];
}

const isPgDriver = (module: unknown): module is PgDriver =>
  typeof module === 'object' && module !== null && 'Pool' in module && typeof module.Pool === 'function';

const noPgError: StoreError = {
  _tag: 'StoreError',
  problem: 'cannot open',
  message:
    'A sync database in PostgreSQL needs the package pg, which is not installed: npm install pg. ' +
    'Or write sqlite: and a path in the setting state, which needs nothing.',
};

/**
 * Loads `pg`. `load` is `import` by default.
 *
 * Never at the top of a module: users of SQLite do not need it.
 */
export const loadPgDriver = async (
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<E.Either<StoreError, PgDriver>> => {
  const module = await load('pg').catch(() => undefined);
  if (isPgDriver(module)) return E.right(module);
  // A CommonJS package whose names Node did not find by itself.
  const defaultExport: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined;
  return isPgDriver(defaultExport) ? E.right(defaultExport) : E.left(noPgError);
};
