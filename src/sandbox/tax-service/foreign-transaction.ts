import { checkShape } from './check-shape.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { Stored } from './transaction-store.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A transaction of somebody else's under the id of the one that is being pushed; undefined when that is none. */
export const foreignTransaction = (pushed: string): Stored | undefined => {
  const shape = checkShape(parse(pushed));
  if (E.isLeft(shape)) return undefined;
  const { id } = shape.right;
  const name = `Somebody else's ${id}`;
  const transaction = {
    id,
    name,
    total: 1,
    taxCollected: 0,
    lineItems: [{ quantity: 1, amount: 1 }],
    transactedAt: '2020-01-01T00:00:00Z',
    shipToAddress: { line1: null, line2: null, city: 'Cheyenne', state: 'WY', zip: '82001', country: 'US' },
  };
  return { id, name, text: JSON.stringify(transaction) };
};
