import * as O from 'fp-ts/lib/Option.js';

/** One HTTP request, without the credentials: the transport adds those, so that nothing else can hold them. */
export type HttpRequest =
  | { readonly method: 'GET'; readonly url: string }
  | { readonly method: 'POST'; readonly url: string; readonly body: string };

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

/** `body` is sent as it is: it was frozen as text. */
export const pushRequest = (address: string, body: string): HttpRequest => ({
  method: 'POST',
  url: `${address}/transactions`,
  body,
});
