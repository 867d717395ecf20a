import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { errorName } from '../../domain/errors.ts';
import type { Env } from './page.tsx';
import { linksFrom, screenPath } from './links.ts';
import type { Authorize, ScreenPorts, ScreenUser } from './screen-ports.ts';

/** A host may return anything, from JavaScript too. Anything without a name is no user. */
const nameOf = (user: unknown): string => {
  if (typeof user !== 'object' || user === null || !('name' in user)) return '';
  return typeof user.name === 'string' ? user.name.trim().slice(0, 200) : '';
};

/** Asks the host who sent a request. Undefined for no user, and also when asking fails: the screen never opens by mistake. */
export const askHost = async (
  { authorize, log }: Pick<ScreenPorts, 'log'> & { readonly authorize: Authorize },
  request: Request,
): Promise<ScreenUser | undefined> => {
  try {
    const name = nameOf(await authorize(request));
    return name === '' ? undefined : { name };
  } catch (error) {
    // The error may hold what the host looked up.
    log.error('The option "authorize" failed, so the screen stays closed.', { defect: errorName(error) });
    return undefined;
  }
};

/**
 * The headers of every page: it loads nothing foreign, runs and styles only what carries the nonce, and shows in no frame
 * except those of the given origins.
 *
 * @param nonce used for one response only
 * @param frameAncestors origins; none when empty
 */
const securityHeaders = (nonce: string, frameAncestors: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
  ].join('; '),
  ...(frameAncestors.length === 0 && { 'x-frame-options': 'DENY' }),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Lets in users that the host knows. Every response has the security headers. */
export const guard =
  (ports: ScreenPorts): MiddlewareHandler<Env> =>
  async (context, next) => {
    const nonce = randomBytes(16).toString('base64url');
    for (const [name, value] of Object.entries(securityHeaders(nonce, ports.frameAncestors)))
      context.header(name, value);
    const user = await askHost(ports, context.req.raw);
    if (user === undefined) return context.text('You do not have access to this page. Sign in to the app first.', 403);
    const root = screenPath(new URL(context.req.url).pathname)?.root ?? 'screen';
    context.set('page', { links: linksFrom(root), user, nonce });
    await next();
    return undefined;
  };
