import type { SourceError } from '../domain/errors.ts';

/** Thrown by our own functions that return tokens and keys: what happened and what to do, without secrets. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
  readonly failure: SourceError;
  constructor(failure: SourceError) {
    super(failure.message);
    this.failure = failure;
  }
}

/** By its name, because a configuration may load a second copy of this module. */
export const isTokenFailure = (error: unknown): error is TokenFailure =>
  error instanceof Error && error.name === 'TokenFailure' && 'failure' in error;
