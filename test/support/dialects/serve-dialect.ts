import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { bodyText, type LocalServer, localServer } from '../local-server.ts';
import { type DialectReply, jsonReply } from './dialect-reply.ts';
import type { DialectService } from './dialect-service.ts';

const compressed = (text: string, by: 'gzip' | 'br'): Buffer =>
  by === 'gzip' ? gzipSync(text) : brotliCompressSync(text);

const answer = (
  response: ServerResponse,
  { status, text, headers = {} }: DialectReply,
  by: 'gzip' | 'br' | null = null,
): void => {
  if (status === 0) {
    response.destroy();
    return;
  }
  if (by !== null && text !== '') {
    response.writeHead(status, { ...headers, 'content-encoding': by }).end(compressed(text, by));
    return;
  }
  response.writeHead(status, headers).end(status === 204 ? undefined : text);
};

/** Puts a service of some dialect behind HTTP on this machine. */
export const serveDialect = (service: DialectService, apiKey: string): Promise<LocalServer> => {
  const compresses = (): 'gzip' | 'br' | null => service.dialect().twist.compresses;
  return localServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, collection, id, ...rest] = url.pathname.split('/');
    if (request.headers.authorization !== `Bearer ${apiKey}`) return answer(response, jsonReply(401, {}));
    if (collection !== 'transactions' || rest.length > 0)
      return answer(response, jsonReply(404, { code: 'no_such_endpoint' }));
    if (request.method === 'POST' && id === undefined) {
      void bodyText(request).then((text) => answer(response, service.push(text), compresses()));
      return;
    }
    if (request.method !== 'GET') return answer(response, jsonReply(405, { code: 'method_not_allowed' }));
    if (id !== undefined) return answer(response, service.find(decodeURIComponent(id)), compresses());
    const limit = Number(url.searchParams.get('limit') ?? 10);
    const isFine = Number.isSafeInteger(limit) && limit >= 1 && limit <= 100;
    const page = isFine ? service.list(url.searchParams.get('cursor'), limit) : jsonReply(400, { code: 'limit' });
    answer(response, page, compresses());
  });
};
