import { routeBelow } from '../web/route.ts';

/** Whether a path, its query aside, is one that the handler answers below a base. */
export const matchRoute = (base: string, path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/, 1);
  return routeBelow(base, pathname) !== undefined;
};
