import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceConnector, Window } from '../../../src/mapping/source-connector.ts';
import { left, right } from '../../support/right.ts';
import {
  aLine,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aShippingLine,
  aShippingSale,
  type Json,
  money,
  nodes,
} from './an-order.ts';
import { answering, errors, pageOf, type Reply, shopAccess, throttledReply, withShop } from './a-shop.ts';

const february: Window = {
  key: '2026-02-01..2026-02-28',
  kind: 'sold',
  start: '2026-02-01T05:00:00Z',
  end: '2026-03-01T05:00:00Z',
};

const readFirst = (connector: SourceConnector) => connector.readPage(february, O.none)();

const orderOf = (part: Json): Reply => ({ body: { data: { order: part } } });

const cut = (endCursor: string, ...some: readonly Json[]): Json => ({
  nodes: some,
  pageInfo: { hasNextPage: true, endCursor },
});

describe('reading a page', () => {
  it('asks for the orders of the window, quoted, oldest first, with the token and the pinned version', async () => {
    await withShop(answering({ OrdersPage: pageOf([anOrder()]) }), async (connector, asked) => {
      const page = right(await readFirst(connector));
      expect(page.results.map(right)).toMatchObject([{ identity: { recordId: '5012345678', account: '548380009' } }]);
      expect(page.next).toStrictEqual(O.none);
      expect(asked.map(({ operation }) => operation)).toStrictEqual(['ShopAccess', 'OrdersPage']);
      expect(asked[1]).toMatchObject({
        path: '/admin/api/2026-10/graphql.json',
        token: 'shpat_CANARY_TOKEN',
        variables: {
          query: "processed_at:>='2026-02-01T05:00:00Z' AND processed_at:<'2026-03-01T05:00:00Z'",
          first: 50,
          after: null,
        },
      });
      expect(asked[1]?.body).toContain('sortKey: PROCESSED_AT');
    });
  });

  it('asks for nothing whose scope is missing', async () => {
    await withShop(
      ({ operation }) => (operation === 'OrdersPage' ? pageOf([]) : shopAccess(['read_orders'])),
      async (connector, asked) => {
        right(await readFirst(connector));
        for (const field of ['customer', 'purchasingEntity', 'retailLocation', 'fulfillmentOrders', 'disputes']) {
          expect(asked[1]?.body).not.toMatch(new RegExp(`\\b${field}\\b`));
        }
      },
    );
  });

  it('continues at a cursor', async () => {
    await withShop(
      ({ operation, variables }) =>
        operation === 'OrdersPage' ? pageOf([anOrder()], variables['after'] === null ? 'c1' : null) : {},
      async (connector, asked) => {
        const first = right(await readFirst(connector));
        const second = right(await connector.readPage(february, first.next)());
        expect(asked.at(-1)?.variables['after']).toBe('c1');
        expect(second.next).toStrictEqual(O.none);
      },
    );
  });

  it('continues after an empty page that has a next one', async () => {
    await withShop(answering({ OrdersPage: pageOf([], 'c1') }), async (connector) => {
      expect(O.isSome(right(await readFirst(connector)).next)).toBe(true);
    });
  });

  it('refuses a cursor that does not advance', async () => {
    await withShop(answering({ OrdersPage: pageOf([anOrder()], 'c1') }), async (connector) => {
      const first = right(await readFirst(connector));
      expect(left(await connector.readPage(february, first.next)())._tag).toBe('SourceRefused');
    });
  });

  it('refuses a cursor that is not its own', async () => {
    await withShop(
      () => ({}),
      async (connector) => {
        expect(left(await connector.readPage(february, O.some('nonsense'))())._tag).toBe('SourceRefused');
      },
    );
  });

  it('hands out an order that it cannot decode as held, and the others as they are', async () => {
    const odd = anOrder({ id: 'gid://shopify/Order/2', lineItems: 'none' });
    await withShop(answering({ OrdersPage: pageOf([odd, anOrder()]) }), async (connector) => {
      const [first, second] = right(await readFirst(connector)).results;
      expect(first).toMatchObject({ left: { reason: 'unreadable record', sourceId: '2' } });
      expect(second).toMatchObject({ _tag: 'Right' });
    });
  });

  it('gives no name of its own to orders whose id it cannot read: two of them would pass for one', async () => {
    const odd = [null, {}, undefined].map((id) => anOrder({ id, name: null }));
    await withShop(answering({ OrdersPage: pageOf(odd) }), async (connector) => {
      const { results } = right(await readFirst(connector));
      expect(results).toMatchObject(odd.map(() => ({ left: { reason: 'unreadable record', sourceId: '', name: '' } })));
    });
  });

  it('refuses an answer that is no page of orders', async () => {
    await withShop(answering({ OrdersPage: { body: { data: { orders: { nodes: [null] } } } } }), async (connector) => {
      expect(left(await readFirst(connector))._tag).toBe('SourceRefused');
    });
  });
});

describe('completing the orders of a page', () => {
  it('reads more fulfillment orders than fit on the page: the parcel among them decides where the order counts', async () => {
    const store = { address1: '5 Main St', city: 'Denver', province: 'Colorado', zip: '80202', countryCode: 'US' };
    const pickup = { deliveryMethod: { methodType: 'PICK_UP' }, assignedLocation: store };
    const parcel = { deliveryMethod: { methodType: 'SHIPPING' }, assignedLocation: store };
    const order = anOrder({ fulfillmentOrders: cut('f1', pickup) });
    await withShop(
      answering({ OrdersPage: pageOf([order]), OrderFulfillments: orderOf({ fulfillmentOrders: nodes(parcel) }) }),
      async (connector, asked) => {
        const [result] = right(await readFirst(connector)).results.map(right);
        expect(result?.destinations[0]).toMatchObject({ basis: 'shipping' });
        expect(asked.at(-1)).toMatchObject({ operation: 'OrderFulfillments', variables: { after: 'f1' } });
      },
    );
  });

  it('holds an order whose fulfillment orders could not be read to their end', async () => {
    const order = anOrder({ fulfillmentOrders: cut('f1') });
    await withShop(
      answering({ OrdersPage: pageOf([order]), OrderFulfillments: { body: { data: { order: null } } } }),
      async (connector) => {
        const [result] = right(await readFirst(connector)).results;
        expect(result).toMatchObject({ left: { reason: 'incomplete record' } });
        expect(left(result as never)).toMatchObject({ message: expect.stringContaining('fulfillmentOrders') });
      },
    );
  });

  it('reads more lines than fit on the page', async () => {
    const order = anOrder({ originalTotalPriceSet: money('219.50'), lineItems: cut('l1', aLine()) });
    await withShop(
      answering({
        OrdersPage: pageOf([order]),
        OrderLines: orderOf({ lineItems: nodes(aLine({ id: 'gid://shopify/LineItem/72' })) }),
      }),
      async (connector, asked) => {
        const [result] = right(await readFirst(connector)).results;
        expect(result).toMatchObject({ right: { lines: [{ id: '71' }, { id: '72' }] } });
        expect(asked.at(-1)).toMatchObject({ operation: 'OrderLines', variables: { id: order['id'], after: 'l1' } });
      },
    );
  });

  it('reads more shipping lines than fit', async () => {
    const order = anOrder({ originalTotalPriceSet: money('117.25'), shippingLines: cut('s1', aShippingLine()) });
    await withShop(
      answering({
        OrdersPage: pageOf([order]),
        OrderShippingLines: orderOf({ shippingLines: nodes(aShippingLine()) }),
      }),
      async (connector) => {
        expect(right(await readFirst(connector)).results).toMatchObject([{ right: { shipping: { length: 2 } } }]);
      },
    );
  });

  it('reads the whole ledger of an edited order, and the rest of an agreement by its predecessor', async () => {
    const edit = anAgreement({
      id: 'gid://shopify/OrderEditAgreement/32',
      reason: 'ORDER_EDIT',
      sales: cut('e1', aSale()),
    });
    const ledger = (edges: readonly Json[]): Reply =>
      orderOf({ agreements: { edges, pageInfo: { hasNextPage: false, endCursor: null } } });
    await withShop(
      ({ operation, variables }) => {
        if (operation === 'OrdersPage') return pageOf([anOrder({ edited: true })]);
        if (operation !== 'OrderLedger') return {};
        return variables['agreements'] === 1
          ? ledger([{ cursor: 'a2', node: { ...edit, sales: nodes(aSale()) } }])
          : ledger([
              { cursor: 'a1', node: anAgreement() },
              { cursor: 'a2', node: edit },
            ]);
      },
      async (connector, asked) => {
        const [result] = right(await readFirst(connector)).results;
        expect(result).toMatchObject({ right: { adjustments: [{ kind: 'edit', amount: 21_450n }] } });
        expect(asked.at(-1)?.variables).toMatchObject({ agreements: 1, after: 'a1', afterSales: 'e1' });
      },
    );
  });

  it('reads the ledger when what came first is not the sale', async () => {
    const edit = anAgreement({ reason: 'ORDER_EDIT', sales: nodes(aSale({ totalAmount: money('1.0') })) });
    await withShop(
      answering({
        OrdersPage: pageOf([anOrder({ agreements: cut('a1', edit) })]),
        OrderLedger: orderOf({
          agreements: { edges: [{ cursor: 'a2', node: anAgreement() }], pageInfo: { hasNextPage: false } },
        }),
      }),
      async (connector) => {
        expect(right(await readFirst(connector)).results).toMatchObject([{ right: { lines: [{ listed: 10_000n }] } }]);
      },
    );
  });

  const begun = cut('a1', anAgreement({ sales: nodes(aSale(), aShippingSale()) }));

  it('does not read the ledger of an order that was only refunded: its refunds are enough', async () => {
    const reasons = nodes({ reason: 'ORDER' }, { reason: 'REFUND' });
    const order = anOrder({ agreements: begun, reasons, refunds: [aRefund()] });
    await withShop(answering({ OrdersPage: pageOf([order]) }), async (connector, asked) => {
      expect(right(await readFirst(connector)).results).toMatchObject([{ _tag: 'Right' }]);
      expect(asked).toHaveLength(2);
    });
  });

  it.each<[string, Json]>([
    ['a return was called off', { refunds: [] }],
    [
      'a return was called off, and money went back for something else',
      { refunds: [aRefund()], reasons: nodes({ reason: 'ORDER' }, { reason: 'REFUND' }, { reason: 'RETURN' }) },
    ],
    [
      'something happened for a reason that is not known, beside a refund of money',
      { refunds: [aRefund()], reasons: nodes({ reason: 'ORDER' }, { reason: 'REFUND' }, { reason: 'UNKNOWN' }) },
    ],
    [
      'more was sold under an agreement of its own, beside a refund of money',
      { refunds: [aRefund()], reasons: nodes({ reason: 'ORDER' }, { reason: 'REFUND' }, { reason: 'ORDER' }) },
    ],
    [
      'more happened than its answer has room for',
      { refunds: [aRefund()], reasons: cut('r7', ...Array.from({ length: 7 }, () => ({ reason: 'REFUND' }))) },
    ],
    [
      'something was taken off without money',
      { refunds: [aRefund(), aRefund({ totalRefundedSet: money('0.0'), transactions: nodes() })] },
    ],
  ])('reads the ledger of an order without a flag, but of which %s', async (_, differences) => {
    const back = anAgreement({ reason: 'RETURN', sales: nodes(aSale({ totalAmount: money('-1.0') })) });
    await withShop(
      ({ operation }) => {
        if (operation === 'OrdersPage') return pageOf([anOrder({ agreements: begun, ...differences })]);
        const edges = [anAgreement(), back].map((node, index) => ({ cursor: `a${index}`, node }));
        return operation === 'OrderLedger' ? orderOf({ agreements: { edges, pageInfo: { hasNextPage: false } } }) : {};
      },
      async (connector) => {
        expect(right(await readFirst(connector)).results).toMatchObject([{ right: { amendments: [{ total: 100n }] } }]);
      },
    );
  });

  it('reads all refunds when there are as many as fit, and all lines of each', async () => {
    const many = Array.from({ length: 10 }, (_, index) => aRefund({ id: `gid://shopify/Refund/${index + 1}` }));
    const line = {
      quantity: 1,
      lineItem: { id: 'gid://shopify/LineItem/71' },
      subtotalSet: money('10.0'),
      totalTaxSet: money('0.0'),
    };
    const long = aRefund({ refundLineItems: cut('r1', line), totalRefundedSet: money('20.0'), transactions: nodes() });
    await withShop(
      answering({
        OrdersPage: pageOf([anOrder({ refunds: many })]),
        OrderRefunds: orderOf({ refunds: [...many, long] }),
        RefundLines: { body: { data: { refund: { refundLineItems: nodes(line) } } } },
      }),
      async (connector) => {
        const [result] = right(await readFirst(connector)).results;
        expect(result).toMatchObject({ right: { refunds: { length: 11 } } });
        expect(result).toMatchObject({ right: { refunds: { 10: { total: 2000n, lines: { length: 2 } } } } });
      },
    );
  });

  it('holds an order that cannot be completed, and never sends a part of it', async () => {
    await withShop(
      answering({
        OrdersPage: pageOf([anOrder({ lineItems: cut('l1', aLine()) })]),
        OrderLines: orderOf({ lineItems: null }),
      }),
      async (connector) => {
        expect(right(await readFirst(connector)).results).toMatchObject([{ left: { reason: 'incomplete record' } }]);
      },
    );
  });

  it('keeps what was read of a page when it is asked to slow down half way', async () => {
    const orders = ['1', '2', '3'].map((id) =>
      anOrder({ id: `gid://shopify/Order/${id}`, lineItems: cut('l1', aLine()) }),
    );
    await withShop(
      ({ operation }, nth) => {
        if (operation === 'OrdersPage') return pageOf(orders);
        if (operation !== 'OrderLines') return {};
        return nth === 2 ? throttledReply : orderOf({ lineItems: nodes() });
      },
      async (connector, asked) => {
        expect(left(await readFirst(connector))).toMatchObject({ _tag: 'SourceThrottled', retryAfterMs: 5000 });
        expect(right(await readFirst(connector)).results).toHaveLength(3);
        expect(asked.filter(({ operation }) => operation === 'OrdersPage')).toHaveLength(1);
        expect(asked.filter(({ operation }) => operation === 'OrderLines')).toHaveLength(4);
      },
    );
  });

  it('leaves few orders to the next attempt where Shopify fails each third request', async () => {
    const orders = Array.from({ length: 40 }, (_, at) =>
      anOrder({ id: `gid://shopify/Order/${at + 1}`, lineItems: cut('l1', aLine()) }),
    );
    await withShop(
      ({ operation }, nth) => {
        if (operation === 'OrdersPage') return pageOf(orders);
        if (operation !== 'OrderLines') return {};
        return nth % 3 === 0 ? { status: 500, body: {} } : orderOf({ lineItems: nodes() });
      },
      async (connector, asked) => {
        let page = await readFirst(connector);
        // As often as the pipeline asks for a page.
        for (let attempt = 2; E.isLeft(page) && attempt <= 8; attempt += 1) page = await readFirst(connector);
        expect(right(page).results).toHaveLength(40);
        expect(asked.filter(({ operation }) => operation === 'OrdersPage')).toHaveLength(1);
      },
    );
  });

  it.each([
    ['a new reading of the range', 0, true],
    ['a reader that returns an hour later', 60 * 60_000, false],
  ])('hands nothing of a page that was left half read to %s', async (_, later, isNewReading) => {
    let now = Date.parse('2026-03-01T12:00:00Z');
    const clock = { now: () => now, sleep: () => () => Promise.resolve() };
    const long = { lineItems: cut('l1', aLine()) };
    await withShop(
      ({ operation }, nth) => {
        if (operation === 'OrdersPage') {
          return pageOf([anOrder({ ...long, displayFinancialStatus: nth === 1 ? 'PENDING' : 'PAID' })]);
        }
        if (operation !== 'OrderLines') return {};
        return nth === 1 ? throttledReply : orderOf({ lineItems: nodes() });
      },
      async (connector) => {
        left(await readFirst(connector));
        now += later;
        if (isNewReading) right(await connector.windows({ from: '2026-02-01', to: '2026-02-28' })());
        expect(right(await readFirst(connector)).results).toMatchObject([{ right: { payment: 'paid' } }]);
      },
      { clock },
    );
  });
});

describe('the size of a page', () => {
  const tooCostly = errors({ message: 'cost', extensions: { code: 'MAX_COST_EXCEEDED' } });

  it('is halved when Shopify finds it too costly, and the size that worked is remembered', async () => {
    await withShop(
      ({ operation, variables }) => {
        if (operation !== 'OrdersPage') return {};
        return Number(variables['first']) > 20 ? tooCostly : pageOf([anOrder()]);
      },
      async (connector, asked) => {
        right(await readFirst(connector));
        right(await readFirst(connector));
        const sizes = asked
          .filter(({ operation }) => operation === 'OrdersPage')
          .map(({ variables }) => variables['first']);
        expect(sizes).toStrictEqual([50, 25, 12, 12]);
      },
    );
  });

  it('ends at one order: then the query itself is refused', async () => {
    await withShop(answering({ OrdersPage: tooCostly }), async (connector) => {
      expect(left(await readFirst(connector))._tag).toBe('SourceRefused');
    });
  });
});
