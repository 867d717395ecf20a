import { routeBelow } from '../web/route.ts';

/** How an adapter is mounted. */
export interface AdapterOptions {
  /**
   * The path prefix of the handler when the adapter is mounted without one. Default `/tax-nexus`. The mount path of the
   * host's framework is used where it is known.
   */
  readonly basePath?: string;
}

export const defaultBasePath = '/tax-nexus';

/** The part of `createTaxNexus`'s result that an adapter needs. */
export interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>;
}

/** Whether a path, its query aside, is one that the handler answers below a base. */
export const matchRoute = (base: string, path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return routeBelow(base, pathname) !== undefined;
};
