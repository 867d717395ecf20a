import { oneAtATime } from '../../domain/async.ts';

/** Starts and stops of one thing, however they are called. */
interface Lifecycle {
  /** Whether nothing new is taken. */
  readonly isStopped: () => boolean;
  /** Begins when the stops that are under way have ended. `isGivenUp`: a stop did not wait for it; what it began must end. */
  readonly start: (begin: (isGivenUp: () => boolean) => Promise<void>) => Promise<void>;
  /** Takes nothing new from now on, and ends things when the starts before have come to their end, or after `drainMs`. */
  readonly stop: (drainMs: number, end: () => Promise<void>) => Promise<void>;
}

/**
 * Starts and stops take turns: a start in the middle of a stop would set what is still draining to work again, on a record
 * book that is being closed.
 *
 * @param givenUp makes the error of a start for whose end a stop did not wait
 */
export const lifecycle = (givenUp: () => Error): Lifecycle => {
  const inTurn = oneAtATime();
  let isStopped = false;
  let stops = 0;
  /** Of the starts since the last stop. */
  let starts = new AbortController();
  return {
    isStopped: () => isStopped,
    start: (begin) => {
      // Where no stop is under way, not only when its turn has come: a host need not wait for it before the next call.
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
      // Not only when its turn has come: from now on nothing new is taken.
      isStopped = true;
      stops += 1;
      const before = starts;
      starts = new AbortController();
      // A start without an end must not keep the process from ending.
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

/** What work gives; once it is aborted, a failure. The work itself is not ended by that: it has to look at the signal. */
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
