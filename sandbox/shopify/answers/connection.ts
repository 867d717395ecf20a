/** Pages of a list as Shopify's GraphQL gives them: nodes, edges, cursors, and the same refusals. */
import { GraphQLError } from 'graphql';

export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
}

/** Nodes are computed when they are selected. */
export interface Connection<A> {
  readonly nodes: () => readonly A[];
  readonly edges: () => readonly { readonly node: A; readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export const badRequest = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

/** The size of a page; refused as by Shopify if it is missing or more than 250. */
export const pageSize = ({ first, last }: PageArguments): number => {
  const size = first ?? last;
  if (size === undefined || size === null) throw badRequest('you must provide one of first or last');
  if (size > 250) throw badRequest(`${first === size ? 'first' : 'last'} cannot exceed 250`);
  if (size < 0) throw badRequest(`${first === size ? 'first' : 'last'} cannot be negative`);
  return size;
};

/** A cursor in Shopify's shape, base64 of `{"last_id":…,"last_value":…}`. */
export const writeCursor = (lastId: string, lastValue: string | number): string =>
  Buffer.from(`{"last_id":${lastId},"last_value":${JSON.stringify(lastValue)}}`).toString('base64');

/** The id in a cursor, in digits: it may be too large for a JavaScript number. */
export const readCursor = (cursor: string): string => {
  const id = /^\{"last_id":(\d+),/.exec(Buffer.from(cursor, 'base64').toString())?.[1];
  if (id === undefined) throw badRequest('Invalid cursor for current pagination sort.');
  return id;
};

/** Which part of a list a page is, from its position after and before the cursors. */
export const pageBounds = (
  args: PageArguments,
  placeOf: (cursor: string) => { readonly before: number; readonly after: number },
  length: number,
): { readonly start: number; readonly end: number } => {
  const size = pageSize(args);
  const after = typeof args.after === 'string' ? placeOf(args.after).after : 0;
  const before = typeof args.before === 'string' ? placeOf(args.before).before : length;
  const isFromEnd = args.first === undefined || args.first === null;
  return isFromEnd
    ? { start: Math.max(after, before - size), end: before }
    : { start: after, end: Math.min(before, after + size) };
};

/** The connection of a page: its nodes, and its position in a list of `length`. */
export const connectionAt = <A>(
  nodes: () => readonly A[],
  cursorAt: (index: number) => string,
  { start, end }: { readonly start: number; readonly end: number },
  length: number,
): Connection<A> => ({
  nodes,
  edges: () => nodes().map((node, index) => ({ node, cursor: cursorAt(index) })),
  pageInfo: {
    hasNextPage: end < length,
    hasPreviousPage: start > 0,
    startCursor: end <= start ? null : cursorAt(0),
    endCursor: end <= start ? null : cursorAt(end - start - 1),
  },
});

/** A page of a list in memory. Its cursors are positions in the list. */
export const connectionOf =
  <A>(all: () => readonly A[]) =>
  (args: PageArguments): Connection<A> => {
    const list = args.reverse === true ? [...all()].reverse() : all();
    const placeOf = (cursor: string): { before: number; after: number } => {
      const place = Number(readCursor(cursor));
      return { before: place, after: place + 1 };
    };
    const bounds = pageBounds(args, placeOf, list.length);
    const cursorAt = (index: number): string => writeCursor(String(bounds.start + index), bounds.start + index);
    return connectionAt(() => list.slice(bounds.start, bounds.end), cursorAt, bounds, list.length);
  };

/** A list that `first` cuts, and that has no pages. */
export const listOf =
  <A>(all: () => readonly A[]) =>
  ({ first }: PageArguments): readonly A[] =>
    typeof first === 'number' ? all().slice(0, first) : all();
