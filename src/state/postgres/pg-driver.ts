/** The part of `pg` that we use. */
export interface PgDriver {
  readonly Pool: new (settings: PgPoolSettings) => PgPool;
}

export interface PgPoolSettings {
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

export interface PgQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Prepared once on each connection under this name. */
  readonly name?: string;
}

export interface PgResult {
  readonly rows: readonly unknown[];
}
