/** An HTTP request to the service and its answer, free of any HTTP client, and the check of the service's address. */
import * as E from 'fp-ts/lib/Either.js';
import { isThisMachine } from '../domain/fields.ts';

/** One HTTP request, without the credentials: the transport adds those, so that nothing else can hold them. */
export type HttpRequest =
  | { readonly method: 'GET' | 'DELETE'; readonly url: string }
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly url: string; readonly body: string };

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The `Date` header, because a `Retry-After` that is a date is by the same clock. */
  readonly date?: string | undefined;
  /** Headers that say how a list goes on, by their names in lower case. */
  readonly paging?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** No complete answer came. A code such as `ECONNRESET`, never the client's error, which carries token and address. */
export interface NoAnswer {
  readonly code: string;
}

/**
 * Sends one request, once: it follows no redirect, repeats nothing, and ends within its time. Never rejects.
 *
 * The only place that depends on an HTTP client; another client can be put in here.
 */
export type Transport = (request: HttpRequest) => Promise<E.Either<NoAnswer, HttpAnswer>>;

/**
 * Checks the service's address and gives it without a slash at its end. Left is a sentence for the person who set it: it
 * must be a URL, encrypted unless it is this machine, and carry no password, query or fragment.
 *
 * @example
 * serviceAddress('http://127.0.0.1:4010/') // right('http://127.0.0.1:4010')
 */
export const serviceAddress = (baseUrl: string): E.Either<string, string> => {
  const url = parse(baseUrl);
  if (url === undefined) return E.left('the address of the service (baseUrl) is not a URL');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname))) {
    return E.left('the address of the service (baseUrl) must begin with https://; http:// is for this machine only');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return E.left('the address of the service (baseUrl) must have no user, password, query or fragment in it');
  }
  return E.right(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
};

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
