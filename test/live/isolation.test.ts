import { describe, expect, it } from '@jest/globals';
import type { SourceError } from '../../src/domain/errors.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { aLiveShop, type LiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';
import { virtualClock, type VirtualClock } from '../support/virtual-clock.ts';

const refused: SourceError = { _tag: 'SourceCredentialsRefused', message: 'the token was revoked; give a new one' };
const unreachable: SourceError = { _tag: 'SourceUnreachable', message: 'no answer', cause: 'ECONNRESET' };
const broken: SourceError = { _tag: 'SourceRefused', message: 'a shape that we do not know' };

const minute = 60_000;

/** The live worker of a host that only ticks, every quarter of an hour. */
const tickFor = (world: LiveWorld, hours: number): Promise<void> =>
  world.clock.run(async () => {
    for (let quarter = 0; quarter < 4 * hours; quarter += 1) {
      right(await world.worker.tick(minute));
      await world.wait(15 * minute);
    }
  });

const twoShops = (): {
  readonly clock: VirtualClock;
  readonly one: LiveShop;
  readonly other: LiveShop;
  readonly world: LiveWorld;
} => {
  const clock = virtualClock();
  const one = aLiveShop(clock);
  const other = aLiveShop(clock, { account: { id: '777' } });
  return { clock, one, other, world: aLiveWorld({ clock, shops: { 'us-store': one, 'eu-store': other } }) };
};

const ofOther = (n: number): ReturnType<typeof theSale> => {
  const sale = theSale(n);
  return { ...sale, identity: { ...sale.identity, account: '777' } };
};

describe('storefronts side by side', () => {
  it('continue when one of them has its credentials refused; it is paused, and continues when it is added again', async () => {
    const { one, other, world } = twoShops();
    one.fault = (question) => (question === 'record' ? refused : undefined);
    await world.live(async () => {
      await world.deliver(one.put(theSale(1)), 'd1');
      await world.deliver(one.put(theSale(2)), 'd2');
      await world.wait(3_000);
      await world.deliver(other.put(ofOther(3)), 'd3', 'eu-store');
      await world.wait(5 * minute);
      expect(world.service.journal).toHaveLength(1);
      expect(world.events.filter(({ type }) => type === 'storefront.stopped')).toMatchObject([
        { storefront: 'us-store', who: 'us-store', cause: 'credentials', message: refused.message },
      ]);
      expect(one.reads.length).toBeLessThan(5);

      one.fault = () => undefined;
      world.worker.add('us-store');
      await world.wait(3_000);
    });
    expect(world.service.journal).toHaveLength(3);
    expect(right(await world.worker.state())).toStrictEqual([]);
  });

  it('are looked at again by themselves a quarter of an hour after their credentials were refused', async () => {
    const { one, world } = twoShops();
    one.fault = () => refused;
    await world.live(async () => {
      await world.deliver(one.put(theSale(1)), 'd1');
      await world.wait(5 * minute);
      one.fault = () => undefined;
      await world.wait(12 * minute);
    });
    expect(world.service.journal).toHaveLength(1);
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('are not slowed down by one whose platform is silent', async () => {
    const { clock, one, other, world } = twoShops();
    one.fault = () => unreachable;
    await world.live(async () => {
      for (let n = 1; n <= 20; n += 1) await world.deliver(one.put(theSale(n)), `d${n}`);
      await world.wait(minute);
      const rungAt = clock.now();
      await world.deliver(other.put(ofOther(50)), 'other', 'eu-store');
      await world.wait(3_000);
      expect((world.service.journal[0]?.at ?? 0) - rungAt).toBeLessThan(1_000);
      one.fault = () => undefined;
      await world.wait(60 * minute);
    });
    expect(world.service.journal).toHaveLength(21);
  });

  it('work on resync requests of storefronts that are added at run time, and no more on the ones that are removed', async () => {
    const { clock, one, world } = twoShops();
    const third = aLiveShop(clock, { account: { id: '888' } });
    await world.live(async () => {
      Object.assign(world.ports.sync.storefronts, {
        third: { connector: third.connector, policy: defaultPolicy, since: '1990-01-01' },
      });
      const sale = theSale(5);
      await world.deliver(third.put({ ...sale, identity: { ...sale.identity, account: '888' } }), 'd1', 'third');
      world.worker.add('third');
      world.worker.remove('us-store');
      await world.deliver(one.put(theSale(1)), 'd2');
      await world.wait(minute);
    });
    expect(world.service.journal.map(({ id }) => id)).toStrictEqual(['shopify:888:9005']);
  });
});

describe('a poison record', () => {
  it('parks alone, at once when the platform refuses it for good, and the others pass it', async () => {
    const world = aLiveWorld();
    world.shop.fault = (_, about) => (about === '9002' ? broken : undefined);
    await world.live(async () => {
      for (const n of [1, 2, 3]) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(5_000);
    });
    expect(world.service.journal).toHaveLength(2);
    expect(right(await world.worker.state())).toMatchObject([{ due: 0, deferred: 0, parked: 1 }]);
    expect(world.events).toContainEqual({
      type: 'record.parked',
      storefront: 'us-store',
      sourceId: '9002',
      attempts: 1,
      message: broken.message,
    });
  });

  it('parks after many attempts when the platform never answers about it, and is read again when it changes', async () => {
    const world = aLiveWorld();
    world.shop.fault = (_, about) => (about === '9001' ? unreachable : undefined);
    await world.deliver(world.shop.put(theSale(1)), 'd1');
    await tickFor(world, 30);
    expect(right(await world.worker.state())).toMatchObject([{ parked: 1 }]);
    expect(world.shop.reads).toHaveLength(24);
    world.shop.fault = () => undefined;
    await world.deliver('9001', 'd2');
    await tickFor(world, 1);
    expect(world.service.journal).toHaveLength(1);
  });

  it('that is parked leaves the list once catch-up settles it', async () => {
    const world = aLiveWorld({ ports: { schedule: { catchUp: '0 * * * *', reconcile: null } } });
    const id = world.shop.put(theSale(1));
    world.shop.fault = (question) => (question === 'record' ? broken : undefined);
    await world.deliver(id, 'd1');
    await tickFor(world, 2);
    expect(world.events.map(({ type }) => type)).toContain('record.parked');
    expect(right(await world.worker.state())).toStrictEqual([]);
    expect(world.service.journal).toHaveLength(1);
  });

  it('that causes an internal error is parked in the end, and the others continue', async () => {
    const world = aLiveWorld();
    const { connector } = world.shop;
    Object.assign(world.ports.sync.storefronts, {
      'us-store': {
        connector: {
          ...connector,
          readRecord: (id: string) => () => {
            if (id === '9001') throw new TypeError('CANARY');
            return connector.readRecord(id)();
          },
        },
        policy: defaultPolicy,
        since: '1990-01-01',
      },
    });
    for (const n of [1, 2]) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
    await tickFor(world, 30);
    expect(world.service.journal).toHaveLength(1);
    expect(right(await world.worker.state())).toMatchObject([{ parked: 1 }]);
    expect(JSON.stringify(world.events)).not.toContain('CANARY');
  });
});

describe('a key of another account than the sync database', () => {
  it('sends nothing, and the host is sent', async () => {
    const before = aLiveWorld();
    await before.live(async () => {
      for (let n = 1; n <= 3; n += 1) await before.deliver(before.shop.put(theSale(n)), `d${n}`);
      await before.wait(5_000);
    });
    const after = aLiveWorld({ clock: before.clock, store: before.store });
    await after.live(async () => {
      await after.deliver(after.shop.put(theSale(4)), 'd4');
      await after.wait(minute);
    });
    expect(after.service.journal).toStrictEqual([]);
    expect(after.events).toMatchObject([{ type: 'storefront.stopped', who: 'service', cause: 'credentials' }]);
    expect(right(await after.worker.state())).toMatchObject([{ due: 1 }]);
  });
});

describe('a service that is out of order', () => {
  it('uses no attempts when it refuses the key, is reported once, and everything is sent when it accepts it again', async () => {
    const state = { isRefused: true };
    const world = aLiveWorld({ service: { fault: () => (state.isRefused ? faults.credentials : undefined) } });
    await world.live(async () => {
      for (let n = 1; n <= 10; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(20_000);
      expect(world.events).toMatchObject([
        { type: 'storefront.stopped', storefront: 'us-store', who: 'service', cause: 'credentials' },
      ]);
      expect(right(await world.worker.state())).toMatchObject([{ due: 10, deferred: 0 }]);
      expect(world.service.requests.length).toBeLessThan(10);
      state.isRefused = false;
      await world.wait(5 * minute);
    });
    expect(world.service.journal).toHaveLength(10);
  });

  it('is tried again by every resync request when it gives no clear answer, and nothing is doubled', async () => {
    const state = { isDown: true };
    const world = aLiveWorld({ service: { fault: () => (state.isDown ? faults.lostAfter : undefined) } });
    right(await world.store.saveServiceFacts('', JSON.stringify(someFacts()), '2026-03-01T00:00:00Z')());
    await world.live(async () => {
      for (let n = 1; n <= 3; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(10 * minute);
      expect(right(await world.worker.state())).toMatchObject([{ deferred: 3 }]);
      expect(await world.entries()).toMatchObject(
        Array(3).fill({ outcome: 'failed', reason: 'no definitive response' }),
      );
      state.isDown = false;
      await world.wait(120 * minute);
    });
    expect(world.service.journal).toHaveLength(3);
    expect((await world.entries()).map(({ outcome }) => outcome)).toStrictEqual(Array(3).fill('succeeded'));
    expect(right(await world.worker.state())).toStrictEqual([]);
  });

  it('keeps all of it pending as long as its list was never read, and pushes nothing before', async () => {
    const state = { isDown: true };
    const world = aLiveWorld({ service: { fault: () => (state.isDown ? faults.lostBefore : undefined) } });
    await world.live(async () => {
      for (let n = 1; n <= 3; n += 1) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(40 * minute);
      expect(world.service.count('push')).toBe(0);
      expect(right(await world.worker.state())).toMatchObject([{ due: 3, parked: 0 }]);
      state.isDown = false;
      await world.wait(20 * minute);
    });
    expect(world.service.journal).toHaveLength(3);
    expect(right(await world.worker.state())).toStrictEqual([]);
  });

  it('is reported as not responding when its list does not respond', async () => {
    const world = aLiveWorld({ service: { fault: () => faults.lostBefore } });
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(5 * minute);
    });
    expect(world.events[0]).toMatchObject({ type: 'storefront.stopped', who: 'service', cause: 'no answer' });
  });
});
