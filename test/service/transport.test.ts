import { createServer, request as httpRequest, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { secret } from '../../src/domain/secret.ts';
import { proxyFor } from '../../src/service/proxy-for.ts';
import { noAnswer } from '../../src/service/response.ts';
import { gotTransport, type TransportSettings } from '../../src/service/transport.ts';
import { left } from '../support/right.ts';
import { selfSigned } from '../support/self-signed.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    open.push(server);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

const ask = (baseUrl: string, settings: Partial<TransportSettings> = {}) =>
  gotTransport({ baseUrl, apiKey: secret('key'), env: {}, ...settings })({
    method: 'GET',
    url: `${baseUrl}/transactions`,
  });

describe('an answer that is compressed although none was asked for', () => {
  const text = JSON.stringify({ data: Array.from({ length: 50 }, (_, index) => ({ id: String(index) })) });
  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
  ] as const)('is read: %s', async (encoding, body) => {
    const origin = await listening(
      createServer((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body)),
    );
    expect(await ask(origin)).toMatchObject(E.right({ status: 200, body: text }));
  });

  it('is named where it cannot be read, is cut, or becomes too large', async () => {
    const answers: readonly (readonly [string, Buffer, string])[] = [
      ['zstd', Buffer.from(text), 'CONTENT_ENCODING_ZSTD'],
      ['gzip', gzipSync(text).subarray(0, 30), 'Z_BUF_ERROR'],
      ['gzip', gzipSync(' '.repeat(100_000)), 'ANSWER_TOO_LARGE'],
    ];
    for (const [encoding, body, code] of answers) {
      const origin = await listening(
        createServer((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body)),
      );
      expect(await ask(origin, { largestAnswer: 10_000 })).toStrictEqual(E.left({ code }));
    }
  });
});

describe('a service whose certificate is self-signed', () => {
  it('gets no key, and the message names the remedy', async () => {
    const asked: unknown[] = [];
    const server = createTlsServer(selfSigned(), (request, response) => {
      asked.push(request.headers.authorization);
      response.end('{}');
    });
    const { port } = new URL(await listening(server));
    const answer = await ask(`https://localhost:${port}`);
    expect(answer).toStrictEqual(E.left({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }));
    expect(noAnswer(left(answer))).toHaveProperty(
      'message',
      'the Tax Nexus Service sent no complete response (DEPTH_ZERO_SELF_SIGNED_CERT): its certificate is not trusted. If it is signed by your own authority, set NODE_EXTRA_CA_CERTS to the file of that authority; otherwise have it renewed',
    );
    expect(asked).toStrictEqual([]);
  });
});

describe('the proxy of the environment', () => {
  it('carries each request, through a real one on this machine', async () => {
    const seen: string[] = [];
    const origin = await listening(createServer((request, response) => response.end(request.headers.authorization)));
    const proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request.pipe(
        httpRequest(request.url ?? '', { method: request.method, headers: request.headers }, (answer) =>
          answer.pipe(response),
        ),
      );
    }).on('connect', ({ url = '' }, socket) => {
      seen.push(`CONNECT ${url}`);
      const [host, port] = url.split(':');
      const target = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
    });
    const address = await listening(proxy);
    const env = { HTTP_PROXY: address };
    expect(await ask(origin, { env })).toMatchObject(E.right({ status: 200, body: 'Bearer key' }));
    expect(seen).toHaveLength(1);
    expect(await ask(origin, { env: { ...env, NO_PROXY: '127.0.0.1' } })).toMatchObject(E.right({ status: 200 }));
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['https://api.example.com', { HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128'],
    ['https://api.example.com', { https_proxy: 'p:3128', HTTPS_PROXY: 'http://other:1' }, 'http://p:3128'],
    ['https://api.example.com', { HTTP_PROXY: 'http://p:3128' }, null],
    ['https://api.example.com', { HTTPS_PROXY: 'http://p:3128', NO_PROXY: 'a.test, .example.com' }, null],
    ['https://api.example.com', { HTTPS_PROXY: 'http://p:3128', no_proxy: '*' }, null],
    ['https://api.example.com', { HTTPS_PROXY: 'http://p:3128', NO_PROXY: 'example.com:8443' }, 'http://p:3128'],
    ['https://notexample.com', { HTTPS_PROXY: 'http://p:3128', NO_PROXY: 'example.com' }, 'http://p:3128'],
    ['https://api.example.com', {}, null],
  ])('of %s with %j is %s', (address, env, proxy) => {
    expect(proxyFor(address, env)).toBe(proxy);
  });
});
