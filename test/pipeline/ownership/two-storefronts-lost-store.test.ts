import { describe, expect, it } from '@jest/globals';
import { everyOrder, idOf, knowsTheOther, leftElsewhere, other } from '../../support/two-storefront-stories.ts';
import { aCharge, anOrder, orderId, twoStorefronts } from '../../support/two-storefronts.ts';

describe('two storefronts and a lost sync database', () => {
  it.each(everyOrder)('keep their owners: $precedence, sent by $first, named by $names', async (story) => {
    const { precedence, first, names } = story;
    const sales = { shop: [anOrder(1, names)], stripe: [aCharge(1, names)] };
    const before = twoStorefronts({ precedence: [first], ...sales });
    await before.finish();
    const { clock, world } = before;
    const again = twoStorefronts({ precedence, ...sales, clock, world });
    // A sale that names no record of the other storefront cannot find it; the book learns of it when its owner is read.
    const storefronts = knowsTheOther(other[first], names) ? [other[first], first] : [first, other[first]];
    await again.finish({ storefronts });
    expect(world.journal.map(({ id }) => id)).toEqual([idOf[first](1)]);
    expect(await again.pushed()).toEqual({
      [idOf[first](1)]: 'alreadyPresent',
      [idOf[other[first]](1)]: leftElsewhere,
    });
  });

  it('need no question to the platform for what the service lists under the id that a sale names', async () => {
    const sales = { shop: [1, 2, 3].map((n) => anOrder(n)), stripe: [1, 2, 3].map((n) => aCharge(n)) };
    const before = twoStorefronts(sales);
    await before.finish({ storefronts: ['shop'] });
    const again = twoStorefronts({ ...sales, clock: before.clock, world: before.world });
    await again.finish({ storefronts: ['stripe'] });
    expect(again.asked.shop).toEqual([]);
    expect(again.world.journal).toHaveLength(3);
  });

  it('ask the later one only when it had sent something that the sync database does not know', async () => {
    const sales = { shop: [anOrder(1), anOrder(2)], stripe: [aCharge(1)] };
    const before = twoStorefronts({ precedence: ['stripe'], ...sales });
    await before.finish();
    const whole = twoStorefronts({ ...sales, clock: before.clock, world: before.world, store: before.store });
    await whole.finish({ storefronts: ['shop'] });
    expect(whole.asked.stripe).toEqual([]);
    const lost = twoStorefronts({ ...sales, clock: before.clock, world: before.world });
    await lost.finish({ storefronts: ['shop'] });
    expect(lost.asked.stripe).toEqual(['pi_1']);
    expect(await lost.pushed()).toMatchObject({ [orderId(1)]: leftElsewhere });
  });
});
