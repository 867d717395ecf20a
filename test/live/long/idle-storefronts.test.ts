import { describe, expect, it } from '@jest/globals';
import type { Inbox, SyncDatabase } from '../../../src/domain/inbox.ts';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { idlePollInterval } from '../../../src/live/limits.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aLiveShop, type LiveShop } from '../../support/a-live-shop.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../../support/a-live-world.ts';
import { right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const minute = 60_000;
const count = 300;

/** An inbox that counts what it is asked. */
const counted = (inbox: Inbox, onQuestion: () => void): Inbox => {
  const of = <Asked extends readonly unknown[], Answer>(method: (...asked: Asked) => Answer) => {
    return (...asked: Asked): Answer => {
      onQuestion();
      return method(...asked);
    };
  };
  return {
    ...inbox,
    claim: of(inbox.claim),
    storefrontsWithRequests: of(inbox.storefrontsWithRequests),
    knownStorefronts: () => {
      onQuestion();
      return inbox.knownStorefronts();
    },
    lastTaskStart: of(inbox.lastTaskStart),
    startTask: of(inbox.startTask),
    catchUpCursor: of(inbox.catchUpCursor),
  };
};

/** Three hundred shops with a daily catch-up, what they were asked for, and what the inbox was asked. */
const aFleet = (catchUp: string | null, store: SyncDatabase = memoryStore(), clock = virtualClock()) => {
  const asked = { accounts: 0, inbox: 0 };
  const shops: Record<string, LiveShop> = {};
  for (let n = 1; n <= count; n += 1) {
    const account = String(1_000 + n);
    const shop = aLiveShop(clock, { account: { id: account } });
    const connector = {
      ...shop.connector,
      account: () => {
        asked.accounts += 1;
        return shop.connector.account();
      },
    };
    shops[`shop-${n}`] = { ...shop, connector };
  }
  const inbox = counted(store.inbox, () => {
    asked.inbox += 1;
  });
  const schedule = { catchUp, reconcile: null };
  const world = aLiveWorld({ clock, store, shops, ports: { inbox, schedule, idlePollInterval } });
  return { world, asked, store, clock };
};

/** A process before this one has caught up with all of them. */
const aFleetAtRest = async (catchUp: string | null = '0 3 * * *') => {
  const before = aFleet(catchUp);
  await before.world.live(() => before.world.wait(10 * minute));
  expect(before.asked.accounts).toBe(count);
  return aFleet(catchUp, before.store, before.clock);
};

const sell = async ({ shops, store, clock }: LiveWorld, storefront: string, n: number): Promise<void> => {
  const sale = theSale(n);
  shops[storefront]?.put({ ...sale, identity: { ...sale.identity, account: String(1_000 + n) } });
  // By another process: nothing wakes this one.
  right(await store.inbox.enqueue(storefront, [sale.identity.recordId], instantOfMilliseconds(clock.now()))());
};

describe('storefronts without work', () => {
  it('cost one question a second to the sync database, however many there are', async () => {
    const { world, asked } = await aFleetAtRest();
    await world.live(() => world.wait(10 * minute));
    expect(asked.inbox).toBeGreaterThan(500);
    expect(asked.inbox).toBeLessThanOrEqual(10 * 60 + 5);
  });

  it.each(['0 3 * * *', null])(
    'cost no call to a platform when the process starts again (catch-up %p)',
    async (catchUp) => {
      const { world, asked } = await aFleetAtRest(catchUp);
      await world.live(() => world.wait(minute));
      expect(asked.accounts).toBe(0);
    },
  );

  it('have their tasks at their time all the same', async () => {
    const { world } = await aFleetAtRest();
    await world.live(() => world.wait(24 * 60 * minute));
    const caughtUp = world.events.filter(({ type }) => type === 'catchUp.finished');
    expect(new Set(caughtUp.map(({ storefront }) => storefront)).size).toBe(count);
    expect(caughtUp).toHaveLength(count);
  });

  it('have what another process received pushed within two seconds, and are opened alone for it', async () => {
    const { world, asked } = await aFleetAtRest();
    await world.live(async () => {
      await world.wait(minute);
      await sell(world, 'shop-217', 217);
      await world.wait(2_000);
      expect(world.service.journal).toHaveLength(1);
    });
    expect(asked.accounts).toBe(1);
  });

  it('that were added later are planned by one more question, and caught up', async () => {
    const { world, asked } = await aFleetAtRest();
    await world.live(async () => {
      await world.wait(minute);
      for (let n = 1; n <= 50; n += 1) world.worker.add(`shop-${n}`);
      const before = asked.inbox;
      await world.wait(10_000);
      expect(asked.inbox - before).toBeLessThanOrEqual(13);
    });
    expect(asked.accounts).toBe(0);
  });
});
