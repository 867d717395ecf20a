/** A run with its counts, as `historicalSync.list` and `find` give it. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Run } from '../../domain/run.ts';
import type { AccountState } from '../ports.ts';
import { runCounts, type RunCounts, runStatus, sumsOf } from '../progress.ts';
import { day, fields, instant, list, named, oneOf, orNull, text, yesNo } from '../shapes.ts';
import { fromStore, type Operation } from '../state.ts';

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

export const toListedRun =
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

export const runShape = named(
  'Run',
  fields({
    runId: text(),
    storefronts: list(text()),
    range: fields({ from: day, to: day }),
    kind: oneOf('historical', 'live'),
    dryRun: yesNo(),
    intoClosedPeriods: yesNo(),
    status: runStatus,
    startedAt: instant,
    finishedAt: orNull(instant),
    ...runCounts,
    isSignedOff: yesNo(),
  }),
);
