/** Reads a search filter of orders as Shopify does, including the terms that Shopify ignores with a warning. */
import type { SampleOrders, SortKey } from './sample-orders.ts';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { intervalOf } from '../../../src/domain/date-range.ts';
import { millisecondsOf, parseInstant } from '../../../src/domain/instant.ts';
import { sampleTimeZone } from '../orders/sample-size.ts';

/** Shopify's warning about a search term that it ignored. */
interface SearchWarning {
  readonly field: string;
  readonly message: string;
  readonly code: 'invalid_field' | 'invalid_value';
}

/** Whether the filter finds an order, by its index, and the terms that were ignored. */
export interface OrderSearch {
  readonly matches: (index: number) => boolean;
  readonly warnings: readonly SearchWarning[];
}

type Filter = (index: number) => boolean;

const term = /^(\w+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|(\S+))/;

/** A term that is not understood filters nothing: all orders are returned, with a warning. */
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

/** The response's warnings about its filters. */
export interface SearchReport {
  readonly path: readonly (string | number)[];
  readonly query: string;
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly warnings: OrderSearch['warnings'];
}

/** One report for each filter in which something was ignored. */
export const searchReport = (
  path: readonly (string | number)[],
  query: string,
  { warnings }: OrderSearch,
): readonly SearchReport[] =>
  warnings.length === 0
    ? []
    : [
        {
          path,
          query,
          warnings,
          parsed: { field: warnings[0]?.field, match_all: query.split(':').slice(1).join(':') },
        },
      ];

/** `id:1 OR id:2`, the only alternative that is read. */
const named = (orders: SampleOrders, query: string): OrderSearch | undefined => {
  if (!/^id:\d+(?: OR id:\d+)+$/.test(query)) return undefined;
  const found = new Set((query.match(/\d+/g) ?? []).map((digits) => orders.find(BigInt(digits))?.index));
  return { matches: (index) => found.has(index), warnings: [] };
};

/** One term of a search filter: `processed_at:>='2026-01-01T00:00:00Z'`. */
interface SearchTerm {
  readonly field: string;
  readonly operator: '>=' | '<=' | '>' | '<' | '';
  readonly value: string;
  readonly isQuoted: boolean;
}

/**
 * The terms of a filter that are joined by AND or by spaces. Undefined when it has anything else (OR, NOT, parentheses, bare
 * words), because the sample shop would have to guess.
 */
const parseSearch = (query: string): readonly SearchTerm[] | undefined => {
  const terms: SearchTerm[] = [];
  for (let rest = query.trim(); rest !== ''; rest = rest.trim().replace(/^AND\s+/, '')) {
    const match = term.exec(rest);
    if (match === null) return undefined;
    const [whole, field = '', operator = '', single, double, bare = ''] = match;
    const isOperator = (text: string): text is SearchTerm['operator'] => ['>=', '<=', '>', '<', ''].includes(text);
    if (!isOperator(operator)) return undefined;
    terms.push({ field, operator, value: single ?? double ?? bare, isQuoted: (single ?? double) !== undefined });
    rest = rest.slice(whole.length);
  }
  return terms;
};

const bare = (name: string): string => name.replace(/^#/, '');

const times: Readonly<Record<string, SortKey>> = {
  processed_at: 'PROCESSED_AT',
  created_at: 'CREATED_AT',
  updated_at: 'UPDATED_AT',
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

/** Which times a term accepts; undefined when its value is not a time. */
const timeFilter = (term: SearchTerm): ((milliseconds: number) => boolean) | undefined => {
  const span = spanOf(term);
  if (span === undefined) return undefined;
  switch (term.operator) {
    case '>=':
      return (at) => at >= span.from;
    case '>':
      return (at) => at >= span.to;
    case '<':
      return (at) => at < span.from;
    case '<=':
      return (at) => at < span.to;
    case '':
      return (at) => at >= span.from && at < span.to;
  }
};

/** The span of a time in a filter, in ms: a second, or a whole day of the shop. `to` is not part of it. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const spanOf = ({ value, isQuoted }: SearchTerm): Span | undefined => {
  // Without quotes, Shopify drops the time and uses the shop's day. This stand-in does the same, so that tests notice missing
  // quotes.
  const text = isQuoted ? value : value.slice(0, 10);
  if (isDay(text)) return dayOf(text);
  return pipe(
    parseInstant(text),
    O.map((instant) => ({ from: millisecondsOf(instant), to: millisecondsOf(instant) + 1000 })),
    O.toUndefined,
  );
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const dayOf = (text: string): Span => {
  const { start, end } = intervalOf({ from: text, to: text }, sampleTimeZone);
  return { from: millisecondsOf(start), to: millisecondsOf(end) };
};

const idFilter = (orders: SampleOrders, digits: string): Filter | SearchWarning['code'] => {
  if (!/^\d+$/.test(digits)) return 'invalid_value';
  const found = orders.find(BigInt(digits))?.index;
  return (index) => index === found;
};

const warning = ({ field }: SearchTerm, code: SearchWarning['code']): SearchWarning => ({
  field,
  code,
  message:
    code === 'invalid_field' ? 'Invalid search field for this query.' : 'Input `value` is not valid for this field.',
});
