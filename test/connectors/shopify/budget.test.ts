import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import type { Send } from '../../../connectors/shopify/client/send.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { Cursor, SourceConnector, Window } from '../../../src/mapping/source-connector.ts';
import { adminTokens, answerQuery } from '../../../sandbox/shopify/start-sample-shop.ts';
import { type SampleShopOptions, withDefaults } from '../../../sandbox/shopify/sample-shop-options.ts';
import { right } from '../../support/right.ts';
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts';
import { isJson } from './an-order.ts';

const latency = 300;
const standardPlan = { maximumAvailable: 2_000, restoreRate: 100 };
const plus = { maximumAvailable: 20_000, restoreRate: 1_000 };
const quarter = { from: '2025-01-01', to: '2025-03-31' };

/** The points that Shopify charged, by its responses. */
interface Meter {
  throttled: number;
  charged: number;
  readonly sizes: number[];
}

const numberAt = (value: unknown, ...path: readonly string[]): number => {
  const found = path.reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), value);
  return typeof found === 'number' ? found : 0;
};

interface World {
  readonly clock: VirtualClock;
  readonly meter: Meter;
  /** A connector of another process, which shares nothing but the shop. */
  readonly open: () => SourceConnector;
}

/** A sample shop in memory, whose answers take 300 ms of virtual time. */
const aWorld = (options: SampleShopOptions): World => {
  const clock = virtualClock();
  const meter: Meter = { throttled: 0, charged: 0, sizes: [] };
  const all = withDefaults({ orders: 1_000, ...options, now: clock.now });
  const answer = answerQuery(all, adminTokens(all));
  const send: Send = async ({ url, headers, body }) => {
    await clock.sleep(latency)();
    const version = /\/api\/([\w-]+)\//.exec(url)?.[1] ?? '';
    const token = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-shopify-access-token')?.[1];
    const reply = answer({ version, token, body });
    const reported: unknown = JSON.parse(reply.text);
    const asked: unknown = JSON.parse(body);
    if (reply.text.includes('"THROTTLED"')) meter.throttled += 1;
    meter.charged += numberAt(reported, 'extensions', 'cost', 'actualQueryCost');
    const first = numberAt(asked, 'variables', 'first');
    if (first > 0) meter.sizes.push(first);
    const answered = { 'content-type': 'application/json', ...reply.headers };
    const header = (name: string): string | undefined => new Map(Object.entries(answered)).get(name);
    return { status: reply.status, header, body: reply.text };
  };
  const open = (): SourceConnector =>
    shopifyConnector(
      {
        shop: all.domain,
        credentials: { accessToken: secret(all.accessToken) },
        webhookSecrets: [],
        apiOrigin: null,
        policy: defaultPolicy,
        clock,
        reading: 'pages',
      },
      send,
    );
  return { clock, meter, open };
};

const readWindow = async (clock: VirtualClock, source: SourceConnector, window: Window): Promise<number> => {
  let orders = 0;
  for (let cursor: O.Option<Cursor> = O.none; ;) {
    const page = await source.readPage(window, cursor)();
    if (E.isLeft(page) && page.left._tag === 'SourceThrottled') {
      await clock.sleep(page.left.retryAfterMs ?? 1_000)();
      continue;
    }
    orders += right(page).results.length;
    cursor = right(page).next;
    if (O.isNone(cursor)) return orders;
  }
};

const readAll = async ({ clock }: World, source: SourceConnector): Promise<number> => {
  let orders = 0;
  for (const window of right(await source.windows(quarter)())) orders += await readWindow(clock, source, window);
  return orders;
};

/** The share of all points that there were, from the beginning on. */
const used = ({ clock, meter }: World, plan: typeof plus, begun: number): number =>
  meter.charged / (plan.maximumAvailable + ((clock.now() - begun) / 1_000) * plan.restoreRate);

describe('the cost budget of a shop', () => {
  it('is used up as fast as it comes back, and never overdrawn', async () => {
    const world = aWorld({ bucket: standardPlan });
    const begun = world.clock.now();
    const orders = await world.clock.run(() => readAll(world, world.open()));
    expect(orders).toBeGreaterThan(150);
    expect(world.meter.throttled).toBe(0);
    expect(used(world, standardPlan, begun)).toBeGreaterThan(0.85);
  });

  it('is shared by windows that are read side by side', async () => {
    const world = aWorld({ bucket: standardPlan });
    const source = world.open();
    const begun = world.clock.now();
    await world.clock.run(async () => {
      const windows = right(await source.windows(quarter)());
      await Promise.all(windows.map((window) => readWindow(world.clock, source, window)));
    });
    expect(world.meter.throttled).toBe(0);
    expect(used(world, standardPlan, begun)).toBeGreaterThan(0.8);
  });

  it('never waits on a plan with enough points', async () => {
    const world = aWorld({ bucket: plus });
    const begun = world.clock.now();
    await world.clock.run(() => readAll(world, world.open()));
    expect(world.meter.throttled).toBe(0);
    // Every answer takes its time, and nothing else does; the orders of a page are completed a few at a time.
    expect(world.clock.now() - begun).toBeLessThan(60_000);
  });

  it('that another process also uses: waits as long as Shopify states', async () => {
    const world = aWorld({ bucket: standardPlan, orders: 600 });
    const [one, other] = await world.clock.run(() =>
      Promise.all([readAll(world, world.open()), readAll(world, world.open())]),
    );
    expect(one).toBe(other);
  });
});

describe('the size of a page', () => {
  it('grows to the cost that Shopify allows per query, and no query is refused for its cost', async () => {
    const world = aWorld({ bucket: null, scopes: ['read_orders', 'read_all_orders'] });
    await world.clock.run(() => readAll(world, world.open()));
    expect(world.meter.sizes[0]).toBe(50);
    expect(Math.max(...world.meter.sizes)).toBeGreaterThan(50);
  });
});
