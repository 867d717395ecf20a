import { describe, expect, it } from '@jest/globals';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { aCharge, chargeId, twoStorefronts } from '../../support/two-storefronts.ts';

/** The invoice onto which a payment was put after it was sent. */
const anInvoice = (id: string, ...parts: readonly string[]): Sale => {
  const { identity, ...sale } = aCharge(1, { order: false });
  return {
    ...sale,
    identity: { ...identity, recordId: id },
    references: [id, ...parts].map((part) => `stripe:${part}`),
  };
};

describe('a sale of which a part was sent before as a sale of its own', () => {
  it('is held and names what was sent, and nothing is sent twice', async () => {
    const stripe: (Sale | SourceResult)[] = [aCharge(1, { order: false })];
    const two = twoStorefronts({ shop: [], stripe });
    await two.finish();
    stripe[0] = anInvoice('in_1', 'ch_1', 'pi_1');
    await two.finish();
    expect(two.world.journal.map(({ id }) => id)).toEqual([chargeId(1)]);
    const { outcome, reason, message } = await two.entry('stripe:acct_1:in_1');
    expect([outcome, reason]).toEqual(['held', 'told before']);
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
    expect([outcome, reason]).toEqual(['held', 'told before']);
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
