import {
  aLine,
  anAgreement,
  anOrder,
  aRefund,
  aSale,
  aSaleTax,
  aTax,
  type Json,
  money,
  nodes,
  totals,
} from '../../connectors/shopify/an-order.ts';
import type { HistorySale } from './history.ts';

const text = (at: number): string => new Date(at).toISOString().replace('.000', '');

const gid = (kind: string, id: number | string): string => `gid://shopify/${kind}/${id}`;

const lineOf = (id: string): Json => aLine({ id: gid('LineItem', id), taxLines: [aTax('8.25')] });

const soldLine = (id: string, n: number): Json =>
  aSale({
    id: gid('ProductSale', `${id}9`),
    ...totals('108.25', '8.25'),
    taxes: [aSaleTax('8.25')],
    lineItem: { id: gid('LineItem', id) },
    quantity: n,
  });

/** When an order last changed, up to a time. */
const changedAt = ({ madeAt, saleFrom, later }: HistorySale, now: number): number =>
  Math.max(
    ...[madeAt, saleFrom, ...later.flatMap(({ at, undoneAt }) => [at, undoneAt ?? at])].filter((at) => at <= now),
  );

/** An order as the Admin API shows it at a time; null before it was made, and once it is deleted. */
const orderAt = (sale: HistorySale, now: number): Json | null => {
  const { n, madeAt, soldAt, saleFrom, later, deletedAt } = sale;
  if (madeAt > now || (deletedAt !== null && deletedAt <= now)) return null;
  const isPaid = saleFrom <= now;
  const edits = later.filter(({ kind, at }) => kind === 'edit' && at <= now);
  // A refund that was deleted is gone.
  const refunds = later.filter(
    ({ kind, at, undoneAt }) => kind === 'refund' && at <= now && (undoneAt === null || undoneAt > now),
  );
  const own = `7${n}`;
  const added = `8${n}`;
  const received = ((1 + edits.length) * 108.25).toFixed(2);
  return anOrder({
    id: gid('Order', 5_000 + n),
    name: `#${1_000 + n}`,
    createdAt: text(madeAt),
    processedAt: text(soldAt),
    updatedAt: text(changedAt(sale, now)),
    edited: edits.length > 0,
    displayFinancialStatus: !isPaid ? 'PENDING' : refunds.length > 0 ? 'REFUNDED' : 'PAID',
    originalTotalPriceSet: money('108.25'),
    totalReceivedSet: money(isPaid ? received : '0.00'),
    lineItems: nodes(lineOf(own), ...edits.map(() => lineOf(added))),
    shippingLines: nodes(),
    agreements: nodes(
      anAgreement({ id: gid('OrderAgreement', `31${n}`), happenedAt: text(soldAt), sales: nodes(soldLine(own, 1)) }),
      ...edits.map(({ at }) =>
        anAgreement({
          id: gid('OrderEditAgreement', `88${n}`),
          reason: 'ORDER_EDIT',
          happenedAt: text(at),
          sales: nodes(soldLine(added, 1)),
        }),
      ),
      ...refunds.map(({ at }) =>
        anAgreement({
          id: gid('RefundAgreement', `66${n}`),
          reason: 'REFUND',
          happenedAt: text(at),
          refund: { id: gid('Refund', `41${n}`) },
          sales: nodes(
            aSale({
              id: gid('ProductSale', `${own}8`),
              ...totals('-108.25', '-8.25'),
              taxes: [aSaleTax('-8.25')],
              lineItem: { id: gid('LineItem', own) },
              quantity: -1,
            }),
          ),
        }),
      ),
    ),
    refunds: refunds.map(({ at }) =>
      aRefund({
        id: gid('Refund', `41${n}`),
        createdAt: text(at),
        processedAt: text(at),
        totalRefundedSet: money('108.25'),
        transactions: nodes({ kind: 'REFUND', status: 'SUCCESS', amountSet: money('108.25') }),
        refundLineItems: nodes({
          quantity: 1,
          lineItem: { id: gid('LineItem', own) },
          subtotalSet: money('100.0'),
          totalTaxSet: money('8.25'),
        }),
      }),
    ),
    transactions: isPaid
      ? [saleFrom, ...edits.map(({ at }) => at)].map((at) => ({
          paymentId: null,
          kind: 'SALE',
          status: 'SUCCESS',
          processedAt: text(at),
        }))
      : [],
  });
};

const fields = { processed_at: 'processedAt', created_at: 'createdAt', updated_at: 'updatedAt' } as const;

/** What Shopify's search finds: every term is a time with an operator. */
const search = (orders: readonly Json[], query: string): readonly Json[] => {
  const terms = [...query.matchAll(/(processed_at|created_at|updated_at):(>=|<)'([^']*)'/g)];
  const isFound = (order: Json): boolean =>
    terms.every(([, field = '', operator, at = '']) => {
      const key = Object.entries(fields).find(([name]) => name === field)?.[1] ?? '';
      const own = Date.parse(String(order[key]));
      return operator === '<' ? own < Date.parse(at) : own >= Date.parse(at);
    });
  return orders.filter(isFound);
};

const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

/** The sales report: what happened on each day, whatever the date of the order. */
const report = (history: readonly HistorySale[], now: number, query: string): Json => {
  const [, since = '', until = ''] = /SINCE (\S+) UNTIL (\S+) /.exec(query) ?? [];
  const sums = new Map<string, number>();
  const add = (at: number, sign: number): void => {
    const key = dayIn.format(at);
    if (at <= now) sums.set(key, (sums.get(key) ?? 0) + sign);
  };
  for (const { platform, soldAt, madeAt, later, deletedAt } of history) {
    if (platform !== 'shopify' || madeAt > now || (deletedAt !== null && deletedAt <= now)) continue;
    add(soldAt, 1);
    for (const { kind, at, undoneAt } of later)
      if (undoneAt === null || undoneAt > now) add(at, kind === 'edit' ? 1 : -1);
  }
  const rows = [...sums]
    .filter(([key]) => key >= since && key <= until)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => ({ day: key, total_sales: (count * 108.25).toFixed(2), taxes: (count * 8.25).toFixed(2) }));
  const columns = ['day', 'total_sales', 'taxes'].map((name) => ({ name }));
  return { shop: { currencyCode: 'USD' }, shopifyqlQuery: { tableData: { columns, rows }, parseErrors: [] } };
};

/** Answers an operation of the Admin API with what Shopify shows of a history at a time. */
export const answerShopify = (
  history: readonly HistorySale[],
  now: number,
  { operation, variables }: { readonly operation: string; readonly variables: Json },
): Json => {
  const orders: readonly Json[] = history
    .map((sale) => (sale.platform === 'shopify' ? orderAt(sale, now) : null))
    .filter((order) => order !== null);
  switch (operation) {
    case 'OrdersPage':
    case 'ChangedOrdersPage': {
      const field = operation === 'OrdersPage' ? 'processedAt' : 'updatedAt';
      const found = [...search(orders, String(variables['query']))].sort((a, b) =>
        String(a[field]) < String(b[field]) ? -1 : 1,
      );
      return { orders: { nodes: found, pageInfo: { hasNextPage: false, endCursor: null } } };
    }
    case 'OrderById':
      return { order: orders.find(({ id }) => id === variables['id']) ?? null };
    case 'OrdersCount':
      return { ordersCount: { count: search(orders, String(variables['query'])).length, precision: 'EXACT' } };
    case 'SalesReport':
      return report(history, now, String(variables['query']));
    case 'OrderLedger': {
      const order = orders.find(({ id }) => id === variables['id']);
      const agreements = order?.['agreements'] as { readonly nodes: readonly Json[] } | undefined;
      const edges = (agreements?.nodes ?? []).map((node, index) => ({ cursor: String(index), node }));
      return { order: { agreements: { edges, pageInfo: { hasNextPage: false, endCursor: null } } } };
    }
    default:
      return {};
  }
};
