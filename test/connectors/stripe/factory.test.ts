import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/app/system-environment.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import Stripe from 'stripe';
import { fetchHttpClient, makeStripe } from '../../../connectors/stripe/client/make-stripe.ts';
import { stripe, type StripeOptions } from '../../../connectors/stripe/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import { aCharge } from '../../support/stripe-objects.ts';
import type { StripeStandIn } from '../../support/stripe-stand-in.ts';
import { charge, closeStandIns, idsOf, start } from '../../support/stripe-storefront.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { sendsRefunds } from '../../support/a-policy.ts';

closeStandIns();

const open = (options: StripeOptions): SourceConnector => stripe(options).open({ clock: virtualClock() });

const complaintOf = (options: Readonly<Record<string, unknown>>): string => {
  const { problems = [], open } = stripe({ secretKey: 'rk_live_CANARY', ...options });
  try {
    open({ clock: systemClock });
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(problems.join('; '));
    expect(problems).not.toStrictEqual([]);
  }
  return problems.join('; ') || 'none';
};

const refusedKey = { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } };

/** From now on Stripe knows this key alone. */
const rollTo = (standIn: StripeStandIn, key: string): void => {
  standIn.fault = ({ headers }) => (headers['authorization'] === `Bearer ${key}` ? undefined : refusedKey);
};

describe('stripe()', () => {
  it.each([
    ['rk_live_CANARY', 'ch_3Q', 'https://dashboard.stripe.com/acct_1/payments/ch_3Q'],
    ['rk_test_CANARY', 'in_1Q', 'https://dashboard.stripe.com/acct_1/test/invoices/in_1Q'],
    ['rk_live_CANARY', 'cs_live_a1', null],
    ['rk_live_CANARY', 'ch_1/../../settings', null],
  ])('links a record to the dashboard of its mode: %s, %s', (secretKey, id, url) => {
    const { recordUrl } = open({ secretKey, timeZone: 'UTC' });
    expect(recordUrl?.({ id, account: 'acct_1' })).toBe(url);
  });

  it('refuses an SDK that lacks what it reads, and names the version that has it', () => {
    const settings = { secretKey: secret('rk_live_1'), account: null, apiOrigin: null };
    const remedy = expect.stringContaining('Stripe accounts need 18 or newer; run npm install stripe@latest');
    expect(left(makeStripe(settings, '17.7.0'))).toMatchObject({ _tag: 'SourceRefused', message: remedy });
    expect(E.isRight(makeStripe(settings, '18.0.0'))).toBe(true);
  });

  it('is the account with the defaults of the policy, and makes no request', () => {
    const source = stripe({
      secretKey: () => Promise.reject(new Error('asked')),
      policy: { adjustments: { refunds: 'send' } },
    });
    expect(source.policy).toStrictEqual({ ...defaultPolicy, ...sendsRefunds });
    expect(source.open({ clock: virtualClock() }).platform).toBe('stripe');
  });

  it.each([undefined, null, 'CANARY'])('names what is missing when its options are no object: %s', (options) => {
    const { problems = [] } = stripe(options as never);
    expect(problems.join('; ')).toContain('secretKey: it is missing');
    expect(problems.join('; ')).not.toContain('CANARY');
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no key', { secretKey: undefined }, 'secretKey: it is missing'],
    ['a key that the environment does not have', { secretKey: ' ' }, 'secretKey: it is empty'],
    ['a publishable key', { secretKey: 'pk_live_CANARY' }, 'publishable'],
    [
      'the key of another kind',
      { secretKey: 'whsec_CANARY' },
      'secretKey: it is the signing secret of a Stripe webhook',
    ],
    ['a key in quotation marks', { secretKey: '"rk_live_CANARY"' }, 'secretKey: it has quotation marks around it'],
    ['a key as the dashboard shortens it', { secretKey: 'rk_live_…CANARY' }, 'secretKey: it is a shortened form'],
    ['a key with its header', { secretKey: 'Bearer rk_live_CANARY' }, 'secretKey: it begins with "Bearer"'],
    [
      'a key as a signing secret',
      { webhookSecrets: ['rk_live_CANARY'] },
      'webhookSecrets.0: it is an API key of Stripe',
    ],
    [
      'the id of an endpoint',
      { webhookSecrets: ['we_CANARY'] },
      'it is the id of a Stripe webhook endpoint. Give the endpoint',
    ],
    ['a secret of Shopify', { webhookSecrets: ['shpss_CANARY'] }, 'it is the client secret of a Shopify app'],
    ['an account without an account id', { account: 'CANARY' }, 'account: it is not the id of a Stripe account'],
    ['an unknown time zone', { timeZone: 'Mars/CANARY' }, 'timeZone: it is not a time zone'],
    [
      'plain http to another machine',
      { apiOrigin: 'http://CANARY.example' },
      'apiOrigin: it does not begin with https://',
    ],
    ['an empty webhook secret', { webhookSecrets: ['whsec_CANARY', ''] }, 'webhookSecrets.1: it is empty'],
    ['a misspelt option', { apiKey: 'CANARY' }, 'apiKey: there is no setting of this name'],
    ['a misspelt policy', { policy: { refund: 'send' } }, 'policy.refund: there is no setting of this name'],
  ])('names %s, and repeats no value', (_, options, complaint) => {
    expect(complaintOf(options)).toContain(complaint);
    expect(complaintOf(options)).not.toContain('CANARY');
  });

  it('knows from its key whether it reads test data', () => {
    const modes = ['rk_live_1', 'sk_test_1', () => 'sk_test_1'].map((secretKey) => stripe({ secretKey }).mode);
    expect(modes).toStrictEqual(['live', 'test', undefined]);
  });

  it('counts days in UTC by default', async () => {
    const { standIn } = await start({});
    const apiOrigin = standIn.origin;
    expect(right(await open({ secretKey: 'rk_live_1', apiOrigin }).account()).timeZone).toBe('UTC');
    const denver = open({ secretKey: 'rk_live_1', apiOrigin, timeZone: 'America/Denver' });
    expect(right(await denver.account()).timeZone).toBe('America/Denver');
  });

  it('reads over fetch where the library of Stripe has no client for Node, as on Bun', async () => {
    const { standIn } = await start({});
    Object.assign(globalThis, { Bun: {} });
    try {
      const account = await open({ secretKey: 'rk_live_1', apiOrigin: standIn.origin }).account();
      expect(right(account).id).toMatch(/^acct_/);
      const [host, port] = new URL(standIn.origin).host.split(':');
      const client = fetchHttpClient({ largest: 10, longest: 1_000 });
      const answer = await client.makeRequest(host ?? '', port ?? '', '/v1/account', 'GET', {}, '', 'http', 1_000);
      await expect(answer.toJSON()).rejects.toThrow();
    } finally {
      Reflect.deleteProperty(globalThis, 'Bun');
    }
  });

  it('prints no secret, however it is printed', () => {
    const source = stripe({ secretKey: 'rk_live_CANARY', webhookSecrets: ['whsec_CANARY'] });
    const printed = inspect([source, source.open({ clock: virtualClock() })], { depth: 9 }) + JSON.stringify(source);
    expect(printed).not.toContain('CANARY');
  });
});

describe('a key that the host keeps', () => {
  it('is asked for once, when it is needed', async () => {
    const { standIn } = await start({ charges: [charge(1)] });
    let asked = 0;
    const secretKey = (): Promise<string> => {
      asked += 1;
      return Promise.resolve('rk_live_1');
    };
    const connector = open({ secretKey, apiOrigin: standIn.origin });
    expect(asked).toBe(0);
    right(await connector.account());
    const [window] = right(await connector.windows({ from: '2026-03-01', to: '2026-03-07' })());
    if (window === undefined) throw new Error('there is no window');
    expect(idsOf(right(await connector.readPage(window, O.none)()).results)).toStrictEqual(['ch_1']);
    expect(asked).toBe(1);
  });

  it('is asked for again when Stripe refuses it, and nothing of the request is lost', async () => {
    const { standIn } = await start({ charges: [charge(1)] });
    let key = 'rk_live_old';
    const connector = open({ secretKey: () => key, apiOrigin: standIn.origin });
    right(await connector.account());
    [key] = ['rk_live_new'];
    rollTo(standIn, 'rk_live_new');
    expect(O.isSome(right(await connector.readRecord('ch_1')()))).toBe(true);
  });

  it.each([
    ['pk_live_CANARY', 'it is a publishable key of Stripe; give a restricted key'],
    ['shpat_CANARY', 'it is an access token of Shopify; give a restricted key'],
  ])('that belongs elsewhere is not sent to Stripe, and is named (%s)', async (secretKey, problem) => {
    const { standIn } = await start({});
    const error = left(await open({ secretKey: () => secretKey, apiOrigin: standIn.origin }).account());
    expect(error).toMatchObject({
      _tag: 'SourceCredentialsRefused',
      message: `the secret key that the app gives: ${problem} (rk_live_…) or the secret key (sk_live_…)`,
    });
    expect(standIn.requests).toHaveLength(0);
  });

  it('that is still the refused one stops as any refused key does, without asking Stripe twice', async () => {
    const { standIn } = await start({});
    rollTo(standIn, 'rk_live_new');
    const connector = open({ secretKey: () => 'rk_live_old', apiOrigin: standIn.origin });
    expect(left(await connector.account())._tag).toBe('SourceCredentialsRefused');
    expect(standIn.requests).toHaveLength(1);
  });

  it('whose function fails is retried, and its error is never shown', async () => {
    const connector = open({ secretKey: () => Promise.reject(new Error('vault CANARY')) });
    const error = left(await connector.check());
    expect(error._tag).toBe('SourceUnreachable');
    expect(inspect(error)).not.toContain('CANARY');
  });

  it('serves the subscriptions as well', async () => {
    const { standIn } = await start({});
    const { subscriptions } = open({ secretKey: () => Promise.resolve('rk_live_1'), apiOrigin: standIn.origin });
    if (O.isNone(subscriptions)) throw new Error('there are no subscriptions');
    right(await subscriptions.value.apply('https://app.example/hook')());
    expect(standIn.data.webhookEndpoints).toHaveLength(1);
  });

  it('need not be known to verify a webhook, and its mode counts once it is', async () => {
    const { standIn } = await start({});
    const connector = open({
      secretKey: () => Promise.resolve('rk_live_1'),
      webhookSecrets: [() => 'whsec_1'],
      apiOrigin: standIn.origin,
    });
    const receivedAt = '2026-03-02T12:00:00Z';
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'charge.succeeded',
      livemode: false,
      data: { object: aCharge() },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: 'whsec_1',
      timestamp: Date.parse(receivedAt) / 1000,
    });
    const request = { body: Buffer.from(payload), headers: { 'stripe-signature': signature }, receivedAt };
    expect(right(connector.receiveWebhook(request))._tag).toBe('RecordChanged');
    right(await connector.account());
    expect(right(connector.receiveWebhook(request))._tag).toBe('Irrelevant');
    expect(E.isLeft(connector.receiveWebhook({ ...request, headers: {} }))).toBe(true);
  });
});
