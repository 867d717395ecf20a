/**
 * Recognizes Shopify's mandatory privacy webhooks (request for data, erasure of a customer or a shop), by the signed body alone.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { digitsOf } from '../records/values.ts';
import { isList, isRecord } from '../../../src/domain/fields.ts';

type Payload = Readonly<Record<string, unknown>>;

/**
 * Undefined for a body of any other topic.
 *
 * Only the signed body decides: the topic is an unsigned header, which must neither turn another body into an erasure nor
 * prevent one. Source: shopify.dev, privacy law compliance (`customers/data_request`, `customers/redact`, `shop/redact`).
 */
export const privacyMeaning = (
  payload: Payload,
  deliveryId: string,
): E.Either<WebhookRefusal, WebhookMeaning> | undefined => {
  if (!isPrivacyBody(payload)) return undefined;
  const { orders_requested: requested, orders_to_redact: toRedact } = payload;
  const list = requested ?? toRedact;
  if (list === undefined) {
    const isWholeShop = Object.keys(payload).length === 2;
    return isWholeShop ? E.right({ _tag: 'EraseStorefront', deliveryId }) : undefined;
  }
  const recordIds = isList(list) && isRecord(payload['customer']) ? idsIn(list) : undefined;
  if (recordIds === undefined || (requested !== undefined && toRedact !== undefined)) {
    return E.left({ _tag: 'Unreadable', message: 'the orders of this customer privacy request cannot be read' });
  }
  return E.right({ _tag: requested === undefined ? 'EraseRecords' : 'DataRequested', recordIds, deliveryId });
};

/** The shop fields that only the three privacy bodies have. */
const isPrivacyBody = (payload: Payload): boolean =>
  typeof payload['shop_domain'] === 'string' && payload['shop_id'] !== undefined;

const idsIn = (list: readonly unknown[]): readonly string[] | undefined => {
  const ids = list.map(digitsOf);
  return ids.every((id) => id !== undefined) ? ids : undefined;
};
