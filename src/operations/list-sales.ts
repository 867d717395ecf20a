/** Sales and refunds of all runs, for the screen. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ListedSale, SalesFilter, SalesOrder } from '../domain/listed-sale.ts';
import type { OperationPorts } from './ports.ts';
import { fromStore, type Operation, shownStorefronts, withAccount } from './state.ts';

export interface SalesRequest
  extends Omit<SalesFilter, 'storefronts'>, Pick<SalesOrder, 'sort' | 'descending' | 'limit'> {
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

export const listSales = (ports: OperationPorts, request: SalesRequest): Operation<ListedSales> =>
  withAccount(ports, (state) =>
    pipe(
      shownStorefronts(ports, state),
      TE.bindTo('storefronts'),
      TE.bind('page', ({ storefronts }) => {
        const { storefront, after, sort, descending, limit, ...filter } = request;
        const shown = storefronts.filter((name) => (storefront ?? name) === name);
        const order = { sort, descending, limit, after: O.fromNullable(after) };
        return fromStore(state.reviews.findSales({ ...filter, storefronts: shown }, order));
      }),
      TE.map(({ storefronts, page: { sales, next } }) => ({ storefronts, sales, next: O.toNullable(next) })),
    ),
  );
