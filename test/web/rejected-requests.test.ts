import { describe, expect, it } from '@jest/globals';
import { aWeb } from '../support/a-web.ts';
import { orderPayload, requestOf, shopifyWebhook } from '../support/signed-webhook.ts';

const order = '820982911946154508';
const json = { 'content-type': 'application/json' };
const url = (name = 'us-store'): string => `http://host.example/tax-nexus/webhooks/${name}`;

const post = (headers: Readonly<Record<string, string>>, body: string | ReadableStream, name?: string): Request =>
  new Request(url(name), { method: 'POST', headers, body, duplex: 'half' });

const statusOf = async (request: Request): Promise<number> => (await aWeb().handler(request)).status;

/** Everything of a response that a stranger can see. */
const shapeOf = async (response: Response): Promise<string> =>
  JSON.stringify([response.status, [...response.headers], await response.text()]);

describe('a request that is not a webhook', () => {
  it('to a name that no storefront can have gets the same 404 for every name', async () => {
    const { handler } = aWeb();
    const names = ['__proto__', 'us-store.x', '%75s-store', 'a'.repeat(64)];
    const shapes = new Set(
      await Promise.all(names.map(async (name) => shapeOf(await handler(post(json, '{}', name))))),
    );
    expect(shapes.size).toBe(1);
    expect([...shapes][0]).toContain('[404,');
  });

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
  ])('%s gets %i, whether or not the storefront exists', async (_, status, request) => {
    const { handler } = aWeb();
    const known = await shapeOf(await handler(request('us-store')));
    expect(known).toContain(`[${status},`);
    for (const name of ['billing', 'unknown', 'constructor', 'toString']) {
      expect(await shapeOf(await handler(request(name)))).toBe(known);
    }
  });

  it('to unknown storefronts is logged once a minute for all names, and is no event', async () => {
    const { handler, logged, events } = aWeb({ now: () => 1_000_000 });
    for (let count = 0; count < 50; count += 1) await handler(post(json, '{}', `guess-${count}`));
    expect(logged).toStrictEqual([
      'Webhooks were refused. {"reason":"No storefront has this name, or the shop or account of the delivery. Compare the webhook address at the platform with your storefronts.","count":1}',
    ]);
    expect(events).toStrictEqual([]);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('by %s gets 405 with the allowed method', async (method) => {
    const response = await aWeb().handler(new Request(url(), { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each(['text/plain', 'multipart/form-data', 'application/jsonp', ''])('of the type "%s" gets 415', async (type) => {
    const { headers, body } = shopifyWebhook(orderPayload(order));
    expect(await statusOf(post({ ...headers, 'content-type': type }, body))).toBe(415);
  });

  it('that is a form reaches the connector: only its signature decides', async () => {
    const form = 'application/x-www-form-urlencoded';
    const { headers, body } = shopifyWebhook(orderPayload(order));
    expect(await statusOf(post({ ...headers, 'content-type': form }, body))).toBe(200);
    expect(await statusOf(post({ 'content-type': form }, 'webhook_id=7'))).toBe(401);
  });

  it('of a wrong type are logged once a minute, by the name of a configured storefront alone', async () => {
    const { handler, logged } = aWeb({ now: () => 1_000_000 });
    for (const name of ['us-store', 'us-store', 'guess']) {
      await handler(post({ ...json, 'content-type': 'text/plain' }, '{}', name));
    }
    expect(logged).toStrictEqual([
      expect.stringMatching(/^Webhooks were refused\. .*"storefront":"us-store".*content type/),
      expect.stringMatching(/^Webhooks were refused\. \{"reason":"Its content type/),
    ]);
  });

  it('that is compressed gets 415: its bytes are not the signed ones', async () => {
    const { headers, body } = shopifyWebhook(orderPayload(order));
    expect(await statusOf(post({ ...headers, 'content-encoding': 'gzip' }, body))).toBe(415);
  });

  it.each([
    ['with an announced length above the limit gets 413 before a byte is read', { 'content-length': '4194305' }, 0],
    ['without an announced length is cut off at the limit', {}, 5 * 1024 * 1024],
  ])('%s', async (_, headers, maxSent) => {
    let sent = 0;
    const body = new ReadableStream(
      {
        pull: (controller) => {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536));
        },
      },
      { highWaterMark: 0 },
    );
    expect(await statusOf(post({ ...json, ...headers }, body))).toBe(413);
    expect(sent).toBeLessThanOrEqual(maxSent);
  });

  it.each(['us-store', 'guess'])(
    'whose body was read before gets 500 with what to change; an unknown name is not logged (%s)',
    async (name) => {
      const { handler, logged } = aWeb();
      const request = requestOf(shopifyWebhook(orderPayload(order)), url(name));
      await request.text();
      const response = await handler(request);
      expect(response.status).toBe(500);
      expect(await response.text()).toContain('before express.json()');
      expect(logged.join()).toContain('signature cannot be checked');
      expect(logged.join()).not.toContain('guess');
    },
  );

  it('that is signed but no JSON object gets 400', async () => {
    expect(await statusOf(requestOf(shopifyWebhook('[1, 2')))).toBe(400);
  });

  it('of a million nested arrays gets 400 and does no harm', async () => {
    expect(await statusOf(requestOf(shopifyWebhook('['.repeat(1_000_000))))).toBe(400);
  });
});
