import { describe, expect, it } from '@jest/globals';
import { isOwnedByOther, isProofOfSale, namedRecord } from '../../src/mapping/identity.ts';

describe('an id that a sale names', () => {
  it.each([
    ['shopify:order:5012345678', 'shopify', '5012345678'],
    ['stripe:pi_3Q', 'stripe', 'pi_3Q'],
    ['payment:7', 'payment', '7'],
  ])('proves which sale it is, and names a record: %s', (reference, platform, recordId) => {
    expect(namedRecord(reference)).toStrictEqual({ platform, recordId });
    expect(isProofOfSale(reference)).toBe(true);
  });

  it.each([
    ['order:1001', 'a number of the merchant'],
    ['shopify:payment:7', 'a payment of a gateway'],
    ['pi_3Q', 'without a platform'],
    ['stripe:', 'without an id'],
    [':pi_3Q', 'with an empty platform'],
    ['', 'empty'],
  ])('proves nothing: %s (%s)', (reference) => {
    expect(isProofOfSale(reference)).toBe(false);
  });

  it('that has no platform names no record', () => {
    expect(namedRecord('pi_3Q')).toStrictEqual({ platform: 'pi_3Q', recordId: '' });
  });
});

describe('a recorded sale', () => {
  const own = { storefront: 'shop', id: 'shopify:1:7001' };

  it.each([
    ['another storefront of another account', { storefront: 'card', id: 'stripe:acct_1:ch_1' }, true],
    ['this storefront', { storefront: 'shop', id: 'stripe:acct_1:ch_1' }, false],
    ['this storefront under its former name', { storefront: 'old-shop', id: 'shopify:1:7002' }, false],
    ['the sale itself', { storefront: 'old-shop', id: 'shopify:1:7001' }, false],
  ])('that %s recorded is owned by another one or not', (_, owner, isOther) => {
    expect(isOwnedByOther(own)(owner)).toBe(isOther);
  });
});
