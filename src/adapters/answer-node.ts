/** Shared by the adapters for Node servers: passes a request to the handler with the raw bytes that the platform signed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { noteBodyRead, noteClient } from '../web/host-request.ts';
import type { WebHandler } from './mount.ts';

/** Answers a Node request. `path` is the whole path, as the client wrote it. */
type AnswerNode = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/**
 * A body that was already parsed is refused by the handler, with what to change: any other response would look like a bad
 * signature.
 */
export const answerNode = ({ handler }: WebHandler): AnswerNode => {
  // The host's global Request and Response are not replaced.
  const spoiled = new WeakSet<object>();
  const listener = getRequestListener(
    (request, { incoming }) => {
      if (spoiled.has(incoming)) noteBodyRead(request);
      noteClient(request, addressOf(incoming));
      return handler(request);
    },
    { overrideGlobalObjects: false },
  );
  return async (request, response, path) => {
    const body = request.method === 'POST' ? rawBodyOf(request) : { kind: 'stream' as const };
    if (body.kind === 'spoiled') spoiled.add(request);
    // From here on the request belongs to the handler. Frameworks shorten the path by their mount path.
    request.url = path;
    if (body.kind === 'bytes') Object.assign(request, { rawBody: body.bytes });
    await listener(request, response);
  };
};

/** A request in a host's own tests may have no socket. */
const addressOf = ({
  socket,
}: {
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined;
}): string | undefined => socket?.remoteAddress;

/** Where the raw bytes of a request are. `stream`: not read yet. `spoiled`: a body parser read them and kept only its result. */
type RawBody = { readonly kind: 'stream' | 'spoiled' } | { readonly kind: 'bytes'; readonly bytes: Buffer };

/**
 * Finds the bytes that were signed: kept next to the parsed body as `rawBody` (Nest, Medusa, `express.json({ verify })`), as the
 * `body` of `express.raw()`, or still in the stream. A string in `body` is the result of a parser, and is not used.
 */
const rawBodyOf = (request: IncomingMessage): RawBody => {
  const kept = bytesOf(fieldOf(request, 'rawBody'));
  if (kept !== undefined) return { kind: 'bytes', bytes: kept };
  const body = fieldOf(request, 'body');
  if (body instanceof Uint8Array) {
    const bytes = bytesOf(body);
    if (bytes !== undefined) return { kind: 'bytes', bytes };
  }
  const isRead = request.readableDidRead || request.readableEnded;
  return { kind: isRead ? 'spoiled' : 'stream' };
};

const bytesOf = (value: unknown): Buffer | undefined => {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'string' ? Buffer.from(value) : undefined;
};

const fieldOf = (request: object, name: 'rawBody' | 'body'): unknown =>
  name in request ? (request as Readonly<Record<string, unknown>>)[name] : undefined;
