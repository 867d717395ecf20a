import * as E from 'fp-ts/lib/Either.js';
import type { Dispatcher } from 'undici';
import type { HttpAnswer, NoAnswer } from './transport.ts';

/** How long and how large an exchange may become. */
export interface ExchangeLimits {
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
export const exchange = (
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
