import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../src/domain/environment.ts';
import type { RequestPacer } from '../../src/pipeline/rate-limit/request-pacer.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { virtualClock } from '../../test/support/virtual-clock.ts';
import { drive } from './drive.ts';
import type { MakeModel } from './service-model.ts';

/** Requests evenly spaced, at one rate for ever; of manners it has those that we have: a pause that is asked for is kept. */
const steady = (clock: Clock, perSecond: number): RequestPacer => {
  let [next, lastPause] = [clock.now(), Number.NEGATIVE_INFINITY];
  return {
    admit: async (isOver) => {
      while (!isOver()) {
        const now = clock.now();
        if (now >= next) {
          next = Math.max(next, now - 5) + 1_000 / perSecond;
          return O.some({ at: now, isLast: false });
        }
        await clock.sleep(next - now)();
      }
      return O.none;
    },
    slowDown: ({ at }, retryAfterMs) => {
      const isSameWave = at < lastPause;
      if (!isSameWave) lastPause = clock.now();
      if (!isSameWave && retryAfterMs !== null) next = clock.now() + retryAfterMs;
      return retryAfterMs ?? 0;
    },
    answered: () => undefined,
    failed: () => undefined,
    notSent: () => undefined,
    concurrency: () => Number.POSITIVE_INFINITY,
  };
};

const shares = [0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98];

/**
 * The most of a limit that is used with the best steady rate known beforehand, if it must have less than one percent of
 * its requests refused. In percent.
 */
export const knownBeforehand = async (make: MakeModel, seconds: number): Promise<number> => {
  let best = 0;
  for (const share of shares) {
    const clock = virtualClock();
    const random = seededRandom(7);
    const service = make(random);
    const pace = steady(clock, share * service.capacity(0, 1_000));
    const until = 1_000 * (seconds + 5);
    const driven = await clock.run(() =>
      drive({ clock, random, service, pace, workers: 32, countedFrom: 5_000, until }),
    );
    if (driven.percentPutOff < 1) best = Math.max(best, driven.percentOfLimit);
  }
  return best;
};
