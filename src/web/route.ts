/** Finds what a request path asks for (webhook, health, screen or API), wherever the host has mounted the handler. */
import { screenPath, withoutEndSlashes } from './screen/links.ts';

/** The kinds of request that the handler answers. */
export type Route =
  /** `name`: of a storefront, or of the platform whose storefronts share the address. */
  | { readonly kind: 'webhook'; readonly name: string }
  /** The process runs. */
  | { readonly kind: 'health' }
  /** The sync database is open, so deliveries are accepted. */
  | { readonly kind: 'ready' }
  /** A page, action or file of the screen. */
  | { readonly kind: 'screen' }
  /** An operation of the HTTP API. */
  | { readonly kind: 'api' };

const apiRoot = '/api/v1/';

/**
 * The part of a path that belongs to the HTTP API, without a slash at its end; undefined for any other path. It begins after the
 * last `api/v1`, because a host may mount the handler below another one.
 */
export const apiPath = (path: string): string | undefined => {
  const whole = `/${path}${path.endsWith('/') ? '' : '/'}`;
  const at = whole.lastIndexOf(apiRoot);
  return at < 0 ? undefined : whole.slice(at + apiRoot.length - 1, -1);
};

/** Storefront names as the configuration allows them. */
const own = /(?:^|\/)(?:(health)|(ready)|webhooks\/([A-Za-z0-9][A-Za-z0-9_-]{0,62}))\/?$/;

/**
 * The route at the end of a path; undefined for any other path. It accepts any mount path.
 *
 * @example
 * routeOf('/api/tax-nexus/webhooks/us-store') // { kind: 'webhook', name: 'us-store' }
 */
export const routeOf = (path: string): Route | undefined => {
  // The screen may be mounted below a host's own `api/v1`; then its paths are not paths of the HTTP API.
  if (screenPath(path) !== undefined) return { kind: 'screen' };
  const [, health, ready, name] = own.exec(path) ?? [];
  if (name !== undefined) return { kind: 'webhook', name };
  if (health !== undefined) return { kind: 'health' };
  if (ready !== undefined) return { kind: 'ready' };
  return apiPath(path) === undefined ? undefined : { kind: 'api' };
};

/**
 * The route of a path directly below a base: for adapters among a host's own routes.
 *
 * @param base `/tax-nexus`; empty for the root
 */
export const routeBelow = (base: string, path: string): Route | undefined => {
  // Developers write `tax-nexus` as well as `/tax-nexus/`. A base that matches nothing would lose every delivery.
  const name = withoutEndSlashes(base).replace(/^\/+/, '');
  const prefix = name === '' ? '' : `/${name}`;
  if (!path.startsWith(`${prefix}/`)) return undefined;
  const rest = path.slice(prefix.length);
  if (/^\/(?:screen|api\/v1)(?:\/|$)/.test(rest)) return routeOf(rest);
  return /^\/(?:health|ready|webhooks\/[^/]+)\/?$/.test(rest) ? routeOf(rest) : undefined;
};
