import * as O from 'fp-ts/lib/Option.js';
import type * as E from 'fp-ts/lib/Either.js';

/** One HTTP request, without the credentials: the transport adds those, so that nothing else can hold them. */
export type HttpRequest =
  | { readonly method: 'GET' | 'DELETE'; readonly url: string }
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly url: string; readonly body: string };

/** The most that the service gives in one answer. */
const limit = 100;

/** One page of the list; every parameter but the cursor stays the same from page to page. */
export const listRequest = (address: string, cursor: O.Option<string>): HttpRequest => ({
  method: 'GET',
  url: `${address}/transactions?limit=${limit}${O.isSome(cursor) ? `&cursor=${encodeURIComponent(cursor.value)}` : ''}`,
});

export const findRequest = (address: string, id: string): HttpRequest => ({
  method: 'GET',
  url: `${address}/transactions/${encodeURIComponent(id)}`,
});

/** A change of one stored transaction: see `WireSettings.corrections`. */
export const replaceRequest = (method: 'PUT' | 'PATCH', address: string, id: string, body: string): HttpRequest => ({
  method,
  url: `${address}/transactions/${encodeURIComponent(id)}`,
  body,
});

export const deleteRequest = (address: string, id: string): HttpRequest => ({
  method: 'DELETE',
  url: `${address}/transactions/${encodeURIComponent(id)}`,
});

/** `body` is sent as it is: it was frozen as text. */
export const pushRequest = (address: string, body: string): HttpRequest => ({
  method: 'POST',
  url: `${address}/transactions`,
  body,
});

/** An answer, whatever its status. */
export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** No whole answer came. A code such as `ECONNRESET`, never the client's error: that one carries token and address. */
export interface NoAnswer {
  readonly code: string;
}

/**
 * Sends one request, once: it follows no redirect, repeats nothing, and ends within its time. Never rejects.
 *
 * The one seam between the service's interface and an HTTP client; a faster client takes its place here.
 */
export type Transport = (request: HttpRequest) => Promise<E.Either<NoAnswer, HttpAnswer>>;
