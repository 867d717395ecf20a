import { describe, expect, it } from '@jest/globals';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aSync, paged, request, sales } from '../support/a-sync.ts';
import { right } from '../support/right.ts';

describe('a page that is being pushed when its shop is erased', () => {
  it('sends no sale that waited for its turn', async () => {
    const store = memoryStore();
    const sync = aSync({
      ...{ store, script: { pages: paged(sales(40), 40) } },
      ...{ service: { latency: 500 }, ports: { concurrency: 1 } },
    });
    let before = 0;
    await sync.clock.run(async () => {
      const run = historicalSync(sync.ports)(request)();
      await sync.clock.sleep(10_000)();
      right(await store.inbox.eraseStorefront('us-store')());
      before = sync.world.count('push');
      await run;
    });
    expect(before).toBeGreaterThan(3);
    expect(sync.world.count('push')).toBeLessThanOrEqual(before + 1);
  });
});
