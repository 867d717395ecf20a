import { withoutEndSlashes } from '../without-end-slashes.ts';

/** Where the screen is mounted, and what of it is asked for. */
export interface ScreenPath {
  /** `/` for the list of runs, `/runs/20260102-abc`. */
  readonly path: string;
  /**
   * How a link begins. Relative, so that it holds under every mount path and behind a proxy that takes a part of the path
   * away: `screen`, `../screen`.
   */
  readonly root: string;
}

/** A storefront of that name has webhooks, and is not the screen. */
const own = /^(?:.*?\/|)(?<!webhooks\/)screen(\/(?:new|check|live|months|calendar(?:\/events)?|runs(?:\/.*)?)?)?$/;

/**
 * The part of a path that belongs to the screen; undefined when it is none of the screen's.
 *
 * @example
 * screenPath('/tax-nexus/screen/runs/r1') // { path: '/runs/r1', root: '../../screen' }
 */
export const screenPath = (path: string): ScreenPath | undefined => {
  const found = own.exec(path);
  if (found === null) return undefined;
  const below = found[1] ?? '';
  const depth = below.split('/').length - 1;
  const trimmed = withoutEndSlashes(below);
  return { path: trimmed === '' ? '/' : trimmed, root: `${'../'.repeat(depth)}screen` };
};
