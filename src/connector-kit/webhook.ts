/** Verifies a webhook for a connector and finds out which record it names; the signed bytes alone are trusted. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { errorName } from '../domain/errors.ts';
import type { RawRequest, VerifiedDelivery, WebhookMeaning, WebhookRefusal } from '../mapping/source-connector.ts';

/** A delivery whose signature was not checked yet. */
export interface UnverifiedDelivery {
  /** The bytes as they arrived, which platforms sign. */
  readonly body: Uint8Array;
  /** The body as text. */
  readonly text: string;
  /** Names in lower case. They are not signed: a forger can change them. */
  readonly unsignedHeaders: Readonly<Record<string, string | undefined>>;
}

/** The record that a delivery names. The record is read again, so the rest of the delivery is not needed. */
export type DeliveryMeaning =
  | { readonly changed: string | number }
  | { readonly deleted: string | number }
  /** A customer requests the data stored about these records. */
  | { readonly dataRequested: readonly (string | number)[] }
  /** A customer's data in these records must be erased. */
  | { readonly erase: readonly (string | number)[] }
  /** `erase all`: the merchant left. `unreadable`: signed, but of an unknown form. */
  | 'erase all'
  | 'uninstalled'
  | 'irrelevant'
  | 'unreadable';

/** How a connector receives webhooks. */
export interface WebhookDefinition {
  /** Whether the signature fits the bytes, such as `signedWith({ … })`. */
  readonly verify: (delivery: UnverifiedDelivery) => boolean;
  /**
   * Which record a genuine delivery names, by its parsed body: JSON, or the fields of a form. The topic is the platform's name of
   * the event; on most platforms it is a header, and not signed.
   */
  readonly meaning: (payload: unknown, unsignedTopic: string) => DeliveryMeaning;
  /** The header of the topic, in lower case. Default: none. */
  readonly topicHeader?: string;
  /** An unsigned announcement that names no record, such as a form `webhook_id=7`: it is answered with 200 and ignored. */
  readonly isPing?: (delivery: UnverifiedDelivery) => boolean;
}

/** The place and the form of the signature. */
export interface SignatureSettings {
  /** Several while you change the secret. An empty one accepts nothing. */
  readonly secret: string | readonly string[];
  /** The header with the signature, in lower case. */
  readonly header: string;
  /** Default `base64`. */
  readonly encoding?: 'base64' | 'hex';
  /** The text before the signature, such as `sha256=`. Default: no text. */
  readonly prefix?: string;
}

/** HMAC-SHA256 over the bytes of the body, as most platforms sign. */
export const signedWith = ({
  secret,
  header,
  encoding = 'base64',
  prefix = '',
}: SignatureSettings): WebhookDefinition['verify'] => {
  const secrets = (typeof secret === 'string' ? [secret] : secret).filter((one) => one !== '');
  return ({ body, unsignedHeaders }) => {
    const given = unsignedHeaders[header];
    return (
      given !== undefined &&
      secrets.some((one) => isEqual(given, prefix + createHmac('sha256', one).update(body).digest(encoding)))
    );
  };
};

export const receiveWebhook =
  ({ verify, meaning, topicHeader, isPing }: WebhookDefinition) =>
  (request: RawRequest): E.Either<WebhookRefusal, WebhookMeaning> =>
    safely(() => {
      const { body, headers: unsignedHeaders } = request;
      const delivery = { body, text: new TextDecoder().decode(body), unsignedHeaders };
      if (!verify(delivery)) {
        return isPing?.(delivery) === true
          ? E.right({ _tag: 'Irrelevant', deliveryId: 'ping' })
          : E.left({ _tag: 'Unverified', message: 'its signature does not match its bytes' });
      }
      const topic = topicHeader === undefined ? undefined : unsignedHeaders[topicHeader];
      return toMeaning(meaning(payloadOf(delivery), topic ?? ''), deliveryIdOf(request));
    });

export const receiveVerified =
  (meaning: WebhookDefinition['meaning']) =>
  ({ topic, deliveryId, payload }: VerifiedDelivery): E.Either<WebhookRefusal, WebhookMeaning> =>
    safely(() => toMeaning(meaning(payload, topic), deliveryId));

const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

/** Repeats only the kind of an error that the connector throws: its text may hold a part of the delivery. */
const safely = (read: () => E.Either<WebhookRefusal, WebhookMeaning>): E.Either<WebhookRefusal, WebhookMeaning> => {
  try {
    return read();
  } catch (thrown) {
    return E.left({ _tag: 'Unreadable', message: `it is not JSON, or the connector threw (${errorName(thrown)})` });
  }
};

const unreadable: WebhookRefusal = { _tag: 'Unreadable', message: 'the delivery names no record' };

const toMeaning = (meaning: DeliveryMeaning, deliveryId: string): E.Either<WebhookRefusal, WebhookMeaning> => {
  if (meaning === 'unreadable') return E.left(unreadable);
  if (meaning === 'irrelevant') return E.right({ _tag: 'Irrelevant', deliveryId });
  if (meaning === 'erase all') return E.right({ _tag: 'EraseStorefront', deliveryId });
  if (meaning === 'uninstalled') return E.right({ _tag: 'Uninstalled', deliveryId });
  if (!areIds(meaning)) return E.left(unreadable);
  if ('changed' in meaning) return E.right({ _tag: 'RecordChanged', deliveryId, recordId: String(meaning.changed) });
  if ('deleted' in meaning) return E.right({ _tag: 'RecordDeleted', deliveryId, recordId: String(meaning.deleted) });
  return 'erase' in meaning
    ? E.right({ _tag: 'EraseRecords', deliveryId, recordIds: idsOf(meaning.erase) })
    : E.right({ _tag: 'DataRequested', deliveryId, recordIds: idsOf(meaning.dataRequested) });
};

const areIds = (meaning: Exclude<DeliveryMeaning, string>): boolean =>
  Object.values(meaning).every((ids) => (Array.isArray(ids) ? ids.every(isId) : isId(ids)));

const isId = (id: unknown): boolean => (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);

const idsOf = (ids: readonly (string | number)[]): readonly string[] => ids.map(String);

const payloadOf = ({ text, unsignedHeaders }: UnverifiedDelivery): unknown =>
  (unsignedHeaders['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(text))
    : JSON.parse(text);

/**
 * Duplicates are recognized by the signed bytes and the minute of arrival. Without the minute, a second deletion of a record
 * would be a duplicate, because it has the same bytes. An id in a header is not signed, so a recorded delivery could be repeated
 * with new ids forever.
 */
const deliveryIdOf = ({ body, receivedAt }: RawRequest): string =>
  `${createHash('sha256').update(body).digest('base64url')} ${receivedAt.slice(0, 16)}`;
