import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Secret } from '../../../src/domain/secret.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { credentialsRefused } from '../errors.ts';
import type { SecretSource } from '../settings.ts';

/**
 * A secret from where it is kept. A function of the host's that fails is worth another try; what it failed with may hold
 * anything, so it is not passed on.
 *
 * @param what such as `access token`
 */
export const resolveSecret = (source: SecretSource, what: string): TE.TaskEither<SourceError, Secret> => {
  if (typeof source !== 'function') return TE.right(source);
  return async () => {
    const resolved = await TE.tryCatch(source, (): SourceError => ({
      _tag: 'SourceUnreachable',
      message: `the function that gives the ${what} of this shop failed; look into the host's own log`,
      cause: 'ERR_CREDENTIALS',
    }))();
    return E.isRight(resolved) && resolved.right.reveal().trim() === ''
      ? E.left(credentialsRefused(`the function that gives the ${what} of this shop gave none`))
      : resolved;
  };
};
