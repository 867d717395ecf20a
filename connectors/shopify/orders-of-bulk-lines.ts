import { isList } from './is-list.ts';
import { isRecord } from './is-record.ts';

type BulkObject = Record<string, unknown>;

const typeOf = (id: unknown): string => /^gid:\/\/[^/]+\/([^/]+)\//.exec(typeof id === 'string' ? id : '')?.[1] ?? '';

/** In which list of its parent an object of a bulk result belongs; undefined for what we do not read. */
const listOf = (child: BulkObject, parent: BulkObject): string | undefined => {
  const type = typeof child['__typename'] === 'string' ? child['__typename'] : typeOf(child['id']);
  if (typeOf(parent['id']) !== 'Order') return type.endsWith('Sale') ? 'sales' : undefined;
  if (type === 'LineItem') return 'lineItems';
  if (type === 'Refund') return 'refunds';
  return type.endsWith('Agreement') ? 'agreements' : undefined;
};

const parsed = (line: string): BulkObject | undefined => {
  const value: unknown = JSON.parse(line);
  return isRecord(value) ? { ...value } : undefined;
};

/**
 * Puts the orders of a bulk result together again: each line is one object, and children name their parent in
 * `__parentId`. A child comes after its parent, though not right after it.
 *
 * @throws SyntaxError when a line is no JSON: the result was cut short.
 */
export const ordersOfBulkLines = (lines: readonly string[]): readonly unknown[] => {
  const byId = new Map<unknown, BulkObject>();
  for (const line of lines) {
    const object = line.trim() === '' ? undefined : parsed(line);
    if (object === undefined) continue;
    byId.set(object['id'], object);
    const parent = byId.get(object['__parentId']);
    const list = parent === undefined ? undefined : listOf(object, parent);
    if (parent !== undefined && list !== undefined) {
      const siblings = parent[list];
      parent[list] = [...(isList(siblings) ? siblings : []), object];
    }
  }
  return [...byId.values()].filter(({ id }) => typeOf(id) === 'Order');
};
