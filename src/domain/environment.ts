/**
 * Clock, random numbers and log, passed in, so that tests and simulations run the real pipeline under their own time and
 * chance.
 */
import type * as T from 'fp-ts/lib/Task.js';

/** The time of day, and waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => T.Task<void>;
}

/** A number in [0, 1). */
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
