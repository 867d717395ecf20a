import * as E from 'fp-ts/lib/Either.js';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { incomplete, undecodable } from '../to-sale/admission.ts';
import type { StripeFailure } from '../errors.ts';
import type { Read } from '../client/stripe-api.ts';

/**
 * What keeps one record from being read holds that record and lets the others go on; what keeps Stripe from being read
 * fails the page, which is read again.
 */
export const orHeld =
  <A>(id: string, read: Read<A>): Read<A | SourceResult> =>
  async () => {
    const answer = await read();
    if (E.isRight(answer)) return answer;
    switch (answer.left._tag) {
      case 'MissingPermission':
      case 'NoSuchObject':
      case 'RefusedExpansion':
      case 'LostPlace':
        return E.right<StripeFailure, SourceResult>(E.left(incomplete(id, answer.left.message)));
      case 'Undecodable':
        return E.right<StripeFailure, SourceResult>(undecodable(id, answer.left));
      case 'SourceUnreachable':
      case 'SourceThrottled':
      case 'SourceCredentialsRefused':
      case 'SourceRefused':
        return answer;
    }
  };
