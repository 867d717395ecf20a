import { adopt, type BulkObject, typeOfGid } from './adopt.ts';
import { isRecord } from '../../../src/domain/fields.ts';

const parsed = (line: string): BulkObject | undefined => {
  const value: unknown = JSON.parse(line);
  return isRecord(value) ? { ...value } : undefined;
};

/**
 * Rebuilds the orders of a bulk result: each line is one object, and children name their parent in `__parentId`, in any order.
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
