import * as E from 'fp-ts/lib/Either.js';

/**
 * Why there is no body. `spoiled`: the host has read it already, and the bytes that were signed are gone. `broken`: the
 * sender went away.
 */
export type NoBody = 'too large' | 'too slow' | 'spoiled' | 'broken';

export interface BodyLimits {
  /** Bytes. */
  readonly most: number;
  /** Milliseconds until the last byte. */
  readonly longest: number;
}

const tooSlow: unique symbol = Symbol('too slow');

const within = async <A>(longest: number, work: Promise<A>): Promise<A | typeof tooSlow> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof tooSlow>((resolve) => {
    timer = setTimeout(() => resolve(tooSlow), longest);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Chunk by chunk, and no further than the cap: what lies beyond it is never held. */
const collect = async (body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | 'too large'> => {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > most) {
      // Nobody waits for the rest.
      reader.cancel().catch(() => undefined);
      return 'too large';
    }
    chunks.push(value);
  }
};

/**
 * The raw bytes of a request, as they were signed. A length that is announced beyond the cap is refused before a byte is
 * read; one that is not announced is counted on the way.
 */
export const readBody = async (
  request: Request,
  { most, longest }: BodyLimits,
): Promise<E.Either<NoBody, Uint8Array>> => {
  const announced = request.headers.get('content-length');
  const length = announced === null ? null : Number(announced);
  if (length !== null && !(length <= most)) return E.left('too large');
  if (request.bodyUsed) return E.left('spoiled');
  try {
    // With an announced length the server reads no more than that, and hands out the whole without a stream in between.
    const reading =
      length !== null
        ? request.arrayBuffer().then((buffer) => new Uint8Array(buffer))
        : request.body === null
          ? Promise.resolve(new Uint8Array())
          : collect(request.body, most);
    const body = await within(longest, reading);
    if (body === tooSlow) {
      reading.catch(() => undefined);
      return E.left('too slow');
    }
    if (body === 'too large' || body.byteLength > most) return E.left('too large');
    return length !== null && length > 0 && body.byteLength === 0 ? E.left('spoiled') : E.right(body);
  } catch (error) {
    // "Body is unusable" is how a request says that somebody was there before.
    return E.left(
      error instanceof TypeError && /unusable|locked|disturbed/i.test(error.message) ? 'spoiled' : 'broken',
    );
  }
};
