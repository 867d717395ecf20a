import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { shopify, type ShopifyOptions } from '../../../connectors/shopify/index.ts';
import { systemClock } from '../../../src/app/system-environment.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { type SampleShop, startSampleShop } from '../../../sandbox/shopify/start-sample-shop.ts';
import { left, right } from '../../support/right.ts';
import { sendsRefunds } from '../../support/a-policy.ts';

const shop = 'acme.myshopify.com';

const open = (options: ShopifyOptions): SourceConnector => shopify(options).open({ clock: systemClock });

const complaintOf = (options: Readonly<Record<string, unknown>>): string => {
  const { problems = [], open } = shopify({ shop, accessToken: 'shpat_CANARY', ...options });
  try {
    open({ clock: systemClock });
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(problems.join('; '));
    expect(problems).not.toStrictEqual([]);
  }
  return problems.join('; ') || 'none';
};

const withSampleShop = async (use: (sample: SampleShop) => Promise<void>): Promise<void> => {
  const sample = await startSampleShop({ orders: 2 });
  try {
    await use(sample);
  } finally {
    await sample.stop();
  }
};

describe('shopify()', () => {
  it('is the shop with the defaults of the policy, without any request', () => {
    const source = shopify({
      shop,
      accessToken: () => Promise.reject(new Error('asked')),
      policy: { adjustments: { refunds: 'send' } },
    });
    expect(source.policy).toStrictEqual({ ...defaultPolicy, ...sendsRefunds });
    expect(source.open({ clock: systemClock }).platform).toBe('shopify');
  });

  it.each([undefined, null, 'CANARY'])('lists what is missing when there are no options: %s', (options) => {
    const { problems = [] } = shopify(options as never);
    for (const complaint of ['shop: it is missing', 'accessToken: it is missing'])
      expect(problems.join('; ')).toContain(complaint);
    expect(problems.join('; ')).not.toContain('CANARY');
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a domain that buyers see', { shop: 'www.acme.com' }, 'shop: it is not a myshopify.com domain'],
    [
      'an address of the admin',
      { shop: 'https://admin.shopify.com/store/CANARY/orders' },
      "address of Shopify's admin",
    ],
    ['a web address', { shop: 'https://acme-CANARY.myshopify.com/' }, 'shop: it is a web address: leave out https://'],
    ['a name alone', { shop: 'canary-CANARY' }, 'it is a name without .myshopify.com'],
    [
      'a secret as a token',
      { accessToken: 'shpss_CANARY' },
      'accessToken: it is the client secret of a Shopify app. Give',
    ],
    ['a refresh token', { accessToken: 'shprt_CANARY' }, 'accessToken: it is a refresh token of Shopify'],
    ['a key of Stripe', { accessToken: 'sk_live_CANARY' }, 'accessToken: it is an API key of Stripe'],
    ['a token as a secret', { webhookSecrets: ['shpat_CANARY'] }, 'webhookSecrets.0: it is an access token of Shopify'],
    [
      'a secret with a line break',
      { webhookSecrets: ['CANARY\nX=1'] },
      'webhookSecrets.0: it has a space or a line break',
    ],
    [
      'a token as the secret of the app',
      { accessToken: undefined, clientId: 'id', clientSecret: 'shpat_CANARY' },
      'clientSecret: it is an access token of Shopify',
    ],
    ['no token', { accessToken: undefined }, 'accessToken: it is missing'],
    ['a token that the environment does not have', { accessToken: '' }, 'accessToken: it is empty'],
    [
      'two kinds of credentials',
      { clientId: 'id', clientSecret: 'CANARY' },
      'accessToken: it stands next to clientId or clientSecret',
    ],
    ['half of the app', { accessToken: undefined, clientId: 'id' }, 'clientSecret: it is missing'],
    ['an empty webhook secret', { webhookSecrets: ['CANARY', ''] }, 'webhookSecrets.1: it is empty'],
    [
      'plain http to another machine',
      { apiOrigin: 'http://CANARY.example' },
      'apiOrigin: it does not begin with https://',
    ],
    ['an origin with a path', { apiOrigin: 'https://a.example/CANARY' }, 'apiOrigin: it has a path'],
    [
      'an unknown reading mode',
      { reading: 'CANARY' },
      'reading: it is not one of the allowed values. Write "auto" or "pages" or "bulk"',
    ],
    ['a misspelt option', { webhookSecret: 'CANARY' }, 'webhookSecret: there is no setting of this name'],
    ['a misspelt policy', { policy: { refund: 'send' } }, 'policy.refund: there is no setting of this name'],
  ])('names %s, and repeats no value', (_, options, complaint) => {
    expect(complaintOf(options)).toContain(complaint);
    expect(complaintOf(options)).not.toContain('CANARY');
  });

  it('takes a variable that is not set for an option that is left out', () => {
    expect(complaintOf({ clientId: undefined, clientSecret: undefined, webhookSecrets: undefined })).toBe('none');
  });

  it('names all that is wrong in one go', () => {
    const complaint = complaintOf({ shop: 'acme', accessToken: '', policy: { tip: 'send' } });
    expect(complaint).toMatch(/shop: it is a name.*accessToken: it is empty.*policy\.tip: there is no setting/);
  });

  it.each<[string, (token: string) => ShopifyOptions['accessToken']]>([
    ['a text', (token) => token],
    ['a function', (token) => () => token],
    ['a function that takes its time', (token) => () => Promise.resolve(token)],
  ])('reads with a token that is %s', async (_, give) => {
    await withSampleShop(async (sample) => {
      const connector = open({ shop: sample.domain, accessToken: give(sample.accessToken), apiOrigin: sample.origin });
      expect(right(await connector.account()).name).toBe(sample.domain);
    });
  });

  it('asks for a token once, and again when Shopify refuses it', async () => {
    await withSampleShop(async (sample) => {
      const tokens = ['shpat_CANARY_old', sample.accessToken];
      let asked = 0;
      const accessToken = (): string => tokens[Math.min(asked++, 1)] ?? '';
      const connector = open({ shop: sample.domain, accessToken, apiOrigin: sample.origin });
      right(await connector.account());
      right(await connector.readRecord('1')());
      expect(asked).toBe(2);
      expect(sample.answers()).toMatchObject({ 'graphql 401': 1 });
    });
  });

  it('takes a client secret from a function as well', async () => {
    await withSampleShop(async (sample) => {
      const connector = open({
        shop: sample.domain,
        clientId: 'sandbox-client',
        clientSecret: () => Promise.resolve('sandbox-secret'),
        apiOrigin: sample.origin,
      });
      right(await connector.account());
      expect(sample.answers()).toMatchObject({ 'token 200': 1 });
    });
  });

  it('reports that the function failed, without its error', async () => {
    const failing = (): Promise<string> => Promise.reject(new Error('vault CANARY'));
    const error = left(await open({ shop, accessToken: failing }).account());
    expect(error).toMatchObject({ _tag: 'SourceUnreachable' });
    expect(inspect(error)).not.toContain('CANARY');
    const none = left(await open({ shop, accessToken: () => ' ' }).account());
    expect(none).toMatchObject({ _tag: 'SourceCredentialsRefused' });
  });

  it('verifies webhooks with secrets that are texts or functions, and with nothing when a function throws', () => {
    const body = Buffer.from('{"id":1}');
    const signed = (key: string) => ({
      body,
      headers: {
        'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64'),
        'x-shopify-topic': 'orders/delete',
      },
      receivedAt: '2026-02-03T17:20:00Z',
    });
    const broken = (): string => {
      throw new Error('CANARY');
    };
    const { receiveWebhook } = open({ shop, accessToken: 'x', webhookSecrets: ['old', () => 'new', broken] });
    expect(E.isRight(receiveWebhook(signed('old')))).toBe(true);
    expect(E.isRight(receiveWebhook(signed('new')))).toBe(true);
    expect(left(receiveWebhook(signed('')))._tag).toBe('Unverified');
  });

  it('prints no secret, however it is printed', () => {
    const source = shopify({ shop, accessToken: 'shpat_CANARY', webhookSecrets: ['CANARY', () => 'CANARY'] });
    const printed = inspect([source, source.open({ clock: systemClock })], { depth: 9 }) + JSON.stringify(source);
    expect(printed).not.toContain('shpat_CANARY');
  });
});
