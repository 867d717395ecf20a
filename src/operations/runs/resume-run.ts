/** `historicalSync.resume`: resumes a run that was paused or stopped, or whose process died. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isFinalStatus } from '../../domain/run.ts';
import { fail } from '../failure.ts';
import { ofRun, operation } from '../operation.ts';
import { fields, intoClosedPeriods } from '../shapes.ts';
import { withRun } from '../state.ts';
import type { RunHandle } from '../storefront-name.ts';
import { asStarted, startedShape, toHandle } from './started.ts';

export interface ResumeRunPromise {
  /**
   * Continues a run that was paused or stopped, or whose process died: the same id, nothing is sent twice. It works in the
   * background. Rejects with `UNKNOWN_RUN`, and with `RUN_STATE` when the run is finished, canceled or of live sales.
   *
   * @param options `intoClosedPeriods`: send sales of closed months. Default: as the run was asked for last
   */
  readonly resume: (runId: string, options?: { readonly intoClosedPeriods?: boolean }) => Promise<RunHandle>;
}

export const resumeRun = operation<
  ResumeRunPromise['resume'],
  { readonly runId: string; readonly intoClosedPeriods?: boolean }
>()({
  name: 'resumeRun',
  summary: 'Continues a run that was paused or stopped',
  right: 'operate',
  about: ofRun,
  ask: (runId, options = {}) => ({ ...options, runId }),
  run: (ports, { runId, intoClosedPeriods: agreed }) =>
    withRun(ports, runId, (_state, run) => {
      if (run.kind === 'live' || isFinalStatus(run.status))
        return TE.fromEither(
          fail('RUN_STATE', `The run "${runId}" is over, or of live sales, and cannot be resumed. Start a new one.`),
        );
      return pipe(
        ports.runs.start({
          storefronts: run.storefronts,
          range: run.range,
          dryRun: run.dryRun,
          intoClosedPeriods: agreed ?? run.intoClosedPeriods === true,
        }),
        TE.map(toHandle),
      );
    }),
  http: {
    method: 'post',
    path: '/runs/{runId}/resume',
    isStart: true,
    given: fields({}, { intoClosedPeriods }),
    ask: ({ intoClosedPeriods: agreed = false }, { path }) => ({ ...path, intoClosedPeriods: agreed }),
    show: asStarted,
    answer: startedShape,
  },
});
