import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { secret } from '../../src/domain/secret.ts';
import type { ServiceWire } from '../../src/domain/wire-settings.ts';
import type { TaxService } from '../../src/domain/tax-service.ts';
import { httpTaxService } from '../../src/service/http-tax-service.ts';
import type { HttpTaxServiceSettings } from '../../src/service/http-tax-service.ts';
import { describeTaxService } from '../contracts/tax-service.ts';
import { aBody, aWire } from '../support/a-body.ts';
import { bodyText, type LocalServer, localServer } from '../support/local-server.ts';
import { memoryTaxService } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { serveTaxService } from '../support/serve-tax-service.ts';

const key = 'CANARY_KEY';
const noWait = { now: () => 0, sleep: () => () => Promise.resolve() };

describeTaxService('over HTTP with got', async () => {
  const { origin, close } = await serveTaxService(memoryTaxService({ clock: noWait }).service, key);
  return { service: httpTaxService({ baseUrl: origin, apiKey: secret(key) }), close };
});

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ close }) => close()));
});

const against = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  settings: Partial<HttpTaxServiceSettings> = {},
): Promise<TaxService> => {
  const server = await localServer(handle);
  servers.push(server);
  return httpTaxService({ baseUrl: server.origin, apiKey: secret(key), timeoutMs: 60_000, ...settings });
};

/** For services whose answer never ends; where one ends, a busy machine gets a minute. */
const impatient = { timeoutMs: 400 };

const answering =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };

describe('the client of the tax service', () => {
  it('sends a push once it may begin, and none that may not', async () => {
    const events: string[] = [];
    const service = await against((request, response) => {
      events.push('sent');
      void bodyText(request).then((body) => response.end(body));
    });
    const begin = (mayBegin: boolean) => () => {
      events.push('asked');
      return Promise.resolve(mayBegin);
    };
    expect(await service.push(aBody(), begin(false))()).toStrictEqual({ _tag: 'NotStarted' });
    expect(await service.push(aBody(), begin(true))()).toMatchObject({ _tag: 'Accepted' });
    expect(events).toStrictEqual(['asked', 'asked', 'sent']);
  });

  it('sends the key, the frozen text as it is, and asks for pages of a hundred', async () => {
    const seen: { method: string | undefined; url: string | undefined; key: string | undefined; body: string }[] = [];
    const service = await against((request, response) => {
      void bodyText(request).then((body) => {
        seen.push({ method: request.method, url: request.url, key: request.headers.authorization, body });
        response.end(request.method === 'POST' ? body : '{"data":[],"nextCursor":null}');
      });
    });
    const body = aBody();
    await service.push(body)();
    await service.list(O.none)();
    await service.list(O.some('a b&c'))();
    expect(seen).toEqual([
      { method: 'POST', url: '/transactions', key: `Bearer ${key}`, body },
      { method: 'GET', url: '/transactions?limit=100', key: `Bearer ${key}`, body: '' },
      { method: 'GET', url: '/transactions?limit=100&cursor=a%20b%26c', key: `Bearer ${key}`, body: '' },
    ]);
  });

  it.each<[string, (rows: readonly object[], next: number | null) => object]>([
    ['in no way', (data) => ({ data })],
    ['by an offset', (data) => ({ data, offset: 0, limit: 10 })],
    ['in a list of links', (data, next) => ({ data, links: [{ rel: 'next', href: `/transactions?from=${next}` }] })],
    ['in a field with another sign', (data, next) => ({ data, '@odata.nextLink': `?from=${next}` })],
  ])('reads no list whose pages are small, and name the next one %s', async (_, shape) => {
    const service = await against((request, response) => {
      const limit = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('limit'));
      const rows = Array.from({ length: Math.min(limit, 10) }, (_row, index) => ({ id: `tx-${index}` }));
      response.end(JSON.stringify(shape(rows, 10)));
    });
    const failure = left(await service.list(O.none)());
    expect(failure).toMatchObject({ _tag: 'Misdirected' });
    expect('message' in failure ? failure.message : '').toContain('Set service.wire.nextCursor');
  });

  it('reads a list that names no next page on its last one, and asks once whether it names one on others', async () => {
    const limits: string[] = [];
    const service = await against((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const limit = searchParams.get('limit') ?? '';
      limits.push(limit);
      const rows = Array.from({ length: 12 }, (_row, index) => ({ id: `tx-${index}` })).slice(0, Number(limit));
      response.end(JSON.stringify({ data: rows, ...(rows.length < 12 && { nextCursor: 'more' }) }));
    });
    expect(right(await service.list(O.none)())).toMatchObject({ next: O.none, transactions: { length: 12 } });
    expect(right(await service.list(O.none)())).toMatchObject({ next: O.none });
    expect(limits).toStrictEqual(['100', '11', '100']);
  });

  it('reads a list that is whole whatever the limit, and names no next page', async () => {
    const service = await against((request, response) => {
      response.end(JSON.stringify({ data: [{ id: 'tx-1' }, { id: 'tx-2' }, { id: 'tx-3' }] }));
    });
    expect(right(await service.list(O.none)())).toMatchObject({ next: O.none, transactions: { length: 3 } });
  });

  it('sends and accepts JSON, asks for no compression, and says who asks', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const service = await against((request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    await service.push(aBody())();
    await service.find('x')();
    const always = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'tax-nexus-sync' };
    expect(seen).toMatchObject([{ ...always, 'content-type': 'application/json' }, always]);
    expect(seen[1]).not.toHaveProperty('content-type');
  });

  it('waits as long as the first of two Retry-After headers asks', async () => {
    const service = await against((_request, response) => {
      response.writeHead(429, ['Retry-After', '7', 'Retry-After', '9']).end();
    });
    expect(await service.push(aBody())()).toMatchObject({ retryAfterMs: 7_000 });
  });

  it('keeps its connections open between requests', async () => {
    const sockets = new Set<unknown>();
    const service = await against((request, response) => {
      sockets.add(request.socket);
      response.writeHead(404).end('{}');
    });
    for (let n = 1; n <= 5; n += 1) await service.find('x')();
    expect(sockets.size).toBe(1);
  });

  it('sends a request once, whatever comes back', async () => {
    let requests = 0;
    const service = await against((_request, response) => {
      requests += 1;
      response.writeHead(503).end();
    });
    await service.push(aBody())();
    await service.find('x')();
    await service.list(O.none)();
    expect(requests).toBe(3);
  });

  it('follows no redirect, and gives its key to no other address', async () => {
    let visits = 0;
    const thief = await localServer((_request, response) => {
      visits += 1;
      response.end('{}');
    });
    servers.push(thief);
    const service = await against(answering(307, '', { location: `${thief.origin}/transactions` }));
    expect((await service.push(aBody())())._tag).toBe('Misdirected');
    expect(left(await service.list(O.none)())._tag).toBe('Misdirected');
    expect(left(await service.find('x')())._tag).toBe('Misdirected');
    expect(visits).toBe(0);
  });

  it('does not wait for an answer that drips in byte by byte for ever', async () => {
    const service = await against((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => {
        clearInterval(drip);
      });
    }, impatient);
    expect(await service.push(aBody())()).toEqual({
      _tag: 'Unclear',
      message: 'the Tax Nexus Service sent no complete response (ETIMEDOUT)',
    });
  });

  it('does not wait for a service that never answers', async () => {
    const service = await against(() => undefined, impatient);
    expect((await service.push(aBody())())._tag).toBe('Unclear');
  });

  it('cuts an answer off that is too large, whether or not its length was sent', async () => {
    const huge = '[' + '1,'.repeat(300_000);
    const pushed = await against(answering(200, huge), { largestAnswer: 100_000 });
    expect(left(await pushed.list(O.none)())).toMatchObject({ message: expect.stringContaining('ANSWER_TOO_LARGE') });
    let written = 0;
    const endless = await against(
      (_request, response) => {
        const more = (): void => {
          written += 65_536;
          if (!response.destroyed && written < 1e9) response.write('x'.repeat(65_536), () => setImmediate(more));
        };
        more();
      },
      { largestAnswer: 1_000_000 },
    );
    expect(left(await endless.find('x')())).toMatchObject({ _tag: 'Unclear' });
    expect(written).toBeLessThan(20_000_000);
  });

  it('breaks a request off that took too long, so that the service can stop, too', async () => {
    let closed: Promise<unknown> | undefined;
    const service = await against((request) => {
      closed = once(request.socket, 'close');
    }, impatient);
    await service.push(aBody())();
    await closed;
    expect(closed).toBeDefined();
  });

  it.each([
    [0, '_tag', 'Right'],
    [1, '_tag', 'Left'],
  ])('takes 8 MiB and %i bytes of an answer, or not, without its own limit', async (more, field, tag) => {
    const page = '{"data":[],"nextCursor":null}';
    const body = page.padEnd(8 * 1_048_576 + more);
    const service = await against(answering(200, body));
    expect(await service.list(O.none)()).toHaveProperty(field, tag);
  });

  it.each([
    ['the clock that it was given', {}, 10_000],
    ["the service's own clock, where it shows that", { date: 'Wed, 01 Apr 2026 11:59:40 GMT' }, 30_000],
  ])('reads dates of the service by %s', async (_, date, retryAfterMs) => {
    const retryAfter = { 'retry-after': 'Wed, 01 Apr 2026 12:00:10 GMT', ...date };
    const answerNow = answering(429, '', retryAfter);
    const service = await against(
      (request, response) => {
        response.sendDate = false;
        answerNow(request, response);
      },
      { now: () => Date.UTC(2026, 3, 1, 12) },
    );
    expect(await service.push(aBody())()).toMatchObject({ retryAfterMs });
  });

  it('does not blow up a compressed answer that it did not ask for', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    const service = await against((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(left(await service.list(O.none)())._tag).toBe('Unclear');
  });

  it('calls a broken connection unclear, by its code', async () => {
    const service = await against((request) => request.socket.destroy());
    expect(await service.push(aBody())()).toEqual({
      _tag: 'Unclear',
      message: 'the Tax Nexus Service sent no complete response (ECONNRESET)',
    });
  });

  it('calls an answer unclear that breaks off in the middle', async () => {
    const service = await against((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 20);
    });
    expect((await service.push(aBody())())._tag).toBe('Unclear');
  });

  it('calls a service that is not there unclear, by its code', async () => {
    const { origin, close } = await localServer(() => undefined);
    await close();
    const service = httpTaxService({ baseUrl: origin, apiKey: secret(key) });
    expect(await service.push(aBody())()).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') });
  });

  it.each([
    ['ftp://127.0.0.1', 'must begin with https://'],
    ['http://example.com', 'must begin with https://'],
    ['nowhere', 'is not a URL'],
    ['https://user:CANARY_PASS@example.com', 'must have no user, password, query or fragment in it'],
    ['https://user@example.com', 'must have no user, password, query or fragment in it'],
    ['https://:CANARY_PASS@example.com', 'must have no user, password, query or fragment in it'],
    ['https://example.com?x=1', 'must have no user, password, query or fragment in it'],
    ['https://example.com#x', 'must have no user, password, query or fragment in it'],
  ])('sends nothing to %s, which %s', async (baseUrl, problem) => {
    const service = httpTaxService({ baseUrl, apiKey: secret(key) });
    const reply = await service.push(aBody())();
    expect(reply).toMatchObject({
      _tag: 'Misdirected',
      message: expect.stringMatching(/^the address of the service \(baseUrl\) .*; nothing was sent$/),
    });
    expect(reply).toMatchObject({ message: expect.stringContaining(problem) });
    expect(left(await service.list(O.none)())._tag).toBe('Misdirected');
    expect(inspect(reply)).not.toContain('CANARY_PASS');
  });

  it('takes a base address with a path and a slash at its end', async () => {
    const urls: (string | undefined)[] = [];
    const server = await localServer((request, response) => {
      urls.push(request.url);
      response.writeHead(404).end();
    });
    servers.push(server);
    const service = httpTaxService({ baseUrl: `${server.origin}/api/v1/`, apiKey: secret(key) });
    expect(right(await service.find('a:b')())).toEqual(O.none);
    expect(urls).toEqual(['/api/v1/transactions/a%3Ab']);
  });

  it('lets neither key nor address out, whatever goes wrong', async () => {
    const echo = (status: number) =>
      against((request, response) => {
        void bodyText(request).then((body) => {
          const printed = {
            code: 'Oakland',
            message: `${body} ${request.headers.authorization ?? ''}`,
            issues: [{ path: [key, '1 CANARY_ADDR Street'], message: body }],
          };
          response.writeHead(status).end(JSON.stringify(printed));
        });
      });
    for (const status of [204, 301, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503]) {
      const service = await echo(status);
      const printed = [await service.push(aBody())(), await service.find('x')(), await service.list(O.none)()];
      expect(inspect(printed, { depth: 9, showHidden: true })).not.toMatch(/CANARY|Oakland|94607|Bearer/);
    }
    const broken = await against((request) => request.socket.destroy());
    const printed = [await broken.push(aBody())(), await broken.find('x')(), await broken.list(O.none)()];
    expect(inspect(printed, { depth: 9, showHidden: true })).not.toMatch(/CANARY|Oakland|94607|Bearer/);
    expect(inspect(broken, { depth: 9, showHidden: true })).not.toMatch(/CANARY/);
  });

  it('takes any answer of the service for a success, and shows what is in it', async () => {
    const shown = { ...aWire(), createdAt: 'now', total: '1.00' };
    const pushed = await against(answering(200, JSON.stringify(shown)));
    expect(await pushed.push(aBody())()).toEqual({ _tag: 'Accepted', stored: shown });
    const silent = await against(answering(204, ''));
    expect(await silent.push(aBody())()).toEqual({
      _tag: 'Accepted',
      stored: null,
      otherBody: { form: '', isPlain: true },
    });
    const page = await against(answering(200, '<!doctype html><title>Log in</title>'));
    expect(await page.push(aBody())()).toMatchObject({ _tag: 'Unclear' });
  });

  it('speaks the wire of its settings: what is sent, found and listed', async () => {
    const seen: unknown[] = [];
    const wire: ServiceWire = { amounts: 'minorUnits', names: { transactedAt: 'occurredAt' } };
    const service = await against(
      (request, response) => {
        void bodyText(request).then((body) => {
          const one = { id: 'a', currency: 'USD', total: 1999, occurredAt: '2026-02-03' };
          if (request.method === 'POST') seen.push(JSON.parse(body));
          response.end(JSON.stringify(request.url?.includes('limit') === true ? { data: [one] } : { data: one }));
        });
      },
      { wire },
    );
    const held = { id: 'a', name: null, currency: 'USD', total: 19.99, transactedAt: '2026-02-03' };
    expect(await service.push(aBody({ total: 112.26 }))()).toEqual({ _tag: 'Accepted', stored: held });
    expect(seen).toMatchObject([{ total: 11_226, occurredAt: aWire().transactedAt }]);
    expect(right(await service.find('a')())).toEqual(O.some(held));
    expect(right(await service.list(O.none)()).transactions).toEqual([held]);
  });

  it('sends nothing that a codec of the host fails on, and shows nothing of what it threw', async () => {
    let requests = 0;
    const encode = (): never => {
      throw new Error('CANARY_ADDR');
    };
    const service = await against(
      (_request, response) => {
        requests += 1;
        response.end('{}');
      },
      { wire: { encode } },
    );
    const reply = await service.push(aBody())();
    expect(reply).toMatchObject({ _tag: 'Refused', fingerprint: 'encode' });
    expect(inspect(reply)).not.toContain('CANARY');
    expect(requests).toBe(0);
  });
});
