/** Mounts webhooks, the screen and the API in an Express app. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AdapterOptions, defaultBasePath, matchRoute, type WebHandler } from './mount.ts';
import { answerNode } from './answer-node.ts';

export type { AdapterOptions, WebHandler } from './mount.ts';

/** A Node request with the fields that Express adds. */
export interface ExpressRequest extends IncomingMessage {
  /** The path under which the middleware is mounted; empty without one. */
  readonly baseUrl: string;
  /** The path as the client wrote it. */
  readonly originalUrl: string;
}

/** A middleware of Express 4 and 5. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * The handler as a middleware of Express 4 and 5. Mount it before `express.json()`; requests that do not belong to it go to `next`.
 *
 * It also works after a body parser that keeps the raw bytes (`req.rawBody`, `express.raw()`); without these bytes, webhooks are
 * answered 500 with what to change.
 *
 * @example
 * app.use('/tax-nexus', toExpress(taxNexus)); // POST /tax-nexus/webhooks/us-store
 * app.use(express.json());
 */
export const toExpress = (
  taxNexus: WebHandler,
  { basePath = defaultBasePath }: AdapterOptions = {},
): ExpressMiddleware => {
  const answer = answerNode(taxNexus);
  return (request, response, next) => {
    const { baseUrl, originalUrl } = request;
    if (!matchRoute(baseUrl === '' ? basePath : baseUrl, originalUrl)) {
      next();
      return;
    }
    answer(request, response, originalUrl).catch(next);
  };
};
