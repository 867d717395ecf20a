/** The parts of a PostgreSQL pool that we use, so that a host can pass its own from `pg` or a package like it. */

/** A connection of the pool that nothing else uses. */
interface HostClient {
  readonly query: (...query: never[]) => unknown;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
  readonly removeListener: (event: 'error', listener: (error: Error) => void) => unknown;
  /** Returns the connection to its pool. */
  readonly release: (destroys?: boolean) => void;
}

/** A pool of `pg` or Neon, for example. The host closes it. */
export interface HostPool {
  readonly connect: () => Promise<HostClient>;
  readonly options?: { readonly max?: number | undefined };
}
