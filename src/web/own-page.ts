/**
 * Protects the screen and the API from forged requests: decides whether a page of this app, not another site's, sent a request.
 */
import { isIP } from 'node:net';

/**
 * Over https and on this machine, browsers state it themselves. Otherwise `Origin` is compared, but only with an address that is
 * not a domain name: an attacker's domain can resolve to this server, and then both `Origin` and `Host` are that domain. In a
 * frame whose pages carry tokens, the token in the header is the proof.
 */
export const isFromOwnPage = ({ headers, url }: Request, isFramed: boolean): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  // Scripts of another origin would need our consent to set this header.
  if (isFramed && /^Bearer /i.test(headers.get('authorization') ?? '')) return true;
  const { origin, hostname } = new URL(url);
  return isLocalOrIp(hostname) && headers.get('origin') === origin;
};

/** Whether a browser sent a request that may change something: all browsers name the origin of such requests. */
export const isFromBrowser = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.has('sec-fetch-site') || headers.has('origin');

/** Hosts without a domain name. The owner of a domain can point it at this server and serve a page that passes for the screen. */
const isLocalOrIp = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.startsWith('[') ? hostname.slice(1, -1) : hostname) !== 0;
