import { describe, expect, it } from '@jest/globals';
import { allScopes } from '../../../../../sandbox/shopify/graphql/access.ts';
import { byId, readAll, withBulkShop } from '../a-bulk-shop.ts';

describe('reading by bulk operations', () => {
  it('gives the very sales that reading in pages gives, for the whole sample shop', async () => {
    await withBulkShop({ orders: 420 }, async ({ open, shop }) => {
      const inPages = await readAll(open('pages'));
      const inBulk = await readAll(open('bulk'));
      expect(inPages.length).toBeGreaterThan(410);
      expect(byId(inBulk)).toStrictEqual(byId(inPages));
      expect(shop.answers()['result 206']).toBeGreaterThan(0);
    });
  });

  it.each([
    ['without the scopes for customers and companies', 'read_customers'],
    ['without the scope for locations', 'read_locations'],
    ['without the scope for fulfillment orders', 'read_merchant_managed_fulfillment_orders'],
  ])('does so %s', async (_, scope) => {
    const scopes = allScopes.filter((one) => one !== scope);
    await withBulkShop({ orders: 60, scopes }, async ({ open }) => {
      expect(byId(await readAll(open('bulk')))).toStrictEqual(byId(await readAll(open('pages'))));
    });
  });
});
