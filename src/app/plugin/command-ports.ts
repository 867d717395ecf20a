/** What a command has and a host's app has not: it works alone, waits for its run, and keeps reading after an interruption. */
import type { Task } from 'fp-ts/lib/Task.js';
import type { JobQueue } from '../../domain/job-queue.ts';
import type { LivePorts, LiveWorker } from '../../live/index.ts';
import type { SourceLink } from '../../mapping/connector-link.ts';
import type { RunProgress } from '../../operations/progress.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import { isAnswer, observing, type ServiceHealth } from '../outages.ts';

/** A run that a command starts or retries is answered when it ends, and rejects with the reason if it could not continue. */
export interface CommandPorts extends Pick<SyncPorts, 'isInterrupted' | 'crashPoint'> {
  /** Receives the progress of its run. */
  readonly report: (progress: RunProgress) => void;
  /** Observes calls to the service and the platforms. Default: no observer. */
  readonly watch?: Watch;
  /** Receives a line about an unreachable database, for which the command then waits. Without it, the command does not wait. */
  readonly noteAway?: (line: string) => void;
  /** Leaves the work of a run to workers, and follows it. Default false. */
  readonly isOnWorkers?: boolean;
  /** Sends notifications, as a process with live work does. Default false. */
  readonly isInforming?: boolean;
}

/**
 * Observes a call, so that missing responses can be reported.
 *
 * @param who the Tax Nexus Service, or a storefront by its name
 * @param isAnswer whether the result is a response, and not a substitute for a missing one
 */
export type Watch = <A>(who: string, question: Task<A>, isAnswer: (answer: A) => boolean) => Task<A>;

/** Makes the live worker. `jobs`: the queue of the workers, if the sync database has one. */
export type MakeLiveWorker = (ports: LivePorts, jobs?: JobQueue) => LiveWorker;

/** Observes what a command asks a storefront's platform. */
export const watchedSource =
  ({ watch = unwatched }: Pick<CommandPorts, 'watch'>, storefront: string): SourceLink =>
  (_, ask) =>
    watch(storefront, ask, isAnswer);

/** Observes what a command asks the service. It reports no outages. */
export const watchedService = ({ watch = unwatched }: Pick<CommandPorts, 'watch'>): ServiceHealth => ({
  link: observing((call, isClear) => watch('the Tax Nexus Service', call, isClear)),
  unreachableSince: () => null,
  stop: () => undefined,
});

const unwatched: Watch = (_, question) => question;
