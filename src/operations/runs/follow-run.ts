/** `GET /runs/{runId}/events`: the progress of a run as server-sent events. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { liveRunId } from '../../domain/run.ts';
import type { OperationFailure } from '../failure.ts';
import { asIs, type Follow, ofRun, operation } from '../operation.ts';
import type { OperationPorts } from '../ports.ts';
import { fields } from '../shapes.ts';
import { readProgress } from './read-progress.ts';

export interface FollowRunPromise {
  /** Follows a run in this process, where processes share it. Rejects with `UNKNOWN_RUN`, and with `RUN_STATE` for live sales. */
  readonly follow: (runId: string) => Promise<Follow>;
}

export const followRun = operation<FollowRunPromise['follow'], { readonly runId: string }>()({
  name: 'followRun',
  summary: 'The progress of a run as server-sent events',
  right: 'view',
  about: ofRun,
  ask: (runId) => ({ runId }),
  run: (ports, { runId }) =>
    pipe(
      // Only a run of the user's account is followed.
      readProgress.run(ports, { runId }),
      TE.tapTask(() => async () => ports.runs.join?.(runId)),
      TE.filterOrElse(
        () => runId !== liveRunId(runId.slice(liveRunId('').length)),
        (): OperationFailure => ({
          code: 'RUN_STATE',
          message: 'Live sales have no end, so there is no progress to follow. Read the run instead.',
        }),
      ),
      TE.map(() => eventsOf(ports, runId)),
    ),
  http: {
    method: 'get',
    path: '/runs/{runId}/events',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asIs,
    answer: null,
    events:
      'Events: "progress" (a Progress as JSON) every second and at the end; then "over", and nothing follows. "gone": you no longer have access.',
  },
});

const eventsOf =
  (ports: OperationPorts, runId: string): Follow =>
  async () => {
    const progress = await readProgress.run(ports, { runId })();
    if (E.isLeft(progress)) return undefined;
    const event = { event: 'progress', data: JSON.stringify(progress.right) };
    const isOver = progress.right.status !== 'running';
    return { events: isOver ? [event, { event: 'over', data: '-' }] : [event], isOver };
  };
