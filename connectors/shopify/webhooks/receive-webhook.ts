import { createHmac, timingSafeEqual } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import type { Secret } from '../../../src/domain/secret.ts';
import type { RawRequest, WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { isRecord } from '../records/is-record.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { headerOf } from './header-of.ts';
import { parseWebhook } from './parse-webhook.ts';
import { privacyMeaning } from './privacy-meaning.ts';
import { meaningOfPayload } from './webhook-meaning.ts';

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
  (shop: string, secrets: readonly Secret[], hear: (payload: unknown) => void = () => undefined) =>
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
    hear(payload.right);
    const content = payload.right;
    const meaning =
      privacyMeaning(shop, content, '') ?? E.right(meaningOfPayload(shop, content, headerOf(request, 'topic'), ''));
    return E.map((one: WebhookMeaning) => ({ ...one, deliveryId: deliveryIdOf(request, content, one) }))(meaning);
  };
