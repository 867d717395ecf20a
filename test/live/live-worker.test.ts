import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { held } from '../../src/domain/exclusion.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { transactionId } from '../support/a-sync.ts';
import { faults, slowDown } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const idsAt = (journal: readonly { readonly id: string }[]): readonly string[] => journal.map(({ id }) => id).sort();

describe('a resync request', () => {
  it('reaches the service within a second, and its resync request is gone', async () => {
    const world = aLiveWorld();
    const { clock, shop, service } = world;
    await world.live(async () => {
      await world.wait(10_000);
      const rungAt = clock.now();
      await world.deliver(shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
      expect(idsAt(service.journal)).toStrictEqual([transactionId('9001')]);
      expect((service.journal[0]?.at ?? 0) - rungAt).toBeLessThan(1_000);
    });
    expect(right(await world.worker.state())).toStrictEqual([]);
    expect(await world.entries()).toMatchObject([{ id: transactionId('9001'), outcome: 'succeeded' }]);
    expect(right(await world.store.reviews.auditRecords({}, O.none)()).records).toMatchObject([
      {
        id: transactionId('9001'),
        answer: 'accepted',
        cause: 'webhook',
        by: null,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(world.events).toMatchObject([
      { type: 'record.settled', storefront: 'us-store', sourceId: '9001', outcome: 'succeeded' },
    ]);
  });

  it('is sent whatever its day', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1, { occurredAt: '2019-01-01T00:00:00Z' })), 'd1');
      await world.wait(3_000);
    });
    expect(world.service.journal).toHaveLength(1);
  });

  it('is pushed once, however often and in whatever order its webhooks come', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      for (const n of [3, 1, 2]) world.shop.put(theSale(n));
      for (const delivery of ['b', 'a', 'b', 'c', 'a', 'c']) {
        for (const id of ['9002', '9001', '9003']) await world.deliver(id, `${id} ${delivery}`);
      }
      await world.wait(10_000);
    });
    expect(idsAt(world.service.journal)).toStrictEqual(['9001', '9002', '9003'].map(transactionId));
    expect(world.service.count('push')).toBe(3);
    expect((await world.entries()).map(({ outcome }) => outcome)).toStrictEqual(Array(3).fill('succeeded'));
  });

  it('is read again when it is enqueued while it is being read, so that the second of two events in a second counts', async () => {
    const world = aLiveWorld();
    const sale = theSale(1);
    await world.live(async () => {
      await world.deliver(world.shop.put(sale), 'd1');
      await world.wait(300);
      expect(world.shop.reads).toHaveLength(1);
      await world.deliver(world.shop.put({ ...sale, refunds: [aRefund()] }), 'd2');
      await world.wait(5_000);
    });
    expect(world.shop.reads).toStrictEqual(['9001', '9001']);
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded', adjustments: [{ kind: 'refund' }] }]);
    expect(world.service.count('push')).toBe(1);
  });

  it('is read again when its push waited so long that another process may have settled it', async () => {
    const sale = theSale(1);
    const world = aLiveWorld({
      service: { fault: ({ kind }, count) => (kind === 'push' && count === 1 ? slowDown(60_000) : undefined) },
    });
    await world.live(async () => {
      await world.deliver(world.shop.put(sale), 'd1');
      await world.wait(30_000);
      // What is woken by this finds the resync request claimed, or settled already: no delivery reaches us.
      world.shop.put({ ...sale, lines: sale.lines.map((line) => ({ ...line, listed: line.listed + 500n })) });
      await world.wait(60_000);
    });
    expect(world.service.count('push')).toBe(2);
    expect(world.shop.reads).toStrictEqual(['9001', '9001']);
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded', adjustments: [{ kind: 'drift' }] }]);
  });

  it('whose every reading takes long is not read again and again: others want to be sent as well', async () => {
    const world = aLiveWorld({
      service: {
        fault: ({ kind }, count) => {
          if (kind !== 'push') return undefined;
          return count % 2 === 1 ? slowDown(40_000) : faults.refused;
        },
      },
    });
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(30 * 60_000);
    });
    expect(world.shop.reads.length).toBeGreaterThan(2);
    expect(world.shop.reads.length).toBeLessThan(20);
  });

  it('costs no request of the service when it was sent before and is the same', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
      const before = world.service.requests.length;
      await world.deliver('9001', 'd2');
      await world.wait(3_000);
      expect(world.service.requests).toHaveLength(before);
    });
  });

  it('is listed as drifted when it changed after it was sent, and is never changed at the service', async () => {
    const world = aLiveWorld();
    const sale = theSale(1);
    await world.live(async () => {
      await world.deliver(world.shop.put(sale), 'd1');
      await world.wait(3_000);
      const lines = sale.lines.map((line) => ({ ...line, listed: line.listed + 500n }));
      await world.deliver(world.shop.put({ ...sale, lines }), 'd2');
      await world.wait(3_000);
    });
    expect(world.service.count('push')).toBe(1);
    expect(await world.entries()).toMatchObject([
      { outcome: 'succeeded', adjustments: [{ kind: 'drift', amount: 500n }] },
    ]);
  });

  it('is reported to the host as held, with its reason, and is sent once it can be', async () => {
    const world = aLiveWorld();
    const record = { sourceId: '9001', name: '#1' };
    await world.live(async () => {
      await world.deliver(world.shop.put(E.left(held(record, 'missing address', 'it has no address'))), 'd1');
      await world.wait(3_000);
      expect(world.events).toMatchObject([{ type: 'record.held', sourceId: '9001', reason: 'missing address' }]);
      await world.deliver(world.shop.put(theSale(1)), 'd2');
      await world.wait(3_000);
    });
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('sends its refunds as separate transactions when the policy sends them', async () => {
    const world = aLiveWorld({ policy: sendsRefunds });
    const sale = theSale(1);
    await world.live(async () => {
      await world.deliver(world.shop.put(sale), 'd1');
      await world.wait(3_000);
      await world.deliver(world.shop.put({ ...sale, refunds: [aRefund({ id: 'r1' })] }), 'd2');
      await world.wait(3_000);
    });
    expect(idsAt(world.service.journal)).toStrictEqual([transactionId('9001'), `${transactionId('9001')}:refund:r1`]);
  });

  it('keeps the host’s own failure in onEvent to the host', async () => {
    const world = aLiveWorld({
      ports: {
        onEvent: () => {
          throw new Error('of the host');
        },
      },
    });
    await world.live(async () => {
      for (const n of [1, 2]) await world.deliver(world.shop.put(theSale(n)), `d${n}`);
      await world.wait(3_000);
    });
    expect(world.service.journal).toHaveLength(2);
  });
});

describe('a storefront whose first webhooks arrive while it is opened', () => {
  it('is opened by its first task and for the first webhook, and no more, however many arrive', async () => {
    const clock = virtualClock();
    const shop = aLiveShop(clock, { latency: 900 });
    let opened = 0;
    shop.fault = (question) => {
      if (question === 'account') opened += 1;
      return undefined;
    };
    const world = aLiveWorld({ clock, shops: { 'us-store': shop } });
    await world.live(async () => {
      for (const n of [1, 2, 3, 4]) {
        await world.deliver(shop.put(theSale(n)), `d${n}`);
        await world.wait(200);
      }
      await world.wait(10_000);
    });
    expect(opened).toBe(2);
    expect(world.service.journal).toHaveLength(4);
  });
});

describe('a record that is deleted at its source', () => {
  const remove = async (world: ReturnType<typeof aLiveWorld>): Promise<void> => {
    world.shop.remove('9001');
    const delivery = { storefront: 'us-store', deliveryId: 'gone', recordId: '9001', isDeletion: true };
    right(await world.store.inbox.receiveDelivery({ ...delivery, receivedAt: '2026-04-01T12:00:00Z' })());
    world.worker.wake();
    await world.wait(3_000);
  };

  it('keeps its line when it was sent, as no longer true, once', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
      await remove(world);
      right(await world.store.inbox.enqueue('us-store', ['9001'], '2026-04-01T12:00:00Z')());
      await world.wait(300_000);
    });
    expect(await world.entries()).toMatchObject([
      { outcome: 'succeeded', findings: expect.arrayContaining(['no longer true']) as unknown, adjustments: [] },
    ]);
    expect(world.service.count('push')).toBe(1);
  });

  it('is skipped when it was never sent', async () => {
    const world = aLiveWorld();
    await world.live(() => remove(world));
    expect(await world.entries()).toMatchObject([
      { id: transactionId('9001'), outcome: 'skipped', reason: 'deleted on the platform' },
    ]);
  });

  const outOfSight = { _tag: 'SourceRefused', message: 'grant read_all_orders', isUnseen: true } as const;

  it('counts as deleted when its platform reported it, whatever the credentials may read', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
      world.shop.fault = (question) => (question === 'record' ? outOfSight : undefined);
      await remove(world);
    });
    expect(await world.entries()).toMatchObject([
      { outcome: 'succeeded', findings: expect.arrayContaining(['no longer true']) as unknown },
    ]);
    expect(right(await world.worker.state())).toStrictEqual([]);
  });

  it('does not count as deleted without a report when the credentials may not read it', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(3_000);
      world.shop.fault = (question) => (question === 'record' ? outOfSight : undefined);
      await world.deliver('9001', 'd2');
      await world.wait(300_000);
    });
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded', adjustments: [] }]);
    expect(world.events.at(-1)).toMatchObject({ type: 'record.parked', message: 'grant read_all_orders' });
  });

  it('counts as deleted only after a while without a report: platforms show records late', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1), 4_000), 'd1');
      await world.wait(2_000);
      expect(await world.entries()).toStrictEqual([]);
      await world.wait(60_000);
    });
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded' }]);
  });

  it('is looked for again when the platform still shows it', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      const delivery = { storefront: 'us-store', deliveryId: 'gone', recordId: '9001', isDeletion: true };
      world.shop.put(theSale(1));
      right(await world.store.inbox.receiveDelivery({ ...delivery, receivedAt: '2026-04-01T12:00:00Z' })());
      await world.wait(3_000);
      world.shop.remove('9001');
      await world.wait(300_000);
    });
    expect(await world.entries()).toMatchObject([
      { outcome: 'succeeded', findings: expect.arrayContaining(['no longer true']) as unknown },
    ]);
  });
});
