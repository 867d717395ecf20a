import * as E from 'fp-ts/lib/Either.js';
import type { WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { digitsOf } from '../records/gid.ts';
import { isList, isRecord } from '../records/is-record.ts';

type Payload = Readonly<Record<string, unknown>>;

const idsIn = (list: readonly unknown[]): readonly string[] | undefined => {
  const ids = list.map(digitsOf);
  return ids.every((id) => id !== undefined) ? ids : undefined;
};

/** The shop fields that only the three privacy bodies have. */
const isPrivacyBody = (payload: Payload): boolean =>
  typeof payload['shop_domain'] === 'string' && payload['shop_id'] !== undefined;

const refuse = (_tag: WebhookRefusal['_tag'], message: string): E.Either<WebhookRefusal, never> =>
  E.left({ _tag, message });

/**
 * What a body of one of the three mandatory privacy topics means; undefined for every other body.
 *
 * Only the signed body decides: the topic is an unsigned header, which must neither turn another body into an erasure nor
 * prevent one. Source: shopify.dev, privacy law compliance (`customers/data_request`, `customers/redact`, `shop/redact`).
 */
export const privacyMeaning = (
  shop: string,
  payload: Payload,
  deliveryId: string,
): E.Either<WebhookRefusal, WebhookMeaning> | undefined => {
  if (!isPrivacyBody(payload)) return undefined;
  const { shop_domain: domain, orders_requested: requested, orders_to_redact: toRedact } = payload;
  if (typeof domain !== 'string' || domain.toLowerCase() !== shop) {
    return refuse('Unverified', 'it is for another shop');
  }
  const list = requested ?? toRedact;
  if (list === undefined) {
    const isWholeShop = Object.keys(payload).length === 2;
    return isWholeShop ? E.right({ _tag: 'EraseStorefront', deliveryId }) : undefined;
  }
  const recordIds = isList(list) && isRecord(payload['customer']) ? idsIn(list) : undefined;
  if (recordIds === undefined || (requested !== undefined && toRedact !== undefined)) {
    return refuse('Unreadable', 'the orders of this customer privacy request cannot be read');
  }
  return E.right({ _tag: requested === undefined ? 'EraseRecords' : 'DataRequested', recordIds, deliveryId });
};
