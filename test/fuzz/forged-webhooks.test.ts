import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { receiveWebhook as receiveShopify } from '../../connectors/shopify/webhooks/receive-webhook.ts';
import { receiveWebhook as receiveStripe } from '../../connectors/stripe/webhooks/receive-webhook.ts';
import { secret } from '../../src/domain/secret.ts';
import type { RawRequest, WebhookMeaning, WebhookRefusal } from '../../src/mapping/source-connector.ts';
import { leaksIn } from '../support/leaks-in.ts';
import { randomOf } from '../support/size.ts';
import {
  orderPayload,
  shopifyWebhook,
  type SignedWebhook,
  stripeWebhook,
  webhookShop,
} from '../support/signed-webhook.ts';
import { reportCounts } from '../support/report-counts.ts';
import { cases } from './cases.ts';

type Receive = (request: RawRequest) => E.Either<WebhookRefusal, WebhookMeaning>;

const now = 1_775_044_800;
const [older, newer] = ['CANARY_OLDER_SECRET', 'CANARY_NEWER_SECRET'];
const secrets = [secret(older), secret(newer)];

interface Platform {
  readonly receive: Receive;
  readonly header: string;
  /** A delivery signed with the secret. */
  readonly signed: (with_: string) => SignedWebhook;
  /** A header of the right shape with these 32 bytes for a signature. */
  readonly headerOf: (signature: Buffer) => string;
}

const platforms: Readonly<Record<string, Platform>> = {
  Shopify: {
    receive: receiveShopify(webhookShop, secrets),
    header: 'x-shopify-hmac-sha256',
    signed: (one) => shopifyWebhook(orderPayload('820982911946154508'), { secret: one }),
    headerOf: (signature) => signature.toString('base64'),
  },
  Stripe: {
    receive: receiveStripe({ webhookSecrets: secrets, home: () => ({ mode: 'live', account: null, own: null }) }),
    header: 'stripe-signature',
    signed: (one) =>
      stripeWebhook(
        { id: 'evt_1', object: 'event', type: 'charge.succeeded', livemode: true, data: { object: { id: 'ch_1' } } },
        { secret: one, timestamp: now },
      ),
    headerOf: (signature) => `t=${now},v1=${signature.toString('hex')}`,
  },
};

const requestOf = (body: Uint8Array, headers: Readonly<Record<string, string>>): RawRequest => ({
  body,
  headers,
  receivedAt: new Date(now * 1000).toISOString(),
});

const delivered = ({ receive }: Platform, { body, headers }: SignedWebhook): ReturnType<Receive> =>
  receive(requestOf(Buffer.from(body), headers));

/** What a sender without the secret could send instead of a signature. */
const forgeries: readonly ((platform: Platform, body: Buffer, header: string) => string)[] = [
  ({ headerOf }) => headerOf(randomBytes(32)),
  ({ headerOf }, body) => headerOf(createHmac('sha256', '').update(body).digest()),
  ({ headerOf }, body) => headerOf(createHmac('sha256', randomBytes(16)).update(body).digest()),
  ({ headerOf }, body) => headerOf(createHmac('sha512', older).update(body).digest().subarray(0, 32)),
  ({ headerOf }) => headerOf(Buffer.alloc(32)),
  ({ headerOf }) => headerOf(randomBytes(31)),
  (_, __, header) => header.slice(0, -1),
  (_, __, header) => header.toUpperCase(),
  (_, __, header) => `${header}x`,
  (_, __, header) => header.replace(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/, (last) => (last === '0' ? '1' : '0')),
  () => '',
  () => 'x'.repeat(10_000),
  () => `t=${now},v0=${randomBytes(32).toString('hex')}`,
];

const counts = { forged: 0, 'of them taken': 0 };
afterAll(() => reportCounts('Webhooks', counts));

/** Notes so many forgeries, of which none may have been taken. */
const expectRefused = (forged: number, taken: number): void => {
  counts.forged += forged;
  counts['of them taken'] += taken;
  expect(taken).toBe(0);
};

describe.each(Object.entries(platforms))('a webhook of %s', (_, platform) => {
  it.each([older, newer])('is taken with either secret while they are rolled', (one) => {
    expect(E.isRight(delivered(platform, platform.signed(one)))).toBe(true);
  });

  it('is refused with a secret that was taken out of use, and the refusal holds no secret', () => {
    const refused = delivered(platform, platform.signed('CANARY_RETIRED_SECRET'));
    expect(E.isLeft(refused)).toBe(true);
    expect(leaksIn(JSON.stringify(refused))).toStrictEqual([]);
  });

  it('is refused with any forged signature', () => {
    const count = cases(50_000);
    const good = platform.signed(newer);
    const header = good.headers[platform.header] ?? '';
    const body = Buffer.from(good.body);
    const random = randomOf(1);
    let taken = 0;
    for (let index = 0; index < count; index += 1) {
      const forge = forgeries[index % forgeries.length] ?? (() => '');
      const other = random.next() < 0.5 ? body : randomBytes(1 + Math.floor(random.next() * 300));
      const signature = forge(platform, other, header);
      // Of a signature in hexadecimal the case is no difference, and a trick that changes nothing forges nothing.
      if (signature === header) continue;
      if (E.isRight(platform.receive(requestOf(other, { ...good.headers, [platform.header]: signature })))) taken += 1;
    }
    expectRefused(count, taken);
  });

  it('is refused when any one byte of its body is another', () => {
    const { body, headers } = platform.signed(newer);
    const bytes = Buffer.from(body);
    const random = randomOf(2);
    let taken = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const flipped = Buffer.from(bytes);
      flipped[index] = (flipped[index] ?? 0) ^ (1 + Math.floor(random.next() * 255));
      if (E.isRight(platform.receive(requestOf(flipped, headers)))) taken += 1;
    }
    expectRefused(bytes.length, taken);
  });

  it.each([
    ['a mark of the byte order before it', (body: string) => `\uFEFF${body}`],
    ['another end of line', (body: string) => `${body}\r\n`],
    ['blanks that mean nothing', (body: string) => body.replace(':', ': ')],
    ['a second body after it', (body: string) => `${body}${body}`],
    ['nothing in it', () => ''],
  ])('is refused with %s', (_name, change) => {
    const { body, headers } = platform.signed(newer);
    expectRefused(1, E.isRight(delivered(platform, { body: change(body), headers })) ? 1 : 0);
  });
});
