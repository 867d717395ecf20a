import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { JobQueue } from '../../domain/job-queue.ts';
import type { Run, RunRequest } from '../../domain/run.ts';
import { untilReachable } from '../../sync/patience/until-reachable.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import type { SyncFailure } from '../../sync/sync-failure.ts';
import { followRun } from './follow-run.ts';
import { handToWorkers } from './hand-to-workers.ts';

/**
 * Leaves a historical sync to the workers, and follows it to its end. The same request goes on with its unfinished run.
 * A database that is away is waited for. Right(run): as `historicalSync` says; still `running` when it was interrupted: then the workers go on without being
 * watched.
 */
export const runOnWorkers =
  (ports: SyncPorts, desk: JobQueue) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const note = (line: string): void => ports.log.warn(line);
    const run = await untilReachable({ ...ports, note })(handToWorkers(ports, desk)(request))();
    return E.isLeft(run) ? run : followRun(ports)(run.right.id)();
  };
