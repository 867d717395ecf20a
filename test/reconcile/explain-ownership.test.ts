import { describe, expect, it } from '@jest/globals';
import { explain } from '../../src/reconcile/explain.ts';
import type { Explanation } from '../../src/reconcile/explanation.ts';
import { right } from '../support/right.ts';
import {
  aCharge,
  anOrder,
  chargeId,
  orderId,
  type Side,
  type Two,
  twoStorefronts,
} from '../support/two-storefronts.ts';

const explained = async (two: Two, side: Side, id: string): Promise<Explanation['result']> =>
  right(await two.clock.run(explain(two.ports)(side, id))).result;

describe('an explanation of a sale that two storefronts know', () => {
  it('names the storefront that sent it', async () => {
    const two = twoStorefronts({ precedence: ['stripe', 'shop'], shop: [anOrder(1)], stripe: [aCharge(1, {})] });
    await two.finish({ storefronts: ['stripe'] });
    expect(await explained(two, 'shop', '7001')).toEqual({
      _tag: 'Excluded',
      outcome: 'skipped',
      reason: 'belongs to another storefront',
      message: `recorded by stripe as ${chargeId(1)}`,
    });
  });

  it('names the owner before it is sent', async () => {
    const two = twoStorefronts({ shop: [anOrder(1)], stripe: [aCharge(1)] });
    const result = await explained(two, 'stripe', 'ch_1');
    expect(result).toMatchObject({ _tag: 'Excluded', reason: 'belongs to another storefront' });
    expect(result._tag === 'Excluded' && result.message).toContain(`recorded by shop as ${orderId(1)}`);
    expect(await explained(two, 'shop', '7001')).toMatchObject({ _tag: 'Transaction' });
  });

  it('reports that it cannot be decided while the other storefront cannot be read', async () => {
    const two = twoStorefronts({
      shop: [anOrder(1)],
      stripe: [aCharge(1)],
      fault: (side) => (side === 'shop' ? { _tag: 'SourceRefused', message: 'an odd query' } : undefined),
    });
    expect(await explained(two, 'stripe', 'ch_1')).toMatchObject({ outcome: 'held', reason: 'possible duplicate' });
  });

  it('shows the numbers of what was sent here, also when another storefront knows the sale', async () => {
    const alone = twoStorefronts({ precedence: ['stripe'], shop: [anOrder(1)], stripe: [aCharge(1)] });
    await alone.finish();
    const sales = { shop: [anOrder(1)], stripe: [aCharge(1)], clock: alone.clock, world: alone.world };
    expect(await explained(twoStorefronts({ ...sales, store: alone.store }), 'stripe', 'ch_1')).toMatchObject({
      _tag: 'Transaction',
      store: { status: 'confirmed' },
    });
    // With a book that was lost since, the service's word counts.
    expect(await explained(twoStorefronts(sales), 'stripe', 'ch_1')).toMatchObject({
      _tag: 'Transaction',
      service: { _tag: 'Same' },
    });
  });

  it('names what it looks like', async () => {
    const two = twoStorefronts({ shop: [anOrder(1, {})], stripe: [aCharge(1, {})] });
    await two.finish();
    const result = await explained(two, 'stripe', 'ch_1');
    expect(result._tag === 'Transaction' && result.decisions.at(-1)).toMatchObject({
      finding: 'possible duplicate',
      value: `looks like ${orderId(1)} of shop`,
    });
  });
});
