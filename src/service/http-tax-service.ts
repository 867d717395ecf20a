import { fieldOf } from '../domain/fields.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { notEncoded, type PushReply, type ServiceFailure, type TaxService } from '../domain/tax-service.ts';
import { noAnswer, toFound, toPage, toPushReply } from './response.ts';
import type { Secret } from '../domain/secret.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import { type HttpAnswer, type HttpRequest, type NoAnswer, serviceAddress, type Transport } from './request.ts';
import { encodeBody } from './wire-transaction.ts';
import { got, type HandlerFunction, type Options } from 'got';
// By its file: Bun puts a stub that cannot send anything in the place of the package.
import { type Dispatcher, Pool } from 'undici/index.js';

/** Where the Tax Nexus Service is and who asks. */
export interface HttpTaxServiceSettings {
  /** Such as `https://api.example.com/v1`; plain `http` is taken for this machine only. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** For one request from its start to the last byte of the response, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Larger responses are cut off and count as not definitive, in bytes. Default 8 MiB. */
  readonly largestAnswer?: number;
  /** How the service differs on the wire; default: in nothing. */
  readonly wire?: ServiceWire;
  /** Milliseconds since 1970, for a `Retry-After` that is a date, in an answer without one. Default: the machine's clock. */
  readonly now?: () => number;
}

/** An address that must not be asked is asked nothing. */
const nowhere = (problem: string): TaxService => {
  const failure: ServiceFailure = { _tag: 'Misdirected', message: `${problem}; nothing was sent` };
  return { list: () => TE.left(failure), find: () => TE.left(failure), push: () => () => Promise.resolve(failure) };
};

/**
 * The Tax Nexus Service over HTTP. Each call is one request: it waits for no pace, repeats nothing, and never rejects.
 * Failures are those of `ServiceFailure`; none of them carries the key, an address, or the HTTP client's own error.
 *
 * @example
 * const service = httpTaxService({ baseUrl: 'https://api.example.com/v1', apiKey: secret(key) });
 * const reply = await service.push(body)(); // { _tag: 'Accepted', stored: … }
 */
export const httpTaxService = (settings: HttpTaxServiceSettings): TaxService => {
  const address = serviceAddress(settings.baseUrl);
  if (E.isLeft(address)) return nowhere(address.left);
  return taxServiceOverTransport({
    send: gotTransport(settings),
    address: address.right,
    now: settings.now ?? Date.now,
    wire: settings.wire ?? {},
  });
};

/** The way to the service, its address as `serviceAddress` gives it, and the time (milliseconds since 1970). */
interface TaxServiceWay {
  readonly send: Transport;
  readonly address: string;
  readonly now: () => number;
  /** Default: the wire as the interface describes it. */
  readonly wire?: ServiceWire;
}

const encoded = (wire: ServiceWire, body: string): E.Either<PushReply, string> =>
  E.tryCatch(
    () => encodeBody(wire, body),
    () => ({
      _tag: 'Refused',
      message: 'service.wire.encode failed on this transaction; nothing was sent',
      fingerprint: notEncoded,
    }),
  );

/** The most that the service gives in one answer. */
const limit = 100;

/** The Tax Nexus Service over any transport. Each call but `correct` is one request; none rejects. */
export const taxServiceOverTransport = (way: TaxServiceWay): TaxService => {
  const { send, address, now, wire = {} } = way;
  const service: TaxService = {
    // Every parameter but the cursor stays the same from page to page.
    list: (cursor) => async () => {
      const from = O.isSome(cursor) ? `&cursor=${encodeURIComponent(cursor.value)}` : '';
      const answer = await send({ method: 'GET', url: `${address}/transactions?limit=${limit}${from}` });
      return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toPage(now(), wire, cursor)(answer.right);
    },
    find: (id) => async () => {
      const answer = await send({ method: 'GET', url: urlOf(address, id) });
      return E.isLeft(answer) ? E.left(noAnswer(answer.left)) : toFound(now(), wire, id)(answer.right);
    },
    push: (frozen, begin) => async () => {
      const body = encoded(wire, frozen);
      if (E.isLeft(body)) return body.left;
      if (begin !== undefined && !(await begin())) return { _tag: 'NotStarted' };
      return replyTo(way, { method: 'POST', url: `${address}/transactions`, body: body.right }, body.right);
    },
  };
  return wire.corrections === undefined ? service : { ...service, correct: correctBy(wire.corrections, way, service) };
};

const urlOf = (address: string, id: string): string => `${address}/transactions/${encodeURIComponent(id)}`;

/** The reply to a request that writes. `sent`: the body that none of a reply's messages may show. */
const replyTo = async (
  { send, now, wire = {} }: TaxServiceWay,
  request: HttpRequest,
  sent: string,
  ownMeaning: (answer: HttpAnswer) => PushReply | undefined = () => undefined,
): Promise<PushReply> => {
  const answer = await send(request);
  if (E.isLeft(answer)) return noAnswer(answer.left);
  return ownMeaning(answer.right) ?? toPushReply(now(), wire, sent)(answer.right);
};

const isGone = ({ status }: HttpAnswer): boolean => status === 404 || status === 410;

/** What answers mean to a change of a stored transaction, and to nothing else. */
const ofChange =
  (method: 'PUT' | 'PATCH' | 'DELETE') =>
  (answer: HttpAnswer): PushReply | undefined => {
    const { status } = answer;
    if (method === 'DELETE' && isGone(answer)) return { _tag: 'Accepted', stored: null };
    if (!isGone(answer) && status !== 405 && status !== 501) return undefined;
    const message = `the Tax Nexus Service answered ${status} to ${method}. It no longer holds the transaction, or changes none in this way: check service.wire.corrections. Nothing was changed.`;
    return { _tag: 'Misdirected', message };
  };

/** The reply to the push behind a deletion. What did not arrive has left the service without the transaction. */
const afterDeletion = (reply: PushReply): PushReply => {
  if (reply._tag === 'Exists' && reply.isWebPage !== true) {
    const message =
      'The service does not hold it any more, and answers 409 to a new one: it keeps the id or the name of what was deleted. Restore it at the service, or ask its support.';
    return { _tag: 'Refused', message, fingerprint: '409' };
  }
  if (reply._tag === 'Refused')
    return { ...reply, message: `The service deleted it, and refuses the new one: ${reply.message}` };
  if (reply._tag === 'Accepted' || reply._tag === 'Unclear') return reply;
  const why = 'message' in reply ? `: ${reply.message}` : '';
  return { _tag: 'Unclear', message: `The service deleted it, and does not hold the new one yet${why}` };
};

const correctBy =
  (
    method: NonNullable<ServiceWire['corrections']>,
    way: TaxServiceWay,
    { push }: Pick<TaxService, 'push'>,
  ): NonNullable<TaxService['correct']> =>
  (remoteId, frozen) =>
  async () => {
    const body = encoded(way.wire ?? {}, frozen);
    if (E.isLeft(body)) return body.left;
    if (remoteId === null) {
      const reply = await push(frozen)();
      return reply._tag === 'Exists' ? afterDeletion(reply) : reply;
    }
    const url = urlOf(way.address, remoteId);
    if (method !== 'DELETE') return replyTo(way, { method, url, body: body.right }, body.right, ofChange(method));
    const deleted = await replyTo(way, { method, url }, body.right, ofChange(method));
    return deleted._tag === 'Accepted' ? afterDeletion(await push(frozen)()) : deleted;
  };

const defaultTimeoutMs = 30_000;

const maxConnectMs = 10_000;

const defaultLargestAnswer = 8 * 1024 * 1024;

type Send = (url: string, options?: Partial<Pick<Options, 'body' | 'method'>>) => ReturnType<typeof exchange>;

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
    connect: { timeout: Math.min(maxConnectMs, timeoutMs) },
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
const gotTransport = (settings: HttpTaxServiceSettings): Transport => {
  const { get, post } = client(settings);
  return (request) => {
    if (!('body' in request)) return get(request.url, { method: request.method });
    const { url, body, method } = request;
    return post(url, { body, method });
  };
};

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
  const code = String(fieldOf(error, 'code'));
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? (familiar[code] ?? code) : 'NETWORK_ERROR';
};

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/**
 * undici releases a connection in an immediate that it sets after the response ended; a request before that opens a
 * second connection. The microtask runs after undici's own work, so this immediate runs after its one.
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
    let [bytes, isOver] = [0, false];
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
          head = { status, retryAfter: single(headers['retry-after']), date: single(headers['date']) };
        },
        onResponseData: (_, chunk) => {
          bytes += chunk.length;
          if (bytes > largestAnswer) breakOff('ANSWER_TOO_LARGE');
          else chunks.push(chunk);
        },
        onResponseEnd: () =>
          afterRelease(() => end(E.right({ ...head, body: Buffer.concat(chunks).toString('utf8') }))),
        onResponseError: (_, error) => fail(error),
      });
    } catch (error) {
      fail(error);
    }
  });
