import { describe, expect, it } from '@jest/globals';
import { situationOf } from '../../../sandbox/index.ts';
import { sampleCalendar } from '../../../sandbox/shopify/orders/sample-size.ts';
import { type Ask, askShop } from '../support/ask-shop.ts';

const pageQuery = `query ($query: String, $after: String, $first: Int = 50, $sortKey: OrderSortKeys) {
  orders(first: $first, after: $after, query: $query, sortKey: $sortKey) {
    nodes { name processedAt updatedAt createdAt } pageInfo { hasNextPage endCursor }
  }
}`;

interface Row {
  readonly name: string;
  readonly processedAt: string;
  readonly updatedAt: string;
}

const rowsOf = (nodes: unknown): readonly Row[] => {
  if (!Array.isArray(nodes)) throw new Error('no page of orders');
  return nodes.map((node: Record<string, unknown>) => ({
    name: String(node['name']),
    processedAt: String(node['processedAt']),
    updatedAt: String(node['updatedAt']),
  }));
};

const readAll = (ask: Ask, variables: Readonly<Record<string, unknown>> = {}): readonly Row[] => {
  const rows: Row[] = [];
  for (let after: unknown = null, more: unknown = true; more === true;) {
    const page = ask(pageQuery, { ...variables, after });
    expect(page.errors).toStrictEqual([]);
    rows.push(...rowsOf(page.at('orders.nodes')));
    more = page.at('orders.pageInfo.hasNextPage');
    after = page.at('orders.pageInfo.endCursor');
  }
  return rows;
};

const indexOf = (situation: string): number =>
  Array.from({ length: 400 }, (_, index) => index).find((index) => situationOf(index) === situation) ?? -1;

const ask = askShop();

describe('queries that the sample shop refuses', () => {
  it('names a field that does not exist, and its type', () => {
    const { errors } = ask('{ orders(first: 1) { nodes { id taxNumber } } }');

    expect(errors).toStrictEqual([
      { message: "Field 'taxNumber' doesn't exist on type 'Order'", code: 'undefinedField' },
    ]);
  });

  it('names an argument that does not exist', () => {
    const { errors } = ask('{ orders(first: 1, since: "x") { nodes { id } } }');

    expect(errors).toStrictEqual([
      { message: "Field 'orders' doesn't accept argument 'since'", code: 'argumentNotAccepted' },
    ]);
  });

  it('wants a page size, and no more than 250', () => {
    expect(ask('{ orders { nodes { id } } }').errors).toStrictEqual([
      { message: 'you must provide one of first or last', code: 'BAD_REQUEST' },
    ]);
    expect(ask('{ orders(first: 251) { nodes { id } } }').errors).toStrictEqual([
      { message: 'first cannot exceed 250', code: 'BAD_REQUEST' },
    ]);
    expect(ask('{ orders(first: 250) { nodes { id } } }').errors).toStrictEqual([]);
  });

  it('wants one operation and its variables', () => {
    expect(ask('query A { shop { id } } query B { shop { id } }').errors).toStrictEqual([
      { message: 'An operation name is required', code: 'BAD_REQUEST' },
    ]);
    expect(ask(pageQuery, { first: 'many' }).errors[0]?.code).toBe('INVALID_VARIABLE');
  });

  it('refuses queries that cost more than 1,000 points, and states their cost', () => {
    const lines = 'lineItems(first: 250) { nodes { id taxLines { rate } duties { id } } }';
    const { errors } = ask(`{ orders(first: 250) { nodes { id ${lines} second: ${lines} third: ${lines} } } }`);

    expect(errors.map(({ code }) => code)).toStrictEqual(['MAX_COST_EXCEEDED']);
  });

  it('runs no bulk operation that reads no list', () => {
    const run = 'mutation M($query: String!) { bulkOperationRunQuery(query: $query) { userErrors { code message } } }';
    const { at } = ask(run, { query: '{ shop { id } }' });
    expect(at('bulkOperationRunQuery.userErrors')).toMatchObject([
      { code: 'INVALID', message: 'Bulk queries must contain at least one connection.' },
    ]);
  });

  it('refuses to page beyond 25,000 orders', () => {
    const many = askShop({ orders: 25_300 });
    const query = 'query ($after: String) { orders(first: 250, after: $after) { pageInfo { endCursor } } }';
    let after: unknown = null;
    for (let page = 0; page < 100; page += 1) after = many(query, { after }).at('orders.pageInfo.endCursor');

    expect(typeof after).toBe('string');
    expect(many(query, { after }).errors.map(({ code }) => code)).toStrictEqual(['BAD_REQUEST']);
  });
});

describe('filters of orders', () => {
  it('warns of a field that it does not know, and finds everything', () => {
    const answered = ask('{ orders(first: 250, query: "made_up:value") { nodes { id } } }');

    expect(answered.at('orders.nodes.249')).toBeDefined();
    expect(answered.at('extensions.search.0.warnings')).toStrictEqual([
      { field: 'made_up', code: 'invalid_field', message: 'Invalid search field for this query.' },
    ]);
    expect(ask('{ orders(first: 1, query: "name:1003") { nodes { id } } }').at('extensions.search')).toBeUndefined();
  });

  it('warns of a text that is not a time', () => {
    const answered = ask(`{ orders(first: 1, query: "processed_at:>='yesterday'") { nodes { id } } }`);

    expect(answered.at('extensions.search.0.warnings.0.code')).toBe('invalid_value');
  });

  it('takes quoted times to the second, from inclusive and to exclusive', () => {
    const all = readAll(ask);
    const [from = '', to = ''] = [all[100]?.processedAt, all[140]?.processedAt];
    const found = readAll(ask, { query: `processed_at:>='${from}' AND processed_at:<'${to}'` });

    expect(found).toStrictEqual(all.slice(100, 140));
  });

  it("drops the time of an unquoted one, and takes the shop's day", () => {
    const found = readAll(ask, { query: 'processed_at:>=2025-06-01T23:59:59Z AND processed_at:<2025-07-01T23:59:59Z' });
    const june = readAll(ask, {
      query: "processed_at:>='2025-06-01T04:00:00Z' AND processed_at:<'2025-07-01T04:00:00Z'",
    });

    expect(june.length).toBeGreaterThan(10);
    expect(found).toStrictEqual(june);
  });

  it('finds an order by its name, and all that share it', () => {
    const names = (query: string): readonly string[] => readAll(ask, { query }).map(({ name }) => name);

    expect(names("name:'#1010'")).toStrictEqual(['#1010']);
    expect(names('name:1010')).toStrictEqual(['#1010']);
    expect(names('name:#1214')).toStrictEqual(['#1214', '#1214']);
    // The number that the docs use.
    expect(names('name:#1001')).toStrictEqual(['#1001']);
  });

  it('finds an order by its id, even one beyond 2^53', () => {
    const huge = indexOf('an id beyond 2^53');
    const id = String(9_007_199_254_740_993n + 2n * BigInt(huge));

    expect(ask(`{ order(id: "gid://shopify/Order/${id}") { legacyResourceId } }`).at('order.legacyResourceId')).toBe(
      id,
    );
    expect(readAll(ask, { query: `id:${id}` })).toHaveLength(1);
    expect(ask('{ order(id: "gid://shopify/Order/5") { id } }').at('order')).toBeNull();
  });
});

describe('pages of orders', () => {
  it.each(['PROCESSED_AT', 'UPDATED_AT', 'CREATED_AT', 'ID'])('hold each order once when sorted by %s', (sortKey) => {
    const rows = readAll(ask, { sortKey, first: 37 });

    expect(rows).toHaveLength(400);
    expect(new Set(rows.map(({ processedAt }) => processedAt)).size).toBe(400);
  });

  it('are in the order that was asked for', () => {
    const updated = readAll(ask, { sortKey: 'UPDATED_AT' }).map(({ updatedAt }) => updatedAt);

    expect(updated).toStrictEqual([...updated].sort());
    expect(updated).not.toStrictEqual(readAll(ask).map(({ updatedAt }) => updatedAt));
  });

  it('can be read from the end', () => {
    const backwards = ask('{ orders(first: 3, reverse: true) { nodes { name } } }');
    const last = ask('{ orders(last: 3) { nodes { name } } }');

    expect(rowsOf(backwards.at('orders.nodes')).map(({ name }) => name)).toStrictEqual(
      rowsOf(last.at('orders.nodes'))
        .map(({ name }) => name)
        .reverse(),
    );
  });

  it('carry cursors in the shape of Shopify', () => {
    const cursor = String(ask('{ orders(first: 1) { pageInfo { endCursor } } }').at('orders.pageInfo.endCursor'));
    const inside: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString());

    expect(inside).toStrictEqual({ last_id: 5_400_000_000_000, last_value: expect.any(Number) });
  });

  it('count what they hold', () => {
    const counted = ask(
      '{ all: ordersCount(limit: null) { count precision } some: ordersCount(limit: 100) { count precision } }',
    );

    expect(counted.at('all')).toStrictEqual({ count: 400, precision: 'EXACT' });
    expect(counted.at('some')).toStrictEqual({ count: 100, precision: 'AT_LEAST' });
  });

  it('show all lines of a long order, page by page', () => {
    const name = readAll(ask)[indexOf('more than 250 lines')]?.name ?? '';
    const lines = (after: string | null): ReturnType<typeof ask> =>
      ask(
        `query ($q: String, $after: String) { orders(first: 1, query: $q) { nodes {
          lineItems(first: 250, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } } }`,
        { q: `name:'${name}'`, after },
      );
    const first = lines(null);
    const second = lines(String(first.at('orders.nodes.0.lineItems.pageInfo.endCursor')));

    expect(first.at('orders.nodes.0.lineItems.pageInfo.hasNextPage')).toBe(true);
    expect(second.at('orders.nodes.0.lineItems.nodes')).toHaveLength(10);
  });
});

describe('what an app may see', () => {
  it('is the last 60 days without read_all_orders, without any notice', () => {
    const walled = askShop({ scopes: ['read_orders'] });
    const rows = readAll(walled);
    const wall = new Date(sampleCalendar.end - 60 * 86_400_000).toISOString();
    const all = readAll(ask);

    expect(rows.length).toBeGreaterThan(30);
    expect(rows).toStrictEqual(all.slice(-rows.length));
    expect(rows.every(({ processedAt }) => processedAt >= wall)).toBe(true);
    expect(walled('{ order(id: "gid://shopify/Order/5400000000000") { id } }').at('order')).toBeNull();
  });

  it('is no order at all without read_orders', () => {
    const blind = askShop({ scopes: [] });

    expect(blind('{ orders(first: 1) { nodes { id } } }').errors[0]).toStrictEqual({
      message: 'Access denied for orders field. Required access: `read_orders` access scope.',
      code: 'ACCESS_DENIED',
    });
  });

  it('is no customer without read_customers: null, with an error next to it', () => {
    const answered = askShop({ scopes: ['read_orders', 'read_all_orders'] })(
      '{ orders(first: 1) { nodes { id customer { id } } } }',
    );

    expect(answered.at('orders.nodes.0.customer')).toBeNull();
    expect(answered.at('orders.nodes.0.id')).toBe('gid://shopify/Order/5400000000000');
    expect(answered.errors.map(({ code }) => code)).toStrictEqual(['ACCESS_DENIED']);
  });

  it('is no street and no ZIP without approval for protected customer data', () => {
    const answered = askShop({ protectedCustomerData: 'level 1' })(
      '{ orders(first: 1) { nodes { shippingAddress { address1 zip city provinceCode } } } }',
    );

    expect(answered.at('orders.nodes.0.shippingAddress')).toMatchObject({ address1: null, zip: null });
    expect(answered.at('orders.nodes.0.shippingAddress.provinceCode')).toMatch(/^[A-Z]{2}$/);
    expect(answered.errors).toHaveLength(2);
  });

  it('names only people who do not exist', () => {
    const { text } = ask(
      '{ orders(first: 9) { nodes { email customer { displayName } shippingAddress { name address1 } } } }',
    );

    expect(text).toContain('CANARY_NAME');
    expect(text).toContain('1 CANARY_ADDR St');
    expect(text).not.toMatch(/@(?!example\.com)/);
  });
});

describe('the points of a query', () => {
  const query =
    '{ orders(first: 100) { nodes { id totalPriceSet { shopMoney { amount } } } pageInfo { hasNextPage } } }';

  it('are charged by the formula that fits recorded answers', () => {
    expect(ask(query).at('extensions.cost.requestedQueryCost')).toBe(11);
    expect(ask('{ shop { id plan { shopifyPlus } } }').at('extensions.cost.requestedQueryCost')).toBe(2);
    expect(ask('{ ordersCount { count } }').at('extensions.cost.requestedQueryCost')).toBe(10);
  });

  it('run out, and come back with time', () => {
    let now = 0;
    const slow = askShop({ bucket: { maximumAvailable: 20, restoreRate: 10 }, now: () => now });

    expect(slow(query).errors).toStrictEqual([]);
    const throttled = slow(query);
    now = 1000;

    expect(throttled.errors.map(({ code }) => code)).toStrictEqual(['THROTTLED']);
    expect(throttled.at('extensions.cost.throttleStatus')).toStrictEqual({
      maximumAvailable: 20,
      currentlyAvailable: 9,
      restoreRate: 10,
    });
    expect(slow(query).errors).toStrictEqual([]);
  });
});
