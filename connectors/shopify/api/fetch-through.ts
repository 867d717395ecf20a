import { isRecord } from '../records/is-record.ts';
import type { Send } from './send.ts';

/** The seam of Shopify's client through which it reaches the network. */
export type FetchApi = (
  url: string,
  init?: { readonly headers?: unknown; readonly body?: string },
) => Promise<Response>;

/** The answer's headers that are read; the others may hold what no log should. */
const kept = ['content-type', 'retry-after', 'x-shopify-api-version'] as const;

const textsOf = (headers: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(headers) ? headers : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** Sends what Shopify's client would fetch to the given origin, whatever host the client thinks it talks to. */
export const fetchThrough =
  (send: Send, origin: string): FetchApi =>
  async (url, init = {}) => {
    const answer = await send({
      url: `${origin}${new URL(url).pathname}`,
      headers: textsOf(init.headers),
      body: init.body ?? '',
    });
    const headers = kept.flatMap((name): [string, string][] => {
      const value = answer.header(name);
      return value === undefined ? [] : [[name, value]];
    });
    // The client reads JSON and nothing else; a Response made of the text would encode it, only to decode it again.
    const json = (): Promise<unknown> =>
      new Promise((resolve) => {
        resolve(JSON.parse(answer.body));
      });
    return Object.assign(new Response(null, { status: answer.status, headers }), { json });
  };
