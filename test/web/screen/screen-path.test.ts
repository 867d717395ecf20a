import { describe, expect, it } from '@jest/globals';
import { routeBelow } from '../../../src/web/route.ts';
import { screenPath } from '../../../src/web/screen/links.ts';

/** The path of a link, as a browser resolves it. */
const linked = (page: string, root: string, rest: string): string =>
  new URL(`${root}${rest}`, `https://host.example${page}`).pathname;

describe('the path of the screen', () => {
  it.each([
    ['/screen', '/'],
    ['/tax-nexus/screen', '/'],
    ['/tax-nexus/screen/', '/'],
    ['/a/b/c/screen/new', '/new'],
    ['/tax-nexus/screen/runs/r-1', '/runs/r-1'],
    ['/tax-nexus/screen/runs/r-1/', '/runs/r-1'],
    ['/screen/of/mine/screen/runs/r-1/entries.csv', '/runs/r-1/entries.csv'],
  ])('is found in %s, and its links lead back to it', (page, path) => {
    const found = screenPath(page);
    expect(found?.path).toBe(path);
    const base = page.slice(0, page.lastIndexOf('/screen'));
    expect(linked(page, found?.root ?? '', '/new')).toBe(`${base}/screen/new`);
  });

  it.each(['/', '/screens', '/tax-nexus/screen/unknown', '/tax-nexus/my-screen', '/tax-nexus/webhooks/screen'])(
    'is not found in %s',
    (path) => {
      expect(screenPath(path)).toBeUndefined();
    },
  );

  it('must be directly below the path of an adapter', () => {
    expect(routeBelow('/tax-nexus', '/tax-nexus/screen/runs/r1')).toStrictEqual({ kind: 'screen' });
    expect(routeBelow('/tax-nexus', '/tax-nexus/screen')).toStrictEqual({ kind: 'screen' });
    expect(routeBelow('/tax-nexus', '/tax-nexus/shop/screen')).toBeUndefined();
    expect(routeBelow('/tax-nexus', '/shop/screen')).toBeUndefined();
  });
});
