import { describe, expect, it } from '@jest/globals';
import { isResultAddress } from '../../../../connectors/shopify/bulk/bulk-reading.ts';

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
    'https://10.0.0.5/a',
    'https://192.168.1.1/a',
    'https://[::1]/a',
    'https://[fd00::1]/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://metadata.google.internal/a',
    'https://storage.googleapis.com./a',
    'https://storage.googleapis.com@10.0.0.5/a',
    'https://10.0.0.5#storage.googleapis.com',
    'https://10.0.0.5\\.storage.googleapis.com/a',
    '//storage.googleapis.com/a',
    'ftp://storage.googleapis.com/a',
  ])('is not taken from anywhere else: %s', (address) => {
    expect(isResultAddress(address, shop)).toBe(false);
  });

  it('of a stand-in on this machine has its host name, at any port', () => {
    expect(isResultAddress('http://127.0.0.1:4021/a', 'http://127.0.0.1:4020')).toBe(true);
  });

  it.each([
    'https://storage.googleapis.com/a',
    'https://127.0.0.1:4021/a',
    'http://localhost:4021/a',
    'http://[::1]:4021/a',
    'http://10.0.0.5/a',
    'file:///etc/passwd',
  ])('of a stand-in on this machine is accepted from this machine only: %s', (address) => {
    expect(isResultAddress(address, 'http://127.0.0.1:4020')).toBe(false);
  });
});
