/** The error that our own functions throw when they cannot get a token or key: what happened and what to do, without secrets. */
import type { SourceError } from '../domain/errors.ts';

/** A token or key is renewed so many milliseconds before it expires, so that no page fails. */
export const earlyByMs = 5 * 60_000;

export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
  readonly failure: SourceError;
  constructor(failure: SourceError) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Checked by its name, because a configuration may load a second copy of this module. */
export const isTokenFailure = (error: unknown): error is TokenFailure =>
  error instanceof Error && error.name === 'TokenFailure' && 'failure' in error;
