import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { JobQueue } from '../../domain/job-queue.ts';
import type { Run, RunRequest } from '../../domain/run.ts';
import { patientlyOn } from '../../sync/patience/patiently.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import { refusalOfRequest } from '../../sync/run/refusal-of-request.ts';
import type { SyncFailure } from '../../sync/sync-failure.ts';
import { beginJob } from './new-jobs.ts';

/** Leaves a historical sync to the workers. The same request goes on with its unfinished run. Right: the run. */
export const handToWorkers =
  (ports: SyncPorts, desk: JobQueue) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const refusal = refusalOfRequest(ports, request);
    if (refusal !== undefined) return E.left(refusal);
    const at = instantOfMilliseconds(ports.clock.now());
    // An open run always has its next job: one that is opened without it would be at work for ever, with nobody at it.
    const opening = desk.openRun(request, { id: ports.newRunId(), at }, (run) => [beginJob(run.id)]);
    return patientlyOn(ports)(opening)();
  };
