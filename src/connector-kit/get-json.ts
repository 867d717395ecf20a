import { refused, rejected, throttled, unreachable } from './failures.ts';

/** Milliseconds: a platform that takes longer for a page is asked again. */
const timeout = 30_000;

/** Seconds from the header, which has seconds or a date. */
const secondsOf = (header: string | null): number | null => {
  if (header === null) return null;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
};

/**
 * The JSON at an address; undefined when there is none (404, 410). Other statuses are thrown as `refused`, `throttled`,
 * `unreachable` or `rejected`; so is an answer that is not JSON, or that takes longer than 30 seconds.
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
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeout) });
  const { status } = response;
  if (response.ok) {
    seen?.(response.headers);
    try {
      return await response.json();
    } catch {
      throw unreachable('not JSON');
    }
  }
  // Frees the connection.
  await response.body?.cancel();
  if (status === 404 || status === 410) return undefined;
  if (status === 401 || status === 403) throw refused();
  if (status === 429) throw throttled(secondsOf(response.headers.get('retry-after')));
  if (status === 408 || status >= 500) throw unreachable(String(status));
  throw rejected(`The platform answered ${status}. Report it to the connector's author.`);
};
