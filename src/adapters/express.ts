import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AdapterOptions, defaultBasePath, matchRoute, type WebHandler } from './mount.ts';
import { answerNode } from './answer-node.ts';

export type { AdapterOptions, WebHandler } from './mount.ts';

/** What Express adds to a request of Node's. */
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
 * The handler as a middleware of Express 4 and 5. Mount it before `express.json()`; what is not its own goes to `next`.
 *
 * After a body parser it works as well, where the parser keeps the raw bytes (`req.rawBody`, `express.raw()`); where it
 * does not, webhooks are answered 500 with what to change.
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
