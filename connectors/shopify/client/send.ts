/** Sends one POST to Shopify with deadlines and a size limit, for queries and for tokens. */
import { fieldOf } from '../../../src/domain/fields.ts';
import { got } from 'got';

export interface HttpAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one POST. Rejects with an Error whose message is a code (`ECONNRESET`) and nothing else. */
export type Send = (request: HttpRequest) => Promise<HttpAnswer>;

/** The code of a failed connection. */
export const codeOf = (error: unknown): string => {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'ERR_NETWORK';
};

/**
 * POST through got: no retry (the pipeline retries), no redirect (a token would follow it), deadlines for everything, and a
 * limit on the response's bytes.
 */
export const sendThroughGot: Send = async (request) => {
  try {
    return await read(request);
  } catch (error) {
    const code = error instanceof Error && error.message === 'ERR_ANSWER_TOO_LARGE' ? error.message : codeOf(error);
    return Promise.reject(new Error(code));
  }
};

/** A page of orders has about 1 MB. */
const maxBytes = 64 * 1024 * 1024;

const read = async ({ url, headers, body }: HttpRequest): Promise<HttpAnswer> => {
  const stream = got.stream.post(url, {
    headers,
    body,
    throwHttpErrors: false,
    followRedirect: false,
    retry: { limit: 0 },
    timeout: { lookup: 5_000, connect: 10_000, secureConnect: 10_000, response: 60_000, request: 120_000 },
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part: unknown = chunk;
    if (!(part instanceof Uint8Array)) continue;
    bytes += part.length;
    if (bytes > maxBytes) {
      stream.destroy();
      return await Promise.reject(new Error('ERR_ANSWER_TOO_LARGE'));
    }
    chunks.push(part);
  }
  const { response } = stream;
  return {
    status: response?.statusCode ?? 0,
    header: (name) => {
      const value = response?.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    body: Buffer.concat(chunks).toString('utf8'),
  };
};
