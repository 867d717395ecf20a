import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { streamSSE } from 'hono/streaming';
import { withRun } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { askHost } from '../guard.ts';
import { type LiveView, liveView } from '../live-view.ts';
import { LiveState } from '../parts/live-state.tsx';
import { render } from '../respond.ts';
import type { ScreenPorts } from '../screen-ports.ts';
import { speedometer } from '../speed.ts';

/** Reads how far a run has come; none when there is no more to follow. */
const follow = (ports: ScreenPorts, runId: string): (() => Promise<O.Option<LiveView | 'over'>>) => {
  const speed = speedometer(ports.clock.now);
  return async () => {
    const state = await ports.opened();
    if (E.isLeft(state)) return O.none;
    const run = await state.right.book.findRun(O.some(runId))();
    if (E.isLeft(run) || O.isNone(run.right) || run.right.value.kind === 'live') return O.none;
    const here = ports.runs.progress(runId);
    if (here !== undefined) return O.some(liveView(run.right.value, here, undefined, speed));
    if (run.right.value.status !== 'running') return O.some('over');
    const counts = await state.right.reviews.outcomeCounts(runId)();
    return E.isLeft(counts) ? O.none : O.some(liveView(run.right.value, undefined, counts.right, speed));
  };
};

/** Neither a host's compression nor a proxy in between may gather events before it hands them on. */
const unbuffered = (answer: Response): Response => {
  answer.headers.set('cache-control', 'no-store, no-transform');
  answer.headers.set('x-accel-buffering', 'no');
  return answer;
};

/** What a reader of the screen is told aloud: where it is, and never each number. */
const saidOf = ({ phase, storefront }: LiveView): string => storefront ?? phase;

/**
 * `GET /runs/<id>/events`: how far the run has come, once a second; each event is the whole state, so that none is missed.
 * Whoever may no longer look is told so, and nothing else.
 */
export const followRun = (ports: ScreenPorts): Answer =>
  withRun(ports, (visit, _state, run) =>
    Promise.resolve(
      unbuffered(
        streamSSE(visit, async (stream) => {
          const read = follow(ports, run.id);
          let guardedAt = ports.clock.now();
          // The page's buttons fit who is at work on the run; when that changes, the page is read again.
          const wasHere = visit.req.query('here') === 'yes';
          let said = '';
          while (!stream.aborted && !stream.closed) {
            if (ports.clock.now() - guardedAt >= ports.betweenGuards) {
              guardedAt = ports.clock.now();
              if ((await askHost(ports, visit.req.raw)) === undefined) {
                await stream.writeSSE({ event: 'gone', data: '-' });
                return;
              }
            }
            const began = ports.clock.now();
            const live = await read();
            if (O.isNone(live)) return;
            if (live.value === 'over' || live.value.isHere !== wasHere) {
              await stream.writeSSE({ event: 'over', data: '-' });
              return;
            }
            await stream.writeSSE({ event: 'state', data: await render(<LiveState live={live.value} />) });
            if (saidOf(live.value) !== said) {
              said = saidOf(live.value);
              await stream.writeSSE({ event: 'said', data: said });
            }
            // A large run of another process is counted each time: that must not take more than a tenth of the time.
            await stream.sleep(Math.max(ports.betweenEvents, 10 * (ports.clock.now() - began)));
          }
        }),
      ),
    ),
  );
