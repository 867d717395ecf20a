import { describe, expect, it } from '@jest/globals';
import { expectSumsOfMatters, openRuns, randomChanges } from '../../contracts/inbox/matter-sums.ts';
import { aCommit, aReportLine } from '../../support/a-report-line.ts';
import { placesOfStores } from '../../support/places-of-stores.ts';
import { right } from '../../support/right.ts';
import { sized } from '../../support/size.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const at = '2026-04-01T00:00:00Z';

describe.each(placesOfStores())('what waits for a person, in %s', (_, newPlace) => {
  it.each(sized({ quick: [1], all: [1, 2, 3] }))(
    'is summed up as it is listed while many processes change and decide it (seed %i)',
    async (seed) => {
      const { open } = await newPlace(`matters-${seed}`);
      const handles = [await open(), await open(), await open(), await open()];
      const [first] = handles;
      if (first === undefined) return;
      await openRuns(first);
      const changes = handles.map((store, n) => randomChanges(store, seededRandom(10 * seed + n), `batch-${n}`));
      for (let round = 0; round < sized({ quick: 1, all: 3 }); round += 1) {
        await Promise.all(
          changes.map(async (change) => {
            for (let step = 0; step < 25; step += 1) await change();
          }),
        );
        await expectSumsOfMatters(first);
      }
      for (const store of handles) right(await store.close());
    },
  );

  it('is decided and undone by the hundred, and none is listed as open then', async () => {
    const { open } = await newPlace('many');
    const store = await open();
    await openRuns(store);
    const lines = Array.from({ length: sized({ quick: 300, all: 1_200 }) }, (_, n) =>
      aReportLine({ id: `shopify:1:${n}`, sourceId: String(n), outcome: 'held', reason: 'missing address' }),
    );
    right(await store.commitPage(aCommit('run-10', { checkpoint: null, lines }), at)());
    const filter = { storefronts: ['us-store'], state: 'open', now: at } as const;
    const word = { action: 'leave out', note: '', by: 'Ada', at, until: null, batch: 'all' } as const;
    expect(right(await store.reviews.decide(filter, word, lines.length)())).toBe(lines.length);
    const page = right(await store.reviews.findMatters(filter, { sort: 'money', offset: 0, limit: 10 })());
    expect(page.matters).toStrictEqual([]);
    expect(right(await store.reviews.undo('all', ['us-store'])()).count).toBe(lines.length);
    await expectSumsOfMatters(store);
    right(await store.close());
  });
});
