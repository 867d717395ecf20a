import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { memoizeSuccess } from '../../../src/domain/memoize-success.ts';
import type { Secret } from '../../../src/domain/secret.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { TokenSource } from './token-source.ts';

/** A token that the host keeps: asked for once, and again after Shopify did not accept it. */
export const tokenOfHost = (resolve: TE.TaskEither<SourceError, Secret>): TokenSource => {
  let known: Secret | undefined;
  let ask = memoizeSuccess(resolve);
  return {
    current: async () => {
      const token = await ask();
      if (E.isRight(token)) known = token.right;
      return token;
    },
    renew: (stale) => {
      // Another request may have asked for a new one already.
      if (known === stale) ask = memoizeSuccess(resolve);
      return true;
    },
  };
};
