import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aRefund } from '../support/a-refund.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';

const id = transactionId('9001');
const hours = 60 * 60_000;

describe('a live sale that cannot be sent as it stands', () => {
  it('because its name was taken since the list was read is already present within a minute, and its resync request is gone', async () => {
    const world = aLiveWorld();
    const { name } = right(saleToTransaction(defaultPolicy)(theSale(2))).transaction;
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(60_000);
      world.service.insertForeign({ id: 'typed-in-by-hand', name, total: 1 });
      await world.deliver(world.shop.put(theSale(2)), 'd2');
      await world.wait(60_000);
      expect(right(await world.worker.state())).toStrictEqual([]);
      const entry = (await world.entries()).find((one) => one.id === transactionId('9002'));
      expect(entry).toMatchObject({ outcome: 'alreadyPresent', findings: expect.arrayContaining(['differs']) });
      const asked = world.service.requests.length;
      await world.wait(8 * hours);
      expect(world.service.requests).toHaveLength(asked);
    });
    expect(world.service.journal.map((one) => one.id)).toStrictEqual([id]);
  });

  it('because its id was taken since the list was read differs each time that its record is read', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(60_000);
      world.service.insertForeign({ id: transactionId('9002'), name: 'another name', total: 1 });
      for (const delivery of ['d2', 'd3']) {
        await world.deliver(world.shop.put(theSale(2)), delivery);
        await world.wait(60_000);
      }
    });
    const entry = (await world.entries()).find((one) => one.id === transactionId('9002'));
    expect(entry).toMatchObject({ outcome: 'alreadyPresent', findings: expect.arrayContaining(['differs']) });
  });

  it('is already present, and waits for no one, when another content has its id', async () => {
    const world = aLiveWorld();
    world.service.insertForeign({ id, name: 'another name', total: 1 });
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(60_000);
      expect(right(await world.worker.state())).toStrictEqual([]);
    });
    expect(await world.entries()).toMatchObject([
      { outcome: 'alreadyPresent', findings: expect.arrayContaining(['differs']) },
    ]);
    expect(world.service.journal).toStrictEqual([]);
  });

  it('holds its refunds without a call for hours, and all are sent when it is settled', async () => {
    const state = { isRefused: true };
    const world = aLiveWorld({
      policy: sendsRefunds,
      service: {
        fault: ({ kind, about }) => (state.isRefused && kind === 'push' && about === id ? faults.refused : undefined),
      },
    });
    await world.live(async () => {
      await world.deliver(world.shop.put({ ...theSale(1), refunds: [aRefund({ id: 'r1' })] }), 'd1');
      await world.wait(10_000);
      expect(right(await world.worker.state())).toStrictEqual([]);
      await world.wait(8 * hours);
      expect(world.service.count('push')).toBe(1);
      expect(await world.entries()).toMatchObject([
        { outcome: 'failed', reason: 'refused' },
        { kind: 'refund', outcome: 'held', reason: 'waiting for its sale' },
      ]);
      state.isRefused = false;
      await world.deliver('9001', 'd2');
      await world.wait(10_000);
    });
    expect(world.service.journal.map((one) => one.id)).toStrictEqual([id, `${id}:refund:r1`]);
    expect((await world.entries()).map(({ outcome }) => outcome)).toStrictEqual(['succeeded', 'succeeded']);
  });
});
