/** Lets the staff of a shop open the historical sync screen inside the Shopify admin, and see only that shop's storefronts. */
import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../../src/domain/fields.ts';
import type { Credential } from '../options.ts';
import { ancestorsOf, appBridge, bouncePage, refusedPage, retried, unverified } from './bounce-page.ts';
import { type AdminUser, type IdTokenProblem, verifyIdToken } from './id-token.ts';

/** The Shopify app whose screen is shown in the admin. */
export interface ShopifyAdminOptions {
  /** The app's client id. Undefined, such as an unset variable, is a problem at the first request. */
  readonly clientId: string | undefined;
  /** The app's client secret; while you rotate it, a list of the old and the new one. */
  readonly clientSecret: Credential | undefined | readonly (Credential | undefined)[];
  /** The name for notes and sign-offs, as your app knows it. Default: `Shopify user 42`. */
  readonly name?: (user: AdminUser) => string | Promise<string>;
}

/** A user of the Shopify admin: sees the storefronts of the shop, in a frame of its admin. */
export interface ShopifyAdminUser extends AdminUser {
  readonly name: string;
  /** Domains of shops, as `storefronts` of the screen's user takes them. */
  readonly storefronts: readonly string[];
  readonly frame: {
    readonly ancestors: readonly string[];
    readonly clientId: string;
    readonly script: string;
  };
}

/**
 * The screen's `authorize` for an app inside Shopify's admin: verifies Shopify's ID token of each request, from the header
 * `Authorization: Bearer` or, for a document, the query parameter `id_token`. The user sees the storefronts of the token's
 * shop alone. Cookies are not used.
 *
 * Without a valid token, a document becomes a page that fetches one with App Bridge, and any other request gets 401. A request
 * that changes something needs the header, which only a script of the screen's own origin can set.
 *
 * @example
 * const authorize = shopifyAdminUser({ clientId: process.env.SHOPIFY_API_KEY, clientSecret: process.env.SHOPIFY_API_SECRET });
 */
export const shopifyAdminUser = (
  options: ShopifyAdminOptions,
): ((request: Request) => Promise<ShopifyAdminUser | Response>) => adminUserAt(options, () => Date.now());

/** @param now in milliseconds since 1970 */
export const adminUserAt = (options: ShopifyAdminOptions, now: () => number) => {
  const { clientId = '', clientSecret, name } = optionsOrEmpty(options);
  return async (request: Request): Promise<ShopifyAdminUser | Response> => {
    const secrets = await Promise.all([clientSecret].flat().map(reveal));
    const missing = [
      ...(clientId.trim() === '' ? ['clientId'] : []),
      ...(secrets.every((secret) => secret === '') ? ['clientSecret'] : []),
    ];
    if (missing.length > 0) return unset(missing);
    const token = tokenOf(request);
    const verified: E.Either<IdTokenProblem, AdminUser> =
      token === undefined ? E.left('form') : await verifyIdToken(token, { clientId, secrets, now: now() });
    if (E.isLeft(verified)) return refuse(request, clientId, verified.left);
    const { shop, userId } = verified.right;
    return {
      shop,
      userId,
      name: (await name?.({ shop, userId })) ?? `Shopify user ${userId}`,
      storefronts: [shop],
      frame: { ancestors: ancestorsOf(shop), clientId, script: appBridge },
    };
  };
};

/** Anyone can sign with a blank secret, so a blank secret is as good as a missing one. */
const reveal = async (given: Credential | undefined): Promise<string> => {
  const secret = (typeof given === 'function' ? await given() : given) ?? '';
  return secret.trim() === '' ? '' : secret;
};

const unset = (names: readonly string[]): Response =>
  new Response(`shopifyAdminUser(): ${names.join(' and ')} must be set.`, {
    status: 500,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

const readsOnly = new Set(['GET', 'HEAD']);

/** A proxy may use the header for another scheme. Two headers arrive joined into one, which is not a token. */
const bearerOf = ({ headers }: Request): string | undefined => {
  const found = /^Bearer(?: +(.*))?$/is.exec(headers.get('authorization') ?? '');
  return found === null ? undefined : (found[1] ?? '');
};

/** The token of a request; undefined when there is no token, or more than one in the address. */
const tokenOf = (request: Request): string | undefined => {
  const bearer = bearerOf(request);
  if (bearer !== undefined) return bearer;
  const [token, ...others] = new URL(request.url).searchParams.getAll('id_token');
  // A link or form of another site can have a query, but no header.
  return others.length === 0 && readsOnly.has(request.method) ? token : undefined;
};

const documents = new Set(['document', 'iframe', 'frame']);

const isDocument = ({ method, headers }: Request): boolean => {
  if (!readsOnly.has(method)) return false;
  const destination = headers.get('sec-fetch-dest');
  return destination === null ? (headers.get('accept') ?? '').includes('text/html') : documents.has(destination);
};

const refuse = (request: Request, clientId: string, problem: IdTokenProblem): Response => {
  if (bearerOf(request) !== undefined || !isDocument(request)) return unverified();
  return new URL(request.url).searchParams.has(retried) ? refusedPage(request, problem) : bouncePage(request, clientId);
};
