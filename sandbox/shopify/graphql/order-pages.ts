/** Finds the sample orders of a filter and gives pages of them, without keeping the orders in memory. */
import { firstPlace } from '../../first-place.ts';
import type { Answer } from '../answers/answer.ts';
import {
  badRequest,
  type Connection,
  connectionAt,
  type PageArguments,
  pageBounds,
  pageSize,
  readCursor,
  writeCursor,
} from '../answers/connection.ts';
import { orderAnswers } from '../answers/order-answers.ts';
import { indexOfId } from '../orders/sample-size.ts';
import { type OrderSearch, orderSearch } from './order-search.ts';
import type { SampleOrders, SortKey } from './sample-orders.ts';

export interface OrderArguments extends PageArguments {
  readonly query?: string | null;
  readonly sortKey?: string | null;
}

export interface OrderPages {
  readonly search: (query: string) => OrderSearch;
  readonly count: (query: string, seenSince: number) => number;
  /** The orders that a filter finds, oldest sale first, by their index. */
  readonly indices: (query: string, seenSince: number) => Uint32Array;
  readonly page: (args: OrderArguments, seenSince: number) => Connection<Answer>;
}

const furthest = 25_000;
const remembered = 16;
const sortKeys: readonly SortKey[] = ['PROCESSED_AT', 'CREATED_AT', 'UPDATED_AT', 'ID'];

export const orderPages = (orders: SampleOrders): OrderPages => {
  const found = new Map<string, Uint32Array>();

  const search = (query: string): OrderSearch => {
    const read = orderSearch(orders, query);
    if (read === undefined)
      throw badRequest('The sample shop reads filters of the form field:value joined by AND only.');
    return read;
  };

  const select = (query: string, key: SortKey, seenSince: number): Uint32Array => {
    const name = `${key} ${seenSince} ${query}`;
    const known = found.get(name);
    if (known !== undefined) return known;
    const { matches } = search(query);
    const isSeen = (index: number): boolean =>
      seenSince === -Infinity || orders.valueOf('CREATED_AT', index) >= seenSince;
    const selected = orders.sortedBy(key).filter((index) => isSeen(index) && matches(index));
    if (found.size >= remembered) found.clear();
    found.set(name, selected);
    return selected;
  };

  const placeOf = (list: Uint32Array, key: SortKey, cursor: string): { before: number; after: number } => {
    const at = indexOfId(BigInt(readCursor(cursor)));
    if (at === undefined) throw badRequest('Invalid cursor for current pagination sort.');
    const compare = (index: number): number => orders.valueOf(key, index) - orders.valueOf(key, at) || index - at;
    return {
      before: firstPlace(list, (index) => compare(index) >= 0),
      after: firstPlace(list, (index) => compare(index) > 0),
    };
  };

  const page = (args: OrderArguments, seenSince: number): Connection<Answer> => {
    const key = sortKeyOf(args);
    pageSize(args);
    const ascending = select(args.query ?? '', key, seenSince);
    const { length } = ascending;
    const isReversed = args.reverse === true;
    const bounds = pageBounds(
      args,
      (cursor) => {
        const { before, after } = placeOf(ascending, key, cursor);
        return isReversed ? { before: length - after, after: length - before } : { before, after };
      },
      length,
    );
    if (bounds.start >= furthest) {
      throw badRequest(`Paging beyond ${furthest} objects is not supported; narrow the filter.`);
    }
    const indices = Array.from({ length: Math.max(0, bounds.end - bounds.start) }, (_, offset) => {
      const place = bounds.start + offset;
      return ascending[isReversed ? length - 1 - place : place] ?? 0;
    });
    const cursorAt = (offset: number): string =>
      writeCursor(String(orders.idOf(indices[offset] ?? 0)), orders.valueOf(key, indices[offset] ?? 0));
    return connectionAt(
      () => indices.map((index) => orderAnswers(orders.recipe(index)).order),
      cursorAt,
      bounds,
      length,
    );
  };

  const indices = (query: string, seenSince: number): Uint32Array => select(query, 'PROCESSED_AT', seenSince);
  return { search, page, indices, count: (query, seenSince) => indices(query, seenSince).length };
};

const sortKeyOf = ({ sortKey }: OrderArguments): SortKey => {
  const found = sortKeys.find((key) => key === (sortKey ?? 'PROCESSED_AT'));
  if (found === undefined) throw badRequest(`The sample shop sorts by ${sortKeys.join(', ')} only.`);
  return found;
};
