import type { IncomingMessage } from 'node:http';

/**
 * Where the raw bytes of a request are. `stream`: nobody has read them yet. `spoiled`: a body parser has read them and kept
 * something else.
 */
export type RawBody = { readonly kind: 'stream' | 'spoiled' } | { readonly kind: 'bytes'; readonly bytes: Buffer };

const bytesOf = (value: unknown): Buffer | undefined => {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'string' ? Buffer.from(value) : undefined;
};

const fieldOf = (request: object, name: 'rawBody' | 'body'): unknown =>
  name in request ? (request as Readonly<Record<string, unknown>>)[name] : undefined;

/**
 * Finds the bytes that were signed: kept beside the parsed body as `rawBody` (Nest, Medusa, `express.json({ verify })`), as
 * the `body` of `express.raw()`, or still in the stream. A text in `body` is what a parser made of them, and is not taken.
 */
export const rawBodyOf = (request: IncomingMessage): RawBody => {
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
