import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Window } from '../../../src/mapping/source-connector.ts';
import { allScopes } from '../../../sandbox/shopify/graphql/access.ts';
import { syncAll } from '../../support/a-world.ts';
import { cliWorlds } from '../../support/cli-worlds.ts';
import { right } from '../../support/right.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { isJson } from './an-order.ts';
import { errors, everyScope, pageOf, type Reply, shopAccess, withShop } from './a-shop.ts';
import { itInAll } from '../../support/it-in-all.ts';

const world = cliWorlds();

const february: Window = {
  key: '2026-02-01..2026-02-28',
  kind: 'sold',
  start: '2026-02-01T05:00:00Z',
  end: '2026-03-01T05:00:00Z',
};

describe('the product categories and tax codes of Shopify', () => {
  const linesOf = (texts: readonly { readonly text: string }[]) =>
    texts.flatMap(({ text }) => {
      const body: unknown = JSON.parse(text);
      const items: unknown = isJson(body) ? body['lineItems'] : [];
      return Array.isArray(items) ? items.filter(isJson) : [];
    });

  itInAll.each(['pages', 'bulk'] as const)('are sent as the tax codes of your table, read in %s', async (reading) => {
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

  it.each(['pages', 'bulk'] as const)('of variants are sent as the platform has them, read in %s', async (reading) => {
    const { cli, taxService } = await world({
      shop: { orders: 30 },
      reading,
      taxService: { optional: ['lineItems.taxCode'] },
      service: { wire: { optional: ['lineItems.taxCode'] } },
      policy: { taxCodes: 'read' },
    });
    expect((await cli(syncAll)).code).toBe(0);
    const lines = linesOf(taxService.journal());
    const coded = lines.filter(({ productSku }) => productSku === 'MUG-01' || productSku === 'PAN-10');
    expect(coded.length).toBeGreaterThan(0);
    for (const { taxCode } of coded) expect(taxCode).toBe('P0000000');
    expect(lines.some(({ taxCode }) => taxCode === undefined)).toBe(true);
  });

  it('of variants are named by explain', async () => {
    const { cli, taxService } = await world({
      shop: { orders: 30 },
      taxService: { optional: ['lineItems.taxCode'] },
      service: { wire: { optional: ['lineItems.taxCode'] } },
      policy: { taxCodes: { P0000000: 'R_TPP' } },
    });
    await cli(syncAll);
    const coded = taxService.journal().find(({ text }) => text.includes('R_TPP'));
    const name = /#\d+/.exec(coded?.text ?? '')?.[0] ?? '';
    expect((await cli(['explain', 'us-store', name])).out).toContain('P0000000 is sent as R_TPP');
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

describe('the tax code of a variant, which a later version of the API no longer has', () => {
  const pageAfter = async (variantFields: Reply): Promise<string | undefined> => {
    let page: string | undefined;
    await withShop(
      ({ operation }) => {
        if (operation === 'ShopAccess') return shopAccess([...everyScope, 'read_products']);
        return operation === 'VariantFields' ? variantFields : pageOf([]);
      },
      async (connector, asked) => {
        right(await connector.readPage(february, O.none)());
        page = asked.find(({ operation }) => operation === 'OrdersPage')?.body;
      },
      { policy: { ...defaultPolicy, taxCodes: 'read' } },
    );
    return page;
  };
  const variantWith = (...names: readonly string[]): Reply => ({
    body: { data: { __type: { fields: names.map((name) => ({ name })) } } },
  });

  it.each([
    ['has it', variantWith('id', 'taxCode'), true],
    ['lacks it', variantWith('id', 'sku'), false],
    ['does not say', { body: { data: { __type: null } } }, false],
    ['refuses the question', errors({ message: 'x', extensions: { code: 'undefinedField' } }), false],
  ])('is asked for where the version %s: categories are read all the same', async (_, reply, isAskedFor) => {
    const page = await pageAfter(reply);
    expect(page).toContain('product { category { id } }');
    expect(page?.includes('variant { taxCode }')).toBe(isAskedFor);
  });
});
