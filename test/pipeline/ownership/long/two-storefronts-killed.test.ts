import { describe, expect, it } from '@jest/globals';
import { memoryStore } from '../../../support/memory-store.ts';
import { historicalSync } from '../../../../src/pipeline/historical-sync.ts';
import type { CrashPoint } from '../../../../src/pipeline/ports.ts';
import { request } from '../../../support/a-sync.ts';
import { memoryTaxService } from '../../../support/memory-tax-service.ts';
import { mortal } from '../../../support/mortal.ts';
import { everyOrder, knowsTheOther, leftElsewhere, other } from '../../../support/two-storefront-stories.ts';
import { aCharge, anOrder, twoStorefronts } from '../../../support/two-storefronts.ts';
import { virtualClock } from '../../../support/virtual-clock.ts';

describe('a process that is killed between two storefronts', () => {
  const points: readonly CrashPoint[] = [
    'after_intents',
    'before_post',
    'after_post_before_commit',
    'after_page_commit',
  ];
  const stories = points.flatMap((point) => everyOrder.map((story) => ({ point, ...story })));

  it.each(stories)(
    'at $point: $precedence, $first first, named by $names',
    async ({ point, precedence, first, names }) => {
      for (const isBookLost of [false, true]) {
        const clock = virtualClock();
        const world = memoryTaxService({ clock });
        const store = memoryStore();
        const sales = { shop: [anOrder(1, names)], stripe: [aCharge(1, names)] };
        const doomed = twoStorefronts({ precedence, ...sales, clock, world, store });
        const { ports, death } = mortal(doomed.ports, { point, hit: 1 });
        await clock.run(() => Promise.race([historicalSync(ports)({ ...request, storefronts: [first] })(), death]));
        const bookAfterwards = isBookLost ? memoryStore() : store;
        const second = twoStorefronts({ precedence, ...sales, clock, world, store: bookAfterwards });
        // A storefront that cannot know of the other's sale must not come first once the book is lost.
        const knows = !isBookLost || knowsTheOther(other[first], names);
        await second.finish({ storefronts: knows ? [other[first], first] : [first, other[first]] });
        expect(world.journal).toHaveLength(1);
        expect(Object.values(await second.pushed())).toContain(leftElsewhere);
      }
    },
  );
});
