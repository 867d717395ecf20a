import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type ClosedPeriod,
  type OutcomeTotal,
  type RefundTotal,
  type SignOff,
  closedPeriodsWithin,
} from '../../domain/review-store.ts';
import type { ReportLine, Run, RunSummary } from '../../domain/run.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { type Report, toReport } from '../../reconcile/report.ts';
import type { ReviewUrl } from '../../reconcile/review-link.ts';
import { type OpenGroup, toGroups } from '../../operations/decisions.ts';
import type { AccountState } from '../../operations/ports.ts';
import type { Instant } from '../../domain/instant.ts';
import type { DateRange } from '../../domain/date-range.ts';
import type { Form } from './page.tsx';
import { monthLabel } from './labels.ts';

export interface RunView {
  readonly run: Run;
  /** Without named failures and examples. */
  readonly report: Report;
  readonly summary: RunSummary;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** The first failed and held sales. */
  readonly differences: readonly ReportLine[];
  readonly notes: ReadonlyMap<string, string>;
  readonly signOffs: readonly SignOff[];
  readonly closed: readonly ClosedPeriod[];
  /** What of it needs a decision now. A later sync that read the same sale has it instead. */
  readonly open: readonly OpenGroup[];
  readonly reviewUrl: ReviewUrl;
}

/** Reads all, one after the other, until one fails. */
export const readAll = sequenceS(TE.ApplySeq);

/** Failed and held sales that are shown one by one, each once. The rest is in the list of sales. */
const maxShown = 10;

export const readDifferences = (
  { store }: Pick<AccountState, 'store'>,
  runId: string,
): TE.TaskEither<StoreError, readonly ReportLine[]> =>
  pipe(
    store.findLines(runId, { outcomes: ['failed', 'held'] }, { after: O.none, limit: maxShown }),
    TE.map(({ lines }) => lines),
  );

/** The latest notes of people, by storefront and the id of a line. */
export const readNotes =
  (
    { inbox }: Pick<AccountState, 'inbox'>,
    storefronts: readonly string[],
  ): TE.TaskEither<StoreError, ReadonlyMap<string, string>> =>
  async () => {
    const notes = new Map<string, string>();
    for (const storefront of storefronts) {
      const resolutions = await inbox.resolutions(storefront)();
      if (E.isLeft(resolutions)) return resolutions;
      // An erased note is empty.
      for (const { id, note, by } of resolutions.right)
        if (note !== '') notes.set(`${storefront} ${id}`, `${note} (${by})`);
    }
    return E.right(notes);
  };

/**
 * Reads what the pages of a run show, from the sums that are kept while its lines change: no page but that of sales reads
 * lines, unless it shows them one by one (`withSales`).
 */
export const readRunView = (
  state: AccountState,
  run: Run,
  { now, withSales }: { readonly now: Instant; readonly withSales: boolean },
): TE.TaskEither<StoreError, RunView> => {
  const { reviews, reviewUrl } = state;
  return pipe(
    readAll({
      overview: reviews.overview(run.id),
      differences: withSales ? readDifferences(state, run.id) : TE.right([]),
      notes: withSales ? readNotes(state, run.storefronts) : TE.right(new Map<string, string>()),
      signOffs: reviews.signOffs(run.id),
      closed: reviews.closedPeriods,
      open: pipe(
        reviews.matterGroups({ storefronts: run.storefronts, runId: run.id, state: 'open', now }),
        TE.map(toGroups),
      ),
    }),
    TE.map(({ overview, ...rest }) => ({
      run,
      report: toReport(run, overview.summary, [], [], reviewUrl),
      ...overview,
      ...rest,
      reviewUrl,
    })),
  );
};

type ClosedMonths = TE.TaskEither<StoreError, readonly string[]>;

/** The closed months, `YYYY-MM`, among the days of a run. */
export const closedMonthsIn = ({ reviews }: Pick<AccountState, 'reviews'>, range: DateRange): ClosedMonths =>
  pipe(
    reviews.closedPeriods,
    TE.map((closed) => closedPeriodsWithin(range, closed)),
  );

/** The month of a live sale, `YYYY-MM`, if it is closed. */
export const closedMonthOf = (
  { reviews }: Pick<AccountState, 'reviews'>,
  { amounts }: Pick<ReportLine, 'amounts'>,
): ClosedMonths =>
  pipe(
    reviews.closedPeriods,
    TE.map((closed) => closed.flatMap(({ month }) => (month === amounts?.month ? month : []))),
  );

export const hasAgreed = (form: Form): boolean => form.one('confirm') === 'closed';

/** The message for a person who has not agreed to send into closed months; undefined if no agreement is missing. */
export const missingAgreement = (closed: readonly string[], form: Form): string | undefined =>
  closed.length === 0 || hasAgreed(form)
    ? undefined
    : `${closed.map(monthLabel).join(', ')}: closed. Nothing was started. Confirm that you want to send into closed months.`;
