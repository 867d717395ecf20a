import { describe, expect, it } from '@jest/globals';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import { aLiveShop, type LiveShop } from '../../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../../support/a-live-world.ts';
import { right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const minute = 60_000;
const all = 100;
const stuck = 20;

/** A platform that takes every question about changes and records, and answers none. */
const hanging = (connector: SourceConnector): SourceConnector => ({
  ...connector,
  changes: () => () => new Promise(() => undefined),
  readRecord: () => () => new Promise(() => undefined),
});

/** Each of a hundred shops has one change to be found; twenty of them, the first ones, hang. */
const aCrowd = (question: 'changes' | 'account'): { readonly world: LiveWorld; readonly changes: () => number } => {
  const clock = virtualClock();
  const shops: Record<string, LiveShop> = {};
  for (let n = 1; n <= all; n += 1) {
    const account = String(1_000 + n);
    const shop = aLiveShop(clock, { account: { id: account } });
    const sale = theSale(n);
    shop.put({ ...sale, identity: { ...sale.identity, account } });
    const silent: SourceConnector = { ...hanging(shop.connector), account: () => new Promise(() => undefined) };
    const isStuck = n <= stuck;
    const connector = !isStuck ? shop.connector : question === 'account' ? silent : hanging(shop.connector);
    shops[`shop-${n}`] = { ...shop, connector };
  }
  const world = aLiveWorld({ clock, shops, ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } } });
  return { world, changes: () => world.service.journal.length };
};

describe('twenty storefronts of a hundred whose platforms hang', () => {
  it.each(['changes', 'account'] as const)(
    'keep no other from being caught up: the changes of all others are pushed within a minute (%s)',
    async (question) => {
      const { world, changes } = aCrowd(question);
      await world.live(async () => {
        await world.wait(minute);
        expect(changes()).toBe(all - stuck);
      });
    },
  );

  it('do not delay a tick: it does the others, names those without a response, and ends on time', async () => {
    const { world, changes } = aCrowd('changes');
    const startedAt = world.clock.now();
    const { isDone, problems } = right(await world.clock.run(() => world.worker.tick(minute)));
    expect(changes()).toBe(all - stuck);
    expect(world.clock.now() - startedAt).toBeLessThan(minute + 15_000);
    expect(isDone).toBe(false);
    expect(problems.map(({ storefront }) => storefront).sort()).toStrictEqual(
      Array.from({ length: stuck }, (_, index) => `shop-${index + 1}`).sort(),
    );
  });

  it('do not keep a tick with little time from its tasks when it is resync requests that wait for them', async () => {
    const { world, changes } = aCrowd('changes');
    await world.clock.run(async () => {
      for (let n = 1; n <= stuck; n += 1) await world.deliver('any', `d${n}`, `shop-${n}`);
      for (let tick = 1; tick <= 3; tick += 1) right(await world.worker.tick(25_000));
    });
    expect(changes()).toBe(all - stuck);
  });

  it('do not keep a live worker from its end longer than it was given', async () => {
    const { world } = aCrowd('changes');
    await world.clock.run(async () => {
      right(await world.worker.start());
      await world.wait(minute);
      const askedAt = world.clock.now();
      await world.worker.stop(10_000);
      expect(world.clock.now() - askedAt).toBeLessThan(11_000);
    });
  });
});
