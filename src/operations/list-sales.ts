/** Sales and refunds of all runs, for the screen. */
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ListedSale, SalesFilter, SalesOrder, SalesSelection } from '../domain/listed-sale.ts';
import type { ReviewStore } from '../domain/review-store.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, type Operation, shownStorefronts, withAccount } from './state.ts';

export interface SalesRequest extends Omit<SalesFilter, 'storefronts'>, Pick<SalesOrder, 'descending' | 'limit'> {
  /** `status`: descending, what needs you first. */
  readonly sort: SalesOrder['sort'] | 'state' | 'status';
  /** Default: all. */
  readonly storefront?: string;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface ListedSales {
  readonly sales: readonly ListedSale[];
  readonly next: string | null;
  /** All that the user may choose from. */
  readonly storefronts: readonly string[];
}

/** What needs a person first, what is done last. */
const statuses: readonly SalesSelection[] = ['open', 'left out', 'skipped', 'sent'];

type Part = Partial<Pick<SalesFilter, 'selection' | 'jurisdiction'>>;

export const listSales = (ports: OperationPorts, request: SalesRequest): Operation<ListedSales> =>
  withAccount(ports, (state) =>
    pipe(
      shownStorefronts(ports, state),
      TE.bindTo('storefronts'),
      TE.bind('page', ({ storefronts }) => {
        const { storefront, after, sort, descending, limit, ...filter } = request;
        const shown = storefronts.filter((name) => (storefront ?? name) === name);
        const all = { ...filter, storefronts: shown };
        const { reviews } = state;
        return fromStore(
          sort === 'state' || sort === 'status'
            ? pipe(
                partsOf(reviews, sort, all),
                TE.flatMap((parts) =>
                  inParts(reviews, all, descending ? parts.toReversed() : parts, { limit, after: after ?? '0 ' }),
                ),
              )
            : reviews.findSales(all, { sort, descending, limit, after: O.fromNullable(after) }),
        );
      }),
      TE.map(({ storefronts, page: { sales, next } }) => ({ storefronts, sales, next: O.toNullable(next) })),
    ),
  );

/** Into which parts of the sales an order divides them, one after the other. */
const partsOf = (
  { salesPlaces }: Pick<ReviewStore, 'salesPlaces'>,
  sort: 'state' | 'status',
  { selection, jurisdiction }: SalesFilter,
): TE.TaskEither<StoreError, readonly Part[]> => {
  if (sort === 'status')
    return TE.right((selection === 'all' ? statuses.toReversed() : [selection]).map((one) => ({ selection: one })));
  const states = jurisdiction === undefined ? salesPlaces : TE.right([jurisdiction]);
  return pipe(states, TE.map(RA.map((one) => ({ jurisdiction: one }))));
};

/** One part after the other, each with its newest sales first. The position is that of the part and, behind a space, of the sale. */
const inParts = (
  { findSales }: Pick<ReviewStore, 'findSales'>,
  filter: SalesFilter,
  parts: readonly Part[],
  { limit, after }: Required<Pick<SalesRequest, 'limit' | 'after'>>,
): ReturnType<ReviewStore['findSales']> => {
  const from = (index: number, start: O.Option<string>, left: number): ReturnType<ReviewStore['findSales']> => {
    const part = parts[index];
    if (part === undefined) return TE.right({ sales: [], next: O.none });
    if (left === 0) return TE.right({ sales: [], next: O.some(`${index} `) });
    return pipe(
      findSales({ ...filter, ...part }, { sort: 'day', descending: true, after: start, limit: left }),
      TE.flatMap(({ sales, next }) =>
        O.isSome(next)
          ? TE.right({ sales, next: O.some(`${index} ${next.value}`) })
          : pipe(
              from(index + 1, O.none, left - sales.length),
              TE.map((rest) => ({ sales: [...sales, ...rest.sales], next: rest.next })),
            ),
      ),
    );
  };
  const [, index = '0', start = ''] = /^(\d{1,4}) (.*)$/s.exec(after) ?? [];
  return from(Number(index), start === '' ? O.none : O.some(start), limit);
};
