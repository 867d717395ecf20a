import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Run } from '../../../domain/run.ts';
import { describeStops } from '../../../pipeline/failures.ts';
import { readStops } from '../../../pipeline/run-marks.ts';
import { closedMonthsIn } from '../closed-periods.ts';
import type { Html, ScreenContext, ScreenHandler } from '../context.ts';
import { RunningPage } from '../pages/running-page.tsx';
import { Alert } from '../parts/notices.tsx';
import { ReportContent } from '../parts/report-content.tsx';
import { RunTitle } from '../parts/run-title.tsx';
import { noSpeed, progressView } from '../progress-view.ts';
import { sendPageInParts, sendRead, withRun } from '../responses.tsx';
import { readAll, readRunView } from '../run-view.ts';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

const showProgress = (ports: ScreenPorts, context: ScreenContext, state: ScreenState, run: Run): Promise<Response> => {
  const here = ports.runs.progress(run.id);
  return sendRead(
    context,
    pipe(
      readAll({
        counts: here === undefined ? state.reviews.outcomeCounts(run.id) : TE.right(undefined),
        closed: closedMonthsIn(state, run.range),
      }),
      TE.map(({ counts, closed }) => (
        <RunningPage
          page={context.var.page}
          run={run}
          progress={progressView(run, here, counts, noSpeed)}
          whyEnded={ports.runs.whyEnded(run.id)}
          closed={closed}
        />
      )),
    ),
  );
};

const reportOf = async (ports: ScreenPorts, context: ScreenContext, state: ScreenState, run: Run): Promise<Html> => {
  const view = await readRunView(state, run)();
  if (E.isLeft(view)) return <Alert>{view.left.message}</Alert>;
  const stops = await readStops(state.store, run);
  if (E.isLeft(stops)) return <Alert>{stops.left.message}</Alert>;
  if (O.isNone(view.right)) return <Alert>The run was deleted.</Alert>;
  // A retry in this process may have failed without stopping the run.
  const whyEnded = new Set([...describeStops(stops.right, null), ...ports.runs.whyEnded(run.id)]);
  return (
    <ReportContent
      page={context.var.page}
      view={view.right.value}
      measure={context.req.query('measure') === 'tax' ? 'tax' : 'gross'}
      currency={context.req.query('currency') ?? ''}
      whyEnded={[...whyEnded]}
    />
  );
};

/** `GET /runs/<id>`: the progress of a running run, the report of any other. */
export const showRun = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, state, run) => {
    // A live run has no days and never ends: it is only a list of lines.
    if (run.kind === 'live') return context.redirect(context.var.page.links.runPage(run.id, 'entries'), 303);
    if (run.status === 'running' || ports.runs.progress(run.id) !== undefined) {
      return showProgress(ports, context, state, run);
    }
    return sendPageInParts(ports, context, {
      title: run.dryRun ? 'Preview' : 'Report',
      opening: <RunTitle run={run} title={run.dryRun ? 'Preview of' : 'Sync of'} />,
      content: () => reportOf(ports, context, state, run),
    });
  });
