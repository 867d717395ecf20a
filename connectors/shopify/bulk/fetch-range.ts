/** Downloads a range of bytes of a bulk result; the address of a result is a secret, so no error contains it. */
import { codeOf } from '../client/send.ts';
import { got } from 'got';

/** At most `most` bytes of a file from the offset `from`. */
export interface RangeRequest {
  readonly url: string;
  readonly from: number;
  readonly most: number;
}

export interface RangeAnswer {
  readonly status: number;
  /** Empty unless the status is 200 or 206. Shorter than `most` where the file ends. */
  readonly bytes: Buffer;
}

/** Reads a part of a file. Rejects with an Error whose message is a code (`ECONNRESET`) and nothing else. */
export type FetchRange = (request: RangeRequest) => Promise<RangeAnswer>;

/** Reads a part of a file through got, without credentials, redirects or retries, and with a size limit. */
export const fetchRangeThroughGot: FetchRange = async (request) => {
  try {
    return await read(request);
  } catch (error) {
    return Promise.reject(new Error(codeOf(error)));
  }
};

const read = async ({ url, from, most }: RangeRequest): Promise<RangeAnswer> => {
  const stream = got.stream(url, {
    // Offsets count stored bytes.
    headers: { range: `bytes=${from}-${from + most - 1}`, 'accept-encoding': 'identity' },
    decompress: false,
    throwHttpErrors: false,
    followRedirect: false,
    retry: { limit: 0 },
    timeout: { lookup: 5_000, connect: 10_000, secureConnect: 10_000, response: 30_000, socket: 30_000 },
  });
  const chunks: Uint8Array[] = [];
  let [passed, taken] = [0, 0];
  for await (const chunk of stream) {
    const part: unknown = chunk;
    const status = stream.response?.statusCode ?? 0;
    if (!(part instanceof Uint8Array) || (status !== 200 && status !== 206)) continue;
    // A host without range support sends the file from its beginning.
    const start = status === 200 ? Math.max(0, from - passed) : 0;
    const some = part.subarray(start, start + most - taken);
    passed += part.length;
    taken += some.length;
    if (some.length > 0) chunks.push(some);
    if (taken >= most) {
      stream.destroy();
      break;
    }
  }
  const { response } = stream;
  const status = response?.statusCode ?? 0;
  if (status === 206 && firstByteOf(response?.headers['content-range']) !== from) {
    return { status: 416, bytes: Buffer.alloc(0) };
  }
  return { status, bytes: Buffer.concat(chunks) };
};

const firstByteOf = (contentRange: string | undefined): number =>
  Number(/^bytes (\d+)-/.exec(contentRange ?? '')?.[1] ?? Number.NaN);
