import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { isRetryable, type SourceError } from '../../../src/domain/errors.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { left } from '../../support/right.ts';
import { anOrder, type Json } from './an-order.ts';
import { errors, pageOf, type Reply, throttledReply, withShop } from './a-shop.ts';

const window = { key: 'w', start: '2026-02-01T05:00:00Z', end: '2026-03-01T05:00:00Z' };

/** What a page comes to when Shopify answers like this. */
const failureOf = async (reply: Reply): Promise<SourceError> => {
  let error: SourceError | undefined;
  await withShop(
    ({ operation }) => (operation === 'OrdersPage' ? reply : {}),
    async (connector) => {
      error = left(await connector.readPage(window, O.none)());
    },
  );
  if (error === undefined) throw new Error('no failure');
  expect(JSON.stringify(error)).not.toContain('CANARY');
  return error;
};

const beside = (data: Json, ...all: readonly Json[]): Reply => ({ body: { data, errors: all } });

describe('answers that fail', () => {
  it('THROTTLED: waits as long as the reported budget needs', async () => {
    expect(await failureOf(throttledReply)).toMatchObject({ _tag: 'SourceThrottled', retryAfterMs: 5000 });
  });

  it('THROTTLED without a budget: does not say how long', async () => {
    const error = await failureOf(errors({ message: 'Throttled', extensions: { code: 'THROTTLED' } }));
    expect(error).toMatchObject({ _tag: 'SourceThrottled', retryAfterMs: null });
  });

  it('throttled by its message alone, as answers of old have it', async () => {
    expect(await failureOf(errors({ message: 'Throttled' }))).toMatchObject({ _tag: 'SourceThrottled' });
  });

  it('429: Retry-After is in seconds', async () => {
    const error = await failureOf({ status: 429, headers: { 'retry-after': '2.0' }, body: 'slow down' });
    expect(error).toMatchObject({ _tag: 'SourceThrottled', retryAfterMs: 2000 });
  });

  it('429 with a nonsense Retry-After: does not say how long', async () => {
    const error = await failureOf({ status: 429, headers: { 'retry-after': 'Wed' } });
    expect(error).toMatchObject({ _tag: 'SourceThrottled', retryAfterMs: null });
  });

  it.each([401, 403])('%d: the credentials are refused', async (status) => {
    expect((await failureOf({ status, body: { errors: '[API] Invalid API key CANARY' } }))._tag).toBe(
      'SourceCredentialsRefused',
    );
  });

  it.each([500, 502, 503, 408])('%d: worth another try', async (status) => {
    const error = await failureOf({ status, body: 'CANARY' });
    expect(error).toMatchObject({ _tag: 'SourceUnreachable', cause: `HTTP ${status}` });
  });

  it.each([400, 402, 404, 423])('%d: asked again, it would be refused again', async (status) => {
    expect(isRetryable(await failureOf({ status }))).toBe(false);
  });

  it('a redirect is not followed', async () => {
    const error = await failureOf({ status: 302, headers: { location: 'http://127.0.0.1:9/' } });
    expect(error._tag).toBe('SourceRefused');
  });

  it('a broken connection: worth another try, with its code', async () => {
    const error = await failureOf({ breaks: true });
    expect(error).toMatchObject({ _tag: 'SourceUnreachable', cause: 'ECONNRESET' });
  });

  it('JSON that is cut short: worth another try, and nothing of it is shown', async () => {
    const error = await failureOf({ body: '{"data":{"orders":{"nodes":[{"name":"CANARY' });
    expect(error._tag).toBe('SourceUnreachable');
  });

  it('a page of HTML: worth another try', async () => {
    const error = await failureOf({ headers: { 'content-type': 'text/html' }, body: '<p>CANARY</p>' });
    expect(error._tag).toBe('SourceUnreachable');
  });

  it('ACCESS_DENIED beside data: nothing is used, path and scope are named', async () => {
    const error = await failureOf(
      beside(
        { orders: { nodes: [anOrder()], pageInfo: { hasNextPage: false } } },
        {
          message: 'Access denied for customer field. Required access: `read_customers` access scope. CANARY',
          path: ['orders', 'nodes', 3, 'customer'],
          extensions: { code: 'ACCESS_DENIED' },
        },
      ),
    );
    expect(error._tag).toBe('SourceCredentialsRefused');
    expect(error.message).toContain('orders.nodes.customer');
    expect(error.message).toContain('read_customers');
  });

  it('protected customer data that is not approved: says which approval is missing', async () => {
    const error = await failureOf(
      errors({ message: 'This app is not approved to access the Order object.', path: ['orders'] }),
    );
    expect(error._tag).toBe('SourceCredentialsRefused');
    expect(error.message).toContain('protected customer data');
  });

  it('a shop that is closed: refused', async () => {
    expect((await failureOf(errors({ message: 'x', extensions: { code: 'SHOP_INACTIVE' } })))._tag).toBe(
      'SourceRefused',
    );
  });

  it('an internal error: worth another try', async () => {
    const error = await failureOf(errors({ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }));
    expect(error._tag).toBe('SourceUnreachable');
  });

  it('a query that is not valid: refused, its message is not passed on', async () => {
    const error = await failureOf(
      errors({ message: 'CANARY', path: ['query', 'orders'], extensions: { code: 'undefinedField' } }),
    );
    expect(error._tag).toBe('SourceRefused');
    expect(error.message).toContain('undefinedField');
  });

  it('a search filter that was ignored: refused, though the answer holds orders', async () => {
    const search = [
      { path: ['orders'], warnings: [{ field: 'processed_at', code: 'invalid_field', message: 'CANARY' }] },
    ];
    const error = await failureOf(pageOf([anOrder()], null, { search }));
    expect(error._tag).toBe('SourceRefused');
    expect(error.message).toContain('nothing was read');
  });

  it('a search filter that was understood has no warnings and is no failure', async () => {
    const page = pageOf([], null, { search: [{ path: ['orders'], warnings: [] }] });
    await withShop(
      ({ operation }) => (operation === 'OrdersPage' ? page : {}),
      async (connector) => {
        expect(await connector.readPage(window, O.none)()).toMatchObject({ _tag: 'Right' });
      },
    );
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
