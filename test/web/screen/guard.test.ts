import { describe, expect, it } from '@jest/globals';
import type { Authorize, ScreenFrame } from '../../../src/web/index.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aWeb } from '../../support/a-web.ts';

const policyOf = ({ headers }: Response): string => headers.get('content-security-policy') ?? '';
const month = { month: '2026-01', what: 'close' };

describe('the guard of the screen', () => {
  it('gives 404 without the option `authorize`', async () => {
    const { handler } = aWeb();
    for (const path of ['/tax-nexus/screen', '/tax-nexus/screen/new', '/tax-nexus/screen/runs/r1']) {
      expect((await handler(new Request(`https://host.example${path}`))).status).toBe(404);
    }
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['true', true],
    ['an empty name', { name: ' ' }],
    ['a name that is no string', { name: 7 }],
  ])('denies access when the host returns %s', async (_, user) => {
    const authorize = (() => user) as unknown as Authorize;
    const { get, post } = aScreenInMemory({ authorize });
    const refused = await get('');
    expect(refused.status).toBe(403);
    expect(await refused.text()).not.toContain('us-store');
    expect((await post('/months', month)).status).toBe(403);
  });

  it('names the business in the title of each page, as the host does, or by its storefronts', async () => {
    const title = async (authorize: Authorize): Promise<string> =>
      /<title>(.*)<\/title>/.exec(await aScreenInMemory({ authorize }).html('/help'))?.[1] ?? '';
    expect(await title(() => ({ name: 'Ada' }))).toBe('Help · us-store and eu-store');
    expect(await title(() => ({ name: 'Ada', storefronts: ['us-store'] }))).toBe('Help · us-store');
    expect(await title(() => ({ name: 'Ada', accountNames: { default: 'Acme Shoes' } }))).toBe('Help · Acme Shoes');
    const unclear = { name: 'Ada', accountNames: { default: 7 } } as unknown as ReturnType<Authorize>;
    expect((await aScreenInMemory({ authorize: () => unclear }).get('')).status).toBe(403);
  });

  it('denies access when the host fails, and logs it without the message', async () => {
    const authorize: Authorize = () => Promise.reject(new TypeError('session of ada@example.com'));
    const { get, logged } = aScreenInMemory({ authorize });
    expect((await get('')).status).toBe(403);
    expect(logged.join()).toContain('TypeError');
    expect(logged.join()).not.toContain('ada@');
  });

  it('loads nothing foreign, runs and styles only what carries the nonce, and allows no frame', async () => {
    const { get } = aScreenInMemory();
    const [one, two] = [await get('/new'), await get('/new')];
    expect(policyOf(one)).toContain("default-src 'none'");
    expect(policyOf(one)).toContain("frame-ancestors 'none'");
    expect(policyOf(one)).not.toContain('unsafe');
    expect(one.headers.get('x-frame-options')).toBe('DENY');
    const [nonce = ''] = /nonce-[\w-]{20,}/.exec(policyOf(one)) ?? [];
    expect(await one.text()).toContain(nonce.replace('nonce-', 'nonce="'));
    expect(policyOf(two)).not.toContain(nonce);
  });

  it('allows frames of the configured origins only', async () => {
    const { get } = aScreenInMemory({ frameAncestors: ['https://admin.shopify.com'] });
    const response = await get('');
    expect(policyOf(response)).toContain('frame-ancestors https://admin.shopify.com');
    expect(response.headers.get('x-frame-options')).toBeNull();
  });

  it('sends a response of the host as it is: a redirect to the sign-in page', async () => {
    const { get } = aScreenInMemory({ authorize: () => Response.redirect('https://host.example/login', 302) });
    const response = await get('/runs/r1');
    expect([response.status, response.headers.get('location')]).toStrictEqual([302, 'https://host.example/login']);
    expect(response.headers.get('content-security-policy')).toBeNull();
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { origin: 'https://other.host.example', 'sec-fetch-site': 'same-site' }],
    ['without its origin', {}],
    ['from a site whose name resolves to this server', { origin: 'https://host.example' }],
    [
      'that the browser marks as foreign, with our own origin',
      { origin: 'https://host.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['from the address bar', { origin: 'https://host.example', 'sec-fetch-site': 'none' }],
  ])('refuses a form %s', async (_, headers) => {
    const { post, store, readAll } = aScreenInMemory();
    await readAll();
    expect((await post('/months', month, headers)).status).toBe(403);
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [] });
  });

  it('accepts its own form behind a TLS proxy', async () => {
    const { post, store, readAll } = aScreenInMemory();
    await readAll();
    const headers = { origin: 'https://public.example', 'sec-fetch-site': 'same-origin' };
    expect((await post('/months', month, headers)).status).toBe(303);
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [{ month: '2026-01', by: 'Ada' }] });
  });

  it('refuses other bodies than forms, and forms that are too large', async () => {
    const { post } = aScreenInMemory();
    const json = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    expect((await post('/months', month, json)).status).toBe(415);
    expect((await post('/months', { ...month, note: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('answers an unknown path with 404, without showing it', async () => {
    const { get } = aScreenInMemory();
    const response = await get('/runs/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('<script>alert');
  });
});

const frame: ScreenFrame = {
  ancestors: ['https://acme.myshopify.com', 'https://admin.shopify.com'],
  clientId: 'client-"1"',
  script: 'https://cdn.example/app-bridge.js',
};
const framed: Authorize = () => ({ name: 'Ada', frame });

describe('the screen in a frame whose pages carry tokens', () => {
  it('may be framed by the origins of the user alone, and loads the one script', async () => {
    const { get } = aScreenInMemory({ authorize: framed, frameAncestors: ['https://other.example'] });
    const response = await get('/new');
    expect(policyOf(response)).toMatch(/frame-ancestors https:\/\/acme\.myshopify\.com https:\/\/admin\.shopify\.com$/);
    expect(policyOf(response)).toMatch(/script-src 'nonce-[\w-]{22}' https:\/\/cdn\.example\/app-bridge\.js;/);
    expect(response.headers.get('x-frame-options')).toBeNull();
    const page = await response.text();
    expect(page).toContain('<meta name="shopify-api-key" content="client-&quot;1&quot;"/>');
    const scripts = [...page.matchAll(/<script nonce="[\w-]{22}"([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts).toStrictEqual([' src="https://cdn.example/app-bridge.js"', '', '']);
  });

  it('does not change pages for other users', async () => {
    const { get } = aScreenInMemory();
    const response = await get('/new');
    expect(policyOf(response)).toMatch(/script-src 'nonce-[\w-]{22}';/);
    expect((await response.text()).match(/<script[^>]*>/g)).toStrictEqual([
      expect.stringMatching(/^<script nonce="[\w-]{22}">$/),
    ]);
  });

  it('accepts a form with a token in the header from a browser that does not name the site', async () => {
    const { post, store, readAll } = aScreenInMemory({ authorize: framed });
    await readAll();
    expect((await post('/months', month, { authorization: 'Bearer token' })).status).toBe(303);
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [{ month: '2026-01' }] });
  });

  it.each<[string, Readonly<Record<string, string>>, Authorize]>([
    ['without a token', {}, framed],
    ['with the password of a proxy', { authorization: 'Basic eDp5' }, framed],
    ['of another site, with a token', { authorization: 'Bearer token', 'sec-fetch-site': 'cross-site' }, framed],
    ['with a token, outside of a frame', { authorization: 'Bearer token' }, () => ({ name: 'Ada' })],
  ])('refuses a form %s', async (_, headers, authorize) => {
    const { post, store } = aScreenInMemory({ authorize });
    expect((await post('/months', month, headers)).status).toBe(403);
    expect(await store.reviews.closedPeriods()).toMatchObject({ right: [] });
  });
});
