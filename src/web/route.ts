import { screenPath } from './screen/screen-path.ts';
import { withoutEndSlashes } from './without-end-slashes.ts';

/** What a path asks for, wherever the handler is mounted. */
export type Route =
  | { readonly kind: 'webhook'; readonly storefront: string }
  /** The process runs. */
  | { readonly kind: 'health' }
  /** It takes deliveries, because its sync database is open. */
  | { readonly kind: 'ready' }
  /** A page, an action or a file of the screen. */
  | { readonly kind: 'screen' };

/** The same that a configuration takes as the name of a storefront. */
const own = /(?:^|\/)(?:(health)|(ready)|webhooks\/([A-Za-z0-9][A-Za-z0-9_-]{0,62}))\/?$/;

/**
 * The route that a path ends in; undefined when it is not ours. What comes before is the host's affair: any mount path
 * works.
 *
 * @example
 * routeOf('/api/tax-nexus/webhooks/us-store') // { kind: 'webhook', storefront: 'us-store' }
 */
export const routeOf = (path: string): Route | undefined => {
  if (screenPath(path) !== undefined) return { kind: 'screen' };
  const [, health, ready, storefront] = own.exec(path) ?? [];
  if (storefront !== undefined) return { kind: 'webhook', storefront };
  if (health !== undefined) return { kind: 'health' };
  return ready === undefined ? undefined : { kind: 'ready' };
};

/**
 * The route of a path that must lie below a base, with nothing in between: for adapters that stand in the middle of a
 * host's own routes.
 *
 * @param base `/tax-nexus`; empty for the root
 */
export const routeBelow = (base: string, path: string): Route | undefined => {
  // Whoever mounts it writes `tax-nexus` as well as `/tax-nexus/`; one that matches nothing would lose every delivery.
  const name = withoutEndSlashes(base).replace(/^\/+/, '');
  const prefix = name === '' ? '' : `/${name}`;
  if (!path.startsWith(`${prefix}/`)) return undefined;
  const rest = path.slice(prefix.length);
  if (/^\/screen(?:\/|$)/.test(rest)) return routeOf(rest);
  return /^\/(?:health|ready|webhooks\/[^/]+)\/?$/.test(rest) ? routeOf(rest) : undefined;
};
