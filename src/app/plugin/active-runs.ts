/** The runs that this process works on, each with its newest progress for any number of watchers, and its end. */
import type { Outcome, Run } from '../../domain/run.ts';
import type { Progress } from '../../pipeline/progress.ts';
import { type RunProgress, toRunProgress } from '../../operations/progress.ts';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { errorName } from '../../domain/errors.ts';
import type { SyncPorts } from '../../pipeline/ports.ts';
import type { SyncFailure } from '../../pipeline/failures.ts';
import { errorOf, TaxNexusError } from './tax-nexus-error.ts';

/** The outcomes of a run, without their sums. */
export const outcomesOf = ({
  succeeded,
  alreadyPresent,
  failed,
  skipped,
  held,
}: RunProgress): Readonly<Record<Outcome, number>> => ({ succeeded, alreadyPresent, failed, skipped, held });

/** One of these runs. */
export interface ActiveRun {
  readonly id: string;
  readonly progress: Channel<RunProgress>;
  /** Asks the run to end; resolves when everything in progress is settled. */
  readonly end: () => Promise<void>;
  /** Resolves when the run has ended, for any reason. Left: why it could not continue. */
  readonly ended: Promise<E.Either<Error, void>>;
}

/** The work of a run, which reports its progress and asks whether it must end. */
type RunWork = (following: Pick<SyncPorts, 'report' | 'isInterrupted'>) => TE.TaskEither<SyncFailure, Run>;

export interface ActiveRuns {
  /** Begins work; resolves as soon as the run has an id, and rejects if it never gets one. */
  readonly begin: (work: RunWork) => Promise<ActiveRun>;
  readonly find: (id: string) => ActiveRun | undefined;
  readonly all: () => readonly ActiveRun[];
}

interface ActiveRunsPorts {
  /** Whether everything must end, including runs that have no id yet. */
  readonly isStopped: () => boolean;
  /** Receives each progress immediately. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Whether a defect also ends the caller, as it ends a command; otherwise it is a failure of the run. */
  readonly passesDefects?: boolean;
  /** Called when a run is over; `failure` when it could not continue. `began`: its progress at the start. */
  readonly onEnd: (progress: RunProgress, failure: SyncFailure | null, began: RunProgress) => void;
}

export const activeRuns = ({ isStopped, onProgress, passesDefects = false, onEnd }: ActiveRunsPorts): ActiveRuns => {
  const active = new Map<string, ActiveRun>();

  const begin = (work: RunWork): Promise<ActiveRun> =>
    new Promise((resolve, reject) => {
      let isCanceled = false;
      let run: ActiveRun | undefined;
      let first: RunProgress | undefined;
      let newest: RunProgress | undefined;
      let finish: (end: E.Either<Error, void>) => void = () => undefined;
      const ended = new Promise<E.Either<Error, void>>((done) => {
        finish = done;
      });
      const cancel = async (): Promise<void> => {
        isCanceled = true;
        await ended;
      };
      const report = (progress: Progress): void => {
        newest = toRunProgress(progress, 'running');
        first ??= newest;
        onProgress?.(newest);
        // Its status is not known yet; the end is sent once, below.
        if (run !== undefined) return progress.phase === 'over' ? undefined : run.progress.publish(newest);
        run = { id: progress.runId, progress: channel(newest), end: cancel, ended };
        active.set(run.id, run);
        resolve(run);
      };
      const end = (result: E.Either<SyncFailure, Run>, why: (failure: SyncFailure) => Error = errorOf): void => {
        const ending = E.isLeft(result) ? E.left(why(result.left)) : E.right(undefined);
        if (run === undefined) {
          // Without an id only the caller can be informed.
          reject(E.isLeft(ending) ? ending.left : new TaxNexusError('UNKNOWN_RUN', 'the run never began'));
          return finish(ending);
        }
        const last = newest ?? run.progress.latest();
        const status = E.isRight(result) ? result.right.status : isCanceled ? 'paused' : 'stopped';
        const over: RunProgress = { ...last, phase: 'over', storefront: null, status };
        run.progress.publish(over);
        run.progress.end();
        // Other work on the same run may have replaced it.
        if (active.get(run.id) === run) active.delete(run.id);
        onEnd(over, E.isLeft(result) ? result.left : null, first ?? over);
        finish(ending);
      };
      work({ report, isInterrupted: () => isCanceled || isStopped() })().then(end, (defect: unknown) => {
        const message = `the run ended because of a bug in tax-nexus-sync (${errorName(defect)}); report it`;
        end(
          E.left({ _tag: 'ServiceFailed', cause: 'defect', message }),
          passesDefects && defect instanceof Error ? () => defect : errorOf,
        );
      });
    });

  return { begin, find: (id) => active.get(id), all: () => [...active.values()] };
};

/** The newest value of something that changes. Nothing is queued, so an abandoned watcher costs nothing. */
interface Channel<A> {
  readonly latest: () => A;
  readonly publish: (value: A) => void;
  /** Ends all watchers after the newest value. */
  readonly end: () => void;
  /** The newest value at once, then every later one; a slow consumer misses the ones in between. */
  readonly watch: () => AsyncGenerator<A, void, undefined>;
}

/** @param first the value at the beginning */
export const channel = <A>(first: A): Channel<A> => {
  let value = first;
  let version = 1;
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  return {
    latest: () => value,
    publish: (next) => {
      value = next;
      version += 1;
      wake();
    },
    end: () => {
      isOver = true;
      wake();
    },
    watch: async function* watch() {
      for (let seen = 0; ;) {
        if (seen < version) {
          seen = version;
          yield value;
        } else if (isOver) {
          return;
        } else {
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      }
    },
  };
};
