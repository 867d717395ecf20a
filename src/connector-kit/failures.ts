/** The errors that a connector's author can throw, and what the pipeline makes of anything else that is thrown. */
import { errorName, type SourceError } from '../domain/errors.ts';

/**
 * Throw it when the platform refuses the key, or a permission is missing. The storefront stops, and the message is shown to the
 * merchant: what to do, without the key.
 */
export const refused = (message?: string): Error =>
  failure('refused', (platformName) => ({
    _tag: 'SourceCredentialsRefused',
    message: message ?? `${platformName} refuses the credentials. Check the key and its permissions.`,
  }));

/** Seconds. Without a limit, a platform that names years would stop a storefront for years. */
const maxThrottled = 3_600;

/** Throw it when the platform asks you to slow down; null when it does not state for how many seconds. At most an hour counts. */
export const throttled = (seconds: number | null = null): Error =>
  failure('throttled', (platformName) => ({
    _tag: 'SourceThrottled',
    message: `${platformName} limits the number of requests.`,
    retryAfterMs: seconds === null || !(seconds >= 0) ? null : Math.ceil(Math.min(seconds, maxThrottled) * 1000),
  }));

/** Throw it when the platform does not respond, or fails for now: it is asked again. `cause` is a code such as `503`. */
export const unreachable = (cause = 'no answer'): Error =>
  failure('unreachable', (platformName) => ({
    _tag: 'SourceUnreachable',
    message: `${platformName} does not respond.`,
    cause,
  }));

/** Throw it when asking again would get the same answer. The message is shown: no value of a record, no key. */
export const rejected = (message: string): Error => failure('rejected', () => ({ _tag: 'SourceRefused', message }));

const codePattern = /^[A-Z][A-Z0-9_]{2,40}$/;

/** The code of a thrown value, such as `ENOENT`; undefined if it has no code of that form. */
export const codeIn = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? codePattern.exec(thrown.code)?.[0]
    : undefined;

/** A global symbol, because an app may have installed several copies of the package. */
const failureOf = Symbol.for('tax-nexus-sync.source-failure');

/** Turns any thrown value into one of the four errors. Its text is never used: it may contain a key or a buyer's data. */
export const toSourceError =
  (platformName: string) =>
  (thrown: unknown): SourceError => {
    if (isFailure(thrown)) return thrown[failureOf](platformName);
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    return isDefect(thrown)
      ? {
          _tag: 'SourceRefused',
          message: `The connector of ${platformName} failed because of a bug in it (${errorName(thrown)}). Report it to its author.`,
        }
      : {
          _tag: 'SourceUnreachable',
          message: `${platformName} does not respond.`,
          cause: codeIn(thrown) ?? codeIn(cause) ?? errorName(thrown),
        };
  };

type Cause = (platformName: string) => SourceError;

const failure = (name: string, cause: Cause): Error => Object.assign(new Error(name), { [failureOf]: cause });

interface ThrownFailure extends Error {
  readonly [failureOf]: Cause;
}

const isFailure = (thrown: unknown): thrown is ThrownFailure => thrown instanceof Error && failureOf in thrown;

/**
 * Whether the language threw it: asking again would not help. `fetch` throws a TypeError too, with the network's error as its
 * cause.
 */
const isDefect = (thrown: unknown): boolean =>
  (thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof RangeError) &&
  thrown.cause === undefined;
