import { describe, expect, it } from '@jest/globals';
import type { Submission } from '../../src/domain/sync-store.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';

const minute = 60_000;

interface Faulty {
  readonly world: LiveWorld;
  readonly state: { push: Fault | undefined; find: Fault | undefined };
  readonly sending: () => Promise<Submission | undefined>;
  /** Its platform says that the record was deleted. */
  readonly remove: () => Promise<void>;
}

const faulty = (push: Fault): Faulty => {
  const state: Faulty['state'] = { push, find: faults.lostBefore };
  const world = aLiveWorld({
    ports: { schedule: { catchUp: null, reconcile: null } },
    service: { fault: ({ kind }) => (kind === 'list' ? undefined : state[kind]) },
  });
  const submission = async (): Promise<Submission | undefined> =>
    right(await world.store.lookUpTransactions('', [{ id: transactionId('9001'), name: '' }])()).submissions.get(
      transactionId('9001'),
    );
  const remove = async (): Promise<void> => {
    world.shop.remove('9001');
    const delivery = { storefront: 'us-store', deliveryId: 'gone', recordId: '9001', isDeletion: true };
    right(await world.store.inbox.receiveDelivery({ ...delivery, receivedAt: '2026-04-01T12:00:00Z' })());
  };
  return { world, state, sending: submission, remove };
};

describe('a record that is deleted at its source while its push is unconfirmed', () => {
  it('is looked up at the service until it is found: it counts as sent, and no address is kept', async () => {
    const { world, state, sending: submission, remove } = faulty(faults.lostAfter);
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      while ((await world.entries())[0]?.reason !== 'gave up') await world.wait(1_000);
      await remove();
      await world.wait(60 * minute);
      expect(await submission()).toMatchObject({ status: 'intent' });
      state.find = undefined;
      await world.wait(180 * minute);
    });
    expect(await submission()).toMatchObject({ status: 'confirmed', body: null });
    expect(await world.entries()).toMatchObject([
      { outcome: 'succeeded', reason: null, message: null, adjustments: [{ kind: 'deletion', amount: -11_226n }] },
    ]);
    expect(right(await world.engine.state())).toStrictEqual([]);
    expect(world.service.journal).toHaveLength(1);
  });

  it('is skipped with the message that the service does not hold it so far, when the push had not arrived', async () => {
    const { world, state, sending: submission, remove } = faulty(faults.lostBefore);
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      while ((await submission())?.status !== 'intent') await world.wait(100);
      state.find = undefined;
      await remove();
      await world.wait(180 * minute);
    });
    const [entry] = await world.entries();
    expect(entry).toMatchObject({ outcome: 'skipped', reason: 'deleted at source' });
    expect(entry?.message).toContain('no definitive response, and the service does not hold it so far');
    expect(world.service.journal).toHaveLength(0);
  });
});
