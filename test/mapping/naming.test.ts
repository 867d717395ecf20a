import { describe, expect, it } from '@jest/globals';
import { accountWithin, laterIdOf, laterNameOf, saleIdOf, saleIdWithin } from '../../src/mapping/identity.ts';
import { aSale } from '../support/a-sale.ts';

const { identity } = aSale();

describe('a later change to a sale', () => {
  it.each(['refund', 'edit', 'return'] as const)('has an id and its own name: %s', (kind) => {
    const later = kind === 'refund' ? { id: '901' } : { kind, id: '901' };
    expect(laterIdOf(identity, later)).toBe(`shopify:548380009:5012345678:${kind}:901`);
    expect(laterNameOf(identity, later)).toBe(`Shopify #1001 · 5012345678 · ${kind} 901`);
  });

  it.each([{ id: '901' }, { kind: 'edit', id: '901' }, { kind: 'return', id: 're_1:2' }] as const)(
    'leads back to its sale: %j',
    (later) => {
      expect(saleIdWithin(laterIdOf(identity, later))).toBe(saleIdOf(identity));
      expect(saleIdWithin(saleIdOf(identity))).toBe(saleIdOf(identity));
    },
  );

  it.each(['548380009', 'https://shop.example'])('is of the account of its sale: %s', (account) => {
    const sale = { ...identity, account };
    expect(accountWithin(saleIdOf(sale))).toBe(`shopify:${account}`);
    expect(accountWithin(laterIdOf(sale, { id: '901' }))).toBe(`shopify:${account}`);
  });
});
