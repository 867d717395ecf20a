import * as E from 'fp-ts/lib/Either.js';

/**
 * Why there is no body. `spoiled`: the host has read it already, and the bytes that were signed are gone. `broken`: the
 * sender went away. `displaced`: it made room for others.
 */
export type NoBody = 'too large' | 'too slow' | 'displaced' | 'spoiled' | 'broken';

export interface BodyLimits {
  /** Bytes. */
  readonly most: number;
  /** Milliseconds until the last byte. */
  readonly longest: number;
  /** Called with the number of bytes that have arrived since the last call. */
  readonly onArrived?: (bytes: number) => void;
  /** Aborted when the body has to make room for others. */
  readonly displaced?: AbortSignal;
}

/** Bytes up to which an announced body is read in one go, without a stream in between; it counts as arrived. */
const readAtOnce = 64 * 1024;

type Stop = 'too slow' | 'displaced';

interface Stopping {
  readonly stop: Promise<Stop>;
  readonly clear: () => void;
}

const stopAfter = (longest: number, displaced: AbortSignal | undefined): Stopping => {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const stop = new Promise<Stop>((resolve) => {
    timer = setTimeout(() => resolve('too slow'), longest);
    // The connection keeps the process, not the wait for it.
    timer.unref();
    onAbort = () => resolve('displaced');
    displaced?.addEventListener('abort', onAbort, { once: true });
  });
  return {
    stop,
    clear: () => {
      clearTimeout(timer);
      if (onAbort !== undefined) displaced?.removeEventListener('abort', onAbort);
    },
  };
};

/** Room for `size` bytes, at least twice as much as before: a body in pieces of one byte costs no more than another. */
const grown = (before: Uint8Array, length: number, size: number, most: number): Uint8Array => {
  const next = new Uint8Array(Math.min(most, Math.max(size, 2 * before.length, 4_096)));
  next.set(before.subarray(0, length));
  return next;
};

/** Piece by piece, and no further than the cap: what lies beyond it is never held. */
const collect = async (
  body: ReadableStream<Uint8Array>,
  { most, onArrived }: BodyLimits,
  stop: Promise<Stop>,
): Promise<Uint8Array | 'too large'> => {
  const reader = body.getReader();
  const cancel = (): void => {
    // What is still to come is not waited for.
    reader.cancel().catch(() => undefined);
  };
  void stop.then(cancel);
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    const size = length + value.byteLength;
    if (size > most) {
      cancel();
      return 'too large';
    }
    if (size > bytes.length) bytes = grown(bytes, length, size, most);
    bytes.set(value, length);
    length = size;
    onArrived?.(value.byteLength);
  }
};

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

/**
 * The raw bytes of a request, as they were signed. A length that is announced beyond the cap is refused before a byte is
 * read; one that is not announced is counted on the way.
 */
export const readBody = async (request: Request, limits: BodyLimits): Promise<E.Either<NoBody, Uint8Array>> => {
  const announced = request.headers.get('content-length');
  const length = announced === null ? null : Number(announced);
  if (length !== null && !(length <= limits.most)) return E.left('too large');
  if (request.bodyUsed) return E.left('spoiled');
  const { stop, clear } = stopAfter(limits.longest, limits.displaced);
  try {
    const reading = readWith(request, limits, length, stop);
    const body = await Promise.race([reading, stop]);
    if (body === 'too slow' || body === 'displaced') {
      reading.catch(() => undefined);
      return E.left(body);
    }
    if (body === 'too large' || body.byteLength > limits.most) return E.left('too large');
    return length !== null && length > 0 && body.byteLength === 0 ? E.left('spoiled') : E.right(body);
  } catch (error) {
    // "Body is unusable" is how a request says that somebody was there before.
    return E.left(
      error instanceof TypeError && /unusable|locked|disturbed/i.test(error.message) ? 'spoiled' : 'broken',
    );
  } finally {
    clear();
  }
};
