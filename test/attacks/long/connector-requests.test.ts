import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { getJson } from '../../../src/connector.ts';
import { toSourceError } from '../../../src/connector-kit/failures.ts';
import { listening } from '../../support/listening.ts';

const listen = listening();
const headers = { authorization: 'Bearer key-of-the-shop', 'x-shop-key': 'key-of-the-shop' };

const failureOf = async (asking: Promise<unknown>): Promise<ReturnType<ReturnType<typeof toSourceError>>> =>
  asking.then(() => Promise.reject(new Error('it succeeded')), toSourceError('Acme'));

describe('a request of a connector made with the kit', () => {
  it('never carries the key to another host by a redirect, and says why it ended', async () => {
    const seen: unknown[] = [];
    const thief = await listen((request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    const platform = await listen((_, response) => response.writeHead(302, { location: `${thief}/orders` }).end());
    expect(await failureOf(getJson(`${platform}/orders`, headers))).toMatchObject({
      _tag: 'SourceRefused',
      message: expect.stringContaining('redirects to another host'),
    });
    expect(seen).toStrictEqual([]);
  });

  it('follows a redirect of the same host with the key', async () => {
    const keys: unknown[] = [];
    const platform = await listen((request, response) => {
      keys.push(request.headers['x-shop-key']);
      if (request.url === '/orders') response.writeHead(308, { location: '/v2/orders' }).end();
      else response.end('{"orders":[]}');
    });
    expect(await getJson(`${platform}/orders`, headers)).toStrictEqual({ orders: [] });
    expect(keys).toStrictEqual(['key-of-the-shop', 'key-of-the-shop']);
  });

  it('ends after five redirects, and at one without an address', async () => {
    const counts = { requests: 0 };
    const circle = await listen((_, response) => {
      counts.requests += 1;
      response.writeHead(301, { location: '/again' }).end();
    });
    expect(await failureOf(getJson(circle))).toMatchObject({ message: expect.stringContaining('in a circle') });
    expect(counts.requests).toBe(6);
    const nowhere = await listen((_, response) => response.writeHead(301, { location: 'http://:::' }).end());
    expect(await failureOf(getJson(nowhere))).toMatchObject({ message: expect.stringContaining('without an address') });
  });

  it('reads no more than 64 MiB, also where a small answer unpacks to more', async () => {
    const packed = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '), { level: 1 });
    const platform = await listen((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    const before = process.memoryUsage().rss;
    expect(await failureOf(getJson(platform))).toMatchObject({
      message: expect.stringContaining('larger than 64 MiB'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });

  it.each(['315360000', 'Fri, 29 Nov 2286 00:00:00 GMT'])(
    'waits an hour at most for Retry-After: %s',
    async (value) => {
      const platform = await listen((_, response) => response.writeHead(429, { 'retry-after': value }).end());
      expect(await failureOf(getJson(platform))).toMatchObject({ _tag: 'SourceThrottled', retryAfterMs: 3_600_000 });
    },
  );
});
