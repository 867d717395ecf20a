/** The part of `DatabaseSync` that we use; `node:sqlite` and `@photostructure/sqlite` both have it. */
export interface SqliteDatabase {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => void;
}

export interface SqliteStatement {
  /** Runs it to its end; no rows for a statement that gives none. Throws at a value that SQLite has no type for. */
  readonly all: (...parameters: readonly unknown[]) => readonly unknown[];
}

export interface SqliteDriver {
  readonly DatabaseSync: new (path: string) => SqliteDatabase;
}
