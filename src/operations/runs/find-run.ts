/** `historicalSync.find`: one run with its counts. */
import { asIs, ofRun, operation } from '../operation.ts';
import { fields } from '../shapes.ts';
import { withRun } from '../state.ts';
import { type ListedRun, runShape, toListedRun } from './listed-run.ts';

export interface FindRunPromise {
  /** One run with its counts, by default the newest. Rejects with `UNKNOWN_RUN`. */
  readonly find: (runId?: string) => Promise<ListedRun>;
}

export const findRun = operation<FindRunPromise['find'], { readonly runId: string | undefined }>()({
  name: 'findRun',
  summary: 'One run with its counts',
  right: 'view',
  about: ofRun,
  ask: (runId) => ({ runId }),
  run: (ports, { runId }) => withRun(ports, runId, (state, run) => toListedRun(state)(run)),
  http: {
    method: 'get',
    path: '/runs/{runId}',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asIs,
    answer: runShape,
  },
});
