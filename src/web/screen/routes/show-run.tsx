import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { FC } from 'hono/jsx';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Run } from '../../../domain/run.ts';
import { readStops } from '../../../pipeline/run-marks.ts';
import { describeStops } from '../../../pipeline/failures.ts';
import { down, page, withRun } from '../answer.tsx';
import type { Answer, Visit } from '../env.ts';
import { liveView } from '../live-view.ts';
import { closedPeriodsWithin } from '../../../domain/review-store.ts';
import { pageInParts } from '../page-in-parts.tsx';
import { LivePage } from '../pages/live-page.tsx';
import { ReportContent } from '../parts/report-content.tsx';
import { RunTitle } from '../parts/run-title.tsx';
import { readRunView } from '../run-view.ts';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';
import { noSpeed } from '../speedometer.ts';

const showLive = async (ports: ScreenPorts, visit: Visit, state: ScreenState, run: Run): Promise<Response> => {
  const here = ports.runs.progress(run.id);
  const counts = here === undefined ? await state.reviews.outcomeCounts(run.id)() : undefined;
  if (counts !== undefined && E.isLeft(counts)) return down(visit, counts.left);
  const closed = await state.reviews.closedPeriods();
  if (E.isLeft(closed)) return down(visit, closed.left);
  return page(
    visit,
    <LivePage
      at={visit.var.at}
      run={run}
      live={liveView(run, here, counts?.right, noSpeed)}
      whyEnded={ports.runs.whyEnded(run.id)}
      closed={closedPeriodsWithin(run.range, closed.right)}
    />,
  );
};

const Unreadable: FC<{ readonly message: string }> = ({ message }) => (
  <p class="note bad" role="alert">
    {message}
  </p>
);

const reportOf = async (
  ports: ScreenPorts,
  visit: Visit,
  state: ScreenState,
  run: Run,
): Promise<HtmlEscapedString | Promise<HtmlEscapedString>> => {
  const view = await readRunView(state, run);
  if (E.isLeft(view)) return <Unreadable message={view.left.message} />;
  const stops = await readStops(state.store, run);
  if (E.isLeft(stops)) return <Unreadable message={stops.left.message} />;
  // What was tried here may have failed without stopping the run, as a retry of it.
  const why = new Set([...describeStops(stops.right, null), ...ports.runs.whyEnded(run.id)]);
  if (O.isNone(view.right)) return <Unreadable message="There is no such run any more." />;
  return (
    <ReportContent
      at={visit.var.at}
      view={view.right.value}
      measure={visit.req.query('measure') === 'tax' ? 'tax' : 'gross'}
      currency={visit.req.query('currency') ?? ''}
      whyEnded={[...why]}
    />
  );
};

/** `GET /runs/<id>`: a run at work is followed, another one is reported. */
export const showRun = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, state, run) => {
    // It has no days and never an end: its entries are all there is.
    if (run.kind === 'live') return visit.redirect(visit.var.at.links.of(run.id, 'entries'), 303);
    if (run.status === 'running' || ports.runs.progress(run.id) !== undefined) {
      return showLive(ports, visit, state, run);
    }
    return pageInParts(ports, visit, {
      title: run.dryRun ? 'Preview' : 'Report',
      opening: <RunTitle run={run} title={run.dryRun ? 'Preview of' : 'Sync of'} />,
      content: () => reportOf(ports, visit, state, run),
    });
  });
