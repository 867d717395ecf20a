import { describe, expect, it } from '@jest/globals';
import { ownFormOf } from '../../src/mapping/shown-name.ts';

const ours = ['shopify', 'stripe'];

describe('our name, as a service shows it', () => {
  it.each([
    ['Shopify #1001 Â· 5012345678', 'Shopify #1001 · 5012345678'],
    ['Shopify #1001-ÃœK Â· 5012345678', 'Shopify #1001-ÜK · 5012345678'],
    ['API - Stripe in_1Q', 'Stripe in_1Q'],
    ['API_Shopify #1001 · 5012345678 · refund 901', 'Shopify #1001 · 5012345678 · refund 901'],
    [String.raw`Shopify #1001 \u00b7 5012345678`, 'Shopify #1001 · 5012345678'],
    ['Shopify%20%231001%20%C2%B7%205012345678', 'Shopify #1001 · 5012345678'],
  ])('%s is in its own form', (shown, form) => expect(ownFormOf(ours)(shown)).toBe(form));

  it.each([
    'Shopify #1001 · 5012345678',
    'Café Paris',
    'Stripes 12',
    '100 % Stripe',
    'A long text of another source that mentions the sale Shopify #1001 · 5012345678',
  ])('%s stays as it is', (shown) => expect(ownFormOf(ours)(shown)).toBe(shown));

  it('is not cut where other connectors name their platform', () =>
    expect(ownFormOf([])('Acme Shopify 100 · 100')).toBe('Acme Shopify 100 · 100'));
});
