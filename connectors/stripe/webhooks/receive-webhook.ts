/** Verifies a delivery from Stripe by its signature and age, and finds out which record it is about. */
import { createHash, createHmac } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import Stripe from 'stripe';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import { membersOf } from '../../../src/domain/json-members.ts';
import type {
  RawRequest,
  SharedAddress,
  VerifiedDelivery,
  WebhookMeaning,
  WebhookRefusal,
} from '../../../src/mapping/source-connector.ts';
import { WebhookEvent } from './webhook-event.ts';
import { accountOfEvent, type Home, meaningOfEvent } from './webhook-meaning.ts';
import type { StripeSettings } from '../settings.ts';

interface Ports extends Pick<StripeSettings, 'webhookSecrets'> {
  readonly home: () => Home;
}

/** Seconds between a signature and its arrival. Passed to the SDK explicitly, because its default was once "no check". */
const tolerance = 300;

/**
 * Returns which record to read again. Only ids of the payload are used: the payload has the endpoint's version, lacks expansions,
 * and arrives in any order and more than once.
 */
export const receiveWebhook =
  (settings: Ports) =>
  ({ body, headers, receivedAt }: RawRequest): E.Either<WebhookRefusal, WebhookMeaning> => {
    const header = headers['stripe-signature'] ?? '';
    const now = millisecondsOf(receivedAt);
    const bytes = Buffer.from(body);
    const stamp = stampOf(header);
    if (settings.webhookSecrets.length === 0) {
      return refuse('Unverified', 'no signing secret is configured for this storefront; add it to webhookSecrets');
    }
    if (header === '') {
      return refuse(
        'Unverified',
        'it has no Stripe-Signature header: it was not sent by Stripe, or a proxy removed the header',
      );
    }
    if (!settings.webhookSecrets.some((secret) => isSigned(bytes, header, secret.reveal(), now))) {
      return now / 1000 - stamp > tolerance
        ? refuse('Stale', 'the signature is older than five minutes; check the clock of this machine')
        : refuse(
            'Unverified',
            'no configured secret made this signature; each endpoint, and stripe listen, has its own secret: give the one that the dashboard shows for this endpoint (Developers, Webhooks)',
          );
    }
    // The SDK accepts any time in the future, and a time that is not a number.
    if (!(stamp - now / 1000 <= tolerance)) {
      return refuse('Stale', 'the signature is dated ahead by more than five minutes; check the clock of this machine');
    }
    return meaningOfEvent(parse(bytes), settings.home());
  };

/** The events of an account at `…/webhooks/stripe`: a platform's endpoint receives those of all its connected accounts. */
export const sharedAddressOf = (account: string | null): SharedAddress => ({ platform: 'stripe', account, accountIn });

/**
 * The meaning of an event that the host has verified, for example with `constructEvent`. The id and type of the delivery are
 * those of the event.
 */
export const receiveVerified =
  (home: () => Home) =>
  ({ payload }: VerifiedDelivery): E.Either<WebhookRefusal, WebhookMeaning> =>
    meaningOfEvent(payload, home());

/** The signed time, in Unix seconds; NaN when the header has no time. */
const stampOf = (header: string): number => Number(/(?:^|,)t=(\d{1,15})(?:,|$)/.exec(header)?.[1] ?? Number.NaN);

const refuse = (_tag: WebhookRefusal['_tag'], message: string): E.Either<WebhookRefusal, never> =>
  E.left({ _tag, message });

const hmac = (payload: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(payload).digest('hex');

/** The SDK's own provider is synchronous on Node only, not on Bun. */
const cryptoProvider = {
  computeHMACSignature: hmac,
  computeHMACSignatureAsync: (payload, secret) => Promise.resolve(hmac(payload, secret)),
  computeSHA256Async: (data) => Promise.resolve(createHash('sha256').update(data).digest()),
} satisfies Stripe.CryptoProvider;

/** The SDK compares in constant time, and accepts any of several signatures: they overlap while a secret is rolled. */
const isSigned = (body: Buffer, header: string, secret: string, receivedAt: number): boolean => {
  try {
    return (
      Stripe.webhooks.signature?.verifyHeader(body, header, secret, tolerance, cryptoProvider, receivedAt) === true
    );
  } catch {
    return false;
  }
};

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** Events have about a dozen members. */
const maxMembers = 100;

/** The members of an event that name its account. All of them are texts. */
const naming: ReadonlySet<string> = new Set(['id', 'type', 'account', 'user_id', 'context']);

/** Anyone may send a body, so only the members that name the account are parsed, which takes a tenth of the time. */
const accountIn: SharedAddress['accountIn'] = ({ headers, body }) => {
  if (headers['stripe-signature'] === undefined || body.byteLength === 0) return null;
  const event = E.tryCatch(
    () =>
      Object.fromEntries(
        membersOf(Buffer.from(body).toString('utf8'), maxMembers)
          .filter(([name, value]) => naming.has(name) && value.startsWith('"'))
          .map(([name, value]): [string, unknown] => [name, JSON.parse(value)]),
      ),
    () => undefined,
  );
  const named = E.isLeft(event) ? event : decodeAs(WebhookEvent)(event.right);
  return E.isLeft(named) ? null : accountOfEvent(named.right);
};
