import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { left, right } from '../../support/right.ts';
import { anOrder, type Json } from './an-order.ts';
import { answering, type Asked, errors, type Reply, shopAccess, withShop } from './a-shop.ts';

const found = (...orders: readonly Json[]): Reply => ({ body: { data: { orders: { nodes: orders } } } });
const named = (id: string, name: string): Json => ({ id: `gid://shopify/Order/${id}`, name });

/** A shop with one order; a search for its name finds what the test returns. */
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

  it('by a name that no order has: none', async () => {
    await withShop(answer(), async (connector) => {
      expect(right(await connector.readRecord('#77')())).toStrictEqual(O.none);
    });
  });

  it('by a name that repeats: refused, and the ids are named with the day in the shop and the total, where they are known', async () => {
    const sold = {
      processedAt: '2026-02-01T03:30:00Z',
      totalPriceSet: { shopMoney: { amount: '18.4', currencyCode: 'USD' } },
    };
    const byName = found({ ...named('5012345678', '#1001'), ...sold }, named('5012345679', '#1001'));
    await withShop(answer(byName), async (connector) => {
      const error = left(await connector.readRecord('#1001')());
      expect(error._tag).toBe('SourceRefused');
      expect(error.message).toContain('5012345678 (2026-01-31, 18.40 USD), 5012345679');
    });
  });

  it('by a name with quotes asks for that name and nothing more', async () => {
    await withShop(answer(), async (connector, asked) => {
      await connector.readRecord("#1' OR name:*")();
      expect(asked.at(-1)?.variables).toStrictEqual({ query: "name:'#1\\' OR name:*'" });
    });
  });

  it.each(['5999999999', '#77'])(
    'that a token without read_all_orders cannot read: %s may still exist, and the scope is named',
    async (id) => {
      const noOldOrders = (asked: Asked): Reply =>
        asked.operation === 'ShopAccess' ? shopAccess(['read_orders']) : answer()(asked);
      await withShop(noOldOrders, async (connector) => {
        const error = left(await connector.readRecord(id)());
        expect(error).toMatchObject({ _tag: 'SourceRefused', isUnseen: true });
        expect(error.message).toContain('read_all_orders');
      });
    },
  );

  it('that is there for a token without read_all_orders: as it is', async () => {
    const noOldOrders = (asked: Asked): Reply =>
      asked.operation === 'ShopAccess' ? shopAccess(['read_orders']) : answer()(asked);
    await withShop(noOldOrders, async (connector) => {
      expect(O.isSome(right(await connector.readRecord('5012345678')()))).toBe(true);
    });
  });

  it('that becomes readable because read_all_orders was granted in between', async () => {
    let isGranted = false;
    const granting = (asked: Asked, nth: number): Reply => {
      if (asked.operation === 'ShopAccess') return nth === 1 ? shopAccess(['read_orders']) : shopAccess();
      if (asked.operation !== 'OrderById') return {};
      const order = isGranted ? anOrder() : null;
      isGranted = true;
      return { body: { data: { order } } };
    };
    await withShop(granting, async (connector) => {
      expect(O.isSome(right(await connector.readRecord('5012345678')()))).toBe(true);
    });
  });

  it.each([
    ['without the order', { body: { data: {} } }],
    ['with an order of no shape', { body: { data: { order: 'none' } } }],
    ['with an error', errors({ message: 'Internal error. Looks like something went wrong on our end.' })],
  ])('that is answered %s is not taken for deleted', async (_, reply) => {
    await withShop(answering({ OrderById: reply }), async (connector) => {
      expect(left(await connector.readRecord('5012345678')())).toHaveProperty('message');
    });
  });

  it('by a name behind many that only begin with it: the search is read to its end', async () => {
    const others = Array.from({ length: 30 }, (_, index) => named(`60000000${10 + index}`, `#1001${10 + index}`));
    const searched = ({ operation, variables }: Asked): Reply => {
      if (operation !== 'OrdersByName') return answer()({ operation, variables, path: '', token: '', body: '' });
      const [nodes, endCursor] =
        variables['after'] === 'page-2' ? [[named('5012345678', '#1001')], null] : [others, 'page-2'];
      return { body: { data: { orders: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } } } } };
    };
    await withShop(searched, async (connector) => {
      expect(right(await connector.readRecord('#1001')())).toMatchObject(
        O.some({ right: { identity: { recordId: '5012345678' } } }),
      );
    });
  });

  it('by a name of which a search finds more than is read: refused, not reported as unknown', async () => {
    const endless = ({ operation }: Asked, nth: number): Reply =>
      operation === 'OrdersByName'
        ? { body: { data: { orders: { nodes: [], pageInfo: { hasNextPage: true, endCursor: `page-${nth + 1}` } } } } }
        : {};
    await withShop(endless, async (connector) => {
      const error = left(await connector.readRecord('#1001')());
      expect(error).toMatchObject({ _tag: 'SourceRefused' });
      expect(error.message).toContain("use the order's id");
    });
  });

  it('by a name in other letters than the merchant wrote: the search knows both, and so do we', async () => {
    const byName = found(named('5012345678', 'US-1001'));
    await withShop(answer(byName), async (connector) => {
      expect(O.isSome(right(await connector.readRecord('us-1001')()))).toBe(true);
    });
  });
});
