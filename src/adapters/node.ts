/** Mounts webhooks, the screen and the API in a plain Node server, or in any framework that is built on one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AdapterOptions, defaultBasePath, matchRoute, type WebHandler } from './mount.ts';
import { answerNode } from './answer-node.ts';

export type { AdapterOptions, WebHandler } from './mount.ts';

/** A listener of node:http, and a middleware of frameworks that are built on it (Connect, Nest, Express). */
export type NodeListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * The handler for a plain Node server. Other paths go to `next`; without a `next` they are answered 404.
 *
 * @example
 * createServer(toNode(taxNexus)).listen(3000); // POST /tax-nexus/webhooks/us-store
 */
export const toNode = (taxNexus: WebHandler, { basePath = defaultBasePath }: AdapterOptions = {}): NodeListener => {
  const answer = answerNode(taxNexus);
  return (request, response, next) => {
    const path = pathsOf(request).find((one) => matchRoute(basePath, one));
    if (path !== undefined) {
      // The handler answers errors; a response that cannot be written is destroyed.
      answer(request, response, path).catch(() => response.destroy());
      return;
    }
    if (next === undefined) notFound(response);
    else next();
  };
};

/** The path, and the whole path if Connect or Express has shortened it by its mount path. */
const pathsOf = (request: IncomingMessage): readonly string[] => [
  request.url ?? '/',
  ...('originalUrl' in request && typeof request.originalUrl === 'string' ? [request.originalUrl] : []),
];

const notFound = (response: ServerResponse): void => {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: 'not found' }));
};
