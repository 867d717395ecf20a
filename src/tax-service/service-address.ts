import * as E from 'fp-ts/lib/Either.js';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * Checks the service's address and gives it without a slash at its end. Left is a sentence for the person who set it: it
 * must be a URL, encrypted unless it is this machine, and carry no password, query or fragment.
 *
 * @example
 * serviceAddress('http://127.0.0.1:4010/') // right('http://127.0.0.1:4010')
 */
export const serviceAddress = (baseUrl: string): E.Either<string, string> => {
  const url = parse(baseUrl);
  if (url === undefined) return E.left('the address of the service (baseUrl) is not a URL');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback.has(url.hostname))) {
    return E.left('the address of the service (baseUrl) must begin with https://; http:// is for this machine only');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return E.left('the address of the service (baseUrl) must have no user, password, query or fragment in it');
  }
  return E.right(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
};
