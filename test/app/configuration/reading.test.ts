import { describe, expect, it } from '@jest/globals';
import { describeComplaint } from '../../../src/app/configuration/complaint.ts';
import { readConfiguration } from '../../../src/app/configuration/load-configuration.ts';
import { left, right } from '../../support/right.ts';

const written = (shop: Readonly<Record<string, unknown>>): unknown => ({
  service: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'key' },
  storefronts: { shop: { connector: 'shopify', shop: 'acme.myshopify.com', accessToken: 'token', ...shop } },
});

const read = (shop: Readonly<Record<string, unknown>>): ReturnType<typeof readConfiguration> =>
  readConfiguration(written(shop), { folder: '/srv/shop', env: {} });

describe('how a Shopify storefront is read', () => {
  it.each([
    ['by the number of orders unless it is set', {}, 'auto'],
    ['in pages', { reading: 'pages' }, 'pages'],
    ['by bulk operations', { reading: 'bulk' }, 'bulk'],
  ])('is decided %s', (_, shop, reading) => {
    expect(right(read(shop)).storefronts['shop']).toMatchObject({ reading });
  });

  it('is one of the three', () => {
    expect(
      left(read({ reading: 'fast' }))
        .map(describeComplaint)
        .join(),
    ).toMatch(/reading: .*"auto" or "pages" or "bulk"/);
  });
});
