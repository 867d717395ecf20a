import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isFinalStatus, type Run, type RunRequest } from '../domain/run.ts';
import type { LineFilter } from '../domain/sync-store.ts';
import type { HowToEnd } from '../pipeline/run-context.ts';
import { readStops } from '../pipeline/run-marks.ts';
import { fail, failureOf, type OperationFailure } from './failure.ts';
import { isPageSize, noCursor } from './lines.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { type RunCounts, type RunProgress, storedProgress, sumsOf, toRunProgress } from './progress.ts';
import { resync } from './resync.ts';
import {
  fromStore,
  knownStorefronts,
  type Operation,
  rangeOf,
  someStorefronts,
  withAccount,
  withRun,
} from './state.ts';

/** A run with its counts. */
export interface ListedRun extends RunCounts {
  readonly runId: string;
  readonly storefronts: readonly string[];
  /** First and last day, both included, of each storefront's own calendar. */
  readonly range: { readonly from: string; readonly to: string };
  readonly kind: 'historical' | 'live';
  readonly dryRun: boolean;
  readonly intoClosedPeriods: boolean;
  readonly status: Run['status'];
  readonly startedAt: string;
  /** Null while it is not over. */
  readonly finishedAt: string | null;
  /** Whether a person has signed it off. */
  readonly isSignedOff: boolean;
}

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

const toListedRun =
  ({ reviews }: Pick<AccountState, 'reviews'>) =>
  (run: Run): Operation<ListedRun> =>
    pipe(
      fromStore(reviews.outcomeCounts(run.id)),
      TE.bindTo('counts'),
      TE.bind('signOffs', () => fromStore(reviews.signOffs(run.id))),
      TE.map(({ counts, signOffs }) => ({
        runId: run.id,
        storefronts: run.storefronts,
        range: run.range,
        kind: run.kind ?? 'historical',
        dryRun: run.dryRun,
        intoClosedPeriods: run.intoClosedPeriods === true,
        status: run.status,
        startedAt: run.startedAt,
        finishedAt: run.finishedAt,
        ...sumsOf(counts),
        isSignedOff: signOffs.length > 0,
      })),
    );

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

/** Historical runs, newest first. Left with `INVALID` for a cursor or limit that is none. */
export const listRuns = (ports: OperationPorts, { cursor, limit = 20 }: RunsRequest): Operation<RunsPage> =>
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
    : TE.fromEither(fail('INVALID', `The limit must be a number from 1 to ${maxRuns}.`));

/** One run; the newest historical one without an id. Left with `UNKNOWN_RUN`. */
export const findRun = (ports: OperationPorts, runId?: string): Operation<ListedRun> =>
  withRun(ports, runId, (state, run) => toListedRun(state)(run));

/** What is to be synced: days of each storefront's own calendar, `YYYY-MM-DD`, first and last both included. */
interface StartRequest {
  readonly storefronts: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
  /** Default false. */
  readonly intoClosedPeriods?: boolean;
}

/**
 * Starts a run, or goes on with the unfinished one of an equal request; Right: its id. Left with `RANGE`, `UNKNOWN_STOREFRONT`
 * (also for an empty list) and `RUN_ACTIVE`.
 */
export const startRun = (ports: OperationPorts, { storefronts, from, to, ...how }: StartRequest): Operation<string> =>
  pipe(
    TE.fromEither(someStorefronts(ports, storefronts)),
    TE.bindTo('names'),
    TE.bind('range', () => TE.fromEither(rangeOf(from, to))),
    TE.flatMap(({ names, range }) => ports.runs.start({ storefronts: names, range, ...how })),
  );

/** How far a run has come, wherever it is at work. Left with `UNKNOWN_RUN`. */
export const readProgress = (ports: OperationPorts, runId: string): Operation<RunProgress> =>
  withRun(ports, runId, ({ store, reviews }, run) => {
    const here = ports.runs.progress(runId);
    if (here !== undefined) return TE.right(toRunProgress({ ...here, runId }, here.status));
    return pipe(
      fromStore(reviews.outcomeCounts(runId)),
      TE.bindTo('counts'),
      TE.bind('stops', () => fromStore(() => readStops(store, run))),
      TE.map(({ counts, stops }) => storedProgress(run, counts, stops)),
    );
  });

/** Ends a run. Right(false) when it was over, or for `pause` not at work. Left with `RUN_STATE` for live sales. */
export const endRun = (ports: OperationPorts, runId: string, how: HowToEnd): Operation<boolean> =>
  withRun(ports, runId, (_state, run) =>
    run.kind === 'live'
      ? TE.fromEither(fail('RUN_STATE', 'Live sales have no end: they arrive as long as the storefront is configured.'))
      : ports.runs.end(runId, how),
  );

/**
 * Goes on with a run that was paused or stopped, or whose process died: the same id. Left with `RUN_STATE` when it is over for
 * good.
 *
 * @param intoClosedPeriods default: as the run was asked for last
 */
export const resumeRun = (ports: OperationPorts, runId: string, intoClosedPeriods?: boolean): Operation<string> =>
  withRun(ports, runId, (_state, run) => {
    if (run.kind === 'live' || isFinalStatus(run.status))
      return TE.fromEither(
        fail('RUN_STATE', `The run "${runId}" is over, or of live sales, and cannot be resumed. Start a new one.`),
      );
    const request: RunRequest = {
      storefronts: run.storefronts,
      range: run.range,
      dryRun: run.dryRun,
      intoClosedPeriods: intoClosedPeriods ?? run.intoClosedPeriods === true,
    };
    return ports.runs.start(request);
  });

/** What a retry is about. */
export interface RetryRequest {
  /** The id of one line. Default: all that failed or are held. */
  readonly lineId?: string;
  /** Send sales of closed months as well. Default false: they are held. */
  readonly intoClosedPeriods?: boolean;
}

/** Left with `RUN_STATE` for a preview. */
export const allowsRetry = (
  ports: Pick<OperationPorts, 'storefronts'>,
  { dryRun, storefronts }: Run,
): E.Either<OperationFailure, void> =>
  dryRun
    ? pipe(
        knownStorefronts(ports, storefronts),
        E.flatMap(() => fail('RUN_STATE', 'A preview sent nothing, so there is nothing to retry. Preview again.')),
      )
    : E.right(undefined);

/**
 * Reads and settles again what failed or is held. Of live sales, the process that takes the webhooks does it, as after a webhook,
 * unless closed months are to be changed. Left with `RUN_STATE` for a preview.
 */
export const retryLines = (
  ports: OperationPorts,
  runId: string,
  { lineId, intoClosedPeriods = false }: RetryRequest,
): Operation<string> =>
  withRun(ports, runId, (state, run) => {
    const allowed = allowsRetry(ports, run);
    if (E.isLeft(allowed)) return TE.fromEither(allowed);
    if (run.kind !== 'live' || intoClosedPeriods) return ports.runs.retry(run, lineId ?? null, intoClosedPeriods);
    // What is requested of one that is configured no more is never read.
    return pipe(
      TE.fromEither(knownStorefronts(ports, run.storefronts)),
      TE.flatMap(() => requestResync(ports, state, run, lineId)),
    );
  });

/** Requests a resync of the live sales that failed or are held, all or one. */
const requestResync =
  (
    ports: Pick<OperationPorts, 'clock' | 'wake' | 'storefronts'>,
    state: Pick<AccountState, 'store' | 'inbox'>,
    run: Run,
    lineId: string | undefined,
  ): Operation<string> =>
  async () => {
    const filter: LineFilter = { outcomes: ['failed', 'held'], ...(lineId !== undefined && { id: lineId }) };
    const { findLines } = state.store;
    let after: O.Option<string> = O.none;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof findLines>>> = await findLines(run.id, filter, {
        after,
        limit: 500,
      })();
      if (E.isLeft(page)) return E.left(failureOf(page.left));
      const requested = await resync(ports, state, page.right.lines)();
      if (E.isLeft(requested)) return requested;
      after = page.right.next;
    } while (O.isSome(after));
    return E.right(run.id);
  };
