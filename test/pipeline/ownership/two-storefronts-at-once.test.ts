import { describe, expect, it } from '@jest/globals';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { historicalSync } from '../../../src/pipeline/historical-sync.ts';
import { request } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { everyOrder, other } from '../../support/two-storefront-stories.ts';
import { aCharge, anOrder, type Side, type Two, twoStorefronts } from '../../support/two-storefronts.ts';
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

/** Both have looked before either of them writes. */
const slow = (store: SyncStore, clock: VirtualClock): SyncStore => ({
  ...store,
  lookUpTransactions:
    (...all) =>
    async () => {
      const known = await store.lookUpTransactions(...all)();
      await clock.sleep(1_000)();
      return known;
    },
});

describe('two processes over one sync database', () => {
  it.each(everyOrder)('that find one sale at the same time send it once: $precedence, $names', async (story) => {
    const { precedence, first, names } = story;
    const clock = virtualClock();
    const world = memoryTaxService({ clock });
    const store = slow(memoryStore(), clock);
    const sales = { shop: [anOrder(1, names)], stripe: [aCharge(1, names)] };
    const process = (): Two => twoStorefronts({ precedence, ...sales, clock, world, store });
    const run = ({ ports }: Two, storefront: Side) =>
      historicalSync(ports)({ ...request, storefronts: [storefront] })();
    await clock.run(() => Promise.all([run(process(), first), run(process(), other[first])]));
    expect(world.journal).toHaveLength(1);
  });
});
