import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { JobDesk } from '../../core/job-desk.ts';
import type { Run, RunRequest } from '../../core/run.ts';
import { patientBook } from '../../sync/patient-book.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import { noProgress } from '../../sync/progress.ts';
import { type SyncFailure, unknownRun, unknownStorefront } from '../../sync/sync-failure.ts';
import { wait } from '../../sync/wait.ts';
import { beginJob } from './new-jobs.ts';

/** Milliseconds between two looks at a run that others work on. */
const lookEvery = 1_000;

/**
 * Leaves a historical sync to the workers, and follows it to its end. The same request goes on with its unfinished run.
 * Right(run): as `historicalSync` says; still `running` when it was interrupted: then the workers go on without being
 * watched.
 */
export const runOnWorkers =
  (ports: SyncPorts, desk: JobDesk) =>
  (request: RunRequest): TE.TaskEither<SyncFailure, Run> =>
  async () => {
    const unknown = request.storefronts.find((storefront) => ports.storefronts[storefront] === undefined);
    if (unknown !== undefined) return E.left(unknownStorefront(unknown, Object.keys(ports.storefronts)));
    const book = patientBook(ports.book, ports);
    const at = instantOfMilliseconds(ports.clock.now());
    const opened = await book.openRun(request, { id: ports.newRunId(), at })();
    if (E.isLeft(opened)) return opened;
    const { id } = opened.right;
    const added = await desk.add([beginJob(id)])();
    if (E.isLeft(added)) return added;
    for (;;) {
      const found = await book.findRun(O.some(id))();
      if (E.isLeft(found)) return found;
      if (O.isNone(found.right)) return E.left(unknownRun(id));
      const run = found.right.value;
      const summary = await book.summarize(id)();
      if (E.isLeft(summary)) return summary;
      const isOver = run.status !== 'running';
      ports.report({ ...noProgress(id, summary.right.counts), phase: isOver ? 'over' : 'syncing' });
      if (isOver || ports.isInterrupted()) return E.right(run);
      await wait(ports.clock, lookEvery, ports.isInterrupted);
    }
  };
