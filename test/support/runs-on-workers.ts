import type * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { JobQueue } from '../../src/domain/job-queue.ts';
import type { ReviewStore } from '../../src/domain/review-store.ts';
import type { Run, RunRequest } from '../../src/domain/run.ts';
import { type SandboxConfiguration, sampleRange } from '../../sandbox/index.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import type { Stop } from '../../src/pipeline/progress.ts';
import type { SyncFailure } from '../../src/pipeline/failures.ts';
import { jobRunner, runOnWorkers } from '../../src/live/index.ts';
import { silent } from './a-sync.ts';
import { openedCommand } from './opened-command.ts';
import { right } from './right.ts';

const unscheduled = { catchUp: null, reconcile: null };

export interface RunsOnWorkers {
  readonly jobs: JobQueue;
  /** Hands the whole range of the sandbox to the workers, and follows it to its end. */
  readonly follow: (differences?: Partial<RunRequest>) => Promise<E.Either<SyncFailure, Run>>;
  readonly reviews: ReviewStore;
  /** What the follower was sent last. */
  readonly stops: () => readonly Stop[];
  readonly newest: () => Promise<Run | null>;
  /** Whether the newest run has lines of a storefront. */
  readonly pushed: (storefront: string) => Promise<boolean>;
  /** Starts a worker; the answer stops it. */
  readonly startWorker: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

/** Runs that workers do, over a sync database in PostgreSQL. `change` stands between the workers and their ports. */
export const runsOnWorkers = async (
  configuration: SandboxConfiguration,
  state: string,
  change: (ports: SyncPorts) => SyncPorts = (ports) => ports,
): Promise<RunsOnWorkers> => {
  const { ports: composed, inbox, reviews, jobs, close } = await openedCommand({ ...configuration, state });
  if (jobs === null) throw new Error('a sync database in PostgreSQL has jobs');
  let stops: readonly Stop[] = [];
  const sync: SyncPorts = { ...change(composed), report: (progress) => void ({ stops } = progress) };
  const request = { storefronts: Object.keys(sync.storefronts), range: sampleRange, dryRun: false };
  const newest = async (): Promise<Run | null> => O.toNullable(right(await sync.store.findRun(O.none)()));
  return {
    jobs,
    follow: (differences = {}) => runOnWorkers(sync, jobs)({ ...request, ...differences })(),
    reviews,
    stops: () => stops,
    newest,
    pushed: async (storefront) => {
      const only = { storefront, outcomes: ['succeeded' as const] };
      const run = await newest();
      return right(await sync.store.findLines(run?.id ?? '', only, { after: O.none, limit: 1 })()).lines.length > 0;
    },
    startWorker: async () => {
      const ports = { sync, inbox, log: silent, schedule: unscheduled, onEvent: () => undefined };
      const worker = jobRunner(ports, jobs, { concurrency: 2, deadAfter: 5_000 });
      right(await worker.start());
      return () => worker.stop(5_000);
    },
    close,
  };
};
