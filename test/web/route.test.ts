import { describe, expect, it } from '@jest/globals';
import { routeBelow, routeOf } from '../../src/web/route.ts';
import { aWeb } from '../support/a-web.ts';
import { screenPath } from '../../src/web/screen/links.ts';

describe('routes below a base', () => {
  it('are found directly below it', () => {
    expect(routeBelow('/tax-nexus', '/tax-nexus/webhooks/us-store')).toStrictEqual({
      kind: 'webhook',
      name: 'us-store',
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

/** Milliseconds of CPU: a busy machine does not lengthen them. */
const costOf = (work: () => unknown): number => {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
};

describe('a path of many slashes', () => {
  const slashes = (count: number): string => `/tax-nexus/screen/runs${'/'.repeat(count)}x`;

  it('takes time in proportion to its length', () => {
    const path = slashes(64_000);
    // In proportion to its square it takes seconds.
    expect(costOf(() => [routeOf(path), routeBelow('/tax-nexus', path), routeBelow(path, '/')])).toBeLessThan(500);
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

const get = (path: string): Request => new Request(`http://host.example${path}`);

describe('health', () => {
  it('is 200 while the process runs, even if the store is down', async () => {
    const response = await aWeb({ storeDown: () => 'down' }).handler(get('/tax-nexus/health'));
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual({ status: 'live' });
  });

  it('is 405 for other methods than GET and HEAD', async () => {
    const { handler } = aWeb();
    const of = async (method: string): Promise<number> =>
      (await handler(new Request('http://host.example/health', { method }))).status;
    expect([await of('HEAD'), await of('POST')]).toStrictEqual([200, 405]);
  });
});

describe('readiness', () => {
  it('is 200 when deliveries can be stored and 503 otherwise, without a reason', async () => {
    const ready = await aWeb().handler(get('/tax-nexus/ready'));
    const down = await aWeb({ storeDown: () => '/var/secret/tax-nexus.db is full' }).handler(get('/tax-nexus/ready'));
    expect([ready.status, await ready.json()]).toStrictEqual([200, { status: 'ready' }]);
    expect([down.status, await down.json()]).toStrictEqual([503, { status: 'not ready' }]);
  });
});

describe('any other path', () => {
  it.each(['/', '/tax-nexus', '/tax-nexus/webhooks', '/tax-nexus/webhooks/', '/tax-nexus/healthy', '/ready/x'])(
    '%s gets 404',
    async (path) => {
      expect((await aWeb().handler(get(path))).status).toBe(404);
    },
  );
});
