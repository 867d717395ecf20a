import type { JobQueue } from '../../domain/job-queue.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Station } from '../station.ts';

/** What all jobs of a worker share. */
export interface JobContext {
  readonly engine: EngineContext;
  readonly desk: JobQueue;
  readonly stations: ReadonlyMap<string, Station>;
  /** Work that goes on after its job has ended, because it waits for a platform. */
  readonly detached: Set<Promise<void>>;
}
