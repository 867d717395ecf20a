import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ shop: { tokenLifetime: 3600 } });
});

afterAll(() => sandbox.stop());

const ask = (version: string, token: string, query = '{ shop { id } }'): Promise<Response> =>
  fetch(`${sandbox.shop.origin}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query }),
  });

const grant = (secret: string): Promise<Response> =>
  fetch(`${sandbox.shop.origin}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: 'sandbox-client', client_secret: secret, grant_type: 'client_credentials' }),
  });

describe('the sandbox', () => {
  it('gives a configuration by which all of its servers answer', async () => {
    const { service, storefronts } = sandbox.configuration;
    const headers = { authorization: `Bearer ${service.apiKey}` };

    const listed = await fetch(`${service.baseUrl}/transactions`, { headers });
    const shop = await ask('2026-07', storefronts['sample-store'].accessToken);

    expect(await listed.json()).toStrictEqual({ data: [], nextCursor: null });
    const charges = await fetch(`${storefronts.billing.apiOrigin}/v1/charges?limit=1`, {
      headers: { authorization: `Bearer ${storefronts.billing.secretKey}` },
    });
    expect(await shop.json()).toMatchObject({ data: { shop: { id: 'gid://shopify/Shop/61000000001' } } });
    expect(await charges.json()).toMatchObject({ object: 'list', has_more: true });
    expect(Object.keys(storefronts)).toStrictEqual(['sample-store', 'billing']);
  });

  it('names the version that answered, and warns when an expired one was asked for', async () => {
    const current = await ask('2026-07', sandbox.shop.accessToken);
    const expired = await ask('2025-01', sandbox.shop.accessToken);

    expect(current.headers.get('x-shopify-api-version')).toBe('2026-07');
    expect(current.headers.get('x-shopify-api-version-warning')).toBeNull();
    expect(expired.headers.get('x-shopify-api-version')).toBe('2026-07');
    expect(expired.headers.get('x-shopify-api-version-warning')).not.toBeNull();
    expect((await ask('2031-01', sandbox.shop.accessToken)).status).toBe(404);
  });

  it('answers 401 to a token that it does not know', async () => {
    const refused = await ask('2026-07', 'wrong');

    expect(refused.status).toBe(401);
    expect(await refused.json()).toHaveProperty('errors');
  });

  it('grants a token that works to an app that knows its secret, and to no other', async () => {
    const granted: unknown = await (await grant('sandbox-secret')).json();
    const token =
      typeof granted === 'object' && granted !== null && 'access_token' in granted ? granted.access_token : '';

    expect(granted).toMatchObject({ expires_in: 3600 });
    expect((await ask('2026-07', String(token))).status).toBe(200);
    expect((await grant('wrong')).status).toBe(400);
  });

  it('can make the shop fail as well', async () => {
    sandbox.shop.setFaults([{ on: 'graphql', times: 1, fault: { kind: 'status', status: 502, when: 'before' } }]);
    const statuses = [await ask('2026-07', sandbox.shop.accessToken), await ask('2026-07', sandbox.shop.accessToken)];

    expect(statuses.map(({ status }) => status)).toStrictEqual([502, 200]);
  });

  it('reports a port in use, and leaves nothing running', async () => {
    const port = Number(new URL(sandbox.shop.origin).port);

    await expect(startSandbox({ shop: { port } })).rejects.toThrow('EADDRINUSE');
  });
});
