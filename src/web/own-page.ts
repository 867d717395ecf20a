import { isIP } from 'node:net';

/** Hosts that no foreign name can resolve to: the owner of a name could serve a page that passes for the screen. */
const isLocalOrIp = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.startsWith('[') ? hostname.slice(1, -1) : hostname) !== 0;

/**
 * Whether a page of this origin sent a request. Browsers state it themselves over https and on this machine. Otherwise `Origin`
 * may only be compared with an address that is not a name: an attacker's name can resolve to this server, and then both
 * `Origin` and `Host` are that name. In a frame whose pages carry tokens, the token in the header is the proof.
 */
export const isFromOwnPage = ({ headers, url }: Request, isFramed: boolean): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  // Scripts of another origin would need our consent to set this header.
  if (isFramed && /^Bearer /i.test(headers.get('authorization') ?? '')) return true;
  const { origin, hostname } = new URL(url);
  return isLocalOrIp(hostname) && headers.get('origin') === origin;
};

/** Whether a browser sent a request that may change something: all browsers name the origin of those. */
export const isFromBrowser = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.has('sec-fetch-site') || headers.has('origin');
