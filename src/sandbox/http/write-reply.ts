import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

export const writeReply = (response: ServerResponse, { status, text, headers }: Reply): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
};
