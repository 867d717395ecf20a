/** Decides which requests of a host's server belong to the handler, by the path under which an adapter is mounted. */
import { routeBelow } from '../web/route.ts';

/** How an adapter is mounted. */
export interface AdapterOptions {
  /**
   * The path prefix of the handler when the adapter is mounted without one. Default `/tax-nexus`. If the host's framework states
   * its mount path, that path is used.
   */
  readonly basePath?: string;
}

export const defaultBasePath = '/tax-nexus';

/** The part of `createTaxNexus`'s result that an adapter needs. */
export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>;
}

/** Whether the handler answers this path below a base. The query does not matter. */
export const matchRoute = (base: string, path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return routeBelow(base, pathname) !== undefined;
};
