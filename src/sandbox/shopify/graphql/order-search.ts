import type { SampleOrders, SortKey } from './sample-orders.ts';
import { parseSearch, type SearchTerm } from './search-term.ts';
import { timeFilter } from './time-filter.ts';

/** What Shopify says about a term that it did not understand, and ignored. */
export interface SearchWarning {
  readonly field: string;
  readonly message: string;
  readonly code: 'invalid_field' | 'invalid_value';
}

/** Whether an order, by its index, is found; and what was ignored on the way. */
export interface OrderSearch {
  readonly matches: (index: number) => boolean;
  readonly warnings: readonly SearchWarning[];
}

type Filter = (index: number) => boolean;

const times: Readonly<Record<string, SortKey>> = {
  processed_at: 'PROCESSED_AT',
  created_at: 'CREATED_AT',
  updated_at: 'UPDATED_AT',
};

const bare = (name: string): string => name.replace(/^#/, '');

const idFilter = (orders: SampleOrders, digits: string): Filter | SearchWarning['code'] => {
  if (!/^\d+$/.test(digits)) return 'invalid_value';
  const found = orders.find(BigInt(digits))?.index;
  return (index) => index === found;
};

const filterOf = (orders: SampleOrders, term: SearchTerm): Filter | SearchWarning['code'] => {
  const key = times[term.field];
  if (key !== undefined) {
    const isWithin = timeFilter(term);
    return isWithin === undefined ? 'invalid_value' : (index) => isWithin(orders.valueOf(key, index));
  }
  switch (term.field) {
    case 'id':
      return idFilter(orders, term.value);
    case 'name':
      return (index) => bare(orders.nameOf(index)) === bare(term.value);
    default:
      return 'invalid_field';
  }
};

const warning = ({ field }: SearchTerm, code: SearchWarning['code']): SearchWarning => ({
  field,
  code,
  message:
    code === 'invalid_field' ? 'Invalid search field for this query.' : 'Input `value` is not valid for this field.',
});

/** `id:1 OR id:2`, the one kind of alternative that is read. */
const named = (orders: SampleOrders, query: string): OrderSearch | undefined => {
  if (!/^id:\d+(?: OR id:\d+)+$/.test(query)) return undefined;
  const found = new Set((query.match(/\d+/g) ?? []).map((digits) => orders.find(BigInt(digits))?.index));
  return { matches: (index) => found.has(index), warnings: [] };
};

/** Reads a filter of orders. A term that is not understood filters nothing: everything comes, with a warning beside it. */
export const orderSearch = (orders: SampleOrders, query: string): OrderSearch | undefined => {
  const some = named(orders, query);
  if (some !== undefined) return some;
  const terms = parseSearch(query);
  if (terms === undefined) return undefined;
  const filters: Filter[] = [];
  const warnings: SearchWarning[] = [];
  for (const term of terms) {
    const filter = filterOf(orders, term);
    if (typeof filter === 'string') warnings.push(warning(term, filter));
    else filters.push(filter);
  }
  return { matches: (index) => filters.every((filter) => filter(index)), warnings };
};
