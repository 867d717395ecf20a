/** Makes starts and stops of an app take turns, so that nothing works on a sync database that is being closed. */
import { oneAtATime } from '../../domain/async.ts';

/** Calls may come in any order. */
interface Lifecycle {
  /** Whether no new work is accepted. */
  readonly isStopped: () => boolean;
  /**
   * Begins when the stops in progress have ended. `isGivenUp`: a stop did not wait for this start, so everything that it began
   * must end.
   */
  readonly start: (begin: (isGivenUp: () => boolean) => Promise<void>) => Promise<void>;
  /** Accepts no new work from now on, and calls `end` when the earlier starts have ended, or after `drainMs`. */
  readonly stop: (drainMs: number, end: () => Promise<void>) => Promise<void>;
}

/**
 * A start in the middle of a stop would give new work to parts that are still finishing.
 *
 * @param givenUp makes the error of a start that a stop did not wait for
 */
export const lifecycle = (givenUp: () => Error): Lifecycle => {
  const inTurn = oneAtATime();
  let isStopped = false;
  let stops = 0;
  /** Aborts the starts since the last stop. */
  let starts = new AbortController();
  return {
    isStopped: () => isStopped,
    start: (begin) => {
      // Without a stop in progress, immediately: a host need not wait for the start before its next call.
      if (stops === 0) isStopped = false;
      const { signal } = starts;
      return inTurn(() =>
        untilAborted(signal, givenUp, async () => {
          isStopped = false;
          await begin(() => signal.aborted);
        }),
      );
    },
    stop: (drainMs, end) => {
      // Immediately, not only when its turn has come: from now on no new work is accepted.
      isStopped = true;
      stops += 1;
      const before = starts;
      starts = new AbortController();
      // A start that never ends must not keep the process from ending.
      const late = setTimeout(() => {
        before.abort();
      }, drainMs);
      return inTurn(async () => {
        clearTimeout(late);
        // An earlier start may have run in between.
        isStopped = true;
        await end();
      }).finally(() => {
        stops -= 1;
      });
    },
  };
};

/** The result of `work`; once it is aborted, a failure. The work itself does not end by that: it must check the signal. */
const untilAborted = <A>(signal: AbortSignal, failure: () => Error, work: () => Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const abandon = (): void => {
      reject(failure());
    };
    if (signal.aborted) {
      abandon();
      return;
    }
    signal.addEventListener('abort', abandon);
    work()
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener('abort', abandon);
      });
  });
