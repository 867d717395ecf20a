/**
 * Stops pushes to a service that does not answer, and tries one at a time until it answers again, so that an outage
 * costs few requests.
 */
import * as O from 'fp-ts/lib/Option.js';
import { monotonicTime, wait } from '../../domain/async.ts';
import type { Clock, Random } from '../../domain/environment.ts';
import { outageBackoff } from '../limits.ts';

/** A push that may start. `isProbe`: it is the only one in progress, because the pushes before it failed. */
export interface AdmittedPush {
  readonly isProbe: boolean;
}

/**
 * The circuit breaker of an API key. It opens after some pushes in a row without an answer, or with a request to slow down.
 * Then one push at a time goes out, with growing pauses. The first answer closes it.
 */
export interface CircuitBreaker {
  /** Waits until a push may start; none when `isOver` came first. Each admitted push ends in one of the three calls below. */
  readonly admit: (isOver: () => boolean) => Promise<O.Option<AdmittedPush>>;
  /** The service stored the push, has it, or refused it. */
  readonly answered: () => void;
  /** A failed push has arrived after all. */
  readonly close: () => void;
  /** No definitive answer, or a request to slow down. */
  readonly failed: (push: AdmittedPush) => void;
  readonly notSent: () => void;
  /** Whether the circuit opened before an admitted push was sent: it ends with `notSent`, and is admitted again. */
  readonly isRevoked: (push: AdmittedPush) => boolean;
}

/** Failures in a row that open the circuit. */
const maxFailures = 3;

/** The longest time in milliseconds before a waiting push notices that its run is over. */
const recheckEvery = 250;

export const makeCircuitBreaker = ({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): CircuitBreaker => {
  const now = monotonicTime(clock);
  let inProgress = 0;
  /** Pushes that failed since one was answered. */
  let failures = 0;
  let failedProbes = 0;
  let nextProbe = Number.NEGATIVE_INFINITY;
  /** Waiting pushes in order of arrival. */
  const waiting = new Set<() => void>();

  const isClosed = (): boolean => failures === 0 || inProgress + failures < maxFailures;
  const end = (): void => {
    inProgress -= 1;
    for (const resume of waiting) resume();
  };
  const untilOneEnds = async (): Promise<void> => {
    let wake = (): void => undefined;
    const ended = new Promise<void>((resume) => {
      wake = resume;
    });
    waiting.add(wake);
    await Promise.race([ended, clock.sleep(recheckEvery)()]);
    waiting.delete(wake);
  };
  const close = (): void => {
    [failures, failedProbes, nextProbe] = [0, 0, Number.NEGATIVE_INFINITY];
  };
  const start = (isProbe: boolean): O.Option<AdmittedPush> => {
    inProgress += 1;
    return O.some({ isProbe });
  };
  return {
    admit: async (isOver) => {
      while (!isOver()) {
        if (isClosed()) return start(false);
        if (inProgress === 0) {
          // A waiting probe counts as in progress, so that no second one waits for the same moment.
          const probe = start(true);
          await wait(clock, nextProbe - now(), isOver);
          if (!isOver()) return probe;
          end();
        } else await untilOneEnds();
      }
      return O.none;
    },
    answered: () => {
      close();
      end();
    },
    close,
    failed: ({ isProbe }) => {
      failures += 1;
      if (isProbe) {
        failedProbes += 1;
        const bound = Math.min(outageBackoff.cap, outageBackoff.base * 2 ** (failedProbes - 1));
        nextProbe = now() + bound * (0.5 + random.next() / 2);
      }
      end();
    },
    notSent: end,
    isRevoked: ({ isProbe }) => !isProbe && failures >= maxFailures,
  };
};
