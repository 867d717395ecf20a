/** Rebuilds orders from the lines of a bulk result, where each line item, refund or agreement is a line that names its parent. */
import { isRecord } from '../../../src/domain/fields.ts';

/** One line of a bulk result. */
export type BulkObject = Record<string, unknown>;

/** Adds an object to the right list of its parent. */
export const adopt = (parent: BulkObject, child: BulkObject): void => {
  const list = listOf(child, parent);
  if (list === undefined) return;
  const siblings: unknown = parent[list];
  if (Array.isArray(siblings)) siblings.push(child);
  else parent[list] = [child];
};

/**
 * Rebuilds orders from all lines of a result: children name their parent in `__parentId`, in any order.
 *
 * @throws SyntaxError when a line is not JSON: the result was cut short.
 */
export const ordersOfBulkLines = (lines: readonly string[]): readonly unknown[] => {
  const objects: BulkObject[] = [];
  const byId = new Map<unknown, BulkObject>();
  for (const line of lines) {
    const object = line.trim() === '' ? undefined : parsed(line);
    if (object === undefined) continue;
    objects.push(object);
    if (object['id'] !== undefined) byId.set(object['id'], object);
  }
  for (const object of objects) {
    const parent = byId.get(object['__parentId']);
    if (parent !== undefined) adopt(parent, object);
  }
  return [...byId.values()].filter(({ id }) => typeOfGid(id) === 'Order');
};

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

/** `Order` for `gid://shopify/Order/1`; empty when the text is not a global id. */
const typeOfGid = (id: unknown): string =>
  /^gid:\/\/[^/]+\/([^/]+)\//.exec(typeof id === 'string' ? id : '')?.[1] ?? '';

const parsed = (line: string): BulkObject | undefined => {
  const value: unknown = JSON.parse(line);
  return isRecord(value) ? { ...value } : undefined;
};
