/** One line of a bulk result. */
export type BulkObject = Record<string, unknown>;

/** `Order` for `gid://shopify/Order/1`; empty when the text is not a global id. */
export const typeOfGid = (id: unknown): string =>
  /^gid:\/\/[^/]+\/([^/]+)\//.exec(typeof id === 'string' ? id : '')?.[1] ?? '';

/** The parent's list that an object of a bulk result belongs to; undefined for objects that are not read. */
const listOf = (child: BulkObject, parent: BulkObject): string | undefined => {
  const type = typeof child['__typename'] === 'string' ? child['__typename'] : typeOfGid(child['id']);
  if (typeOfGid(parent['id']) !== 'Order') return type.endsWith('Sale') ? 'sales' : undefined;
  if (type === 'LineItem') return 'lineItems';
  if (type === 'ShippingLine') return 'shippingLines';
  if (type === 'Refund') return 'refunds';
  if (type === 'FulfillmentOrder') return 'fulfillmentOrders';
  return type.endsWith('Agreement') ? 'agreements' : undefined;
};

/** Adds an object to the right list of its parent. */
export const adopt = (parent: BulkObject, child: BulkObject): void => {
  const list = listOf(child, parent);
  if (list === undefined) return;
  const siblings: unknown = parent[list];
  if (Array.isArray(siblings)) siblings.push(child);
  else parent[list] = [child];
};
