import type * as T from 'fp-ts/lib/Task.js';

/** Time, passed in so that the pipeline runs under a virtual clock as well. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => T.Task<void>;
}

/** A number in [0, 1), passed in so that a run can be repeated. */
export interface Random {
  readonly next: () => number;
}

/** A host's own logger; pino, winston and console fit. Fields never hold personal data or secrets. */
export interface Logger {
  readonly debug: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly info: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
  readonly error: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
}

/**
 * Milliseconds by which the clocks of processes that share a database may disagree. A stored time further ahead was written
 * by a wrong clock and is ignored.
 */
export const maxClockSkew = 5 * 60_000;
