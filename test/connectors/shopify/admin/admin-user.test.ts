import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { adminUserAt, type ShopifyAdminOptions } from '../../../../connectors/shopify/admin/admin-user.ts';
import { adminClientId, adminSecret, idTokenClaims, signedIdToken } from '../../../support/an-id-token.ts';

const now = Date.UTC(2026, 10, 26, 12);
const at = 'https://app.example/tax-nexus/screen';
const token = signedIdToken(idTokenClaims(now));
const expired = signedIdToken(idTokenClaims(now - 120_000));
const ofOtherApp = signedIdToken({ ...idTokenClaims(now), aud: 'client-2' });
const asDocument = { 'sec-fetch-dest': 'iframe', accept: 'text/html' };

const ask = (
  query: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  options: Partial<ShopifyAdminOptions> = {},
) =>
  adminUserAt(
    { clientId: adminClientId, clientSecret: adminSecret, ...options },
    () => now,
  )(new Request(`${at}${query}`, { headers, method }));

const asResponse = (given: unknown): Response => {
  if (given instanceof Response) return given;
  throw new Error('a user was let in');
};

const refused = async (...[query, headers, method, options]: Parameters<typeof ask>) => {
  const response = asResponse(await ask(query, headers, method, options));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
};

const acme = { shop: 'acme.myshopify.com', userId: '42', storefronts: ['acme.myshopify.com'] };

describe('the user of the Shopify admin', () => {
  it('is the one of the token in the header, or in the address of a document', async () => {
    expect(await ask('', { authorization: `Bearer ${token}` })).toMatchObject(acme);
    expect(await ask('', { authorization: `bearer ${token}` }, 'POST')).toMatchObject(acme);
    expect(await ask(`?embedded=1&id_token=${token}`, asDocument)).toMatchObject(acme);
  });

  it('may be framed by the admin and by the shop of the token alone, whatever the address says', async () => {
    expect(await ask(`?shop=evil.myshopify.com&id_token=${token}`, asDocument)).toMatchObject({
      frame: { ancestors: ['https://acme.myshopify.com', 'https://admin.shopify.com'], clientId: adminClientId },
    });
  });

  it('has the name that the app gives', async () => {
    expect(await ask('', { authorization: `Bearer ${token}` })).toMatchObject({ name: 'Shopify user 42' });
    const name: ShopifyAdminOptions['name'] = ({ shop, userId }) => Promise.resolve(`Ada (${userId}, ${shop})`);
    const named = await ask('', { authorization: `Bearer ${token}` }, 'GET', { name });
    expect(named).toMatchObject({ name: 'Ada (42, acme.myshopify.com)' });
  });

  it('is verified with a secret that is read for each request, the old or the new one', async () => {
    const clientSecret = [() => Promise.resolve('shpss_NEW'), adminSecret];
    expect(await ask('', { authorization: `Bearer ${token}` }, 'GET', { clientSecret })).toMatchObject(acme);
  });
});

describe('a request without a valid token', () => {
  it.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['a script without one', '', { 'sec-fetch-dest': 'empty' }, 'GET'],
    ['a script whose token has expired', '', { authorization: `Bearer ${expired}` }, 'GET'],
    ['a script that accepts a page', '', { authorization: `Bearer ${expired}`, accept: 'text/html' }, 'GET'],
    ['a form without a header', `?id_token=${token}`, asDocument, 'POST'],
    ['two headers', '', { authorization: `Bearer ${token}, Bearer ${token}` }, 'GET'],
    ['an empty header, beside a token in the address', `?id_token=${token}`, { authorization: 'Bearer ' }, 'GET'],
    [
      'an expired header beside a token in the address',
      `?id_token=${token}`,
      { authorization: `Bearer ${expired}` },
      'GET',
    ],
    ['two tokens in an address', `?id_token=${token}&id_token=${token}`, { 'sec-fetch-dest': 'empty' }, 'GET'],
    ['a client that does not say what it is', '', {}, 'GET'],
  ])('is refused with a request for a new one: %s', async (_, query, headers, method) => {
    const { status, headers: sent, text } = await refused(query, headers, method);
    expect([status, sent.get('x-shopify-retry-invalid-session-request'), text]).toStrictEqual([401, '1', '']);
  });

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['without one', '', asDocument],
    ['with an expired one', `?id_token=${expired}`, asDocument],
    ['with two', `?id_token=${token}&id_token=${token}`, asDocument],
    ['in a browser that does not say so', '', { accept: 'text/html,*/*' }],
    ['behind the password of a proxy', '', { ...asDocument, authorization: 'Basic eDp5' }],
  ])('becomes a page that fetches one, if it is a document: %s', async (_, query, headers) => {
    const { status, text, headers: sent } = await refused(query, headers);
    expect(status).toBe(200);
    expect(text).toContain(`<meta name="shopify-api-key" content="${adminClientId}">`);
    expect(text).toMatch(/<script nonce="[\w-]{22}" src="https:\/\/cdn\.shopify\.com\/shopifycloud\/app-bridge\.js">/);
    expect(sent.get('content-security-policy')).toMatch(
      /script-src 'nonce-[\w-]{22}' https:\/\/cdn\.shopify\.com\/shopifycloud\/app-bridge\.js;/,
    );
    expect(sent.get('x-frame-options')).toBeNull();
    expect(sent.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['', 'https://admin.shopify.com'],
    ['?shop=acme.myshopify.com', 'https://acme.myshopify.com https://admin.shopify.com'],
    ['?shop=shop.myshopify.com.evil.com', 'https://admin.shopify.com'],
    ['?shop=acme.myshopify.com&shop=beta.myshopify.com', 'https://admin.shopify.com'],
    ['?shop=*.myshopify.com', 'https://admin.shopify.com'],
    ["?shop=a.myshopify.com;script-src 'unsafe-inline'", 'https://admin.shopify.com'],
  ])('may be framed by what can be a shop: %s', async (query, ancestors) => {
    const policy = (await refused(query, asDocument)).headers.get('content-security-policy') ?? '';
    expect(policy.endsWith(`; frame-ancestors ${ancestors}`)).toBe(true);
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    ['check the clock of this server', expired],
    ['check clientSecret', signedIdToken(idTokenClaims(now), 'shpss_OTHER')],
    ['check clientId', ofOtherApp],
  ])('does not load forever when a fresh one is not accepted, and says: %s', async (remedy, bad) => {
    const { status, text } = await refused(`?id_token=${bad}&id_token_retry=1`, asDocument);
    expect(status).toBe(403);
    expect(text).toContain(remedy);
    expect(text).not.toContain('<script');
  });

  it('shows no text of the token, of the secret or of the address in any answer or error', async () => {
    const secrets = [adminSecret, 'shpss_OTHER', ...[token, expired, ofOtherApp].flatMap((one) => one.split('.'))];
    const queries = [expired, ofOtherApp, signedIdToken({}, 'shpss_OTHER'), '%3Cscript%3Ealert(1)%3C/script%3E'];
    for (const bad of queries) {
      for (const more of ['', '&id_token_retry=1', '&shop=%3Cscript%3Ealert(1)%3C/script%3E']) {
        const response = asResponse(await ask(`?id_token=${bad}${more}`, asDocument));
        const shown = `${inspect([...response.headers])} ${await response.text()}`;
        expect(secrets.filter((secret) => shown.includes(secret))).toStrictEqual([]);
        expect(shown).not.toContain('alert');
      }
    }
  });

  it('keeps a client id from breaking out of the page', async () => {
    const { text } = await refused('', asDocument, 'GET', { clientId: '"><script>alert(1)</script>' });
    expect(text).not.toContain('<script>alert');
  });
});

describe('options that are missing', () => {
  it.each<[Partial<ShopifyAdminOptions>, string]>([
    [{ clientId: undefined }, 'clientId must be set'],
    [{ clientSecret: undefined }, 'clientSecret must be set'],
    [{ clientSecret: [' ', () => ''] }, 'clientSecret must be set'],
    [{ clientId: ' ', clientSecret: [] }, 'clientId and clientSecret must be set'],
  ])('are named in the answer to a request', async (options, message) => {
    const { status, text } = await refused('', { authorization: `Bearer ${token}` }, 'GET', options);
    expect([status, text]).toStrictEqual([500, `shopifyAdminUser(): ${message}.`]);
  });
});
