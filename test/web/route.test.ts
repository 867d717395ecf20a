import { describe, expect, it } from '@jest/globals';
import { routeBelow } from '../../src/web/index.ts';

describe('routes below a base', () => {
  it('are ours with nothing in between', () => {
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
    '%s stays the host’s own',
    (path) => {
      expect(routeBelow('/tax-nexus', path)).toBeUndefined();
    },
  );
});
