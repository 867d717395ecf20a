import type { IncomingMessage, ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TaxService } from '../../src/domain/tax-service.ts';
import { bodyText, type LocalServer, localServer } from './local-server.ts';

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const push = async (service: TaxService, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await bodyText(request);
  const reply = await service.push(body)();
  const status = { Accepted: 200, Exists: 409, Refused: 422 }[reply._tag as string] ?? 500;
  answer(response, status, status === 200 ? JSON.parse(body) : { code: reply._tag });
};

const list = async (service: TaxService, url: URL, response: ServerResponse): Promise<void> => {
  const page = await service.list(O.fromNullable(url.searchParams.get('cursor')))();
  if (E.isLeft(page)) return answer(response, 500, {});
  const { transactions, next } = page.right;
  answer(response, 200, { data: transactions, nextCursor: O.toNullable(next) });
};

const find = async (service: TaxService, id: string, response: ServerResponse): Promise<void> => {
  const found = await service.find(id)();
  if (E.isLeft(found)) return answer(response, 500, {});
  answer(response, O.isSome(found.right) ? 200 : 404, O.toNullable(found.right) ?? { code: 'NOT_FOUND' });
};

/** Serves a service over HTTP, by its interface. */
export const serveTaxService = (service: TaxService, apiKey: string): Promise<LocalServer> =>
  localServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, collection, id] = url.pathname.split('/');
    if (request.headers.authorization !== `Bearer ${apiKey}`) return answer(response, 401, {});
    if (collection !== 'transactions') return answer(response, 404, {});
    if (request.method === 'POST') return void push(service, request, response);
    void (id === undefined ? list(service, url, response) : find(service, decodeURIComponent(id), response));
  });
