import { describe, expect, it } from '@jest/globals';
import { laterIdOf, laterNameOf, recordNamed, saleIdOf, saleNameOf } from '../../src/mapping/identity.ts';
import { aSale } from '../support/a-sale.ts';

const { identity } = aSale();
const { recordId } = identity;
const charge = { ...identity, platform: 'stripe', platformName: 'Stripe', account: 'acct_1', recordId: 'ch_1Q' };

describe('a record that a person names', () => {
  it.each([
    saleIdOf(identity),
    laterIdOf(identity, { id: '901' }),
    laterIdOf(identity, { kind: 'edit', id: 're_1:2' }),
    `${saleIdOf(identity)}/0a1b2c3d`,
    `${laterIdOf(identity, { id: '901' })}/0a1b2c3d`,
    saleNameOf(identity),
    saleNameOf({ ...identity, number: 'A · 7' }),
    saleNameOf({ ...identity, number: null }),
    laterNameOf(identity, { id: '901' }),
    laterNameOf(identity, { id: '901' }).toUpperCase(),
    ` ${saleIdOf(identity)} `,
  ])('may be named as the service and the reports name it: %s', (given) => {
    expect(recordNamed(identity, given)).toBe(recordId);
  });

  it('may be named so where it has no number, or the account is an address', () => {
    expect(recordNamed(charge, saleIdOf(charge))).toBe('ch_1Q');
    expect(recordNamed(charge, saleNameOf({ ...charge, number: null }))).toBe('ch_1Q');
    expect(recordNamed(charge, laterNameOf({ ...charge, number: null }, { id: 're_1' }))).toBe('ch_1Q');
    const shop = { ...identity, account: 'https://shop.example' };
    expect(recordNamed(shop, saleIdOf(shop))).toBe(recordId);
  });

  it('may be named with its account, where ids repeat between accounts', () => {
    const order = { ...identity, platform: 'woocommerce', platformName: 'WooCommerce', account: 'us-shop' };
    const repeated = { ...order, idsRepeat: true as const };
    for (const recordId of ['1001', 'old 1001'])
      for (const number of ['#7', null].slice(recordId.includes(' ') ? 1 : 0))
        expect(recordNamed(order, saleNameOf({ ...repeated, recordId, number }))).toBe(recordId);
    expect(saleNameOf(repeated)).toBe(`WooCommerce us-shop · #1001 · ${recordId}`);
    expect(saleNameOf({ ...repeated, account: 'eu-shop' })).not.toBe(saleNameOf(repeated));
  });

  it.each(['#1001', '5012345678', 'gid://shopify/Order/1', 'EU · 7', 'shopify:9:5012345678', saleIdOf(charge)])(
    'stays as it was given otherwise: %s',
    (given) => {
      expect(recordNamed(identity, given)).toBe(given);
    },
  );
});
