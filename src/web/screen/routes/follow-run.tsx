import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ScreenHandler } from '../context.ts';
import { follow, type Followed } from '../follow.tsx';
import { ProgressPanel } from '../parts/progress-panel.tsx';
import { type ProgressView, progressView, speedometer } from '../progress-view.ts';
import { withRun } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

/** Reads the progress of a run; none when there is nothing to follow. */
const progressReader = (ports: ScreenPorts, runId: string): (() => Promise<O.Option<ProgressView | 'over'>>) => {
  const speed = speedometer(ports.clock.now);
  return async () => {
    const state = await ports.opened();
    if (E.isLeft(state)) return O.none;
    const run = await state.right.store.findRun(O.some(runId))();
    if (E.isLeft(run) || O.isNone(run.right) || run.right.value.kind === 'live') return O.none;
    const here = ports.runs.progress(runId);
    if (here !== undefined) return O.some(progressView(run.right.value, here, undefined, speed));
    if (run.right.value.status !== 'running') return O.some('over');
    const counts = await state.right.reviews.outcomeCounts(runId)();
    return E.isLeft(counts) ? O.none : O.some(progressView(run.right.value, undefined, counts.right, speed));
  };
};

/** `GET /runs/<id>/events`: the progress of a run. */
export const followRun = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, (context, _state, run) => {
    const read = progressReader(ports, run.id);
    // The buttons of the page depend on which process runs it. When that changes, the page reloads.
    const wasHere = context.req.query('here') === 'yes';
    const shown = (progress: ProgressView | 'over'): Followed | 'over' =>
      progress === 'over' || progress.isHere !== wasHere
        ? 'over'
        : {
            element: <ProgressPanel progress={progress} />,
            announcement: progress.storefront ?? progress.phase,
          };
    return follow(ports, context, async () => O.map(shown)(await read()));
  });
