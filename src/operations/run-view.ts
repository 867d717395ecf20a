/** Reads what the pages of a run and the page of live sales show, from kept sums, so that a run of millions opens at once. */
import { sequenceS } from 'fp-ts/lib/Apply.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Instant } from '../domain/instant.ts';
import type { ClosedPeriod, OutcomeTotal, RefundTotal, SignOff } from '../domain/review-store.ts';
import { liveRunId, type ReportLine, type Run, type RunSummary } from '../domain/run.ts';
import type { LineFilter, StoreError } from '../domain/sync-store.ts';
import { readStops } from '../pipeline/run-marks.ts';
import { type Report, toReport } from '../reconcile/report.ts';
import type { ReviewUrl } from '../reconcile/review-link.ts';
import { describeStops } from '../reconcile/why-ended.ts';
import { type OpenGroup, toGroups } from './decisions/open-groups.ts';
import { type Notes, readNotes } from './lines.ts';
import type { AccountState } from './ports.ts';

/** One run. */
export interface RunView {
  readonly run: Run;
  /** Without named failures and examples. */
  readonly report: Report;
  readonly summary: RunSummary;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** The first failed and held sales of each reason; in a run that sends, only sales without a decision. */
  readonly differences: readonly ReportLine[];
  readonly notes: Notes;
  readonly signOffs: readonly SignOff[];
  readonly closed: readonly ClosedPeriod[];
  /** The run's sales that need you now. If a later sync read the same sale, they belong to that sync instead. */
  readonly open: readonly OpenGroup[];
  /** The run's sales that were decided to be sent and are not sent yet. */
  readonly toSend: readonly OpenGroup[];
  readonly reviewUrl: ReviewUrl;
  /** Why parts of it ended early, one line per reason. A retry in this process may have failed without stopping the run. */
  readonly whyEnded: readonly string[];
}

/** Reads all, one after the other, until one fails. */
const readAll = sequenceS(TE.ApplySeq);

/**
 * Lines are read only for the page that shows sales one by one (`withSales`).
 *
 * @param whyEnded in this process
 */
export const readRunView = (
  state: AccountState,
  run: Run,
  {
    now,
    withSales,
    whyEnded,
  }: { readonly now: Instant; readonly withSales: boolean; readonly whyEnded: RunView['whyEnded'] },
): TE.TaskEither<StoreError, RunView> => {
  const { reviews, reviewUrl } = state;
  const ofRun = { storefronts: run.storefronts, runId: run.id, now };
  return pipe(
    readAll({
      overview: reviews.overview(run.id),
      notes: withSales ? readNotes(state.inbox, run.storefronts) : TE.right<StoreError, Notes>(new Map()),
      signOffs: reviews.signOffs(run.id),
      closed: reviews.closedPeriods,
      open: pipe(reviews.matterGroups({ ...ofRun, state: 'open' }), TE.map(toGroups)),
      toSend: pipe(reviews.matterGroups({ ...ofRun, state: 'decided', actions: ['send'] }), TE.map(toGroups)),
      stops: () => readStops(state.store, run),
    }),
    TE.bind('differences', ({ overview: { summary }, open }) => {
      const reasons = run.dryRun ? [...Object.keys(summary.failed), ...Object.keys(summary.held)] : reasonsOf(open);
      return readDifferences(state, run, withSales ? reasons : [], now);
    }),
    TE.map(({ overview, stops, ...rest }) => ({
      run,
      report: toReport(run, overview.summary, [], [], reviewUrl),
      ...overview,
      ...rest,
      reviewUrl,
      whyEnded: [...new Set([...describeStops(stops, null), ...whyEnded])],
    })),
  );
};

/** The live sales of a storefront. */
export interface LiveSales {
  readonly storefront: string;
  /** The live run; null before the first sale. */
  readonly run: Run | null;
  readonly counts: RunSummary['counts'];
  /** How many failed and held sales need a person. */
  readonly waiting: number;
  /** The first sales of `waiting`. */
  readonly differences: readonly ReportLine[];
  readonly notes: Notes;
  /** Resync requests: records that will be read again. */
  readonly requested: number;
  /** A month for which sales are held because it was closed; empty without one. */
  readonly closed: readonly string[];
  readonly hasAdjustments: boolean;
}

const firstOnly = { after: O.none, limit: 1 };

/** @param requested resync requests by storefront */
export const readLiveSales =
  (state: AccountState, requested: ReadonlyMap<string, number>, now: Instant) =>
  (storefront: string): TE.TaskEither<StoreError, LiveSales> => {
    const { store, reviews } = state;
    const id = liveRunId(storefront);
    return pipe(
      readAll({
        run: store.findRun(O.some(id)),
        counts: reviews.outcomeCounts(id),
        open: pipe(
          reviews.matterGroups({ storefronts: [storefront], runId: id, isSent: false, state: 'open', now }),
          TE.map(toGroups),
        ),
        closed: store.findLines(id, { outcomes: ['held'], reason: 'closed period' }, firstOnly),
        adjusted: store.findLines(id, { hasAdjustments: true }, firstOnly),
        notes: readNotes(state.inbox, [storefront]),
      }),
      TE.bind('differences', ({ open }) =>
        readDifferences(state, { id, storefronts: [storefront], dryRun: false }, reasonsOf(open), now),
      ),
      TE.map(({ run, open, closed, adjusted, ...rest }) => ({
        ...rest,
        storefront,
        waiting: open.reduce((all, { count }) => all + count, 0),
        run: O.toNullable(run),
        requested: requested.get(storefront) ?? 0,
        closed: closed.lines.flatMap(({ amounts }) => amounts?.month ?? []),
        hasAdjustments: adjusted.lines.length > 0,
      })),
    );
  };

const reasonsOf = (groups: readonly OpenGroup[]): readonly string[] =>
  groups.filter(({ isSent }) => !isSent).map(({ what }) => what);

type Shown = Pick<Run, 'id' | 'storefronts' | 'dryRun'>;

/** The first failed and held sales of each reason. */
const readDifferences = (
  state: Pick<AccountState, 'store' | 'reviews'>,
  run: Shown,
  reasons: readonly string[],
  now: Instant,
): TE.TaskEither<StoreError, readonly ReportLine[]> =>
  pipe(
    reasons,
    TE.traverseSeqArray(readOfReason(state, run, now)),
    TE.map((lines) => lines.flat()),
  );

/** How many failed and held sales of a reason are shown. The list of sales has all. */
const maxShown = 5;

/** A preview stores no matters, so its lines are read. */
const readOfReason =
  ({ store, reviews }: Pick<AccountState, 'store' | 'reviews'>, { id, storefronts, dryRun }: Shown, now: Instant) =>
  (reason: string): TE.TaskEither<StoreError, readonly ReportLine[]> => {
    const linesOf = (filter: LineFilter, limit: number) =>
      pipe(
        store.findLines(id, { outcomes: ['failed', 'held'], ...filter }, { after: O.none, limit }),
        TE.map(({ lines }) => lines),
      );
    if (dryRun) return linesOf({ reason }, maxShown);
    return pipe(
      reviews.findMatters(
        { storefronts, runId: id, what: reason, isSent: false, state: 'open', now },
        { sort: 'money', offset: 0, limit: maxShown },
      ),
      TE.flatMap(({ matters }) =>
        pipe(
          matters,
          TE.traverseSeqArray(({ storefront, lineId }) => linesOf({ storefront, id: lineId }, 1)),
        ),
      ),
      TE.map((lines) => lines.flat()),
    );
  };
