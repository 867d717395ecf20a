import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { withRun } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { follow, type Followed } from '../follow.tsx';
import { type LiveView, liveView } from '../live-view.ts';
import { LiveState } from '../parts/live-state.tsx';
import type { ScreenPorts } from '../screen-ports.ts';
import { speedometer } from '../speedometer.ts';

/** Reads how far a run has come; none when there is no more to follow. */
const reading = (ports: ScreenPorts, runId: string): (() => Promise<O.Option<LiveView | 'over'>>) => {
  const speed = speedometer(ports.clock.now);
  return async () => {
    const state = await ports.opened();
    if (E.isLeft(state)) return O.none;
    const run = await state.right.store.findRun(O.some(runId))();
    if (E.isLeft(run) || O.isNone(run.right) || run.right.value.kind === 'live') return O.none;
    const here = ports.runs.progress(runId);
    if (here !== undefined) return O.some(liveView(run.right.value, here, undefined, speed));
    if (run.right.value.status !== 'running') return O.some('over');
    const counts = await state.right.reviews.outcomeCounts(runId)();
    return E.isLeft(counts) ? O.none : O.some(liveView(run.right.value, undefined, counts.right, speed));
  };
};

/** `GET /runs/<id>/events`: how far the run has come. */
export const followRun = (ports: ScreenPorts): Answer =>
  withRun(ports, (visit, _state, run) => {
    const read = reading(ports, run.id);
    // The page's buttons fit who is at work on the run; when that changes, the page is read again.
    const wasHere = visit.req.query('here') === 'yes';
    const shown = (live: LiveView | 'over'): Followed | 'over' =>
      live === 'over' || live.isHere !== wasHere
        ? 'over'
        : { element: <LiveState live={live} />, said: live.storefront ?? live.phase };
    return follow(ports, visit, async () => O.map(shown)(await read()));
  });
