import * as E from 'fp-ts/lib/Either.js';
import type { VerifiedDelivery, WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { isRecord } from '../../../src/domain/fields.ts';
import { privacyMeaning } from './privacy-meaning.ts';
import { isOfOtherShop, meaningOfPayload, otherShop } from './webhook-meaning.ts';

/**
 * What a delivery means that the host has verified, for example with `authenticate.webhook(request)` of Shopify's packages.
 * Those lose digits of large numbers, so an order is identified by its global id where there is one.
 */
export const receiveVerified =
  (shop: string, onWebhook: (payload: unknown) => void = () => undefined) =>
  ({ topic, deliveryId, payload }: VerifiedDelivery): E.Either<WebhookRefusal, WebhookMeaning> => {
    if (!isRecord(payload)) {
      return E.left({ _tag: 'Unreadable', message: 'the payload is not an object; pass the parsed body' });
    }
    if (isOfOtherShop(shop, payload)) return E.left(otherShop);
    onWebhook(payload);
    return privacyMeaning(payload, deliveryId) ?? E.right(meaningOfPayload(shop, payload, topic, deliveryId));
  };
