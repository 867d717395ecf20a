import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import Stripe from 'stripe';
import { stripeConnector } from '../../../connectors/stripe/index.ts';
import { sharedAddressOf } from '../../../connectors/stripe/webhooks/receive-webhook.ts';
import type { StripeSettings } from '../../../connectors/stripe/settings.ts';
import { left } from '../../support/right.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector, WebhookMeaning, WebhookRefusal } from '../../../src/mapping/source-connector.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { aCharge, anInvoice, aStripeRefund, type Json } from '../../support/stripe-objects.ts';

const receivedAt = '2026-03-02T12:00:00Z';
const now = Date.parse(receivedAt) / 1000;

interface Signing {
  readonly secret?: string;
  readonly timestamp?: number;
  readonly header?: string | undefined;
  readonly settings?: Partial<StripeSettings>;
}

const connectorWith = (settings: Partial<StripeSettings> = {}): SourceConnector =>
  stripeConnector({
    secretKey: secret('rk_live_1'),
    webhookSecrets: [secret('whsec_old'), secret('whsec_new')],
    account: null,
    apiOrigin: null,
    timeZone: 'UTC',
    policy: defaultPolicy,
    clock: virtualClock(),
    ...settings,
  });

const receive = (payload: string, signing: Signing = {}): E.Either<WebhookRefusal, WebhookMeaning> => {
  const connector = connectorWith(signing.settings);
  const signed = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: signing.secret ?? 'whsec_new',
    timestamp: signing.timestamp ?? now,
  });
  const header = 'header' in signing ? signing.header : signed;
  return connector.receiveWebhook({
    body: new TextEncoder().encode(payload),
    headers: { 'stripe-signature': header },
    receivedAt,
  });
};

const event = (type: string, object: Json, over: Json = {}): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, livemode: true, data: { object }, ...over });

const changed = (recordId: string): unknown => E.right({ _tag: 'RecordChanged', recordId, deliveryId: 'evt_1' });
const irrelevant = E.right({ _tag: 'Irrelevant', deliveryId: 'evt_1' });

describe('a webhook names the record to read again', () => {
  it.each([
    ['charge.succeeded', aCharge(), 'ch_1'],
    ['charge.captured', aCharge(), 'ch_1'],
    ['charge.refunded', aCharge(), 'ch_1'],
    ['charge.updated', aCharge({ invoice: 'in_7' }), 'in_7'],
    ['refund.failed', aStripeRefund(), 'ch_1'],
    ['charge.dispute.closed', { id: 'dp_1', object: 'dispute', charge: 'ch_5' }, 'ch_5'],
    ['credit_note.voided', { id: 'cn_1', object: 'credit_note', invoice: 'in_1' }, 'in_1'],
    ['invoice.paid', anInvoice(), 'in_1'],
    ['invoice_payment.paid', { id: 'inpay_1', object: 'invoice_payment', invoice: 'in_1' }, 'in_1'],
    ['checkout.session.completed', { id: 'cs_1', object: 'checkout.session' }, 'cs_1'],
    ['charge.failed', { id: 'ch_1', object: 'charge' }, 'ch_1'],
    ['checkout.session.async_payment_succeeded', { id: 'cs_1', object: 'checkout.session' }, 'cs_1'],
  ])('on %s', (type, object, recordId) => expect(receive(event(type, object))).toStrictEqual(changed(recordId)));

  it.each(['payment_intent.succeeded', 'invoice.created', 'customer.created', 'something.new', 'charge.expired'])(
    'and none on %s',
    (type) => expect(receive(event(type, { id: 'xx_1' }))).toStrictEqual(irrelevant),
  );

  it('and none for an upcoming invoice, which has no id', () => {
    expect(receive(event('invoice.upcoming', { object: 'invoice' }))).toStrictEqual(irrelevant);
  });

  it('in the shape of any version: what is no id there names nothing, and refuses nothing', () => {
    const old = { api_version: '2014-10-07', request: 'iar_1', pending_webhooks: 1 };
    const invoice = { id: 'in_1', object: 'invoice', charge: 0 };
    expect(receive(event('invoice.payment_succeeded', invoice, old))).toStrictEqual(changed('in_1'));
    const dispute = { object: 'dispute', charge: 'ch_5', payment_intent: false };
    expect(receive(event('charge.dispute.created', dispute, { ...old, request: null }))).toStrictEqual(changed('ch_5'));
    const other = { id: 7, object: 'thing', charge: true, invoice: { enabled: true }, payment_intent: [] };
    expect(receive(event('thing.made', other, { request: { id: null } }))).toStrictEqual(irrelevant);
  });

  it('on a thin notification as well', () => {
    const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.charge.succeeded', livemode: true };
    const related_object = { id: 'ch_1', type: 'charge', url: '/v1/charges/ch_1' };
    expect(receive(JSON.stringify({ ...thin, related_object }))).toStrictEqual(changed('ch_1'));
    expect(receive(JSON.stringify({ ...thin, type: 'v1.customer.created', related_object }))).toStrictEqual(irrelevant);
  });

  it('and none for the other mode or another account', () => {
    expect(receive(event('charge.succeeded', aCharge(), { livemode: false }))).toStrictEqual(irrelevant);
    expect(receive(event('charge.succeeded', aCharge(), { account: 'acct_2' }))).toStrictEqual(irrelevant);
    const settings = { account: 'acct_2' };
    expect(receive(event('charge.succeeded', aCharge(), { account: 'acct_2' }), { settings })).toStrictEqual(
      changed('ch_1'),
    );
  });

  it('of a connected account that versions before 2017-05-25 call a user', () => {
    const payload = event('charge.succeeded', aCharge(), { api_version: '2016-03-07', user_id: 'acct_2' });
    expect(receive(payload, { settings: { account: 'acct_2' } })).toStrictEqual(changed('ch_1'));
    expect(receive(payload, { settings: { account: 'acct_3' } })).toStrictEqual(irrelevant);
    expect(receive(payload)).toStrictEqual(irrelevant);
  });

  // Older SDKs have no method for it.
  const whereItIsHandedOut = 'parseEventNotificationWithoutVerification' in Stripe.prototype ? it : it.skip;
  whereItIsHandedOut.each([
    ['as the client hands it out', (notification: object): unknown => notification],
    ['as a queue hands that on', (notification: object): unknown => JSON.parse(JSON.stringify(notification))],
  ])('of a thin notification that the host has verified, %s', (_, handOn) => {
    const body = { id: 'evt_1', object: 'v2.core.event', type: 'v1.charge.succeeded', livemode: true };
    const related_object = { id: 'ch_1', type: 'charge', url: '/v1/charges/ch_1' };
    const verified = (context: string | null, settings: Partial<StripeSettings>): unknown => {
      const notification = new Stripe('sk_test_1').parseEventNotificationWithoutVerification(
        JSON.stringify({ ...body, context, related_object }),
      );
      const delivery = { topic: body.type, deliveryId: body.id, payload: handOn(notification) };
      return connectorWith(settings).receiveVerified?.(delivery);
    };
    expect(verified('acct_2', { account: 'acct_2' })).toStrictEqual(changed('ch_1'));
    expect(verified('org_1/acct_2', { account: 'acct_2' })).toStrictEqual(changed('ch_1'));
    expect(verified('acct_3', { account: 'acct_2' })).toStrictEqual(irrelevant);
    expect(verified(null, {})).toStrictEqual(changed('ch_1'));
  });

  it('of a connected account whose context is a path of accounts', () => {
    const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.charge.succeeded', livemode: true };
    const related_object = { id: 'ch_1', type: 'charge', url: '/v1/charges/ch_1' };
    const payload = JSON.stringify({ ...thin, related_object, context: 'org_1/acct_2' });
    expect(receive(payload, { settings: { account: 'acct_2' } })).toStrictEqual(changed('ch_1'));
    expect(receive(payload, { settings: { account: 'acct_3' } })).toStrictEqual(irrelevant);
    expect(receive(payload)).toStrictEqual(irrelevant);
  });

  it('of a member of an organization, which the context alone names', () => {
    const payload = event('charge.succeeded', aCharge(), { context: 'org_1/acct_2' });
    expect(receive(payload)).toStrictEqual(changed('ch_1'));
    expect(receive(payload, { settings: { account: 'acct_2' } })).toStrictEqual(changed('ch_1'));
    expect(receive(payload, { settings: { account: 'acct_3' } })).toStrictEqual(irrelevant);
    const connected = event('charge.succeeded', aCharge(), { context: 'acct_1/acct_2', account: 'acct_2' });
    expect(receive(connected)).toStrictEqual(irrelevant);
  });

  it('whichever of the secrets signed it', () => {
    expect(receive(event('charge.succeeded', aCharge()), { secret: 'whsec_old' })).toStrictEqual(changed('ch_1'));
  });
});

describe('a connected account that cuts off its platform', () => {
  const goodbye = (account: string | null, type = 'account.application.deauthorized'): string =>
    event(type, { id: 'ca_1', object: 'application' }, account === null ? {} : { account });
  const settings = { account: 'acct_2' };

  it('has uninstalled the storefront of that account, and no other', () => {
    expect(receive(goodbye('acct_2'), { settings })).toStrictEqual(
      E.right({ _tag: 'Uninstalled', deliveryId: 'evt_1' }),
    );
    expect(receive(goodbye('acct_3'), { settings })).toStrictEqual(irrelevant);
    expect(receive(goodbye('acct_2'))).toStrictEqual(irrelevant);
  });

  it('is named by a thin notification as well', () => {
    const type = 'v1.account.application.deauthorized';
    const thin = { id: 'evt_1', object: 'v2.core.event', type, livemode: true, context: 'acct_2' };
    expect(receive(JSON.stringify(thin), { settings })).toStrictEqual(
      E.right({ _tag: 'Uninstalled', deliveryId: 'evt_1' }),
    );
  });

  it('is named in the signed body, or it means nothing', () => {
    expect(receive(goodbye(null), { settings })).toStrictEqual(irrelevant);
    expect(receive(goodbye(null))).toStrictEqual(irrelevant);
    expect(receive(goodbye('acct_2', 'account.application.authorized'), { settings })).toStrictEqual(irrelevant);
  });
});

describe('a webhook is refused', () => {
  const payload = event('charge.succeeded', aCharge());
  const tagOf = (signing: Signing, text = payload): string => {
    const answer = receive(text, signing);
    return E.isLeft(answer) ? answer.left._tag : 'accepted';
  };

  it.each([
    ['another secret', { secret: 'whsec_other' }],
    ['no header', { header: undefined }],
    ['garbage', { header: 't=abc,v1=zz' }],
    ['a truncated signature', { header: `t=${now},v1=abcdef` }],
    ['no configured secret', { settings: { webhookSecrets: [] } }],
    ['a blank secret', { secret: 'x', settings: { webhookSecrets: [secret('')] } }],
  ])('with %s', (_, signing) => expect(tagOf(signing)).toBe('Unverified'));

  it.each<[string, Signing, RegExp]>([
    ['no header', { header: undefined }, /^it has no Stripe-Signature header/],
    ['no configured secret', { settings: { webhookSecrets: [] } }, /^no signing secret is configured/],
  ])('with %s, and the message names what is missing', (_, signing, message) => {
    expect(left(receive(payload, signing)).message).toMatch(message);
  });

  it('with the secret of another endpoint, and the message says that each has its own', () => {
    const { message } = left(receive(payload, { secret: 'whsec_other' }));
    expect(message).toMatch(
      /^no configured secret made this signature; each endpoint, and stripe listen, has its own secret/,
    );
  });

  it('when its bytes changed after they were signed', () => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_new', timestamp: now });
    expect(tagOf({ header }, payload.replace('ch_1', 'ch_2'))).toBe('Unverified');
  });

  it('when it is older than five minutes, or dated ahead by more than that', () => {
    expect(tagOf({ timestamp: now - 300 })).toBe('accepted');
    expect(tagOf({ timestamp: now - 301 })).toBe('Stale');
    expect(tagOf({ timestamp: now + 300 })).toBe('accepted');
    expect(tagOf({ timestamp: now + 301 })).toBe('Stale');
    expect([now - 301, now + 301].map((timestamp) => left(receive(payload, { timestamp })).message)).toStrictEqual([
      'the signature is older than five minutes; check the clock of this machine',
      'the signature is dated ahead by more than five minutes; check the clock of this machine',
    ]);
  });

  it('when it is no event, though it is signed', () => {
    expect(tagOf({}, 'not json')).toBe('Unreadable');
    expect(tagOf({}, '{}')).toBe('Unreadable');
  });
});

describe('the account that an event names, before it is verified,', () => {
  const accountIn = (body: string, headers: Readonly<Record<string, string>> = { 'stripe-signature': 'any' }) =>
    sharedAddressOf(null).accountIn({ headers, body: new TextEncoder().encode(body) });
  const charged = (over: Json): string => event('charge.succeeded', { ...aCharge(), account: 'acct_nested' }, over);

  it.each<[string, string, string | null]>([
    ['stands beside the data, not in it', charged({}), null],
    ['is found after the data', charged({ account: 'acct_1' }), 'acct_1'],
    ['has an older name', charged({ user_id: 'acct_1' }), 'acct_1'],
    ['is the innermost of a context', charged({ context: 'org_1/acct_1' }), 'acct_1'],
    ['is in no event', '{"account":"acct_1"}', null],
    ['is in nothing that ends', charged({ account: 'acct_1' }).slice(0, -1), null],
    ['is in nothing that has a thousand members', charged(Object.fromEntries(Array(1_000).entries())), null],
  ])('%s', (_, body, account) => {
    expect(accountIn(body)).toBe(account);
  });

  it('is not looked for in what is not signed', () => {
    expect(accountIn(charged({ account: 'acct_1' }), {})).toBeNull();
  });
});
