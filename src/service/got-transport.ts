import { got, type HandlerFunction, type Options } from 'got';
import { type Dispatcher, Pool } from 'undici';
import type { HttpTaxServiceSettings } from './settings.ts';
import type { HttpAnswer, NoAnswer, Transport } from './request.ts';
import * as E from 'fp-ts/lib/Either.js';

const defaultTimeoutMs = 30_000;

const longestConnectMs = 10_000;

const defaultLargestAnswer = 8 * 1024 * 1024;

type Send = (url: string, options?: Pick<Options, 'body'>) => ReturnType<typeof exchange>;

/**
 * got, whose requests travel over undici: its own way through node:http costs three times as much as everything else
 * that a sale needs (docs/decisions/0008). got merges and checks the options, undici does the rest.
 *
 * Compressed answers are not asked for: a small one cannot blow up to a large one.
 */
const client = ({
  baseUrl,
  apiKey,
  timeoutMs = defaultTimeoutMs,
  largestAnswer,
}: HttpTaxServiceSettings): Readonly<Record<'get' | 'post', Send>> => {
  const pool = new Pool(new URL(baseUrl).origin, {
    connect: { timeout: Math.min(longestConnectMs, timeoutMs) },
    // The deadline of an exchange is stricter than both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const limits = { timeoutMs, largestAnswer: largestAnswer ?? defaultLargestAnswer };
  const overUndici = ({ url, method, headers, body }: Options): ReturnType<typeof exchange> => {
    const path = url instanceof URL ? `${url.pathname}${url.search}` : '/';
    return exchange(pool, { path, method, headers, body: typeof body === 'string' ? body : null }, limits);
  };
  const surface = got.extend({
    handlers: [overUndici as unknown as HandlerFunction],
    // Otherwise got wraps what a handler gives into a promise of its own.
    isStream: true,
    headers: {
      authorization: `Bearer ${apiKey.reveal()}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'tax-nexus-sync',
    },
  });
  const posting = surface.extend({ method: 'POST', headers: { 'content-type': 'application/json' } });
  // got's types know its own answers only; what a handler gives is passed on as it is.
  return { get: surface as unknown as Send, post: posting as unknown as Send };
};

/** The transport over got, with connections kept open between requests. Nothing is opened before the first request. */
export const gotTransport = (settings: HttpTaxServiceSettings): Transport => {
  const { get, post } = client(settings);
  return (request) => (request.method === 'GET' ? get(request.url) : post(request.url, { body: request.body }));
};

/** How long and how large an exchange may become. */
interface ExchangeLimits {
  /** From its start to the last byte of its answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes. */
  readonly largestAnswer: number;
}

/** What undici calls by names of its own, by the names that operators know. */
const familiar: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
};

const codeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? (familiar[code] ?? code) : 'NETWORK_ERROR';
};

const textOf = (chunks: readonly Buffer[]): string => {
  const [first] = chunks;
  return (first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8');
};

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/**
 * undici takes a connection back in the immediate that it sets once it has told of the end; whoever asks again before that
 * gets a second connection. The microtask comes after undici's own work, so this immediate comes after its one.
 */
const afterRelease = (act: () => void): void => {
  queueMicrotask(() => {
    setImmediate(act);
  });
};

/** One request and its whole answer, on the lowest level that undici offers. Never rejects. */
const exchange = (
  through: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, largestAnswer }: ExchangeLimits,
): Promise<E.Either<NoAnswer, HttpAnswer>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let [status, bytes, isOver] = [0, 0, false];
    let retryAfter: string | undefined;
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
          // Nothing may be sent any more of what was given up while it waited for its connection.
          if (isOver) started.abort(new Error('ETIMEDOUT'));
        },
        onResponseStart: (_, statusCode, headers) => {
          status = statusCode;
          retryAfter = single(headers['retry-after']);
        },
        onResponseData: (_, chunk) => {
          bytes += chunk.length;
          if (bytes > largestAnswer) breakOff('ANSWER_TOO_LARGE');
          else chunks.push(chunk);
        },
        onResponseEnd: () => afterRelease(() => end(E.right({ status, retryAfter, body: textOf(chunks) }))),
        onResponseError: (_, error) => fail(error),
      });
    } catch (error) {
      fail(error);
    }
  });
