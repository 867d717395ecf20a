import type { Clock } from '../../domain/environment.ts';

/** The clock's milliseconds, but never running backwards: a clock that is set back must not stretch a pause. */
export const steadyTime = (clock: Pick<Clock, 'now'>): (() => number) => {
  let [last, lost] = [clock.now(), 0];
  return () => {
    const now = clock.now();
    if (now < last) lost += last - now;
    last = now;
    return now + lost;
  };
};
