/** How far a run has come, for the HTTP API and the screen. A host watches it instead. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { readStops } from '../../pipeline/run-marks.ts';
import { asIs, ofRun, operation } from '../operation.ts';
import { runCounts, type RunProgress, runStatus, storedProgress, toRunProgress } from '../progress.ts';
import { count, fields, list, named, oneOf, orNull, text } from '../shapes.ts';
import { fromStore, withRun } from '../state.ts';

export interface ReadProgressPromise {
  /** How far a run has come. Rejects with `UNKNOWN_RUN`. */
  readonly progress: (runId: string) => Promise<RunProgress>;
}

export const progressShape = named(
  'Progress',
  fields({
    runId: text(),
    phase: oneOf('reading the service', 'syncing', 'over'),
    status: runStatus,
    storefront: orNull(text()),
    windows: fields({ done: count, total: count }),
    listed: count,
    ...runCounts,
    stops: list(
      fields({
        who: text('A storefront, or "service"'),
        cause: oneOf('credentials', 'address', 'no answer', 'refused'),
        message: text(),
      }),
    ),
  }),
);

export const readProgress = operation<ReadProgressPromise['progress'], { readonly runId: string }>()({
  name: 'readProgress',
  summary: 'How far a run has come',
  right: 'view',
  about: ofRun,
  ask: (runId) => ({ runId }),
  run: (ports, { runId }) =>
    withRun(ports, runId, ({ store, reviews }, run) => {
      const here = ports.runs.progress(runId);
      if (here !== undefined) return TE.right(toRunProgress({ ...here, runId }, here.status));
      return pipe(
        fromStore(reviews.outcomeCounts(runId)),
        TE.bindTo('counts'),
        TE.bind('stops', () => fromStore(() => readStops(store, run))),
        TE.map(({ counts, stops }) => storedProgress(run, counts, stops)),
      );
    }),
  http: {
    method: 'get',
    path: '/runs/{runId}/progress',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asIs,
    answer: progressShape,
  },
});
