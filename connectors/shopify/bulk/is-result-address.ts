const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Where Shopify keeps the results of bulk operations. */
const host = 'storage.googleapis.com';

/**
 * Whether a result may be fetched from an address: over https from the store that Shopify uses, and from nowhere else,
 * whatever an answer says. A stand-in on this very machine keeps its results under its own host name, at any port, and a real
 * shop never does.
 *
 * @param apiOrigin the origin of the Admin API, `https://acme.myshopify.com`
 */
export const isResultAddress = (address: string, apiOrigin: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  const api = new URL(apiOrigin);
  if (loopback.has(api.hostname)) return protocol === api.protocol && hostname === api.hostname;
  return protocol === 'https:' && port === '' && (hostname === host || hostname.endsWith(`.${host}`));
};
