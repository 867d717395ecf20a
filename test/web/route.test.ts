import { describe, expect, it } from '@jest/globals';
import { routeBelow, routeOf } from '../../src/web/route.ts';
import { aWeb } from '../support/a-web.ts';

describe('routes below a base', () => {
  it('are found directly below it', () => {
    expect(routeBelow('/tax-nexus', '/tax-nexus/webhooks/us-store')).toStrictEqual({
      kind: 'webhook',
      storefront: 'us-store',
    });
    expect(routeBelow('/tax-nexus/', '/tax-nexus/health/')).toStrictEqual({ kind: 'health' });
    expect(routeBelow('tax-nexus', '/tax-nexus/health')).toStrictEqual({ kind: 'health' });
    expect(routeBelow('/', '/ready')).toStrictEqual({ kind: 'ready' });
    expect(routeBelow('', '/ready')).toStrictEqual({ kind: 'ready' });
  });

  it.each(['/health', '/tax-nexus', '/tax-nexus-2/health', '/tax-nexus/shop/health', '/other/webhooks/us-store'])(
    '%s belongs to the host',
    (path) => {
      expect(routeBelow('/tax-nexus', path)).toBeUndefined();
    },
  );
});

/** Milliseconds, the minimum of three. */
const timeOf = (work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );

describe('a path of many slashes', () => {
  const slashes = (count: number): string => `/tax-nexus/screen/runs${'/'.repeat(count)}x`;

  it('takes time in proportion to its length', () => {
    const of = (count: number): number =>
      timeOf(() => [
        routeOf(slashes(count)),
        routeBelow('/tax-nexus', slashes(count)),
        routeBelow(slashes(count), '/'),
      ]);
    expect(of(64_000)).toBeLessThan(Math.max(10, 3 * of(32_000)));
  });

  it.each(['/tax-nexus/screen/runs', '/tax-nexus/webhooks/us-store', '/tax-nexus/webhooks/unknown', '/other'])(
    'gets 414 below %s when it is too long, and so does a long query',
    async (path) => {
      const { handler } = aWeb();
      for (const rest of ['/'.repeat(16_000), `?x=${'y'.repeat(16_000)}`]) {
        const answer = await handler(new Request(`https://host.example${path}${rest}`));
        expect([answer.status, await answer.text()]).toStrictEqual([414, '']);
      }
    },
  );
});
