import { describe, expect, it } from '@jest/globals';
import { retailerChannelOf } from '../../src/mapping/channels.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { MarketplaceEvidence, Sale } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { right } from '../support/right.ts';

const through = (value: string): Partial<Sale> => ({
  marketplaces: [{ kind: 'channel', value, field: 'app.name' } satisfies MarketplaceEvidence],
});
const untaxed: Partial<Sale> = { lines: [aLine({ taxes: [] })] };

const sent = (sale: Partial<Sale>, policy: Partial<Policy> = {}) => {
  const { transaction, decisions } = right(saleToTransaction({ ...defaultPolicy, ...policy })(aSale(sale)));
  const { purpose, marketplace, taxCollected } = transaction;
  return { purpose, marketplace, taxCollected, findings: decisions.flatMap(({ finding }) => finding ?? []) };
};

describe('a channel through which one sells to retailers', () => {
  it.each([
    'Shopify Collective: Supplier',
    'shopify-collective-supplier',
    'Collective (Supplier)',
    'Shopify Collective',
    'Faire',
    'Faire Wholesale',
    'Ankorstore',
    'JOOR',
  ])('makes a sale without tax one for resale, with a finding: %s', (name) => {
    const { purpose, marketplace, findings } = sent({ ...through(name), ...untaxed });
    expect([purpose, marketplace]).toStrictEqual(['RESALE', null]);
    expect(findings).toContain('sold to a retailer');
    expect(findings).not.toContain('no tax collected');
  });

  it('is as any other where tax was charged', () => {
    expect(sent(through('Shopify Collective: Supplier'))).toMatchObject({ purpose: null, taxCollected: 725n });
    expect(sent(through('Faire')).purpose).toBeNull();
  });

  it('may be named by the policy, and what the policy says of a channel goes first', () => {
    const named = { retailerChannels: ['my wholesale shop'] };
    expect(sent({ ...through('My Wholesale-Shop'), ...untaxed }, named).purpose).toBe('RESALE');
    expect(sent({ ...through('My Wholesale-Shop'), ...untaxed }).purpose).toBeNull();
    expect(sent({ ...through('Faire'), ...untaxed }, { marketplaces: { faire: 'none' } }).purpose).toBeNull();
  });

  it('is none of similar names', () => {
    for (const name of ['Fairest', 'Affaire du jour', 'Collective', 'web', 'Handshakes'])
      expect(retailerChannelOf(name)).toBeUndefined();
  });
});
