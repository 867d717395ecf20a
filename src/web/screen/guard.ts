/** Lets a request into the screen: finds its user and account, and sets the security headers of every page. */
import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { defaultAccount } from '../../domain/inbox.ts';
import { promisesOfUser } from '../../operations/user-promises.ts';
import { askHost, hasRight, isResponse } from '../ask-host.ts';
import { chooseAccount } from './choose-account.tsx';
import type { Env, ScreenHandler } from './page.tsx';
import { render } from './render.ts';
import { signedOutPage } from './signed-out.tsx';
import { linksFrom, screenPath } from './links.ts';
import type { Right, ScreenFrame, ScreenPorts, ScreenUser } from './screen-ports.ts';

const nowhere = { path: '/', root: 'screen', base: 'screen', account: undefined };

const noStorefront = 'No storefront of yours is set up here yet.';

const notYours = 'There is no such account, or it is not one of yours.';

/** Users see only their storefronts. Every page has the security headers. */
export const guard =
  (ports: ScreenPorts): MiddlewareHandler<Env> =>
  async (context, next) => {
    const asked = await askHost(ports, context.req.raw);
    // A copy, because later handlers could not change the headers of a redirect.
    if (isResponse(asked)) return new Response(asked.body, asked);
    const nonce = randomBytes(16).toString('base64url');
    const ancestors = asked?.frame?.ancestors ?? ports.frameAncestors;
    for (const [name, value] of Object.entries(securityHeaders(nonce, ancestors, asked?.frame)))
      context.header(name, value);
    if (asked === undefined)
      return context.html(`<!doctype html>${await render(await signedOutPage(context.req.raw, nonce))}`, 403);
    const { path, root, base, account } = screenPath(new URL(context.req.url).pathname) ?? nowhere;
    const seen = promisesOfUser(ports, asked, account);
    if (seen._tag === 'Unknown')
      return context.text(account === undefined ? noStorefront : notYours, account === undefined ? 403 : 404);
    const links = linksFrom(
      root,
      (right) => hasRight(asked, right),
      ({ id: lineId, ...line }) =>
        seen._tag === 'Several' ? null : seen.taxNexus.pages.recordUrl({ ...line, lineId }),
    );
    const page = {
      links,
      path,
      user: asked,
      nonce,
      frame: asked.frame ?? null,
      allAccounts: seen.accounts.length > 1 ? base : null,
    };
    if (seen._tag === 'Several') {
      context.set('page', { ...page, account: null, business: 'Tax Nexus' });
      return chooseAccount(context, ports, base);
    }
    context.set('host', ports);
    context.set('taxNexus', seen.taxNexus);
    const business = businessOf(asked, seen.account, seen.taxNexus.pages.storefronts());
    context.set('page', { ...page, account: seen.account, business });
    await next();
    return undefined;
  };

const noRight = 'You may not do this. Ask someone who manages the app.';

/** A route for users with a right. */
export const requiring =
  (right: Right, handle: ScreenHandler): ScreenHandler =>
  (context) =>
    hasRight(context.var.page.user, right) ? handle(context) : context.text(noRight, 403);

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

/** The name of the business: the host's name for the account, or the account; in an app of one key, its storefronts. */
const businessOf = ({ accountNames }: ScreenUser, account: string, storefronts: readonly string[]): string => {
  const named = accountNames?.[account];
  if (named !== undefined) return named;
  if (account !== defaultAccount) return account;
  const [first, second, ...more] = storefronts;
  if (first === undefined) return 'Tax Nexus';
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${storefronts.length - 1} more`;
};
