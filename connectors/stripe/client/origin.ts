import * as E from 'fp-ts/lib/Either.js';

/** Where the client connects to. */
export interface Origin {
  readonly host: string;
  readonly port: string;
  readonly protocol: 'http' | 'https';
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** The parts of an origin. Left names the problem: plain http would send the key in clear text. */
export const parseOrigin = (origin: string): E.Either<string, Origin> => {
  if (!URL.canParse(origin)) return E.left('apiOrigin must be a web address such as https://api.stripe.com');
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'https:') return E.right({ host, port: port === '' ? '443' : port, protocol: 'https' });
  if (protocol === 'http:' && isLoopback(host)) {
    return E.right({ host, port: port === '' ? '80' : port, protocol: 'http' });
  }
  return E.left('apiOrigin must be https; plain http is for this machine only, such as http://127.0.0.1:4030');
};
