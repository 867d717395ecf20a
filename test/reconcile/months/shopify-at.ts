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
import { centsOf, countsAt, type HistorySale, type Later, numberOf, timesOf } from './history.ts';

const text = (at: number): string => new Date(at).toISOString().replace('.000', '');

const gid = (kind: string, id: number | string): string => `gid://shopify/${kind}/${id}`;

const lineOf = (id: string): Json =>
  aLine({ id: gid('LineItem', id), quantity: 5, originalUnitPriceSet: money('20.0'), taxLines: [aTax('8.25')] });

const soldLine = (id: string): Json =>
  aSale({
    id: gid('ProductSale', `${id}9`),
    ...totals('108.25', '8.25'),
    taxes: [aSaleTax('8.25')],
    lineItem: { id: gid('LineItem', id) },
    quantity: 5,
  });

const cardOf = (id: string): Json =>
  aLine({ id: gid('LineItem', id), isGiftCard: true, originalUnitPriceSet: money('108.25'), taxLines: [] });

const soldCard = (id: string): Json =>
  aSale({
    id: gid('GiftCardSale', `${id}9`),
    lineType: 'GIFT_CARD',
    ...totals('108.25', '0.0'),
    taxes: [],
    lineItem: { id: gid('LineItem', id) },
  });

/** When an order last changed, up to a time. */
const changedAt = (sale: HistorySale, now: number): number => Math.max(...timesOf(sale).filter((at) => at <= now));

/** A change of an order, and what the last part of its id is. */
interface Numbered {
  readonly one: Later;
  readonly number: string;
}

const dollars = (inCents: number): string => (inCents / 100).toFixed(2);

const refundAgreement = (own: string, { one, number }: Numbered): Json => {
  const pieces = one.pieces ?? 5;
  return anAgreement({
    id: gid('RefundAgreement', `66${number}`),
    reason: 'REFUND',
    happenedAt: text(one.at),
    refund: { id: gid('Refund', `41${number}`) },
    sales: nodes(
      aSale({
        id: gid('ProductSale', `${own}8${number}`),
        ...totals(dollars(-centsOf(one)), dollars(-165 * pieces)),
        taxes: [aSaleTax(dollars(-165 * pieces))],
        lineItem: { id: gid('LineItem', own) },
        quantity: -pieces,
      }),
    ),
  });
};

const refundOf = (own: string, { one, number }: Numbered): Json => {
  const pieces = one.pieces ?? 5;
  const paid = money(dollars(centsOf(one)));
  return aRefund({
    id: gid('Refund', `41${number}`),
    createdAt: text(one.at),
    processedAt: text(one.at),
    totalRefundedSet: paid,
    transactions: nodes({ kind: 'REFUND', status: 'SUCCESS', amountSet: paid }),
    refundLineItems: nodes({
      quantity: pieces,
      lineItem: { id: gid('LineItem', own) },
      subtotalSet: money(dollars(2_000 * pieces)),
      totalTaxSet: money(dollars(165 * pieces)),
    }),
  });
};

/** An order as the Admin API shows it at a time; null before it was made, and once it is deleted. */
const orderAt = (sale: HistorySale, now: number): Json | null => {
  const {
    n,
    madeAt,
    soldAt,
    saleFrom,
    givenUpAt = Infinity,
    later,
    deletedAt,
    isGiftCard = false,
    numbered = n,
  } = sale;
  if (madeAt > now || (deletedAt !== null && deletedAt <= now)) return null;
  const isPaid = saleFrom <= now;
  const happened = later.flatMap((one, index) => (one.at <= now ? [{ one, number: numberOf(sale, index) }] : []));
  const edits = happened.filter(({ one }) => one.kind === 'edit');
  const paidEdits = edits.filter(({ one }) => countsAt(one, now));
  // A refund that was deleted is gone.
  const refunds = happened.filter(({ one }) => one.kind !== 'edit' && countsAt(one, now));
  const canceled = happened.find(({ one }) => one.kind === 'cancellation')?.one.at ?? givenUpAt;
  const own = `7${n}`;
  const added = ({ number }: Numbered): string => `8${number}`;
  const total = (1 + edits.length) * 10_825;
  const received = isPaid ? (1 + paidEdits.length) * 10_825 : 0;
  const refunded = refunds.reduce((sum, { one }) => sum + centsOf(one), 0);
  const status =
    received === 0
      ? givenUpAt <= now
        ? 'VOIDED'
        : 'PENDING'
      : refunded > 0
        ? refunded < received
          ? 'PARTIALLY_REFUNDED'
          : 'REFUNDED'
        : received < total
          ? 'PARTIALLY_PAID'
          : 'PAID';
  return anOrder({
    id: gid('Order', 5_000 + n),
    name: `#${1_000 + numbered}`,
    createdAt: text(madeAt),
    processedAt: text(soldAt),
    updatedAt: text(changedAt(sale, now)),
    cancelledAt: canceled <= now ? text(canceled) : null,
    edited: edits.length > 0,
    displayFinancialStatus: status,
    originalTotalPriceSet: money('108.25'),
    totalReceivedSet: money(dollars(received)),
    lineItems: nodes(isGiftCard ? cardOf(own) : lineOf(own), ...edits.map((edit) => lineOf(added(edit)))),
    shippingLines: nodes(),
    agreements: nodes(
      anAgreement({
        id: gid('OrderAgreement', `31${n}`),
        happenedAt: text(soldAt),
        sales: nodes(isGiftCard ? soldCard(own) : soldLine(own)),
      }),
      ...edits.map((edit) =>
        anAgreement({
          id: gid('OrderEditAgreement', `88${edit.number}`),
          reason: 'ORDER_EDIT',
          happenedAt: text(edit.one.at),
          sales: nodes(soldLine(added(edit))),
        }),
      ),
      ...refunds.map((refund) => refundAgreement(own, refund)),
    ),
    refunds: refunds.map((refund) => refundOf(own, refund)),
    transactions: isPaid
      ? [saleFrom, ...paidEdits.map(({ one }) => one.settledAt ?? one.at)].map((at) => ({
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
    for (const { kind, at, undoneAt, pieces = 5 } of later)
      if (undoneAt === null || undoneAt > now) add(at, kind === 'edit' ? 1 : -centsOf({ pieces }) / 10_825);
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
  pageSize = Infinity,
): Json => {
  const orders: readonly Json[] = history
    .map((sale) => (sale.platform === 'shopify' ? orderAt(sale, now) : null))
    .filter((order) => order !== null);
  switch (operation) {
    case 'OrdersPage':
    case 'ChangedOrdersPage':
    case 'OrdersHead':
    case 'ChangedOrdersHead': {
      const field = operation.startsWith('Changed') ? 'updatedAt' : 'processedAt';
      const keyOf = (order: Json): string => `${String(order[field])} ${String(order['id'])}`;
      const after = typeof variables['after'] === 'string' ? variables['after'] : '';
      const found = search(orders, String(variables['query']))
        .filter((order) => keyOf(order) > after)
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const page = found.slice(0, Math.min(pageSize, Number(variables['first'] ?? found.length)));
      const last = page.at(-1);
      const hasNextPage = found.length > page.length;
      return { orders: { nodes: page, pageInfo: { hasNextPage, endCursor: last === undefined ? null : keyOf(last) } } };
    }
    case 'OrderHead':
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
