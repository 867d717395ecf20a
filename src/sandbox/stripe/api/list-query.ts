import type { Json } from '../objects/stripe-object.ts';
import { valueAt } from './change-at.ts';

/** What a list is narrowed to. Times are Unix seconds: from `low` on, up to but without `high`. */
export interface ListQuery {
  readonly limit: number;
  readonly after: string | null;
  readonly low: number;
  readonly high: number;
  readonly accepts: (object: Json) => boolean;
  /** An object whose sale is the only one that can be meant; null when any can. */
  readonly belongsTo: string | null;
}

/** Filters that name another object, and where that name stands. */
const owners: Readonly<Record<string, readonly string[]>> = {
  charge: ['charge'],
  invoice: ['invoice'],
  payment_intent: ['payment_intent'],
  subscription: ['subscription'],
  'payment[payment_intent]': ['payment', 'payment_intent'],
};

const plain = ['status', 'type'];

const seconds = (query: URLSearchParams, bound: string, otherwise: number): number => {
  const text = query.get(`created[${bound}]`);
  return text === null ? otherwise : Number(text);
};

export const readListQuery = (query: URLSearchParams): ListQuery => {
  const exact = query.get('created');
  const filters = [...Object.entries(owners), ...plain.map((name) => [name, [name]] as const)].flatMap(
    ([name, path]) => {
      const wanted = query.get(name);
      return wanted === null ? [] : [{ path, wanted }];
    },
  );
  const types = [...query].flatMap(([name, value]) => (/^types\[\d*\]$/.test(name) ? [value] : []));
  const owner = Object.keys(owners).find((name) => query.has(name));
  return {
    limit: Math.min(100, Math.max(1, Number(query.get('limit') ?? 10))),
    after: query.get('starting_after'),
    low: exact === null ? Math.max(seconds(query, 'gte', 0), seconds(query, 'gt', -1) + 1) : Number(exact),
    high:
      exact === null
        ? Math.min(seconds(query, 'lt', Infinity), seconds(query, 'lte', Infinity) + 1)
        : Number(exact) + 1,
    accepts: (object) =>
      filters.every(({ path, wanted }) => valueAt(object, path) === wanted) &&
      (types.length === 0 || types.includes(String(object['type']))),
    belongsTo: owner === undefined ? null : query.get(owner),
  };
};
