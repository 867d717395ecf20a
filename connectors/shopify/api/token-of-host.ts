import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { once } from '../../../src/core/once.ts';
import type { Secret } from '../../../src/core/secret.ts';
import type { SourceError } from '../../../src/core/source-error.ts';
import type { TokenSource } from './token-source.ts';

/** A token that the host keeps: asked for once, and again after Shopify did not accept it. */
export const tokenOfHost = (resolve: TE.TaskEither<SourceError, Secret>): TokenSource => {
  let known: Secret | undefined;
  let ask = once(resolve);
  return {
    current: async () => {
      const token = await ask();
      if (E.isRight(token)) known = token.right;
      return token;
    },
    renew: (stale) => {
      // Another request may have asked for a new one already.
      if (known === stale) ask = once(resolve);
      return true;
    },
  };
};
