import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { noteClient } from '../web/client-of.ts';
import { spoiledMessage } from '../web/spoiled-message.ts';
import { rawBodyOf } from './raw-body.ts';
import type { WebHandler } from './web-handler.ts';

const refuseSpoiled = (response: ServerResponse): void => {
  response.writeHead(500, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ error: spoiledMessage }));
};

/** What stands in for a request in a host's own tests may have no socket. */
const addressOf = ({
  socket,
}: {
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined;
}): string | undefined => socket?.remoteAddress;

/** Answers a request of Node's own kind with the handler. `path` is the whole one, as the client wrote it. */
export type AnswerNode = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/**
 * Turns the handler into an answer to Node's own requests. A body that is gone already is answered 500 with what to change:
 * anything else would look like a bad signature.
 */
export const answerNode = ({ handler }: WebHandler): AnswerNode => {
  // The host's own Request and Response stay what they are.
  const listener = getRequestListener(
    (request, { incoming }) => {
      noteClient(request, addressOf(incoming));
      return handler(request);
    },
    { overrideGlobalObjects: false },
  );
  return async (request, response, path) => {
    const body = request.method === 'POST' ? rawBodyOf(request) : { kind: 'stream' as const };
    if (body.kind === 'spoiled') return refuseSpoiled(response);
    // The request is ours from here on; frameworks shorten the path by where they mounted us.
    request.url = path;
    if (body.kind === 'bytes') Object.assign(request, { rawBody: body.bytes });
    await listener(request, response);
  };
};
