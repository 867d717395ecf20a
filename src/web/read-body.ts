/** Reads the raw bytes of a request as they were signed, within a limit of size and time. */
import * as E from 'fp-ts/lib/Either.js';
import { isBodyRead } from './host-request.ts';

/**
 * Why a body could not be read. `already read`: the host read it before, so the signed bytes are gone. `aborted`: the sender
 * disconnected. `evicted`: there were too many bodies.
 */
export type BodyError = 'too large' | 'too slow' | 'evicted' | 'already read' | 'aborted';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds until the last byte. */
  readonly timeout: number;
  /** Called with the number of bytes received since the last call. */
  readonly onArrived?: (bytes: number) => void;
  /** Aborted to evict the body. */
  readonly evicted?: AbortSignal;
}

/** An announced length above the limit is rejected before a byte is read; without one, bytes are counted as they arrive. */
export const readBody = async (request: Request, limits: BodyLimits): Promise<E.Either<BodyError, Uint8Array>> => {
  const announced = request.headers.get('content-length');
  const length = announced === null ? null : Number(announced);
  if (length !== null && !(length <= limits.maxBytes)) return E.left('too large');
  if (isBodyRead(request)) return E.left('already read');
  const { stop, clear } = stopAfter(limits.timeout, limits.evicted);
  try {
    const reading = readWith(request, limits, length, stop);
    const body = await Promise.race([reading, stop]);
    if (body === 'too slow' || body === 'evicted') {
      reading.catch(() => undefined);
      return E.left(body);
    }
    if (body === 'too large' || body.byteLength > limits.maxBytes) return E.left('too large');
    return length !== null && length > 0 && body.byteLength === 0 ? E.left('already read') : E.right(body);
  } catch (error) {
    // A request reports "Body is unusable" when its body was read before.
    return E.left(
      error instanceof TypeError && /unusable|locked|disturbed/i.test(error.message) ? 'already read' : 'aborted',
    );
  } finally {
    clear();
  }
};

type Stop = 'too slow' | 'evicted';

const stopAfter = (timeout: number, evicted: AbortSignal | undefined) => {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const stop = new Promise<Stop>((resolve) => {
    timer = setTimeout(() => resolve('too slow'), timeout);
    // The connection keeps the process alive; the timer must not.
    timer.unref();
    onAbort = () => resolve('evicted');
    evicted?.addEventListener('abort', onAbort, { once: true });
  });
  return {
    stop,
    clear: () => {
      clearTimeout(timer);
      if (onAbort !== undefined) evicted?.removeEventListener('abort', onAbort);
    },
  };
};

/** Bodies up to this announced size are read in one step, without a stream. They count as received. */
const readAtOnce = 64 * 1024;

const readWith = (
  request: Request,
  limits: BodyLimits,
  length: number | null,
  stop: Promise<Stop>,
): Promise<Uint8Array | 'too large'> => {
  if (length !== null && length <= readAtOnce) {
    limits.onArrived?.(length);
    return request.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  }
  return request.body === null ? Promise.resolve(new Uint8Array()) : collect(request.body, limits, stop);
};

/** Reads piece by piece up to the limit. Bytes beyond it are never held. */
const collect = async (
  body: ReadableStream<Uint8Array>,
  { maxBytes, onArrived }: BodyLimits,
  stop: Promise<Stop>,
): Promise<Uint8Array | 'too large'> => {
  const reader = body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  stop.then(cancel, cancel);
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    const size = length + value.byteLength;
    if (size > maxBytes) {
      cancel();
      return 'too large';
    }
    if (size > bytes.length) bytes = grown(bytes, length, size, maxBytes);
    bytes.set(value, length);
    length = size;
    onArrived?.(value.byteLength);
  }
};

/** A larger buffer, at least doubled: a body in pieces of one byte costs no more than any other. */
const grown = (before: Uint8Array, length: number, size: number, maxBytes: number): Uint8Array => {
  const next = new Uint8Array(Math.min(maxBytes, Math.max(size, 2 * before.length, 4_096)));
  next.set(before.subarray(0, length));
  return next;
};
