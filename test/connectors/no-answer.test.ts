import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { isRetryable } from '../../src/domain/errors.ts';
import { secret } from '../../src/domain/secret.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { left } from '../support/right.ts';
import { selfSigned } from '../support/self-signed.ts';
import { connectorTo } from '../support/stripe-storefront.ts';

/** Answers each request with these bytes, and ends the connection. */
const raw = (bytes: Buffer | string): Server =>
  createServer((socket) => void socket.once('data', () => socket.end(bytes)));

const gzipped = gzipSync(JSON.stringify({ data: { shop: 'x'.repeat(5_000) } }));

const cutGzip = Buffer.concat([
  Buffer.from(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n',
  ),
  gzipped.subarray(0, gzipped.length / 2),
]);

const notFound =
  'HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\ncontent-length: 9\r\nconnection: close\r\n\r\nnot found';

/** What answers, over which scheme, and what the failure names. */
const answers: readonly (readonly [string, () => Server, 'http' | 'https', RegExp])[] = [
  ['a certificate that is not trusted', () => createTlsServer(selfSigned()), 'https', /certificate .* not trusted/],
  ['no HTTP', () => raw('SSH-2.0-OpenSSH_9.6\r\n\r\n'), 'http', /./],
  ['a gzip body that is cut', () => raw(cutGzip), 'http', /./],
  ['a 404 of a proxy', () => raw(notFound), 'http', /./],
];

const platforms: Readonly<Record<string, (origin: string) => SourceConnector>> = {
  shopify: (apiOrigin) =>
    shopifyConnector({
      shop: 'acme.myshopify.com',
      credentials: { accessToken: secret('shpat_CANARY') },
      webhookSecrets: [],
      policy: defaultPolicy,
      clock: { now: () => 0, sleep: () => () => Promise.resolve() },
      apiOrigin,
    }),
  stripe: (apiOrigin) => connectorTo(apiOrigin),
};

describe.each(Object.keys(platforms))('%s', (platform) => {
  it.each(answers)('takes %s for an outage: it says nothing about a record', async (_, serve, scheme, names) => {
    const server = serve();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const connector = platforms[platform]?.(`${scheme}://127.0.0.1:${port}`);
      if (connector === undefined) throw new Error('there is a connector');
      const error = left(await connector.account());
      expect([error._tag, isRetryable(error)]).toStrictEqual(['SourceUnreachable', true]);
      expect(error._tag === 'SourceUnreachable' ? error.message : '').toMatch(names);
      expect(JSON.stringify(error)).not.toContain('CANARY');
    } finally {
      server.close();
    }
  });
});
