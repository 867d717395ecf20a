/** Fetches JSON from a platform for connectors, with a time limit, and never gives the key to another host. */
import { refused, rejected, throttled, unreachable } from './failures.ts';

/** Milliseconds: a page that takes longer is requested again. */
const timeout = 30_000;

/**
 * The JSON at an address; undefined when the address has no record (404, 410). Other statuses are thrown as `refused`, `throttled`,
 * `unreachable` or `rejected`; so is an answer that is not JSON, is larger than 64 MiB, or takes longer than 30 seconds.
 * Redirects are followed five times at most, and only within the same origin: the headers never reach another host.
 *
 * @example
 * const order = await getJson('https://shop.example/orders/7', { authorization: `Bearer ${key}` });
 *
 * @param seen is called with the headers of an answer, such as `link`, before its body is read
 */
export const getJson = async (
  address: string | URL,
  headers: Readonly<Record<string, string>> = {},
  seen?: (headers: { readonly get: (name: string) => string | null }) => void,
): Promise<unknown> => {
  const response = await follow(new URL(address), { headers, signal: AbortSignal.timeout(timeout) });
  const { status } = response;
  if (response.ok) {
    seen?.(response.headers);
    return parsed(await textWithin(response));
  }
  // Frees the connection.
  await response.body?.cancel();
  if (status === 404 || status === 410) return undefined;
  if (status === 401 || status === 403) throw refused();
  if (status === 429) throw throttled(secondsOf(response.headers.get('retry-after')));
  if (status === 408 || status >= 500) throw unreachable(String(status));
  throw rejected(`The platform answered ${status}. Report it to the connector's author.`);
};

const maxRedirects = 5;

/** Follows redirects only within the same origin, because the headers would be sent to any other. */
const follow = async (
  address: URL,
  options: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Response> => {
  let at = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(at.href, { ...options, redirect: 'manual' });
    if (response.status < 300 || response.status > 399 || response.status === 304) return response;
    await response.body?.cancel();
    at = movedTo(response, at);
  }
  throw rejected('The platform redirects in a circle. Correct its address.');
};

const movedTo = (response: Response, from: URL): URL => {
  const location = response.headers.get('location') ?? '';
  if (!URL.canParse(location, from.href))
    throw rejected('The platform redirects without an address. Correct its address.');
  const to = new URL(location, from);
  // The headers hold the key, and the address may hold it, too.
  if (to.origin !== from.origin) {
    throw rejected('The platform redirects to another host, which must not get the key. Correct its address.');
  }
  return to;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreachable('not JSON');
  }
};

/** A page of orders has about 1 MB. */
const maxBytes = 64 * 1024 * 1024;

/** Counts the bytes while they are unpacked: a small compressed body may become a large one. */
const textWithin = async ({ body }: Response): Promise<string> => {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let [bytes, text] = [0, ''];
  const chunks: AsyncIterable<Uint8Array> = body;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw rejected('An answer of the platform is larger than 64 MiB. Ask for smaller pages.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

/** Seconds from the header, which contains seconds or a date. */
const secondsOf = (header: string | null): number | null => {
  if (header === null) return null;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
};
