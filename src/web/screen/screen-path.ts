/** Where the screen is mounted, and which part of it is requested. */
export interface ScreenPath {
  /** `/` for the list of runs, `/runs/20260102-abc`. */
  readonly path: string;
  /**
   * How a link begins: `screen`, `../screen`. Relative, so that it works under every mount path and behind a proxy that strips
   * a part of the path.
   */
  readonly root: string;
}

/** A storefront named `screen` has webhooks; its path is not the screen's. */
const own = /^(?:.*?\/|)(?<!webhooks\/)screen(\/(?:new|check|live|months|calendar(?:\/events)?|runs(?:\/.*)?)?)?$/;

/** A text without trailing slashes. A regular expression would take quadratic time. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/**
 * The part of a path that belongs to the screen; undefined for any other path.
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
