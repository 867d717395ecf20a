import { describe, expect, it } from '@jest/globals';
import { isResultAddress } from '../../../../connectors/shopify/bulk/is-result-address.ts';

const shop = 'https://acme.myshopify.com';

describe('the address of a bulk result', () => {
  it('is taken from the store that Shopify uses', () => {
    expect(isResultAddress('https://storage.googleapis.com/shopify-results/abc?Expires=1&Signature=x', shop)).toBe(
      true,
    );
  });

  it.each([
    'http://storage.googleapis.com/a',
    'https://storage.googleapis.com:8443/a',
    'https://storage.googleapis.com.evil.example/a',
    'https://evilstorage.googleapis.com.example/a',
    'https://user:word@storage.googleapis.com/a',
    'https://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:4020/a',
    'https://localhost/a',
    'file:///etc/passwd',
    'https://acme.myshopify.com/a',
    'nonsense',
  ])('is not taken from anywhere else: %s', (address) => {
    expect(isResultAddress(address, shop)).toBe(false);
  });

  it('of a shop on this machine is on this machine', () => {
    expect(isResultAddress('http://127.0.0.1:4021/a', 'http://127.0.0.1:4020')).toBe(true);
    expect(isResultAddress('https://storage.googleapis.com/a', 'http://127.0.0.1:4020')).toBe(false);
  });
});
