import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { buildSchema, type GraphQLSchema, parse, validate } from 'graphql';
import { adminSchema2026_04 } from '../../support/admin-2026-04.ts';
import { adminSchemas } from '../../support/admin-schemas.ts';
import { right } from '../../support/right.ts';
import { everyScope, type Reply, shopAccess, withShop } from './a-shop.ts';
import { isJson } from './an-order.ts';

const february = { from: '2026-02-01', to: '2026-02-28' };

/** What a shop answers whose API version has these fields of an order. */
const withOrderFields = (...names: readonly string[]): Reply => {
  const { body } = shopAccess([...everyScope, 'read_shopify_payments_disputes']);
  const data = isJson(body) && isJson(body['data']) ? body['data'] : {};
  return { body: { data: { ...data, orderType: { fields: names.map((name) => ({ name })) } } } };
};

/** The query for a page of orders that such a shop gets. */
const pageQueryFor = async (access: Reply): Promise<string> => {
  let query = '';
  await withShop(
    ({ operation, body }) => {
      if (operation === 'ShopAccess') return access;
      const parsed: unknown = JSON.parse(body);
      if (operation === 'OrdersPage' && isJson(parsed)) query = String(parsed['query']);
      return {};
    },
    async (connector) => {
      const [window] = right(await connector.windows(february)());
      if (window === undefined) throw new Error('no window');
      await connector.readPage(window, O.none)();
    },
    { reading: 'pages' },
  );
  return query;
};

const problemsIn = (schema: GraphQLSchema, query: string): readonly string[] =>
  validate(schema, parse(query)).map(({ message }) => message);

const [, current] = adminSchemas[1];

describe('the query for a page of orders', () => {
  it('names the channel by attribution and by what that replaces, where the version has both', async () => {
    for (const access of [shopAccess(), withOrderFields('attribution', 'channelInformation')]) {
      const query = await pageQueryFor(access);
      expect(query).toMatch(/attribution \{ handle displayName \}[^]*channelInformation \{/);
      expect(problemsIn(current, query)).toStrictEqual([]);
    }
  });

  it('does without attribution in a version before 2026-07, which would refuse it', async () => {
    const old = buildSchema(adminSchema2026_04);
    const query = await pageQueryFor(withOrderFields('id', 'channelInformation'));
    expect(query).toContain('channelInformation {');
    expect(problemsIn(old, query)).toStrictEqual([]);
    expect(problemsIn(old, await pageQueryFor(shopAccess())).join()).toContain('attribution');
  });

  it('does without channelInformation in a version that has no more of it', async () => {
    const query = await pageQueryFor(withOrderFields('attribution'));
    expect(query).toContain('attribution {');
    expect(query).not.toContain('channelInformation');
  });
});
