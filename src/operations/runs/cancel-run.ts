/** `historicalSync.cancel`: ends a run for good. */
import { ofRun, operation } from '../operation.ts';
import { fields } from '../shapes.ts';
import { asEnded, endedShape, endRun } from './end-run.ts';

export interface CancelRunPromise {
  /**
   * Ends a run for good, whether it is at work or paused: what was sent stays sent, its report adds up, and the same request
   * is a new run. Resolves and rejects like `pause`. False when the run is over already.
   */
  readonly cancel: (runId: string) => Promise<boolean>;
}

export const cancelRun = operation<CancelRunPromise['cancel'], { readonly runId: string }>()({
  name: 'cancelRun',
  summary: 'Ends a run for good; what was sent stays sent',
  right: 'operate',
  about: ofRun,
  ask: (runId) => ({ runId }),
  run: (ports, { runId }) => endRun(ports, runId, 'cancel'),
  http: {
    method: 'post',
    path: '/runs/{runId}/cancel',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asEnded,
    answer: endedShape,
  },
});
