/** A connection of `pg`, or of a package like it, as a host gives it: connected, and used by nothing else. */
export interface HostClient {
  readonly query: (...query: never[]) => unknown;
  readonly end: () => Promise<void>;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
  readonly removeListener: (event: 'error', listener: (error: Error) => void) => unknown;
  /** Of a connection of a pool: gives it back. */
  readonly release?: (destroys?: boolean) => void;
}

/** A pool of `pg`, or of a package like it (Neon's), that the host's app has and ends. */
export interface HostPool {
  readonly connect: () => Promise<HostClient & Required<Pick<HostClient, 'release'>>>;
  readonly options?: { readonly max?: number | undefined };
}

/** A database that the host has its own way to: a pool, or a function that gives a new connection each time. */
export type HostDatabase = HostPool | (() => Promise<HostClient>);
