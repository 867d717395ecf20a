import { describe, expect, it } from '@jest/globals';
import { allScopes } from '../../../src/sandbox/shopify/graphql/access.ts';
import { syncAll } from '../../support/a-world.ts';
import { cliWorlds } from '../../support/cli-worlds.ts';
import { isJson } from './an-order.ts';

const world = cliWorlds();

describe('the product categories of Shopify', () => {
  const linesOf = (texts: readonly { readonly text: string }[]) =>
    texts.flatMap(({ text }) => {
      const body: unknown = JSON.parse(text);
      const items: unknown = isJson(body) ? body['lineItems'] : [];
      return Array.isArray(items) ? items.filter(isJson) : [];
    });

  it.each(['pages', 'bulk'] as const)('are sent as the tax codes of your table, read in %s', async (reading) => {
    const { cli, taxService } = await world({
      shop: { orders: 30 },
      reading,
      taxService: { optional: ['lineItems.taxCode'] },
      service: { wire: { optional: ['lineItems.taxCode'] } },
      policy: { taxCodes: { 'aa-1': 'R_TPP_CLOTHING' } },
    });
    const { code } = await cli(syncAll);
    expect(code).toBe(0);
    const lines = linesOf(taxService.journal());
    const clothes = lines.filter(({ productSku }) => ['TEE-01', 'JKT-08'].includes(String(productSku)));
    expect(clothes.length).toBeGreaterThan(0);
    for (const line of lines) expect(line['taxCode']).toBe(clothes.includes(line) ? 'R_TPP_CLOTHING' : undefined);
    const again = await cli(syncAll);
    expect(JSON.parse(again.out)).toMatchObject({ failed: 0, differing: 0 });
  });

  it('are not read without the scope, and check says so', async () => {
    const scopes = allScopes.filter((scope) => scope !== 'read_products');
    const { cli, taxService } = await world({
      shop: { orders: 5, scopes },
      policy: { taxCodes: { 'aa-1': 'R_TPP_CLOTHING' } },
    });
    expect((await cli(['check'])).out).toContain('scope read_products: not granted');
    expect((await cli(syncAll)).code).toBe(0);
    expect(taxService.journal().length).toBeGreaterThan(0);
  });
});
