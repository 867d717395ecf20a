/** Verifies a delivery from Shopify by its signature, and finds out which order, shop or privacy request it is about. */
import * as E from 'fp-ts/lib/Either.js';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { membersOf } from '../../../src/domain/json-members.ts';
import type { Secret } from '../../../src/domain/secret.ts';
import type {
  RawRequest,
  SharedAddress,
  VerifiedDelivery,
  WebhookMeaning,
  WebhookRefusal,
} from '../../../src/mapping/source-connector.ts';
import { isList, isRecord } from '../../../src/domain/fields.ts';
import { privacyMeaning } from './privacy-meaning.ts';
import { isOfOtherShop, meaningOfPayload, otherShop } from './webhook-meaning.ts';
import { privacyTopics, webhookTopics } from './webhook-topics.ts';
import { parseLossless } from '../records/parse-lossless.ts';

/**
 * The signature (HMAC-SHA256 in base64) covers the raw bytes and may use any of the secrets. It is compared in constant time,
 * before anything is parsed.
 *
 * It covers only the body: topic and shop are unsigned headers. A wrong shop is refused, and a topic cannot turn another body
 * into a deletion.
 *
 * @param onWebhook called with each verified payload
 */
export const receiveWebhook =
  (shop: string, secrets: readonly Secret[], onWebhook: (payload: unknown) => void = () => undefined) =>
  (request: RawRequest): E.Either<WebhookRefusal, WebhookMeaning> => {
    const given = headerOf(request, 'hmac-sha256');
    if (given === undefined || !/^[A-Za-z0-9+/]{43}=$/.test(given)) return unverified('the signature is missing');
    // Every secret is tried, so that the time taken does not reveal which one matched.
    const matches = secrets.map(isSignedWith(request.body, Buffer.from(given, 'base64')));
    if (!matches.includes(true))
      return unverified(
        'the signature matches none of the webhook secrets; webhooks of an app are signed with its client secret, those made in the shop’s admin (Settings, Notifications) with the secret shown there',
      );
    if ((shopIn(request) ?? shop) !== shop) return E.left(otherShop);

    const payload = E.tryCatch(
      () => parseWebhook(textOf(request.body)),
      () => undefined,
    );
    if (E.isLeft(payload)) return E.left({ _tag: 'Unreadable', message: 'the signed body is not a JSON object' });
    const content = payload.right;
    if (isOfOtherShop(shop, content)) return E.left(otherShop);
    onWebhook(content);
    const meaning =
      privacyMeaning(content, '') ?? E.right(meaningOfPayload(shop, content, headerOf(request, 'topic'), ''));
    return E.map((one: WebhookMeaning) => ({ ...one, deliveryId: deliveryIdOf(request, content, one) }))(meaning);
  };

/** The deliveries of a shop at `…/webhooks/shopify`, where an app's subscriptions bring those of all its shops. */
export const sharedAddressOf = (shop: string): SharedAddress => ({
  platform: 'shopify',
  account: shop,
  accountIn: shopIn,
});

/** The members with nested fields that are read; an order has dozens more, most of its bytes. */
const opened: ReadonlySet<string> = new Set([
  'customer',
  'order_edit',
  'orders_requested',
  'orders_to_redact',
  'query_variables',
]);

/** Stands for a list or object that is not parsed. */
const unopened: unique symbol = Symbol();

/**
 * Parses the parts of a webhook body that are read: ids, shop names and the orders of a privacy request. Ids keep every digit.
 * Other lists and objects are not parsed.
 *
 * @throws SyntaxError when the text is not a JSON object.
 */
export const parseWebhook = (text: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    membersOf(text).map(([name, value]) => [name, isNested(value) && !opened.has(name) ? unopened : parseValue(value)]),
  );

/**
 * The meaning of a delivery that the host has verified, for example with `authenticate.webhook(request)` of Shopify's packages.
 * Those packages lose digits of large numbers, so an order is identified by its global id where there is one.
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

/** Shopify's newer Events send `shopify-…`, webhooks `x-shopify-…`. */
const headerOf = ({ headers }: Pick<RawRequest, 'headers'>, name: string): string | undefined =>
  headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`];

const unverified = (message: string): E.Either<WebhookRefusal, never> => E.left({ _tag: 'Unverified', message });

const isSignedWith =
  (body: Uint8Array, signature: Buffer) =>
  (secret: Secret): boolean => {
    const key = secret.reveal();
    const expected = createHmac('sha256', key).update(body).digest();
    // Anyone can sign with an empty key.
    return key !== '' && expected.length === signature.length && timingSafeEqual(expected, signature);
  };

const shopIn = (delivery: Pick<RawRequest, 'headers'>): string | null =>
  headerOf(delivery, 'shop-domain')?.toLowerCase() ?? null;

const isNested = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/** The lossless parser takes ten times as long, so only values with an id beyond 2^53 use it. */
const parseValue = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return hasDamagedId(value) ? parseLossless(text) : value;
};

/** Only ids at the top of a payload or one level below are read. */
const hasDamagedId = (value: unknown): boolean =>
  isDamaged(value) ||
  (isList(value) && value.some(isDamaged)) ||
  (isRecord(value) && Object.values(value).some(isDamaged));

const isDamaged = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');

/**
 * The id that identifies duplicate deliveries. The ids in the headers are unsigned: a recorded delivery can be replayed under
 * new ones. So the signed body decides, and the ids only count for bodies that two changes may share.
 */
const deliveryIdOf = (
  request: RawRequest,
  payload: Readonly<Record<string, unknown>>,
  meaning: WebhookMeaning,
): string => {
  const hash = createHash('sha256').update(request.body);
  if (!isUnique(payload, meaning)) {
    hash.update(`\n${request.headers['x-shopify-event-id'] ?? headerOf(request, 'webhook-id') ?? ''}`);
  }
  return `${hash.digest('base64url')} ${topicOf(request)}`;
};

/** Whether no two changes share this body: it has the time of the change, or is about an event that happens once. */
const isUnique = (payload: Readonly<Record<string, unknown>>, { _tag }: WebhookMeaning): boolean =>
  typeof payload['updated_at'] === 'string' ||
  typeof payload['created_at'] === 'string' ||
  isRecord(payload['order_edit']) ||
  (payload['id'] !== undefined && Object.keys(payload).length === 1) ||
  (_tag !== 'RecordChanged' && !isRecord(payload['query_variables']));

const knownTopics: ReadonlySet<string> = new Set([...Object.values(webhookTopics), ...privacyTopics]);

/** The topic if it is a known one; headers are unsigned and may contain anything. */
const topicOf = (request: RawRequest): string => {
  const topic = headerOf(request, 'topic')?.toLowerCase() ?? '';
  return knownTopics.has(topic) ? topic : 'another topic';
};
