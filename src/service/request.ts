import type * as E from 'fp-ts/lib/Either.js';

/** One HTTP request, without the credentials: the transport adds those, so that nothing else can hold them. */
export type HttpRequest =
  | { readonly method: 'GET' | 'DELETE'; readonly url: string }
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly url: string; readonly body: string };

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The `Date` header: a `Retry-After` that is a date is a time of the same clock. */
  readonly date?: string | undefined;
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
