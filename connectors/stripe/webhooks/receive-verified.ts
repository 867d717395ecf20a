import type * as E from 'fp-ts/lib/Either.js';
import type { VerifiedDelivery, WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { type Home, meaningOfEvent } from './webhook-meaning.ts';

/** What an event means that the host has verified, such as by `constructEvent`. Its id and type are those of the event. */
export const receiveVerified =
  (home: () => Home) =>
  ({ payload }: VerifiedDelivery): E.Either<WebhookRefusal, WebhookMeaning> =>
    meaningOfEvent(payload, home());
