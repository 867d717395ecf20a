import * as E from 'fp-ts/lib/Either.js';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { VerifiedDelivery, WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { type Home, meaningOfEvent } from './webhook-meaning.ts';
import { WebhookEvent } from './webhook-event.ts';

/** What an event means that the host has verified, such as by `constructEvent`. Its id and type are those of the event. */
export const receiveVerified =
  (home: () => Home) =>
  ({ payload }: VerifiedDelivery): E.Either<WebhookRefusal, WebhookMeaning> => {
    const event = decodeAs(WebhookEvent)(payload);
    return E.isLeft(event)
      ? E.left({ _tag: 'Unreadable', message: `it is no event of Stripe: ${event.left.problems.join('; ')}` })
      : E.right(meaningOfEvent(event.right, home()));
  };
