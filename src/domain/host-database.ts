/** The parts of a PostgreSQL connection or pool that we use, so that a host can pass its own from `pg` or a package like it. */

/** An open connection that nothing else uses. */
export interface HostClient {
  readonly query: (...query: never[]) => unknown;
  readonly end: () => Promise<void>;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
  readonly removeListener: (event: 'error', listener: (error: Error) => void) => unknown;
  /** Returns the connection to its pool; missing if it came from no pool. */
  readonly release?: (destroys?: boolean) => void;
}

/** A pool of `pg` or Neon, for example. The host closes it. */
export interface HostPool {
  readonly connect: () => Promise<HostClient & Required<Pick<HostClient, 'release'>>>;
  readonly options?: { readonly max?: number | undefined };
}

/** A database that the host connects to: a pool, or a function that returns a new connection each time. */
export type HostDatabase = HostPool | (() => Promise<HostClient>);
