import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { errorName } from '../../domain/errors.ts';
import { portsOfUser } from '../../operations/access.ts';
import type { Env } from './page.tsx';
import { linksFrom, screenPath } from './links.ts';
import type { Authorize, ScreenFrame, ScreenPorts, ScreenUser } from './screen-ports.ts';

/** Not by `instanceof`: server adapters replace the global class. */
export const isResponse = (given: unknown): given is Response =>
  typeof given === 'object' && given !== null && 'arrayBuffer' in given && 'status' in given;

/** A host may return anything, from JavaScript too. Anything without a name, or with unclear rights, is no user. */
const userIn = (given: unknown): ScreenUser | undefined => {
  if (typeof given !== 'object' || given === null || !('name' in given) || typeof given.name !== 'string')
    return undefined;
  const name = given.name.trim().slice(0, 200);
  const { storefronts, account, frame } = given as Partial<ScreenUser>;
  if (name === '' || (storefronts !== undefined && !Array.isArray(storefronts))) return undefined;
  if (account !== undefined && typeof account !== 'string') return undefined;
  return {
    name,
    ...(storefronts !== undefined && { storefronts }),
    ...(account !== undefined && { account }),
    ...(frame !== undefined && { frame }),
  };
};

/**
 * Asks the host who sent a request; a response is to be sent instead of the screen. Undefined for no user, and also when
 * asking fails: the screen never opens by mistake.
 */
export const askHost = async (
  { authorize, log }: Pick<ScreenPorts, 'log'> & { readonly authorize: Authorize },
  request: Request,
): Promise<ScreenUser | Response | undefined> => {
  try {
    const asked: unknown = await authorize(request);
    return isResponse(asked) ? asked : userIn(asked);
  } catch (error) {
    // The error may hold what the host looked up.
    log.error('The option "authorize" failed, so the screen stays closed.', { defect: errorName(error) });
    return undefined;
  }
};

/** Whether someone who was asked for again is a user with the same rights. */
export const isSameAccess = (asked: ScreenUser | Response | undefined, before: ScreenUser): boolean =>
  asked !== undefined &&
  !isResponse(asked) &&
  asked.account === before.account &&
  asked.storefronts?.join(' ') === before.storefronts?.join(' ');

/**
 * The headers of every page: it loads nothing foreign but the frame's script, runs and styles only what carries the nonce, and
 * shows in no frame except those of the given origins.
 *
 * @param nonce used for one response only
 * @param frameAncestors origins; none when empty
 */
const securityHeaders = (
  nonce: string,
  frameAncestors: readonly string[],
  frame: ScreenFrame | undefined,
): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'${frame === undefined ? '' : ` ${frame.script}`}`,
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

const noUser = 'You do not have access to this page. Sign in to the app first.';

const noAccount =
  'You may see several accounts. The option "authorize" of the app has to name the account that this page shows.';

const noStorefront = 'No storefront of yours is set up here yet.';

/** Lets in users that the host knows, each to their storefronts. Every page has the security headers. */
export const guard =
  (ports: ScreenPorts): MiddlewareHandler<Env> =>
  async (context, next) => {
    const asked = await askHost(ports, context.req.raw);
    // A copy, because the headers of a redirect cannot be changed by what follows.
    if (isResponse(asked)) return new Response(asked.body, asked);
    const nonce = randomBytes(16).toString('base64url');
    const ancestors = asked?.frame?.ancestors ?? ports.frameAncestors;
    for (const [name, value] of Object.entries(securityHeaders(nonce, ancestors, asked?.frame)))
      context.header(name, value);
    if (asked === undefined) return context.text(noUser, 403);
    const own = portsOfUser(ports, asked);
    if (own === undefined) return context.text(noAccount, 403);
    if (asked.storefronts !== undefined && own.storefronts().length === 0) return context.text(noStorefront, 403);
    const root = screenPath(new URL(context.req.url).pathname)?.root ?? 'screen';
    context.set('ports', own);
    context.set('page', { links: linksFrom(root), user: asked, nonce, frame: asked.frame ?? null });
    await next();
    return undefined;
  };
