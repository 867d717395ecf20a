import { describe, expect, it } from '@jest/globals';
import { gatherResembling } from '../../src/pipeline/resembling.ts';

const listed = (name: string) => {
  const resembling = gatherResembling();
  // A list that shows ids and names alone.
  resembling.note([{ id: 'txn_000a', name, shown: {} }], new Set(['txn_000a']));
  return (id: string, own: string) =>
    resembling.find({ id, name: own, sourceId: id.slice(id.lastIndexOf(':') + 1), body: '{}' })[0]?.id;
};

describe('a name that resembles that of a transaction', () => {
  it('is its own, with something before it', () => {
    expect(listed('API - Stripe ch_1A2B3C')('stripe:acct_1:ch_1A2B3C', 'Stripe ch_1A2B3C')).toBe('txn_000a');
  });

  it('is its own, with its digits in groups', () => {
    const find = listed('Shopify #1,001 · 5,012,345,678');
    expect(find('shopify:548380009:5012345678', 'Shopify #1001 · 5012345678')).toBe('txn_000a');
    expect(find('shopify:548380009:5012345679', 'Shopify #1001 · 5012345679')).toBeUndefined();
  });

  it('is not that of its sale, though the id of a refund may contain that of its payment', () => {
    const find = listed('Stripe ch_1A2B3C');
    expect(
      find('stripe:acct_1:ch_1A2B3C:refund:re_ch_1A2B3C', 'Stripe ch_1A2B3C · refund re_ch_1A2B3C'),
    ).toBeUndefined();
  });
});
