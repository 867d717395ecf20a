/** Sends one HTTP request to the service over got and undici, within a deadline and a size limit, and never rejects. */
import * as E from 'fp-ts/lib/Either.js';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { got, type HandlerFunction, type Options } from 'got';
// undici by its files: the whole of it registers its own agent in the host's process, where the `fetch` of Node 20 fails with
// it. Bun replaces the whole by a stub that cannot send anything.
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { fieldOf } from '../domain/fields.ts';
import { proxyFor } from './proxy-for.ts';
import type { Secret } from '../domain/secret.ts';
import { isAboutPages } from './next-page.ts';
import type { HttpAnswer, NoAnswer, Transport } from './request.ts';

/** Where the Tax Nexus Service is and who asks. */
export interface TransportSettings {
  /** Such as `https://api.example.com/v1`; plain `http` is taken for this machine only. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** For one request from its start to the last byte of the response, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Larger responses are cut off and count as not definitive, in bytes. Default 8 MiB. */
  readonly largestAnswer?: number;
  /** Where `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are looked up. Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The transport over got, with connections kept open between requests. Nothing is opened before the first request. */
export const gotTransport = (settings: TransportSettings): Transport => {
  const { get, post } = client(settings);
  return (request) => {
    if (!('body' in request)) return get(request.url, { method: request.method });
    const { url, body, method } = request;
    return post(url, { body, method });
  };
};

const defaultTimeoutMs = 30_000;

type Send = (url: string, options?: Partial<Pick<Options, 'body' | 'method'>>) => ReturnType<typeof exchange>;

const maxConnectMs = 10_000;

const defaultLargestAnswer = 8 * 1024 * 1024;

/**
 * got merges and checks the options, and undici sends the request: got's own path through node:http costs three times as much
 * as everything else that a sale needs (docs/decisions/0008).
 *
 * We do not ask for compressed answers. If one comes, it is unpacked up to the largest answer, so that a small one cannot
 * fill the memory.
 */
const client = ({
  baseUrl,
  apiKey,
  timeoutMs = defaultTimeoutMs,
  largestAnswer,
  env = process.env,
}: TransportSettings): Readonly<Record<'get' | 'post', Send>> => {
  const options = {
    connect: { timeout: Math.min(maxConnectMs, timeoutMs) },
    // The deadline of an exchange is stricter than both.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const { origin } = new URL(baseUrl);
  const proxy = proxyFor(baseUrl, env);
  const pool = proxy === null ? new Pool(origin, options) : proxyAgent({ ...options, uri: proxy });
  const limits = { timeoutMs, largestAnswer: largestAnswer ?? defaultLargestAnswer };
  const overUndici = ({ url, method, headers, body }: Options): ReturnType<typeof exchange> => {
    const path = url instanceof URL ? `${url.pathname}${url.search}` : '/';
    return exchange(pool, { origin, path, method, headers, body: typeof body === 'string' ? body : null }, limits);
  };
  const surface = got.extend({
    handlers: [overUndici as unknown as HandlerFunction],
    // Otherwise got wraps the result of a handler in another promise.
    isStream: true,
    headers: {
      authorization: `Bearer ${apiKey.reveal()}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'tax-nexus-sync',
    },
  });
  const posting = surface.extend({ method: 'POST', headers: { 'content-type': 'application/json' } });
  // got's types know only its own answers; it passes on the result of a handler unchanged.
  return { get: surface as unknown as Send, post: posting as unknown as Send };
};

interface ExchangeLimits {
  /** From its start to the last byte of its answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes. */
  readonly largestAnswer: number;
}

/** One request and its whole answer, on the lowest level that undici offers. Never rejects. */
const exchange = (
  through: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, largestAnswer }: ExchangeLimits,
): Promise<E.Either<NoAnswer, HttpAnswer>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let [bytes, isOver] = [0, false];
    let encoding = '';
    let head: Omit<HttpAnswer, 'body'> = { status: 0, retryAfter: undefined };
    let controller: Dispatcher.DispatchController | undefined;

    const end = (answer: E.Either<NoAnswer, HttpAnswer>): void => {
      clearTimeout(deadline);
      isOver = true;
      resolve(answer);
    };
    const breakOff = (code: string): void => {
      end(E.left({ code }));
      controller?.abort(new Error(code));
    };
    const deadline = setTimeout(() => breakOff('ETIMEDOUT'), timeoutMs);
    const fail = (error: unknown): void => {
      if (!isOver) end(E.left({ code: codeOf(error) }));
    };

    try {
      through.dispatch(request, {
        onRequestStart: (started) => {
          controller = started;
          // A request that timed out while waiting for a connection must not be sent later.
          if (isOver) started.abort(new Error('ETIMEDOUT'));
        },
        onResponseStart: (_, status, headers) => {
          encoding = (single(headers['content-encoding']) ?? '').trim().toLowerCase();
          head = {
            status,
            retryAfter: single(headers['retry-after']),
            date: single(headers['date']),
            ...paging(headers),
          };
        },
        onResponseData: (_, chunk) => {
          bytes += chunk.length;
          if (bytes > largestAnswer) breakOff('ANSWER_TOO_LARGE');
          else chunks.push(chunk);
        },
        onResponseEnd: () =>
          afterRelease(() =>
            end(E.map((body: string) => ({ ...head, body }))(textOf(Buffer.concat(chunks), encoding, largestAnswer))),
          ),
        onResponseError: (_, error) => fail(error),
      });
    } catch (error) {
      fail(error);
    }
  });

/** The codes of undici, translated to codes that operators know. */
const familiar: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
};

const codeOf = (error: unknown): string => {
  const code = String(fieldOf(error, 'code'));
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? (familiar[code] ?? code) : 'NETWORK_ERROR';
};

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/** The headers about pages. Almost no answer has any, and then no object is made. */
const paging = (headers: Readonly<Record<string, string | string[] | undefined>>): Pick<HttpAnswer, 'paging'> => {
  const names = Object.keys(headers).filter(isAboutPages);
  return names.length === 0
    ? {}
    : { paging: Object.fromEntries(names.map((name) => [name, [headers[name]].flat().join(', ')])) };
};

/**
 * undici releases a connection in an immediate that it sets when the response has ended; a request before that opens a second
 * connection. The microtask runs after undici's own work, so our immediate runs after undici's.
 */
const afterRelease = (act: () => void): void => {
  queueMicrotask(() => {
    setImmediate(act);
  });
};

/** Answers may be compressed although none was asked for. */
const decompress: Readonly<Record<string, (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

const textOf = (body: Buffer, encoding: string, largestAnswer: number): E.Either<NoAnswer, string> => {
  if (encoding === '' || encoding === 'identity' || body.length === 0) return E.right(body.toString('utf8'));
  const read = decompress[encoding];
  if (read === undefined)
    return E.left({ code: `CONTENT_ENCODING_${encoding.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}` });
  return E.tryCatch(
    () => read(body, { maxOutputLength: largestAnswer }).toString('utf8'),
    (error) => ({ code: codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'ANSWER_TOO_LARGE' : codeOf(error) }),
  );
};

/** A proxy agent opens tunnels by `connect`, which only the main module of undici adds to dispatchers. */
const proxyAgent = (options: ConstructorParameters<typeof ProxyAgent>[0]): ProxyAgent => {
  Object.assign(Dispatcher.prototype, { connect: api.connect });
  return new ProxyAgent(options);
};
