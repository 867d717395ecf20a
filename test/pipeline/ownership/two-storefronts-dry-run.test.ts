import { describe, expect, it } from '@jest/globals';
import { everyOrder, other } from '../../support/two-storefront-stories.ts';
import { aCharge, anOrder, chargeId, twoStorefronts } from '../../support/two-storefronts.ts';

describe('a dry run over two storefronts', () => {
  it.each(everyOrder)('reports the same as a real run: $precedence, $first first, named by $names', async (story) => {
    const { precedence, first, names } = story;
    const sales = { shop: [anOrder(1, names), anOrder(2)], stripe: [aCharge(1, names), aCharge(3)] };
    const two = twoStorefronts({ precedence, ...sales });
    const storefronts = [first, other[first]];
    await two.finish({ storefronts, dryRun: true });
    const planned = await two.pushed();
    expect(two.world.journal).toHaveLength(0);
    await two.finish({ storefronts });
    const asReal = Object.entries(planned).map(([id, word]) => [
      id,
      word.replace('skipped: would be sent', 'succeeded'),
    ]);
    expect(Object.fromEntries(asReal)).toEqual(await two.pushed());
  });

  it('does not change what the other storefront may send later', async () => {
    const names = { payment: true };
    const two = twoStorefronts({ shop: [anOrder(1, names)], stripe: [aCharge(1, names)] });
    await two.finish({ dryRun: true });
    await two.finish({ storefronts: ['stripe'] });
    expect(await two.pushed()).toEqual({ [chargeId(1)]: 'succeeded' });
  });
});
