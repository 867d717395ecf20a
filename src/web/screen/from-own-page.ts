import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';

const readsOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A host that no one else's name can lead to: with a name, a page of that name's owner could pass for ours. */
const isUnborrowed = (hostname: string): boolean =>
  hostname === 'localhost' || isIP(hostname.startsWith('[') ? hostname.slice(1, -1) : hostname) !== 0;

/**
 * Whether a page of the screen sent a request. The browser says so itself, over https and on this machine. Where it says
 * nothing, `Origin` may only be compared with an address that is not a name: an attacker can make a
 * name lead here, and both it and `Host` are then that name.
 */
const isFromOwnPage = ({ headers, url }: Request): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const { origin, hostname } = new URL(url);
  return isUnborrowed(hostname) && headers.get('origin') === origin;
};

const message =
  'This form did not come from a page of the screen, or your browser does not say so. Open the screen over https in a current browser, and try again.';

/** Refuses forms that pages of other sites send. */
export const fromOwnPage: MiddlewareHandler<Env> = async (visit, next) => {
  const { raw } = visit.req;
  if (!readsOnly.has(raw.method) && !isFromOwnPage(raw)) return visit.text(message, 403);
  await next();
  return undefined;
};
