import type { ServerResponse } from 'node:http';
import { bodyText, type LocalServer, localServer } from '../local-server.ts';
import { type DialectReply, jsonReply } from './dialect-reply.ts';
import type { DialectService } from './dialect-service.ts';

const answer = (response: ServerResponse, { status, text, headers = {} }: DialectReply): void => {
  response.writeHead(status, headers).end(status === 204 ? undefined : text);
};

/** Puts a service of some dialect behind HTTP on this machine. */
export const serveDialect = (service: DialectService, apiKey: string): Promise<LocalServer> =>
  localServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, collection, id, ...rest] = url.pathname.split('/');
    if (request.headers.authorization !== `Bearer ${apiKey}`) return answer(response, jsonReply(401, {}));
    if (collection !== 'transactions' || rest.length > 0)
      return answer(response, jsonReply(404, { code: 'no_such_endpoint' }));
    if (request.method === 'POST' && id === undefined) {
      void bodyText(request).then((text) => answer(response, service.push(text)));
      return;
    }
    if (request.method !== 'GET') return answer(response, jsonReply(405, { code: 'method_not_allowed' }));
    if (id !== undefined) return answer(response, service.find(decodeURIComponent(id)));
    const limit = Number(url.searchParams.get('limit') ?? 10);
    const isFine = Number.isSafeInteger(limit) && limit >= 1 && limit <= 100;
    answer(response, isFine ? service.list(url.searchParams.get('cursor'), limit) : jsonReply(400, { code: 'limit' }));
  });
