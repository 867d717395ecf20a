import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { left, right } from '../../support/right.ts';
import { anOrder, type Json } from './an-order.ts';
import { type Asked, type Reply, withShop } from './a-shop.ts';

const found = (...orders: readonly Json[]): Reply => ({ body: { data: { orders: { nodes: orders } } } });
const named = (id: string, name: string): Json => ({ id: `gid://shopify/Order/${id}`, name });

/** A shop with one order; a search for its name finds what the test says. */
const answer =
  (byName: Reply = found()) =>
  ({ operation, variables }: Asked): Reply => {
    if (operation === 'OrderById') {
      return { body: { data: { order: variables['id'] === 'gid://shopify/Order/5012345678' ? anOrder() : null } } };
    }
    return operation === 'OrdersByName' ? byName : {};
  };

describe('reading one order', () => {
  it.each(['5012345678', 'gid://shopify/Order/5012345678', ' 5012345678 '])('by %s', async (id) => {
    await withShop(answer(), async (connector, asked) => {
      expect(right(await connector.readRecord(id)())).toMatchObject(
        O.some({ right: { identity: { recordId: '5012345678' } } }),
      );
      expect(asked.map(({ operation }) => operation)).toStrictEqual(['ShopAccess', 'OrderById']);
    });
  });

  it('that is not there: none', async () => {
    await withShop(answer(), async (connector) => {
      expect(right(await connector.readRecord('5999999999')())).toStrictEqual(O.none);
    });
  });

  it.each(['#1001', '1001'])('by the name %s that the merchant sees', async (name) => {
    const byName = found(named('5012345678', '#1001'), named('5012345699', '#10012'));
    await withShop(answer(byName), async (connector) => {
      expect(O.isSome(right(await connector.readRecord(name)()))).toBe(true);
    });
  });

  it('by a name that nobody has: none', async () => {
    await withShop(answer(), async (connector) => {
      expect(right(await connector.readRecord('#77')())).toStrictEqual(O.none);
    });
  });

  it('by a name that repeats: refused, and the ids are named', async () => {
    const byName = found(named('5012345678', '#1001'), named('5012345679', '#1001'));
    await withShop(answer(byName), async (connector) => {
      const error = left(await connector.readRecord('#1001')());
      expect(error._tag).toBe('SourceRefused');
      expect(error.message).toContain('5012345678, 5012345679');
    });
  });

  it('by a name with quotes asks for that name and nothing more', async () => {
    await withShop(answer(), async (connector, asked) => {
      await connector.readRecord("#1' OR name:*")();
      expect(asked.at(-1)?.variables).toStrictEqual({ query: "name:'#1\\' OR name:*'" });
    });
  });
});
