import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Secret } from '../../../src/domain/secret.ts';
import type { SourceError } from '../../../src/domain/errors.ts';

/** Where the access token comes from. */
export interface TokenSource {
  readonly current: TE.TaskEither<SourceError, Secret>;
  /** Forgets the token that Shopify did not accept. False when there is no other to be had. */
  readonly renew: (stale: Secret) => boolean;
}
