import { describe, expect, it } from '@jest/globals';
import { aWeb } from '../support/a-web.ts';

const get = (path: string): Request => new Request(`http://host.example${path}`);

describe('health', () => {
  it('is 200 while the process runs, even if the store is down', async () => {
    const response = await aWeb({ storeDown: () => 'down' }).handler(get('/tax-nexus/health'));
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual({ status: 'live' });
  });

  it('is 405 for other methods than GET and HEAD', async () => {
    const { handler } = aWeb();
    const of = async (method: string): Promise<number> =>
      (await handler(new Request('http://host.example/health', { method }))).status;
    expect([await of('HEAD'), await of('POST')]).toStrictEqual([200, 405]);
  });
});

describe('readiness', () => {
  it('is 200 when deliveries can be stored and 503 otherwise, without a reason', async () => {
    const ready = await aWeb().handler(get('/tax-nexus/ready'));
    const down = await aWeb({ storeDown: () => '/var/secret/tax-nexus.db is full' }).handler(get('/tax-nexus/ready'));
    expect([ready.status, await ready.json()]).toStrictEqual([200, { status: 'ready' }]);
    expect([down.status, await down.json()]).toStrictEqual([503, { status: 'not ready' }]);
  });
});

describe('any other path', () => {
  it.each(['/', '/tax-nexus', '/tax-nexus/webhooks', '/tax-nexus/webhooks/', '/tax-nexus/healthy', '/ready/x'])(
    '%s gets 404',
    async (path) => {
      expect((await aWeb().handler(get(path))).status).toBe(404);
    },
  );
});
