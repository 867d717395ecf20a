import { once } from 'node:events';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { selfSigned } from './self-signed.ts';

/** How a line to a platform is broken while each connection succeeds. */
export type Break = 'certificate' | 'malformed' | 'cut gzip' | 'not found' | 'slow';

export interface BrokenLine {
  /** The platform through this line, over TLS, by the name that its certificate has. */
  readonly origin: string;
  /** The certificate that a client must trust, for `NODE_EXTRA_CA_CERTS`. */
  readonly certificate: string;
  /** From now on each request meets this. Undefined mends the line. */
  readonly breakWith: (how: Break | undefined) => void;
  /** Requests that met a break. Of a refused certificate, the connections. */
  readonly met: () => number;
  readonly stop: () => Promise<void>;
}

const slowness = 1_500;

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/**
 * A proxy that speaks TLS in front of a platform of plain HTTP.
 *
 * @param target an origin
 */
export const aBrokenLine = async (target: string): Promise<BrokenLine> => {
  const { hostname, port } = new URL(target);
  const [trusted, foreign] = [selfSigned(), selfSigned()];
  let broken: Break | undefined;
  let met = 0;

  const askTarget = async ({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> => {
    const asked = ask({ hostname, port, method, path: url, headers, agent: false });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const how = broken;
    if (how !== undefined) met += 1;
    const body = await bodyOf(request);
    if (how === 'malformed') return void request.socket.end('HTP/1.1 two hundred\r\nno colon\r\n\r\n<html>');
    if (how === 'not found') {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>There is no such page.</html>');
      return;
    }
    const answer = await askTarget(request, body);
    const text = await bodyOf(answer);
    if (how === 'slow') await sleep(slowness);
    const type = answer.headers['content-type'] ?? 'application/json';
    if (how === 'cut gzip') {
      // Whole as HTTP counts it, so that only who unpacks it finds the cut.
      const packed = gzipSync(text);
      const cut = packed.subarray(0, packed.length >> 1);
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'content-length': cut.length });
      response.end(cut);
      return;
    }
    response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-type': type });
    response.end(text);
  };
  const server = createServer(trusted, (request, response) => {
    forward(request, response).catch(() => request.socket.destroy());
  });
  server.on('tlsClientError', () => {
    if (broken === 'certificate') met += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: trusted.cert,
    breakWith: (how) => {
      if ((how === 'certificate') !== (broken === 'certificate')) {
        server.setSecureContext(how === 'certificate' ? foreign : trusted);
        server.closeAllConnections();
      }
      broken = how;
    },
    met: () => met,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
