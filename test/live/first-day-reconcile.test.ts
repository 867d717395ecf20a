import { describe, expect, it } from '@jest/globals';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** A shop that sold on 29 and on 31 March, and pushed nothing yet; it is the night of 1 April. */
const reconciled = async (since: string | null): Promise<LiveWorld> => {
  const world = aLiveWorld({
    since,
    clock: virtualClock(Date.UTC(2026, 3, 1, 7)),
    ports: { schedule: { catchUp: null, reconcile: '0 4 * * *' } },
  });
  world.shop.put(theSale(1, { occurredAt: '2026-03-29T16:00:00Z' }));
  world.shop.put(theSale(2, { occurredAt: '2026-03-31T16:00:00Z' }));
  await world.live(() => world.wait(2 * 60 * 60_000));
  return world;
};

describe('the reconciliation of live work', () => {
  it('misses nothing before the first day', async () => {
    const { events } = await reconciled('2026-03-30');
    expect(events).toMatchObject([
      { type: 'reconcile.finished', range: { from: '2026-03-30', to: '2026-03-31' }, differences: 1 },
    ]);
  });

  it('compares nothing while no whole day has passed since the first day', async () => {
    expect((await reconciled(null)).events).toStrictEqual([]);
  });

  it('compares seven days where the first day lies before them', async () => {
    const { events } = await reconciled('2026-01-01');
    expect(events).toMatchObject([{ range: { from: '2026-03-25', to: '2026-03-31' }, differences: 2 }]);
  });
});
