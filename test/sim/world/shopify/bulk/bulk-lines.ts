import type { Order } from '../order.ts';
import { gid, ledgerJson, orderJson } from '../order-json.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const listIn = (value: unknown): readonly Json[] => {
  const nodes: unknown = isJson(value) ? value['nodes'] : undefined;
  return Array.isArray(nodes) ? nodes.filter(isJson) : [];
};

const ownLines: ReadonlySet<string> = new Set(['lineItems', 'agreements', 'shippingLines']);

const lineOf = (value: Json): string => `${JSON.stringify(value)}\n`;

/** Lists of an order stand in lines of their own, each with its parent; what a bulk query cannot ask for is left out. */
const headOf = (order: Order): Json => {
  const all = orderJson(order);
  const head = Object.fromEntries(Object.entries(all).filter(([name]) => !ownLines.has(name)));
  const [shippingLine = null] = listIn(all['shippingLines']);
  const refunds = order.refunds.map(({ id }) => ({ id: gid('Refund', id) }));
  return { __typename: 'Order', ...head, shippingLine, refunds };
};

/** The lines that an order becomes in a bulk result, its children right behind it. */
export const bulkLines = (order: Order): readonly string[] => {
  const parent = gid('Order', order.id);
  const lines = listIn(orderJson(order)['lineItems']);
  const agreements = ledgerJson(order).flatMap(({ sales, ...agreement }) => [
    { __typename: 'SalesAgreement', ...agreement, __parentId: parent },
    ...listIn(sales).map((sale) => ({ ...sale, __parentId: agreement['id'] })),
  ]);
  return [
    headOf(order),
    ...lines.map((line) => ({ __typename: 'LineItem', ...line, __parentId: parent })),
    ...agreements,
  ].map(lineOf);
};
