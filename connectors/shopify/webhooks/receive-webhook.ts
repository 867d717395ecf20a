import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { Secret } from '../../../src/domain/secret.ts';
import type { RawRequest, WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { isRecord, isList } from '../records/is-record.ts';
import { privacyMeaning } from './privacy-meaning.ts';
import { meaningOfPayload } from './webhook-meaning.ts';
import { privacyTopics, webhookTopics } from './webhook-topics.ts';
import { parseLossless } from '../records/parse-lossless.ts';

const isSignedWith =
  (body: Uint8Array, signature: Buffer) =>
  (secret: Secret): boolean => {
    const key = secret.reveal();
    const expected = createHmac('sha256', key).update(body).digest();
    // Anyone can sign with an empty key.
    return key !== '' && expected.length === signature.length && timingSafeEqual(expected, signature);
  };

const unverified = (message: string): E.Either<WebhookRefusal, never> => E.left({ _tag: 'Unverified', message });

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');

/**
 * Verifies a webhook and returns what it is about. The signature (HMAC-SHA256 in base64) covers the raw bytes and may use any
 * of the secrets. It is compared in constant time, before anything is parsed.
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
    if (!matches.includes(true)) return unverified('the signature matches none of the webhook secrets');
    const domain = headerOf(request, 'shop-domain');
    if (domain !== undefined && domain.toLowerCase() !== shop) return unverified('it is for another shop');

    const payload = E.tryCatch(
      () => parseWebhook(textOf(request.body)),
      () => undefined,
    );
    if (E.isLeft(payload) || !isRecord(payload.right)) {
      return E.left({ _tag: 'Unreadable', message: 'the signed body is not a JSON object' });
    }
    onWebhook(payload.right);
    const content = payload.right;
    const meaning =
      privacyMeaning(shop, content, '') ?? E.right(meaningOfPayload(shop, content, headerOf(request, 'topic'), ''));
    return E.map((one: WebhookMeaning) => ({ ...one, deliveryId: deliveryIdOf(request, content, one) }))(meaning);
  };

const knownTopics: ReadonlySet<string> = new Set([...Object.values(webhookTopics), ...privacyTopics]);

/** The topic if it is a known one; headers are unsigned and may contain anything. */
const topicOf = (request: RawRequest): string => {
  const topic = headerOf(request, 'topic')?.toLowerCase() ?? '';
  return knownTopics.has(topic) ? topic : 'another topic';
};

/** Whether no two changes share this body: it has the time of the change, or is about an event that happens once. */
const isUnique = (payload: Readonly<Record<string, unknown>>, { _tag }: WebhookMeaning): boolean =>
  typeof payload['updated_at'] === 'string' ||
  typeof payload['created_at'] === 'string' ||
  isRecord(payload['order_edit']) ||
  (payload['id'] !== undefined && Object.keys(payload).length === 1) ||
  (_tag !== 'RecordChanged' && !isRecord(payload['query_variables']));

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

/** Shopify's newer Events send `shopify-…`, webhooks `x-shopify-…`. */
const headerOf = ({ headers }: RawRequest, name: string): string | undefined =>
  headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`];

/** The members with nested fields that are read; an order has dozens more, most of its bytes. */
const opened: ReadonlySet<string> = new Set([
  'customer',
  'order_edit',
  'orders_requested',
  'orders_to_redact',
  'query_variables',
]);

/** Stands for a list or object that is not parsed. */
const unopened: unique symbol = Symbol('unopened');

const isDamaged = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

/** Only ids at the top of a payload or one level below are read. */
const hasDamagedId = (value: unknown): boolean =>
  isDamaged(value) ||
  (isList(value) && value.some(isDamaged)) ||
  (isRecord(value) && Object.values(value).some(isDamaged));

/** The lossless parser takes ten times as long, so only values with an id beyond 2^53 use it. */
const parseValue = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return hasDamagedId(value) ? parseLossless(text) : value;
};

const isNested = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

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

const quote = 0x22;

const backslash = 0x5c;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const opens = (code: number): boolean => code === 0x7b || code === 0x5b;

const closes = (code: number): boolean => code === 0x7d || code === 0x5d;

const broken = (): SyntaxError => new SyntaxError('not a JSON object');

const skipBlanks = (json: string, from: number): number => {
  let at = from;
  while (isBlank(json.charCodeAt(at))) at += 1;
  return at;
};

/** A quote ends its text when an even number of backslashes precedes it. */
const endOfText = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  throw broken();
};

const endOfNested = (json: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < json.length;) {
    const code = json.charCodeAt(at);
    if (opens(code)) depth += 1;
    if (closes(code)) depth -= 1;
    if (depth === 0) return at + 1;
    at = code === quote ? endOfText(json, at) : at + 1;
  }
  throw broken();
};

/** Numbers, `true`, `false` and `null` end at the next comma, blank or bracket. */
const endOfBare = (json: string, from: number): number => {
  let at = from;
  for (let code = json.charCodeAt(at); at < json.length; code = json.charCodeAt((at += 1))) {
    if (code === 0x2c || closes(code) || isBlank(code)) return at;
  }
  throw broken();
};

const endOfValue = (json: string, from: number): number => {
  const code = json.charCodeAt(from);
  if (code === quote) return endOfText(json, from);
  return opens(code) ? endOfNested(json, from) : endOfBare(json, from);
};

const skipMark = (json: string, mark: '{' | ':', from: number): number => {
  const at = skipBlanks(json, from);
  if (json[at] !== mark) throw broken();
  return skipBlanks(json, at + 1);
};

/**
 * The members of a JSON object, each value as unparsed text. Duplicate names are kept.
 *
 * @throws SyntaxError when the text is not a JSON object. Errors within a value only show when that value is parsed.
 * @example
 * membersOf('{"id": 7, "lines": [{}]}') // [['id', '7'], ['lines', '[{}]']]
 */
export const membersOf = (json: string): readonly (readonly [name: string, value: string])[] => {
  const members: (readonly [string, string])[] = [];
  let at = skipMark(json, '{', 0);
  let isLast = json[at] === '}';
  while (!isLast) {
    if (json.charCodeAt(at) !== quote) throw broken();
    const nameEnd = endOfText(json, at);
    const name: unknown = JSON.parse(json.slice(at, nameEnd));
    const valueStart = skipMark(json, ':', nameEnd);
    const valueEnd = endOfValue(json, valueStart);
    members.push([String(name), json.slice(valueStart, valueEnd)]);
    at = skipBlanks(json, valueEnd);
    isLast = json[at] === '}';
    if (!isLast && json[at] !== ',') throw broken();
    if (!isLast) at = skipBlanks(json, at + 1);
  }
  if (skipBlanks(json, at + 1) !== json.length) throw broken();
  return members;
};
