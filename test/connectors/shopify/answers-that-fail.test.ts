import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { isRetryable, type SourceError } from '../../../src/domain/errors.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { left } from '../../support/right.ts';
import { anOrder, type Json } from './an-order.ts';
import { answering, errors, pageOf, type Reply, throttledReply, withShop } from './a-shop.ts';

const window = { key: 'w', kind: 'sold' as const, start: '2026-02-01T05:00:00Z', end: '2026-03-01T05:00:00Z' };

/** The result of a page for this response of Shopify's. */
const failureOf = async (reply: Reply): Promise<SourceError> => {
  let error: SourceError | undefined;
  await withShop(answering({ OrdersPage: reply }), async (connector) => {
    error = left(await connector.readPage(window, O.none)());
  });
  if (error === undefined) throw new Error('no failure');
  expect(JSON.stringify(error)).not.toContain('CANARY');
  return error;
};

const throttled = (retryAfterMs: number | null): Json => ({ _tag: 'SourceThrottled', retryAfterMs });

const beside = (data: Json, ...all: readonly Json[]): Reply => ({ body: { data, errors: all } });

describe('answers that fail', () => {
  const coded = (code: string): Reply => errors({ message: 'x', extensions: { code } });
  const containing = (...texts: readonly string[]): unknown => expect.stringMatching(texts.join('.*'));

  it.each<[string, Reply, Json]>([
    ['THROTTLED: waits as long as the reported budget needs', throttledReply, throttled(5000)],
    [
      'THROTTLED without a budget: unknown wait',
      errors({ message: 'Throttled', extensions: { code: 'THROTTLED' } }),
      throttled(null),
    ],
    [
      'throttled by its message alone, as in old responses',
      errors({ message: 'Throttled' }),
      { _tag: 'SourceThrottled' },
    ],
    [
      '429: Retry-After is in seconds',
      { status: 429, headers: { 'retry-after': '2.0' }, body: 'slow down' },
      throttled(2000),
    ],
    [
      '429 with an invalid Retry-After: unknown wait',
      { status: 429, headers: { 'retry-after': 'Wed' } },
      throttled(null),
    ],
    [
      'a redirect is not followed; often a proxy sends it for a while',
      { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
      { _tag: 'SourceUnreachable', message: containing('redirect', 'shop domain') },
    ],
    [
      'a broken connection: retryable, with its code',
      { breaks: true },
      { _tag: 'SourceUnreachable', cause: 'ECONNRESET' },
    ],
    [
      'JSON that is cut short: retryable, and nothing of it is shown',
      { body: '{"data":{"orders":{"nodes":[{"name":"CANARY' },
      { _tag: 'SourceUnreachable' },
    ],
    [
      'a page of HTML: retryable',
      { headers: { 'content-type': 'text/html' }, body: '<p>CANARY</p>' },
      { _tag: 'SourceUnreachable' },
    ],
    [
      'ACCESS_DENIED beside data: nothing is used, path and scope are named',
      beside(
        { orders: { nodes: [anOrder()], pageInfo: { hasNextPage: false } } },
        {
          message: 'Access denied for customer field. Required access: `read_customers` access scope. CANARY',
          path: ['orders', 'nodes', 3, 'customer'],
          extensions: { code: 'ACCESS_DENIED' },
        },
      ),
      { _tag: 'SourceCredentialsRefused', message: containing('orders\\.nodes\\.customer', 'read_customers') },
    ],
    [
      'protected customer data that is not approved: names the missing approval',
      errors({ message: 'This app is not approved to access the Order object.', path: ['orders'] }),
      { _tag: 'SourceCredentialsRefused', message: containing('protected customer data') },
    ],
    [
      'a closed shop: retryable, because it may reopen',
      coded('SHOP_INACTIVE'),
      { _tag: 'SourceUnreachable', message: containing('not active') },
    ],
    ['an internal error: retryable', coded('INTERNAL_SERVER_ERROR'), { _tag: 'SourceUnreachable' }],
    [
      'an invalid query: refused, without its message',
      errors({ message: 'CANARY', path: ['query', 'orders'], extensions: { code: 'undefinedField' } }),
      { _tag: 'SourceRefused', message: containing('undefinedField') },
    ],
    [
      'an ignored search filter: refused, although the response has orders',
      pageOf([anOrder()], null, {
        search: [{ path: ['orders'], warnings: [{ field: 'processed_at', code: 'invalid_field', message: 'CANARY' }] }],
      }),
      { _tag: 'SourceRefused', message: containing('nothing was read') },
    ],
  ])('%s', async (_, reply, error) => {
    expect(await failureOf(reply)).toMatchObject(error);
  });

  it.each([401, 403])('%d: the credentials are refused', async (status) => {
    const error = await failureOf({ status, body: { errors: '[API] Invalid API key CANARY' } });
    expect(error._tag).toBe('SourceCredentialsRefused');
  });

  it.each([500, 502, 503, 408])('%d: retryable', async (status) => {
    const error = await failureOf({ status, body: 'CANARY' });
    expect(error).toMatchObject({ _tag: 'SourceUnreachable', cause: `HTTP ${status}` });
  });

  it.each([
    [400, 'refuses the request'],
    [402, 'unpaid bill'],
    [404, 'check the shop domain'],
    [423, 'Shopify support'],
  ])('%d: retryable, because it says nothing about an order; the remedy is named', async (status, remedy) => {
    const error = await failureOf({ status });
    expect(isRetryable(error)).toBe(true);
    expect(error.message).toContain(remedy);
  });

  it('a search filter that was understood has no warnings and is no failure', async () => {
    const page = pageOf([], null, { search: [{ path: ['orders'], warnings: [] }] });
    await withShop(answering({ OrdersPage: page }), async (connector) => {
      expect(await connector.readPage(window, O.none)()).toMatchObject({ _tag: 'Right' });
    });
  });
});

describe('settings that are not safe', () => {
  const settings = {
    shop: 'acme.myshopify.com',
    credentials: { accessToken: secret('shpat_CANARY') },
    webhookSecrets: [],
    apiOrigin: null,
    policy: defaultPolicy,
    clock: { now: () => 0, sleep: () => () => Promise.resolve() },
  };

  it.each([
    { shop: 'evil.example/.myshopify.com' },
    { shop: 'acme.myshopify.com.evil.example' },
    { shop: 'ACME.myshopify.com' },
    { shop: 'shop.dev' },
    { apiOrigin: 'http://proxy.example' },
    { apiOrigin: 'https://user@proxy.example' },
    { apiOrigin: 'https://proxy.example/path' },
    { apiOrigin: 'ftp://127.0.0.1' },
  ])('%j: refused, and nothing is sent', async (differences) => {
    const connector = shopifyConnector({ ...settings, ...differences });
    expect(left(await connector.account())._tag).toBe('SourceRefused');
  });
});
