/** `historicalSync.list`: historical runs with their counts, newest first. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fail, type OperationFailure } from '../failure.ts';
import { isPageSize, noCursor } from '../lines.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { AccountState } from '../ports.ts';
import type { OfAccount } from '../requests.ts';
import { fields, pageOf, paging } from '../shapes.ts';
import { fromStore, type Operation, withAccount } from '../state.ts';
import { type ListedRun, runShape, toListedRun } from './listed-run.ts';

/** Which runs. */
export interface RunsRequest {
  /** `next` of the page before. Default: from the newest run. */
  readonly cursor?: string;
  /** Runs of a page, 1 to 100. Default 20. */
  readonly limit?: number;
}

/** Runs, newest first. */
export interface RunsPage {
  readonly items: readonly ListedRun[];
  /** Pass it as `cursor` for the following page; null after the last. */
  readonly next: string | null;
}

export interface ListRunsPromise {
  /**
   * Historical runs with their counts, newest first. Rejects with `ACCOUNT` for several accounts, and with `INVALID` for a limit
   * that is not from 1 to 100.
   *
   * @example
   * const { items, next } = await taxNexus.historicalSync.list({ limit: 10 });
   */
  readonly list: (request?: RunsRequest & OfAccount) => Promise<RunsPage>;
}

/** The most runs of a page. */
const maxRuns = 100;

/** The run behind which a page begins. One that is not there would look like the end of the list. */
const positionIn = ({ store }: Pick<AccountState, 'store'>, cursor: O.Option<string>): Operation<O.Option<string>> =>
  O.isNone(cursor)
    ? TE.right(cursor)
    : pipe(
        fromStore(store.findRun(cursor)),
        TE.filterOrElse(O.isSome, (): OperationFailure => ({ code: 'INVALID', message: noCursor })),
        TE.map(() => cursor),
      );

export const listRuns = operation<ListRunsPromise['list']>()({
  name: 'listRuns',
  summary: 'Historical syncs, newest first',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: (ports, { cursor, limit = 20 }) =>
    isPageSize(limit, maxRuns)
      ? withAccount(ports, (state) =>
          pipe(
            positionIn(state, O.fromNullable(cursor)),
            TE.flatMap((before) => fromStore(state.reviews.listRuns({ before, limit }))),
            TE.bindTo('page'),
            TE.bind('items', ({ page }) => TE.traverseSeqArray(toListedRun(state))(page.runs)),
            TE.map(({ page, items }) => ({ items, next: O.toNullable(page.next) })),
          ),
        )
      : TE.fromEither(fail('INVALID', `The limit must be a number from 1 to ${maxRuns}.`)),
  http: {
    method: 'get',
    path: '/runs',
    given: fields({}, paging(maxRuns, 20)),
    ask: asIs,
    show: asIs,
    answer: pageOf(runShape),
  },
});
