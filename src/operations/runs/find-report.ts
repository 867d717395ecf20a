/** `historicalSync.report`: the report of a run, with its review by month and jurisdiction. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { unknownRun } from '../../pipeline/failures.ts';
import { readReport } from '../../reconcile/read-report.ts';
import type { Report } from '../../reconcile/report.ts';
import { failureOf } from '../failure.ts';
import { adjustmentKind } from '../lines.ts';
import { asIs, ofRun, operation } from '../operation.ts';
import { runStatus } from '../progress.ts';
import { count, day, fields, instant, list, mapOf, money, named, oneOf, orNull, text, yesNo } from '../shapes.ts';
import { fromStore, withRun } from '../state.ts';

export interface FindReportPromise {
  /** The report of a run, by default the newest; of a run under way, as far as it has come. Rejects with `UNKNOWN_RUN`. */
  readonly report: (runId?: string) => Promise<Report>;
}

const total = fields(
  { count, total: money, taxCollected: money },
  { reportedTax: fields({ count, reported: money, collected: money, difference: money }) },
);

const reportShape = named(
  'Report',
  fields({
    runId: text(),
    storefronts: list(text()),
    range: fields({ from: day, to: day, timeZone: mapOf(text()) }),
    dryRun: yesNo(),
    considered: count,
    olderSales: count,
    attempted: count,
    succeeded: count,
    failed: count,
    alreadyPresent: count,
    differing: count,
    noLongerTrue: count,
    notCompared: count,
    notReadAgain: count,
    skipped: mapOf(count),
    held: mapOf(count),
    undecided: list(fields({ currency: text(), count, total: money })),
    failures: list(fields({ storefront: text(), sourceId: text(), name: text(), reason: text(), message: text() })),
    totals: mapOf(mapOf(total)),
    startedAt: instant,
    finishedAt: orNull(instant),
    status: runStatus,
    adjustments: list(fields({ kind: adjustmentKind, currency: text(), count, amount: money, sent: yesNo() })),
    findings: mapOf(count),
    openChannels: list(fields({ channel: text(), currency: text(), count, total: money })),
    review: fields({
      service: text(),
      url: orNull(text()),
      look: list(
        fields({
          state: text(),
          month: text(),
          currency: text(),
          count,
          total: money,
          taxCollected: money,
          url: orNull(text()),
        }),
      ),
      decide: list(fields({ what: text(), count, message: text(), settings: list(text()) })),
      prompt: text(),
    }),
    kind: oneOf('historical', 'live'),
    prunedAt: orNull(instant),
  }),
);

export const findReport = operation<FindReportPromise['report'], { readonly runId: string | undefined }>()({
  name: 'findReport',
  summary: 'The report of a run; of a run under way, as far as it has come',
  right: 'view',
  about: ofRun,
  ask: (runId) => ({ runId }),
  run: (ports, { runId }) =>
    withRun(ports, runId, (state, run) =>
      pipe(
        fromStore(readReport(state)(O.some(run.id))),
        TE.flatMap(TE.fromOption(() => failureOf(unknownRun(run.id)))),
      ),
    ),
  http: {
    method: 'get',
    path: '/runs/{runId}/report',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asIs,
    answer: reportShape,
  },
});
