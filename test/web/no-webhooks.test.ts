import { describe, expect, it } from '@jest/globals';
import { aWeb } from '../support/a-web.ts';
import { orderPayload, requestOf, shopifyWebhook } from '../support/signed-webhook.ts';

const order = '820982911946154508';

describe('a request that is no webhook', () => {
  const post = (headers: Readonly<Record<string, string>>, body: string, path = 'us-store'): Request =>
    new Request(`http://host.example/tax-nexus/webhooks/${path}`, { method: 'POST', headers, body });

  const shapeOf = async (response: Response): Promise<string> =>
    JSON.stringify([response.status, [...response.headers], await response.text()]);

  it('to a name that no storefront can have is answered 404, in the same shape whatever it is', async () => {
    const web = aWeb();
    const shapes = new Set<string>();
    for (const name of ['__proto__', 'us-store.x', '%75s-store', 'a'.repeat(64)]) {
      shapes.add(await shapeOf(await web.handler(post({ 'content-type': 'application/json' }, '{}', name))));
    }
    expect(shapes.size).toBe(1);
    expect([...shapes][0]).toContain('[404,');
  });

  const json = { 'content-type': 'application/json' };
  const url = (name: string): string => `http://host.example/tax-nexus/webhooks/${name}`;
  it.each<[string, number, (name: string) => Request]>([
    ['without a signature', 401, (name) => post(json, '{}', name)],
    ['with a forged signature', 401, (name) => requestOf(shopifyWebhook({}, { secret: 'other' }), url(name))],
    ['with an empty body', 401, (name) => post(json, '', name)],
    ['of another type', 415, (name) => post({ 'content-type': 'text/plain' }, '{}', name)],
    ['that is compressed', 415, (name) => post({ ...json, 'content-encoding': 'gzip' }, '{}', name)],
    ['that is too large', 413, (name) => post({ ...json, 'content-length': '9999999' }, '{}', name)],
    ['by GET', 405, (name) => new Request(url(name))],
    ['by PUT', 405, (name) => new Request(url(name), { method: 'PUT', headers: json, body: '{}' })],
    ['by OPTIONS', 405, (name) => new Request(url(name), { method: 'OPTIONS' })],
  ])('%s is answered %i, whether or not there is such a storefront', async (_, status, request) => {
    const { handler } = aWeb();
    const known = await shapeOf(await handler(request('us-store')));
    expect(known).toContain(`[${status},`);
    for (const name of ['billing', 'unknown', 'constructor', 'toString']) {
      expect(await shapeOf(await handler(request(name)))).toBe(known);
    }
  });

  it('to unknown storefronts is noted once in ten seconds, however many names are tried, and is no event', async () => {
    const web = aWeb({ now: () => 1_000_000 });
    for (let count = 0; count < 50; count += 1) await web.handler(post(json, '{}', `guess-${count}`));
    expect(web.logged).toStrictEqual([
      'Webhooks were refused. {"reason":"No storefront of this name is configured. Compare the webhook address at the platform.","count":1}',
    ]);
    expect(web.events).toStrictEqual([]);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('by %s is answered 405 with what is allowed', async (method) => {
    const response = await aWeb().handler(new Request('http://host.example/webhooks/us-store', { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'of the type "%s" is answered 415',
    async (type) => {
      const { headers, body } = shopifyWebhook(orderPayload(order));
      const response = await aWeb().handler(post({ ...headers, 'content-type': type }, body));
      expect(response.status).toBe(415);
    },
  );

  it('that is compressed is answered 415: the bytes would not be those that were signed', async () => {
    const { headers, body } = shopifyWebhook(orderPayload(order));
    expect((await aWeb().handler(post({ ...headers, 'content-encoding': 'gzip' }, body))).status).toBe(415);
  });

  it('with a length beyond the cap is answered 413 before a byte is read', async () => {
    let pulls = 0;
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulls += 1;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': 'application/json', 'content-length': '4194305' };
    const request = new Request('http://host.example/webhooks/us-store', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    });
    expect((await aWeb().handler(request)).status).toBe(413);
    expect(pulls).toBe(0);
  });

  it('without a length is cut off at the cap', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const request = new Request('http://host.example/webhooks/us-store', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    });
    expect((await aWeb().handler(request)).status).toBe(413);
    expect(sent).toBeLessThan(5 * 1024 * 1024);
  });

  it('whose body somebody has read already is answered 500 with what to change', async () => {
    const web = aWeb();
    const request = requestOf(shopifyWebhook(orderPayload(order)));
    await request.text();
    const response = await web.handler(request);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('before express.json()');
    expect(web.logged.join()).toContain('signature cannot be checked');
  });

  it('whose body was read before, to an unknown storefront, is logged without the name that a stranger wrote', async () => {
    const web = aWeb();
    const request = requestOf(shopifyWebhook(orderPayload(order)), 'http://host.example/webhooks/guess');
    await request.text();
    expect((await web.handler(request)).status).toBe(500);
    expect(web.logged.join()).toContain('signature cannot be checked');
    expect(web.logged.join()).not.toContain('guess');
  });

  it('that is signed and no JSON object is answered 400', async () => {
    expect((await aWeb().handler(requestOf(shopifyWebhook('[1, 2')))).status).toBe(400);
  });

  it('of a million nested arrays is answered and hurts nobody', async () => {
    const deep = '['.repeat(1_000_000);
    expect((await aWeb().handler(requestOf(shopifyWebhook(deep)))).status).toBe(400);
  });
});
