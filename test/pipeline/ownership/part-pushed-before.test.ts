import { describe, expect, it } from '@jest/globals';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { faults } from '../../support/memory-tax-service.ts';
import { aSplitSale } from '../../support/a-split-sale.ts';
import { aCharge, chargeId, type Two, twoStorefronts, type TwoOptions } from '../../support/two-storefronts.ts';

/** The invoice onto which a payment was put after it was sent. */
const anInvoice = (id: string, ...parts: readonly string[]): Sale => {
  const { identity, ...sale } = aCharge(1, { order: false });
  return {
    ...sale,
    identity: { ...identity, recordId: id },
    references: [id, ...parts].map((part) => `stripe:${part}`),
  };
};

describe('a sale of which a part was sent before as a separate sale', () => {
  it('is held and names what was sent, and nothing is sent twice', async () => {
    const stripe: (Sale | SourceResult)[] = [aCharge(1, { order: false })];
    const two = twoStorefronts({ shop: [], stripe });
    await two.finish();
    stripe[0] = anInvoice('in_1', 'ch_1', 'pi_1');
    await two.finish();
    expect(two.world.journal.map(({ id }) => id)).toEqual([chargeId(1)]);
    const { outcome, reason, message } = await two.entry('stripe:acct_1:in_1');
    expect([outcome, reason]).toEqual(['held', 'partly sent already']);
    expect(message).toContain(chargeId(1));
  });

  it('is not confused with another sale that shares a payment with it', async () => {
    const stripe = [anInvoice('in_1', 'ch_1', 'pi_1'), anInvoice('in_2', 'ch_1', 'pi_1')];
    const two = twoStorefronts({ shop: [], stripe });
    await two.finish();
    await two.finish();
    expect(two.world.journal).toHaveLength(2);
    expect(Object.values(await two.pushed())).toEqual(['alreadyPresent', 'alreadyPresent']);
  });
});

describe('a sale that was sent before as a part of another one of its storefront', () => {
  it('is held and names what was sent: a key that may read less than before does not see that it was an invoice’s', async () => {
    const stripe: (Sale | SourceResult)[] = [anInvoice('in_1', 'ch_1', 'pi_1')];
    const two = twoStorefronts({ shop: [], stripe });
    await two.finish();
    stripe[0] = aCharge(1, { order: false });
    await two.finish();
    expect(two.world.journal.map(({ id }) => id)).toEqual(['stripe:acct_1:in_1']);
    const { outcome, reason, message } = await two.entry(chargeId(1));
    expect([outcome, reason]).toEqual(['held', 'partly sent already']);
    expect(message).toContain('stripe:acct_1:in_1');
  });

  it('is not confused with another one because both name a record of another platform that has its number', async () => {
    const stripe = [{ ...anInvoice('77', 'ch_1'), references: ['crm:77'] }];
    const two = twoStorefronts({ shop: [], stripe });
    await two.finish();
    stripe.push({ ...anInvoice('78', 'ch_2'), references: ['crm:77'] });
    await two.finish();
    expect(two.world.journal).toHaveLength(2);
  });
});

const orderId = 'shopify:548380009:5012345678';
const marketplaceId = `${orderId}:marketplace`;
const heldTwice = ['held', 'partly sent already'].join(': ');

describe('the two parts of a sale of which a marketplace remits some of the tax', () => {
  const shop = [aSplitSale({ references: ['shopify:order:5012345678'] })];
  /** The same shop again, with other settings. */
  const sync = async (policy: TwoOptions['policy'], before?: Two, refused?: string): Promise<Two> => {
    const two = twoStorefronts({
      ...{ shop, stripe: [], policy: policy ?? {} },
      ...(before !== undefined && { store: before.store, clock: before.clock, world: before.world }),
      service: {
        fault: ({ kind, about }, count) =>
          kind === 'push' && about === refused && count === 1 ? faults.refused : undefined,
      },
    });
    await two.finish();
    return two;
  };
  const totals = ({ world }: Two): unknown[] =>
    world.journal.map(({ body }) => (JSON.parse(body) as Record<string, unknown>)['total']);

  it('are both sent, when the second was held by a setting at first', async () => {
    const held = await sync({ marketplaceSales: 'hold' });
    expect(await held.pushed()).toEqual({ [orderId]: 'succeeded', [marketplaceId]: 'held: marketplace sale held' });
    const again = await sync({ marketplaceSales: 'send' }, held);
    expect(await again.pushed()).toEqual({ [orderId]: 'alreadyPresent', [marketplaceId]: 'succeeded' });
    expect(totals(again)).toEqual([5.41, 100]);
  });

  it.each([orderId, marketplaceId])('are both sent, when the service refused %s at first', async (refused) => {
    const again = await sync({}, await sync({}, undefined, refused));
    await again.finish();
    expect(totals(again)).toEqual(refused === orderId ? [100, 5.41] : [5.41, 100]);
  });

  it('are not sent next to the whole, until that was corrected at the service', async () => {
    const whole = await sync({ mixedLiability: 'tag' });
    const split = await sync({}, whole);
    expect(await split.pushed()).toEqual({ [orderId]: 'alreadyPresent', [marketplaceId]: heldTwice });
    expect((await split.entry(marketplaceId)).message).toContain(
      `${orderId} was sent before this part was split from it`,
    );
    split.world.change(orderId, { total: 5.41 });
    const corrected = await sync({}, split);
    expect(await corrected.pushed()).toMatchObject({ [marketplaceId]: 'succeeded' });
  });

  it('do not let the whole be sent next to one of them', async () => {
    const whole = await sync({ mixedLiability: 'tag' }, await sync({}, undefined, orderId));
    expect(await whole.pushed()).toEqual({ [orderId]: heldTwice });
    expect(totals(whole)).toEqual([100]);
  });
});
