import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError } from '../../domain/sync-store.ts';
import type { ClosedPeriod, OutcomeTotal, RefundTotal, SignOff } from '../../domain/review-store.ts';
import type { Run, ReportLine } from '../../domain/run.ts';
import { readReport } from '../../reconcile/read-report.ts';
import type { Report } from '../../reconcile/report.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import { notesOf } from './notes-of.ts';
import type { ScreenState } from './screen-ports.ts';

/** Everything that the report of a run shows. */
export interface RunView {
  readonly run: Run;
  readonly report: Report;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** What failed or is held, as far as one page shows it. */
  readonly differences: readonly ReportLine[];
  readonly notes: ReadonlyMap<string, string>;
  readonly signOffs: readonly SignOff[];
  readonly closed: readonly ClosedPeriod[];
  readonly reviewUrl: ReviewUrl;
}

/** So many differences stand on the report itself; the rest is a page of its own. */
const maxShown = 10;

/** Reads what the report of a run shows. */
export const readRunView = async (state: ScreenState, run: Run): Promise<E.Either<StoreError, O.Option<RunView>>> => {
  const { store, reviews } = state;
  const overview = await reviews.overview(run.id)();
  if (E.isLeft(overview)) return overview;
  const { summary, totals, refunds } = overview.right;
  // The entries were summed above; of a large run that is the most of the work.
  const summed = { ...store, summarizeRun: () => TE.right(summary) };
  const report = await readReport({ ...state, store: summed })(O.some(run.id))();
  if (E.isLeft(report)) return report;
  if (O.isNone(report.right)) return E.right(O.none);
  const outcomes = ['failed', 'held'] as const;
  const differences = await store.findLines(run.id, { outcomes }, { after: O.none, limit: maxShown })();
  if (E.isLeft(differences)) return differences;
  const notes = await notesOf(state, run.storefronts);
  if (E.isLeft(notes)) return notes;
  const signOffs = await reviews.signOffs(run.id)();
  if (E.isLeft(signOffs)) return signOffs;
  const closed = await reviews.closedPeriods();
  if (E.isLeft(closed)) return closed;
  return E.right(
    O.some({
      run,
      report: report.right.value,
      totals,
      refunds,
      differences: differences.right.lines,
      notes: notes.right,
      signOffs: signOffs.right,
      closed: closed.right,
      reviewUrl: state.reviewUrl,
    }),
  );
};
