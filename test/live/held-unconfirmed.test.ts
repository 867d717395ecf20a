import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Submission } from '../../src/domain/sync-store.ts';
import { held } from '../../src/domain/exclusion.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { transactionId } from '../support/a-sync.ts';
import { type Fault, faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';

const minute = 60_000;
const id = transactionId('9001');
const isHeld = held({ sourceId: '9001', name: '#1' }, 'missing address', 'there is no address');

interface Faulty {
  readonly world: LiveWorld;
  readonly state: { push: Fault | undefined; find: Fault | undefined };
  readonly sending: () => Promise<Submission | undefined>;
}

const faulty = (): Faulty => {
  const state: Faulty['state'] = { push: faults.lostAfter, find: faults.lostBefore };
  const world = aLiveWorld({
    ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } },
    service: { fault: ({ kind }) => (kind === 'list' ? undefined : state[kind]) },
  });
  const submission = async (): Promise<Submission | undefined> =>
    right(await world.store.lookUpTransactions('', [{ id, name: '' }])()).submissions.get(id);
  return { world, state, sending: submission };
};

describe('a live record that is held while its push is unconfirmed', () => {
  it('is read again until it is known whether the service holds it: then no address is kept', async () => {
    const { world, state, sending: submission } = faulty();
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      while ((await submission())?.status !== 'intent') await world.wait(100);
      world.shop.put(E.left(isHeld));
      while ((await world.entries())[0]?.outcome !== 'held') await world.wait(minute);
      // Longer than catch-up looks back.
      await world.wait(60 * minute);
      expect(await submission()).toMatchObject({ status: 'intent' });
      state.find = undefined;
      await world.wait(180 * minute);
    });
    expect(await submission()).toMatchObject({ status: 'confirmed', body: null });
    expect(world.service.journal).toHaveLength(1);
  });
});
