/** `historicalSync.pause`: asks a run to pause. */
import { ofRun, operation } from '../operation.ts';
import { fields } from '../shapes.ts';
import { asEnded, endedShape, endRun } from './end-run.ts';

export interface PauseRunPromise {
  /**
   * Asks a run to pause; the same request continues it. Resolves when what was in progress is settled; at once when another
   * process is at work on the run, which then sees it within about a second. False when the run is not at work.
   * Rejects with `UNKNOWN_RUN`, and with `RUN_STATE` for live sales.
   */
  readonly pause: (runId: string) => Promise<boolean>;
}

export const pauseRun = operation<PauseRunPromise['pause'], { readonly runId: string }>()({
  name: 'pauseRun',
  summary: 'Pauses a run; "resume" continues it',
  right: 'operate',
  about: ofRun,
  ask: (runId) => ({ runId }),
  run: (ports, { runId }) => endRun(ports, runId, 'pause'),
  http: {
    method: 'post',
    path: '/runs/{runId}/pause',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asEnded,
    answer: endedShape,
  },
});
