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
    // Everybody can sign with nothing.
    return key !== '' && expected.length === signature.length && timingSafeEqual(expected, signature);
  };

const unverified = (message: string): E.Either<WebhookRefusal, never> => E.left({ _tag: 'Unverified', message });

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');

/**
 * Verifies a webhook and says what it is about. The signature (HMAC-SHA256 in base64) is that of the raw bytes, by
 * any of the secrets, compared in constant time; nothing is parsed before it holds.
 *
 * It covers the body alone: topic and shop are hints of an unsigned header. A wrong shop is refused, and a topic cannot
 * make a deletion of a body that is not one.
 *
 * @param hear gets each payload whose signature holds
 */
export const receiveWebhook =
  (shop: string, secrets: readonly Secret[], onWebhook: (payload: unknown) => void = () => undefined) =>
  (request: RawRequest): E.Either<WebhookRefusal, WebhookMeaning> => {
    const given = headerOf(request, 'hmac-sha256');
    if (given === undefined || !/^[A-Za-z0-9+/]{43}=$/.test(given)) return unverified('there is no signature');
    // Every secret is tried, so that the time taken does not tell which one matched.
    const matches = secrets.map(isSignedWith(request.body, Buffer.from(given, 'base64')));
    if (!matches.includes(true)) return unverified('the signature is not made with any of the webhook secrets');
    const domain = headerOf(request, 'shop-domain');
    if (domain !== undefined && domain.toLowerCase() !== shop) return unverified('it is meant for another shop');

    const payload = E.tryCatch(
      () => parseWebhook(textOf(request.body)),
      () => undefined,
    );
    if (E.isLeft(payload) || !isRecord(payload.right)) {
      return E.left({ _tag: 'Unreadable', message: 'the body is signed, and is no JSON object' });
    }
    onWebhook(payload.right);
    const content = payload.right;
    const meaning =
      privacyMeaning(shop, content, '') ?? E.right(meaningOfPayload(shop, content, headerOf(request, 'topic'), ''));
    return E.map((one: WebhookMeaning) => ({ ...one, deliveryId: deliveryIdOf(request, content, one) }))(meaning);
  };

const knownTopics: ReadonlySet<string> = new Set([...Object.values(webhookTopics), ...privacyTopics]);

/** The topic, where it is one of ours; headers are not signed and may hold anything. */
const topicOf = (request: RawRequest): string => {
  const topic = headerOf(request, 'topic')?.toLowerCase() ?? '';
  return knownTopics.has(topic) ? topic : 'another topic';
};

/**
 * Whether no two changes have the same body: it carries the time of the change, or names what happens once, such as a
 * deletion, an edit or an erasure.
 */
const isUnique = (payload: Readonly<Record<string, unknown>>, { _tag }: WebhookMeaning): boolean =>
  typeof payload['updated_at'] === 'string' ||
  typeof payload['created_at'] === 'string' ||
  isRecord(payload['order_edit']) ||
  (payload['id'] !== undefined && Object.keys(payload).length === 1) ||
  (_tag !== 'RecordChanged' && !isRecord(payload['query_variables']));

/**
 * The id by which duplicates of a delivery are recognized. The ids in its headers are not signed: a recorded delivery can be
 * sent again under any number of them. So the signed body decides where it can, and the ids count only for bodies that two changes
 * may share.
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

/** Events of the newer kind carry `shopify-…`, webhooks `x-shopify-…`. */
const headerOf = ({ headers }: RawRequest, name: string): string | undefined =>
  headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`];

/** The members of which something within is read. An order has dozens more, and they are most of its bytes. */
const opened: ReadonlySet<string> = new Set([
  'customer',
  'order_edit',
  'orders_requested',
  'orders_to_redact',
  'query_variables',
]);

/** Stands for a list or an object that nobody opens. */
const unopened: unique symbol = Symbol('unopened');

const isDamaged = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

/** Ids stand at the top of a payload or one level below; what lies deeper is not read. */
const hasDamagedId = (value: unknown): boolean =>
  isDamaged(value) ||
  (isList(value) && value.some(isDamaged)) ||
  (isRecord(value) && Object.values(value).some(isDamaged));

/** Only what holds an id that a float cannot hold is parsed by the slow parser: most do not, and it takes ten times as long. */
const parseValue = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return hasDamagedId(value) ? parseLossless(text) : value;
};

const isNested = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/**
 * The body of a webhook as far as it is read: a webhook is a doorbell, and only ids, names of shops and what a privacy
 * request lists are taken from it. Ids keep every digit. Lists and objects that nobody reads are not parsed.
 *
 * @throws SyntaxError when the text is no JSON object.
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

const broken = (): SyntaxError => new SyntaxError('it is no JSON object');

const behindBlanks = (json: string, from: number): number => {
  let at = from;
  while (isBlank(json.charCodeAt(at))) at += 1;
  return at;
};

/** A quote ends its text when an even number of backslashes stands before it. */
const behindText = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  throw broken();
};

const behindNested = (json: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < json.length;) {
    const code = json.charCodeAt(at);
    if (opens(code)) depth += 1;
    if (closes(code)) depth -= 1;
    if (depth === 0) return at + 1;
    at = code === quote ? behindText(json, at) : at + 1;
  }
  throw broken();
};

/** Numbers, `true`, `false` and `null` go on to the next comma, blank or bracket. */
const behindBare = (json: string, from: number): number => {
  let at = from;
  for (let code = json.charCodeAt(at); at < json.length; code = json.charCodeAt((at += 1))) {
    if (code === 0x2c || closes(code) || isBlank(code)) return at;
  }
  throw broken();
};

const behindValue = (json: string, from: number): number => {
  const code = json.charCodeAt(from);
  if (code === quote) return behindText(json, from);
  return opens(code) ? behindNested(json, from) : behindBare(json, from);
};

const behind = (json: string, mark: '{' | ':', from: number): number => {
  const at = behindBlanks(json, from);
  if (json[at] !== mark) throw broken();
  return behindBlanks(json, at + 1);
};

/**
 * The members of a JSON object, each value still as its text: what lies within a value costs next to nothing as long as
 * nobody parses it. A name that comes twice comes twice here too.
 *
 * @throws SyntaxError when the text is no JSON object. What is wrong within a value shows when that value is parsed.
 * @example
 * membersOf('{"id": 7, "lines": [{}]}') // [['id', '7'], ['lines', '[{}]']]
 */
export const membersOf = (json: string): readonly (readonly [name: string, value: string])[] => {
  const members: (readonly [string, string])[] = [];
  let at = behind(json, '{', 0);
  let isLast = json[at] === '}';
  while (!isLast) {
    if (json.charCodeAt(at) !== quote) throw broken();
    const nameEnd = behindText(json, at);
    const name: unknown = JSON.parse(json.slice(at, nameEnd));
    const valueStart = behind(json, ':', nameEnd);
    const valueEnd = behindValue(json, valueStart);
    members.push([String(name), json.slice(valueStart, valueEnd)]);
    at = behindBlanks(json, valueEnd);
    isLast = json[at] === '}';
    if (!isLast && json[at] !== ',') throw broken();
    if (!isLast) at = behindBlanks(json, at + 1);
  }
  if (behindBlanks(json, at + 1) !== json.length) throw broken();
  return members;
};
